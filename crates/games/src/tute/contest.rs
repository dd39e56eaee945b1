//! What tournaments of Tute Cabrero measure, and a fast path for games between policies.
//!
//! Games with other agents are played by [`AgentContest`], with the same
//! metrics. `tests/library/tournament/agent_contest.rs` compares both, game by game.

use std::sync::Arc;

use super::agents::AGENTS;
use super::cards::{Card, Cards};
use super::conduct::CONDUCT;
use super::facts::FACTS;
use super::policies::{Policy, Seen};
use super::public::{Phase, Public, SEATS, next, seat_of};
use super::rules::{Muestra, Tute, Unit, winners};
use super::state::TuteMove;
use rivals_core::conduct::Conducting;
use rivals_core::contest::{AgentContest, Build, FastPath, GameRecord, MetricRow, Played, Players};
use rivals_core::play::{
    AgentRow, AgentSpec, Dice, Game, Logged, Seats, Step, Stream, uniform_below,
};
use rivals_core::sentences::FactRow;

/// What a seat did in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    hands: i64,
    /// The hands that were dealt.
    dealt: i64,
    porotos: i64,
    points: i64,
    tricks: i64,
    declarations: i64,
    no_tricks: i64,
    hand_points: i64,
    /// The cards of which it is known what the player went for.
    known: i64,
    /// Those with which it went for the most points.
    more: i64,
    searched: [i64; 2],
}

impl Counts {
    /// Counts what the player goes for with the card that it plays.
    #[inline]
    fn aims(&mut self, more: Option<bool>) {
        self.known += i64::from(more.is_some());
        self.more += i64::from(more == Some(true));
    }
}

/// Counts a deal.
#[inline]
fn dealt(counts: &mut [Counts], hands: &[Cards; SEATS]) {
    for (of, hand) in counts.iter_mut().zip(hands) {
        of.dealt += 1;
        of.hand_points += i64::from(hand.points());
    }
}

/// Counts a finished hand.
#[inline]
fn hand_over(counts: &mut [Counts], public: &Public, losers: Seats) {
    for (seat, of) in counts.iter_mut().enumerate() {
        of.hands += 1;
        of.porotos += i64::from(losers.contains(seat_of(seat)));
        of.points += i64::from(public.scores[seat]);
        of.tricks += i64::from(public.tricks[seat]);
        of.declarations += i64::from(public.declared[seat].count_ones());
        of.no_tricks += i64::from(public.tricks[seat] == 0);
    }
}

impl Players for Tute {
    type Counts = Counts;

    const AGENTS: &'static [AgentRow<Build<Self>>] = AGENTS;

    const FACTS: &'static [FactRow<Self>] = FACTS;

    const CONDUCT: Option<Conducting<Self>> = Some(CONDUCT);

