//! What tournaments of Tute Cabrero measure, and a fast path for games between policies.
//!
//! Games with other agents are played by [`Sittings`](crate::tournament::Sittings), with the same
//! metrics. `tests/library/tournament/sittings.rs` compares both, game by game.

use super::cards::{Card, Cards};
use super::policies::{Policy, Seen};
use super::public::{Phase, Public, SEATS, next, seat_of};
use super::rules::{Muestra, Tute, winners};
use super::state::TuteMove;
use crate::play::{Dice, Outcome, Seats, Sitting, Step, agent_dice, deal_dice, uniform_below};
use crate::tournament::{GameRecord, Metric};

/// The indices of the metrics.
pub(super) const POROTOS: usize = 0;
const POINTS: usize = 1;
const TRICKS: usize = 2;
const DECLARATIONS: usize = 3;
const MAS: usize = 4;
const MENOS: usize = 5;
pub(super) const NO_TRICKS: usize = 6;
const HAND_POINTS: usize = 7;
const METRICS: usize = 8;

/// What tournaments measure.
pub(super) fn metrics() -> Vec<Metric> {
    let metric = |name: &str, unit, about: &str, behaviour| Metric {
        name: name.to_owned(),
        unit,
        scale: 1,
        about: about.to_owned(),
        behaviour,
    };
    vec![
        metric("porotos", "share", "porotos per hand: the share of hands that it loses", false),
        metric("points", "points", "points per hand, with declarations", true),
        metric("tricks", "tricks", "tricks won per hand", true),
        metric("declarations", "declarations", "declarations per hand, tutes among them", true),
        metric("mas", "share", "share of its cards with which it goes for the most points", true),
        metric(
            "menos",
            "share",
            "share of its cards with which it goes for the fewest points",
            false,
        ),
        metric("no_tricks", "share", "share of hands in which it wins no trick", false),
        metric("hand_points", "points", "points of the cards that it is dealt, per hand", false),
    ]
}

/// What the seats of a game did, by seat.
#[derive(Default)]
struct Counts {
    hands: i32,
    /// The hands that were dealt.
    dealt: i32,
    /// By metric; those of [`MENOS`] are the decisions that are no [`MAS`].
    sums: [[i32; METRICS]; SEATS],
    /// The cards of which it is known what the player went for.
    known: [i32; SEATS],
}

impl Counts {
    /// Counts what the player of a seat goes for with the card that it plays.
    #[inline]
    fn aims(&mut self, seat: usize, more: Option<bool>) {
        if let Some(more) = more {
            self.known[seat] += 1;
            self.sums[seat][MAS] += i32::from(more);
        }
    }

    /// Counts a deal.
    #[inline]
    fn dealt(&mut self, hands: &[Cards; SEATS]) {
        self.dealt += 1;
        for (sums, hand) in self.sums.iter_mut().zip(hands) {
            sums[HAND_POINTS] += i32::from(hand.points());
        }
    }

    /// Counts a finished hand.
    #[inline]
    fn hand_over(&mut self, public: &Public, losers: Seats) {
        self.hands += 1;
        for (seat, sums) in self.sums.iter_mut().enumerate() {
            sums[POROTOS] += i32::from(losers.contains(seat_of(seat)));
            sums[POINTS] += i32::from(public.scores[seat]);
            sums[TRICKS] += i32::from(public.tricks[seat]);
            sums[DECLARATIONS] += public.declared[seat].count_ones() as i32;
            sums[NO_TRICKS] += i32::from(public.tricks[seat] == 0);
        }
    }

    /// Writes the sums into a record, which may have further metrics behind these.
    #[inline]
    fn write(mut self, record: &mut GameRecord) {
        let metrics = record.numerators.len() / SEATS;
        for (seat, sums) in self.sums.iter_mut().enumerate() {
            sums[MENOS] = self.known[seat] - sums[MAS];
            let at = seat * metrics..seat * metrics + METRICS;
            record.numerators[at.clone()].copy_from_slice(sums);
            let counted = &mut record.denominators[at];
            counted[..MAS].fill(self.hands);
            counted[MAS..].fill(self.known[seat]);
            counted[NO_TRICKS] = self.hands;
            counted[HAND_POINTS] = self.dealt;
        }
    }
}

/// Measures a finished game between players, of which some are policies.
pub(super) fn measure(
    policies: &[Option<Policy>],
    line_up: &[usize],
    sitting: &Sitting<Tute>,
    record: &mut GameRecord,
) {
    let rules = &**sitting.game();
    let mut state = *sitting.start();
    let mut counts = Counts::default();
    for step in sitting.steps() {
        match step {
            Step::Happen(card) => {
                crate::play::Game::happen(rules, &mut state, card);
                if state.public.phase != Phase::Dealing {
                    counts.dealt(&state.hands);
                }
            }
            Step::Forfeit(_) => break,
            Step::Act(seat, action) => {
                let seat = usize::from(seat.0);
                if let (TuteMove::Play(_), Some(policy)) = (action, policies[line_up[seat]]) {
                    let (public, hand) = (&state.public, state.hands[seat]);
                    counts.aims(seat, policy.goes_for_more(&Seen { rules, public, seat, hand }));
                }
                // The next hand of a match replaces the finished one.
                let (mut public, mut hands) = (state.public, state.hands);
                rules.act_in_hand(&mut public, &mut hands, action);
                if public.phase == Phase::Over {
                    counts.hand_over(&public, public.losers(rules));
                }
                crate::play::Game::act(rules, &mut state, action);
            }
        }
    }
    counts.write(record);
}

/// Plays a game between policies as a sitting of the same agents would.
pub(super) fn play(rules: &Tute, policies: [&Policy; SEATS], dice: &Dice, record: &mut GameRecord) {
    let mut counts = Counts::default();
    let mut public = Public::new(2, [0; SEATS]);
    let mut steps = 0;
    loop {
        let mut hands = deal(rules, &mut public, dice);
        counts.dealt(&hands);
        steps += 40;
        play_hand(rules, policies, &mut public, &mut hands, dice, &mut steps, &mut counts);
        let losers = public.losers(rules);
        counts.hand_over(&public, losers);
        let lost = rules.losers(&public);
        if !lost.is_empty() {
            record.winners = winners(lost);
            return counts.write(record);
        }
        public = public.next_hand();
    }
}

/// The hands that the dice of a deal give.
#[inline]
fn deal(rules: &Tute, public: &mut Public, dice: &Dice) -> [Cards; SEATS] {
    let mut rng = deal_dice(dice, public.hand.into());
    let (mut hands, mut left) = ([Cards::NONE; SEATS], Cards::ALL);
    let mut next_card = |count: u64| {
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
    counts: &mut Counts,
) {
    while public.phase != Phase::Over {
        let seat = public.decider();
        let (policy, hand) = (policies[seat], hands[seat]);
        let seen = Seen { rules, public, seat, hand };
        let (action, more) = match policy {
            Policy::Random => {
                let mut rng = agent_dice(dice, seat_of(seat), *steps);
                (policy.decide(&seen, &mut rng), None)
            }
            _ => policy.decide_and_tell(&seen),
        };
        if matches!(action, TuteMove::Play(_)) {
            counts.aims(seat, more);
        }
        rules.act_in_hand(public, hands, action);
        *steps += 1;
    }
}

/// Measures a sitting; see [`measure`].
pub(super) fn measured_by(
    policies: Vec<Option<Policy>>,
) -> impl Fn(&[usize], &Sitting<Tute>, &Outcome, &mut GameRecord) + Send + Sync + 'static {
    move |line_up, sitting, _, record| measure(&policies, line_up, sitting, record)
}
