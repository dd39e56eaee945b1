//! Agents that think: they draw deals that their view allows, and look what becomes of each action.
//!
//! `pimc` plays every action in the same worlds to the end of the hand by a policy, and takes the
//! one that loses least often. The last tricks are solved exactly in every deal that the view
//! allows. `ismcts` builds one tree for all worlds instead
//! ([`InformationSets`]). `cabrero` is our own: see [`Thinking`].

use std::time::Duration;

use rand::{Rng, SeedableRng};

use super::cards::Cards;
use super::endgame::{Ending, Solver, tricks_left};
use super::policies::{Policy, Seen};
use super::public::{Phase, Public, SEATS, seat_of};
use super::rules::{Tute, Unit, winners};
use super::state::{TuteMove, TuteState, TuteView};
use super::worlds::Worlds;
use rivals_core::play::{
    Agent, Bound, BySeat, Cost, Decision, Forfeit, Meter, Seat, Seats, Thought, TurnDice, Valued,
};
use rivals_core::search::{InformationSets, Playouts, information_sets_bytes};
use rivals_core::sort;

/// The most deals of a view that are solved one by one.
const SPLITS: u64 = 252;

/// The number of tricks that are solved at the leaves of a tree.
const LEAVES: u8 = 2;

/// How an agent thinks.
#[derive(Clone, Debug)]
pub struct Thinking {
    pub method: Method,
    /// The policy of all seats in roll-outs.
    pub policy: Policy,
    /// The own policies of which the best one is taken together with an action; empty for
    /// [`Self::policy`].
    pub plans: &'static [Policy],
    /// How the last tricks are solved, and how many; `None` for roll-outs to the end.
    pub ending: Option<(Ending, u8)>,
    /// Whether worlds are weighed by what the others have played.
    pub infers: bool,
    /// Whether the worse half of the actions is given up from time to time, and its worlds are
    /// spent on the others.
    pub halves: bool,
    /// Whether a match is looked at, beyond the hand.
    pub sees_match: bool,
}

/// How actions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Each in this number of worlds.
    Worlds(u32),
    /// By a tree of this number of playouts.
    Tree(u32),
}

/// An action with its mean cost, 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Costed {
    action: TuteMove,
    cost: f64,
}

/// Puts the best actions first.
fn sort(values: &mut [Costed]) {
    sort::by(values, |one, other| {
        let order = one.cost.total_cmp(&other.cost);
        order.then_with(|| lowness(one.action).cmp(&lowness(other.action)))
    });
}

/// An action, with a policy for the rest of the hand, and what it cost so far.
struct Arm {
    action: TuteMove,
    plan: Option<Policy>,
    cost: f64,
}

impl Agent<Tute> for Thinking {
    fn decide(
        &mut self,
        at: &Decision<'_, Tute>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<TuteMove>, Forfeit> {
        if let [only] = at.actions {
            return Ok((*only).into());
        }
        let mut rng = TurnDice::from_seed(rng.next_u64().to_le_bytes());
        let mut search = Search {
            thinking: self,
            rules: at.game,
            view: at.view,
            costs: costs(at.game, at.view, self.sees_match),
            meter: Meter::new(at.watch),
        };
        let values = search.values(at.actions, &mut rng);
        if search.meter.has_ended() {
            return Err(Forfeit::STOPPED);
        }
        let best = values[0];
        Ok(Thought {
            value: Some(1.0 - best.cost),
            nodes: Some(search.meter.nodes),
            actions: if at.explained { explained(at, &values) } else { Vec::new() },
            variation: at.explained.then_some(best.action).into_iter().collect(),
            ..best.action.into()
        })
    }

    fn cost(&self) -> Cost {
        // About a microsecond for a roll-out, and four actions in the mean.
        let (roll_outs, bytes) = match self.method {
            Method::Worlds(worlds) => (4 * u64::from(worlds) * self.plans.len().max(1) as u64, 0),
            Method::Tree(playouts) => {
                (2 * u64::from(playouts), information_sets_bytes::<Tute>(playouts.into()))
            }
        };
        let inferring = if self.infers { 1_000 } else { 0 };
        Cost { time: Duration::from_micros(roll_outs + inferring), bytes }
    }
}

/// What the agent thinks of its actions, in their order.
fn explained(at: &Decision<'_, Tute>, values: &[Costed]) -> Vec<Valued<TuteMove>> {
    let valued =
        |of: &Costed| Valued { action: of.action, value: 1.0 - of.cost, bound: Bound::Exact };
    let mut values: Vec<_> = values.iter().map(valued).collect();
    sort::by_key(&mut values, |of| at.place(of.action));
    values
}