    const METRICS: &'static [MetricRow<Counts>] = &[
        MetricRow::beside(
            "porotos",
            "share",
            "porotos per hand: the share of hands that it loses",
            |of| [of.porotos, of.hands],
        ),
        MetricRow::new("points", "points", "points per hand, with declarations", |of| {
            [of.points, of.hands]
        }),
        MetricRow::new("tricks", "tricks", "tricks won per hand", |of| [of.tricks, of.hands]),
        MetricRow::new(
            "declarations",
            "declarations",
            "declarations per hand, tutes among them",
            |of| [of.declarations, of.hands],
        ),
        MetricRow::new(
            "mas",
            "share",
            "share of its cards with which it goes for the most points",
            |of| [of.more, of.known],
        ),
        MetricRow::beside(
            "menos",
            "share",
            "share of its cards with which it goes for the fewest points",
            |of| [of.known - of.more, of.known],
        ),
        MetricRow::beside("no_tricks", "share", "share of hands in which it wins no trick", |of| {
            [of.no_tricks, of.hands]
        }),
        MetricRow::beside(
            "hand_points",
            "points",
            "points of the cards that it is dealt, per hand",
            |of| [of.hand_points, of.dealt],
        ),
        MetricRow::nodes(|of| of.searched),
    ];

    fn count(played: &Played<'_, Self>) -> Vec<Counts> {
        let rules = &**played.playthrough.game();
        let mut state = *played.playthrough.start();
        let counts = |seat| Counts { searched: played.searched(seat), ..Counts::default() };
        let mut counts: Vec<Counts> = (0..SEATS).map(counts).collect();
        for step in played.playthrough.steps() {
            match step {
                Logged::Happen(card) => {
                    rules.play(&mut state, Step::Event(card));
                    if state.public.phase != Phase::Dealing {
                        dealt(&mut counts, &state.hands);
                    }
                }
                Logged::Forfeit(_) => break,
                Logged::Act(seat, action) => {
                    let seat = usize::from(seat.0);
                    let policy = played.agents[seat].downcast::<Policy>();
                    if let (TuteMove::Play(_), Some(policy)) = (action, policy) {
                        let (public, hand) = (&state.public, state.hands[seat]);
                        counts[seat].aims(policy.goes_for_more(&Seen {
                            rules,
                            public,
                            seat,
                            hand,
                        }));
                    }
                    // The next hand of a match replaces the finished one.
                    let (mut public, mut hands) = (state.public, state.hands);
                    rules.act_in_hand(&mut public, &mut hands, action);
                    if public.phase == Phase::Over {
                        hand_over(&mut counts, &public, public.losers(rules));
                    }
                    rules.play(&mut state, Step::Act(action));
                }
            }
        }
        counts
    }

    /// Games between policies alone are played on the fast path.
    fn agent_contest(game: &Arc<Self>, agents: &[AgentSpec]) -> AgentContest<Self> {
        let policies = agents.iter().map(|spec| game.agent(spec).downcast().copied());
        let policies: Vec<Option<Policy>> = policies.collect();
        let rules = **game;
        let fast: FastPath = Box::new(move |line_up, dice, record| {
            let [Some(first), Some(second), Some(third)] =
                [0, 1, 2].map(|seat: usize| policies[line_up[seat]].as_ref())
            else {
                return false;
            };
            play(&rules, [first, second, third], dice, record);
            true
        });
        let hands = match game.unit {
            Unit::Hand => 1,
            // 7 for the usual 4 porotos.
            Unit::Match => u32::from(game.porotos) * 7 / 4,
        };
        let mut contest = AgentContest::of(game, agents);
        // One winner, or two or three that share the win.
        contest.share_unit = 6;
        contest.every_seating = true;
        contest.ranking = Some(Self::metric("porotos"));
        contest.decisions = hands * 39;
        contest.fast = Some(fast);
        contest
    }
}

/// Plays a game between policies as a playthrough of the same agents would.
fn play(rules: &Tute, policies: [&Policy; SEATS], dice: &Dice, record: &mut GameRecord) {
    let mut counts = [Counts::default(); SEATS];
    let mut public = Public::new(2, [0; SEATS]);
    let mut steps = 0;
    loop {
        let mut hands = deal(rules, &mut public, dice);
        dealt(&mut counts, &hands);
        steps += 40;
        play_hand(rules, policies, &mut public, &mut hands, dice, &mut steps, &mut counts);
        let losers = public.losers(rules);
        hand_over(&mut counts, &public, losers);
        let lost = rules.losers(&public);
        if !lost.is_empty() {
            record.winners = winners(lost);
            return Tute::measure(&counts, record);
        }
        public = public.next_hand();
    }
}

/// The hands that the dice of a deal give.
#[inline]
fn deal(rules: &Tute, public: &mut Public, dice: &Dice) -> [Cards; SEATS] {
    let mut rng = dice.stream(Stream::Deal, public.hand.into());
    let (mut hands, mut left) = ([Cards::NONE; SEATS], Cards::ALL);
    let mut next_card = |count: u64| {
        #[expect(clippy::cast_possible_truncation, reason = "below 40")]
        let card: Card = left.nth(uniform_below(&mut rng, count) as usize);
        left.remove(card);
        card
    };
    let mut seat = public.leader;
    for count in (2..=40).rev() {
        hands[usize::from(seat)] |= next_card(count).set();
        seat = next(seat);
    }
    let muestra = next_card(1);
    public.sizes = [13; SEATS];
    public.open(rules, muestra);
    if rules.muestra == Muestra::Mano {
        hands[usize::from(public.leader)] |= muestra.set();
    }
    hands
}

/// Plays a dealt hand to its end.
#[inline]
fn play_hand(
    rules: &Tute,
    policies: [&Policy; SEATS],
    public: &mut Public,
    hands: &mut [Cards; SEATS],
    dice: &Dice,
    steps: &mut u32,
    counts: &mut [Counts; SEATS],
) {
    while public.phase != Phase::Over {
        let seat = public.decider();
        let (policy, hand) = (policies[seat], hands[seat]);
        let seen = Seen { rules, public, seat, hand };
        let (action, more) = match policy {
            Policy::Random => {
                let mut rng = dice.stream(Stream::Agent(seat_of(seat)), *steps);
                (policy.decide(&seen, &mut rng), None)
            }
            _ => policy.decide_and_tell(&seen),
        };
        if matches!(action, TuteMove::Play(_)) {
            counts[seat].aims(more);
        }
        rules.act_in_hand(public, hands, action);
        *steps += 1;
    }
}