/// The order of actions that are equally good: a tute, no declaration, the lowest card.
fn lowness(action: TuteMove) -> (u8, u8) {
    match action {
        TuteMove::Tute => (0, 0),
        TuteMove::Pass => (1, 0),
        TuteMove::Play(card) => (2 + card.rank(), card.suit().0),
        TuteMove::Forty => (20, 0),
        TuteMove::Twenty(suit) => (21, suit.0),
        TuteMove::Exchange => (22, 0),
    }
}

/// One decision.
struct Search<'a> {
    thinking: &'a Thinking,
    rules: &'a Tute,
    view: &'a TuteView,
    /// By the losers of the hand as bits, what the seat loses.
    costs: [f64; 8],
    meter: Meter<'a>,
}

impl<'a> Search<'a> {
    /// The costs of the actions, the chosen one first.
    fn values(&mut self, actions: &[TuteMove], rng: &mut TurnDice) -> Vec<Costed> {
        let (thinking, rules, view) = (self.thinking, self.rules, self.view);
        let budget = match thinking.method {
            Method::Worlds(budget) | Method::Tree(budget) => budget,
        };
        let worlds = |rng: &mut _| Worlds::new(rules, view, thinking.policy, thinking.infers, rng);
        if let Some((ending, tricks)) = thinking.ending
            && tricks_left(&self.view.public) <= tricks
        {
            let deals = worlds(rng).deals(SPLITS, budget.into(), rng);
            return self.solve(actions, &deals, ending);
        }
        match thinking.method {
            Method::Worlds(budget) => {
                let worlds = worlds(rng);
                self.roll_out(actions, &worlds, budget, rng)
            }
            Method::Tree(budget) => self.tree(budget, rng),
        }
    }

    /// The costs of actions by the exact end of every deal.
    fn solve(
        &mut self,
        actions: &[TuteMove],
        deals: &[([Cards; SEATS], f64)],
        ending: Ending,
    ) -> Vec<Costed> {
        let seat = self.view.seat;
        let mut costs = vec![0.0; actions.len()];
        let mut total = 0.0;
        for (hands, weight) in deals {
            total += weight;
            for (cost, &action) in costs.iter_mut().zip(actions) {
                let (mut public, mut hands) = (self.view.public, *hands);
                self.rules.act_in_hand(&mut public, &mut hands, action);
                let mut solver = Solver::new(self.rules, seat.0.into(), &mut self.meter);
                let losers = solver.losers(&public, &hands, ending);
                *cost += weight * self.costs[bits(losers)];
            }
            if self.meter.has_ended() {
                break;
            }
        }
        let valued =
            actions.iter().zip(costs).map(|(&action, cost)| Costed { action, cost: cost / total });
        let mut values: Vec<Costed> = valued.collect();
        sort(&mut values);
        values
    }

    /// The costs of actions by roll-outs. Given up actions come after the others.
    fn roll_out(
        &mut self,
        actions: &[TuteMove],
        worlds: &Worlds,
        budget: u32,
        rng: &mut TurnDice,
    ) -> Vec<Costed> {
        let plans: Vec<Option<Policy>> = match self.thinking.plans {
            [] => vec![None],
            plans => plans.iter().copied().map(Some).collect(),
        };
        let arms_of = |&action| plans.iter().map(move |&plan| Arm { action, plan, cost: 0.0 });
        let mut arms: Vec<Arm> = actions.iter().flat_map(arms_of).collect();
        let rounds = if self.thinking.halves { arms.len().ilog2().max(1) } else { 1 };
        // All rounds have about the same number of roll-outs.
        let in_round = budget as usize * arms.len() / rounds as usize;
        let (mut drawn, mut given_up) = (0, Vec::new());
        for round in 0..rounds {
            if round > 0 {
                let kept = arms.len().div_ceil(2);
                let left = values(&arms[kept..], drawn);
                arms.truncate(kept);
                given_up.splice(0..0, left);
            }
            for _ in 0..in_round.div_ceil(arms.len()) {
                drawn += 1;
                let world = worlds.draw(rng);
                for arm in &mut arms {
                    let (mut public, mut hands) = (self.view.public, world.hands);
                    self.rules.act_in_hand(&mut public, &mut hands, arm.action);
                    let mut policies = world.policies;
                    if let Some(plan) = arm.plan {
                        policies[usize::from(self.view.seat.0)] = plan;
                    }
                    let meter = &mut self.meter;
                    let losers =
                        play_out(self.rules, &mut public, &mut hands, &policies, rng, meter);
                    arm.cost += self.costs[bits(losers)];
                }
                if self.meter.has_ended() {
                    break;
                }
            }
            sort::by(&mut arms, |one, other| one.cost.total_cmp(&other.cost));
        }
        let mut all = values(&arms, drawn);
        all.extend(given_up);
        // The best plan of an action counts.
        let mut seen = Vec::new();
        all.retain(|valued| {
            let is_new = !seen.contains(&valued.action);
            seen.push(valued.action);
            is_new
        });
        all
    }

    /// The costs of actions by a tree of information sets.
    fn tree(&mut self, budget: u32, rng: &mut TurnDice) -> Vec<Costed> {
        let hand = Tute { unit: Unit::Hand, ..*self.rules };
        let search = InformationSets::new(&hand, self.thinking, &mut self.meter);
        let tried = search.search(self.view, self.view.seat, budget.into(), rng);
        let valued =
            tried.iter().map(|tried| Costed { action: tried.action, cost: 1.0 - tried.mean });
        valued.collect()
    }
}

/// The values of arms that were played in this number of worlds, the best first.
fn values(arms: &[Arm], worlds: u32) -> Vec<Costed> {
    let valued =
        arms.iter().map(|arm| Costed { action: arm.action, cost: arm.cost / f64::from(worlds) });
    let mut values: Vec<Costed> = valued.collect();
    sort(&mut values);
    values
}

/// The losers as bits.
fn bits(losers: Seats) -> usize {
    losers.iter().map(|seat| 1 << seat.0).sum()
}

/// Plays a hand to its end; the seats that lose.
fn play_out(
    rules: &Tute,
    public: &mut Public,
    hands: &mut [Cards; SEATS],
    policies: &[Policy; SEATS],
    rng: &mut TurnDice,
    meter: &mut Meter<'_>,
) -> Seats {
    while public.phase != Phase::Over && !meter.visit() {
        let seat = public.decider();
        let seen = Seen { rules, public, seat, hand: hands[seat] };
        let action = policies[seat].decide(&seen, rng);
        rules.act_in_hand(public, hands, action);
    }
    public.losers(rules)
}

/// How often a seat does not lose in a deal, and the mean points of all seats.
pub(super) type Sample = (f64, [f64; SEATS]);

/// What becomes of each action in the same deals: by action, then deal. The numbers are those of deals, and of times that each is
/// played on from.
pub(super) fn sampled(
    rules: &Tute,
    view: &TuteView,
    policy: Policy,
    actions: &[TuteMove],
    [deals, times]: [u32; 2],
    rng: &mut TurnDice,
) -> Vec<Vec<Sample>> {
    let worlds = Worlds::new(rules, view, policy, false, rng);
    let mut meter = Meter::new(None);
    let mut all = vec![Vec::new(); actions.len()];
    for _ in 0..deals {
        let world = worlds.draw(rng);
        for (of_action, &action) in all.iter_mut().zip(actions) {
            let (mut kept, mut points) = (0.0, [0.0; SEATS]);
            for _ in 0..times {
                let (mut public, mut hands) = (view.public, world.hands);
                rules.act_in_hand(&mut public, &mut hands, action);
                let policies = &world.policies;
                let losers = play_out(rules, &mut public, &mut hands, policies, rng, &mut meter);
                kept += f64::from(u8::from(!losers.contains(view.seat)));
                for (sum, score) in points.iter_mut().zip(public.scores) {
                    *sum += f64::from(score) / f64::from(times);
                }
            }
            of_action.push((kept / f64::from(times), points));
        }
    }
    all
}

/// By the losers of a hand as bits, what the seat loses: the hand, or its chances in the match.
fn costs(rules: &Tute, view: &TuteView, sees_match: bool) -> [f64; 8] {
    let own = view.seat;
    let mut costs = [0.0; 8];
    for (losers, cost) in costs.iter_mut().enumerate() {
        let is_lost = losers >> own.0 & 1 != 0;
        *cost = f64::from(u8::from(is_lost));
    }
    if rules.unit == Unit::Match && sees_match {
        let mut shares = Shares::of(rules.porotos, own);
        for (losers, cost) in costs.iter_mut().enumerate().skip(1) {
            *cost = 1.0 - shares.after(view.public.porotos, losers);
        }
    }
    costs
}

/// A seat's shares of the win of a match that goes on from some porotos between equal players: 96 of
/// 100 hands have one loser, each seat alike, and the others two or three.
struct Shares {
    /// The porotos with which a player is out.
    most: u8,
    seat: Seat,
    /// The shares that are known, by the porotos of all seats.
    known: Vec<Option<f64>>,
}

impl Shares {
    fn of(most: u8, seat: Seat) -> Self {
        Self { most, seat, known: vec![None; (usize::from(most) + 1).pow(3)] }
    }

    /// The share after a hand with these losers, as bits.
    fn after(&mut self, porotos: [u8; SEATS], losers: usize) -> f64 {
        self.share(std::array::from_fn(|seat| porotos[seat] + u8::from(losers >> seat & 1 == 1)))
    }

    fn share(&mut self, porotos: [u8; SEATS]) -> f64 {
        let base = usize::from(self.most) + 1;
        let index = porotos.iter().fold(0, |index, porotos| base * index + usize::from(*porotos));
        if let Some(share) = self.known[index] {
            return share;
        }
        let is_out = |seat: &usize| porotos[*seat] >= self.most;
        let out: Seats = (0..SEATS).filter(is_out).map(seat_of).collect();
        let share = if out.is_empty() {
            let hands = (1..8).map(|losers: usize| {
                let chance = if losers.count_ones() == 1 { 0.32 } else { 0.01 };
                chance * self.after(porotos, losers)
            });
            hands.sum()
        } else {
            let winners = winners(out);
            if winners.contains(self.seat) { 1.0 / winners.len() as f64 } else { 0.0 }
        };
        self.known[index] = Some(share);
        share
    }
}

/// The playouts of the tree.
impl Playouts<Tute> for Thinking {
    fn rewards(
        &self,
        game: &Tute,
        state: &TuteState,
        rng: &mut TurnDice,
        meter: &mut Meter<'_>,
    ) -> BySeat<f64> {
        let (mut public, mut hands) = (state.public, state.hands);
        let losers = match self.ending {
            Some(_) if tricks_left(&public) <= LEAVES => {
                Solver::new(game, 0, meter).losers(&public, &hands, Ending::MaxN)
            }
            _ => play_out(game, &mut public, &mut hands, &[self.policy; SEATS], rng, meter),
        };
        let mut rewards = BySeat::new(1.0, SEATS);
        losers.iter().for_each(|seat| rewards[seat] = 0.0);
        rewards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::play::{Game, Hidden, Step, Turn};

    /// The shares of the three seats add up to 1, are equal for equal porotos, and fall with the
    /// own porotos.
    #[test]
    fn shares_of_a_match() {
        let of = |porotos: [u8; 3]| [0, 1, 2].map(|seat| Shares::of(4, Seat(seat)).share(porotos));
        for a in 0..=4 {
            for b in 0..=4 {
                for c in 0..=4 {
                    let shares = of([a, b, c]);
                    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                    assert!((shares[0] - of([a, c, b])[0]).abs() < 1e-12);
                    if a < 3 && b < 4 && c < 4 {
                        assert!(of([a + 1, b, c])[0] < shares[0]);
                    }
                }
            }
        }
        assert!((of([0; 3])[0] - 1.0 / 3.0).abs() < 1e-12);
        // As far from the end of a longer match, the shares are the same.
        let longer = Shares::of(20, Seat(1)).share([18, 16, 17]);
        assert!((of([2, 0, 1])[1] - longer).abs() < 1e-12);
        assert_eq!(of([4, 4, 2]), [0.0, 0.0, 1.0]);
        assert_eq!(of([4, 4, 4])[1], 1.0 / 3.0);
        // With a player that is nearly out, the others are nearly safe.
        let shares = of([3, 0, 0]);
        assert!(shares[0] < 0.15 && shares[1] > 0.4, "{shares:?}");
    }

    /// In a match, a player looks at the porotos: it costs less to lose with none than with three,
    /// and the loss of an opponent with three is a gain.
    #[test]
    fn costs_of_losers() {
        let mut rng = TurnDice::from_seed([0; 8]);
        let mut state = Tute::MATCH.start(3);
        while let Turn::Chance(cards) = Tute::MATCH.turn(&state) {
            let card = cards.sample(&mut rng);
            Tute::MATCH.play(&mut state, Step::Event(card));
        }
        state.public.porotos = [0, 3, 1];
        let costs_of =
            |rules: &Tute, seat, sees| costs(rules, &rules.view(&state, Seat(seat)), sees);
        let hand = [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0];
        assert_eq!(costs_of(&Tute::HAND, 0, true), hand);
        assert_eq!(costs_of(&Tute::MATCH, 0, false), hand);
        let match_costs = costs_of(&Tute::MATCH, 0, true);
        assert!(match_costs[2] < match_costs[4] && match_costs[4] < match_costs[1]);
        assert_eq!(costs_of(&Tute::MATCH, 1, true)[2], 1.0);
    }
}
