//! The agents of BattleTech.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;

use super::conduct::CONDUCT;
use super::contest::{self, Counts};
use super::evaluate::{Ranked, commanded, points, ranked, turned};
use super::facts::FACTS;
use super::fighting::{Fighter, Fire};
use super::moving;
use super::path::{Distance, Planner};
use super::rollouts::RollOut;
use super::rules::BattleTech;
use super::state::{Action, Phase, State};
use rivals_core::conduct::Conducting;
use rivals_core::contest::{AgentContest, Build, MetricRow, Played, Players, Sampler, Solve};
use rivals_core::play::{
    Agent, AgentRow, AgentSpec, Bound, Cost, Decision, Forfeit, Parameter, Seat, Thought, Valued,
};
use rivals_core::search::{Method, SearchAgent};
use rivals_core::sentences::FactRow;

/// One winner, or up to four that share the win.
pub const SHARE_UNIT: u32 = 12;

/// The approximate number of decisions in a game.
const DECISIONS: u32 = 400;

/// The moves whose values an explained decision tells: to value all takes much longer.
const TOLD: usize = 16;

/// How an agent moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    /// Not at all.
    Still,
    /// To the nearest enemy.
    Charge,
    /// Away from all enemies.
    Flee,
    /// Into woods, or behind the nearest enemy.
    Seed(Planner),
    /// To where the exchange of damage is best.
    Evaluate,
    /// As it evaluates, and by the next turn, with a budget of answers that it looks at.
    Command(u64),
}

/// An agent by rules, which looks at no further turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    moves: Moves,
    fighter: Fighter,
}

/// The faults of the document that an agent of the seed may have, by their numbers in its
/// description.
const FAULTS: [&str; 10] = ["none", "1", "2", "3", "6", "7", "9", "10", "12", "14"];

impl Player {
    fn new(moves: Moves, fire: Fire) -> Self {
        Self { moves, fighter: Fighter::new(fire) }
    }

    /// The seed without faults, which fires by damage for heat.
    pub(super) fn greedy() -> Self {
        Self::seed(Fire::Greedy, &[])
    }

    /// The seed with these faults. Fault 10, the rows of the table of heat that overlap, changes no
    /// decision at whole numbers.
    fn seed(fire: Fire, faults: &[&str]) -> Self {
        let has = |fault: &str| faults.contains(&fault);
        let distance = match () {
            () if has("1") => Distance::Printed,
            () if has("2") => Distance::Manhattan,
            () => Distance::Steps,
        };
        let planner =
            Planner { distance, blind: has("3"), climbs_back: has("6"), ..Planner::default() };
        let fighter = Fighter {
            distance,
            wide_front: has("7"),
            one_missile: has("9"),
            drops_club: has("12"),
            own_level: has("14"),
            ..Fighter::new(fire)
        };
        Self { moves: Moves::Seed(planner), fighter }
    }

    /// The decision of a seat.
    pub fn decide(&self, state: &State, seat: Seat) -> Action {
        match (state.phase, &self.moves) {
            (Phase::Movement, Moves::Still) => Action::Stay,
            (Phase::Movement, Moves::Charge) => moving::charge(state, seat),
            (Phase::Movement, Moves::Flee) => moving::flee(state, seat),
            (Phase::Movement, Moves::Seed(planner)) => moving::seed(state, seat, planner),
            (Phase::Movement, Moves::Evaluate | Moves::Command(_)) => {
                self.compared(state, seat, false)[0].1
            }
            (Phase::Reaction, Moves::Evaluate | Moves::Command(_)) => {
                turned(state, seat, self.fighter.fire)
            }
            _ => self.fighter.decide(state, seat),
        }
    }

    /// The moves that it compares, the best first; without any if it compares none. Those that an
    /// explanation tells, or the one that the decision needs.
    fn compared(&self, state: &State, seat: Seat, explained: bool) -> Vec<Ranked> {
        match (state.phase, self.moves) {
            (Phase::Movement, Moves::Evaluate) => {
                ranked(state, seat, Fire::Best, if explained { TOLD } else { 1 }, u64::MAX)
            }
            (Phase::Movement, Moves::Command(budget)) => commanded(state, seat, budget),
            _ => Vec::new(),
        }
    }
}

impl Agent<BattleTech> for Player {
    fn decide(
        &mut self,
        at: &Decision<'_, BattleTech>,
        _: &mut dyn Rng,
    ) -> Result<Thought<Action>, Forfeit> {
        let compared = self.compared(at.view, at.seat, at.explained);
        let Some(&(best, action)) = compared.first() else {
            return Ok(Player::decide(self, at.view, at.seat).into());
        };
        let mut thought = Thought { value: best.map(points), ..action.into() };
        if at.explained {
            let valued = |&(value, action): &Ranked| {
                Some(Valued { action, value: points(value?), bound: Bound::Exact })
            };
            thought.actions = compared.iter().filter_map(valued).collect();
            thought.actions.sort_by_cached_key(|valued| at.place(valued.action));
            thought.variation = vec![action];
        }
        Ok(thought)
    }

    fn cost(&self) -> Cost {
        let micros = match self.moves {
            Moves::Evaluate => 200,
            Moves::Command(_) => 1_000,
            _ => 20,
        };
        Cost { time: Duration::from_micros(micros), bytes: 0 }
    }
}

impl Players for BattleTech {
    type Counts = Counts;

    const AGENTS: &'static [AgentRow<Build<Self>>] = &[
        AgentRow::RANDOM,
        AgentRow::new("still", "Stands and fires all that is legal.", &[], |_, _| {
            Box::new(Player::new(Moves::Still, Fire::All))
        }),
        AgentRow::new(
            "charge",
            "Runs to the nearest enemy and fires all that is legal.",
            &[],
            |_, _| Box::new(Player::new(Moves::Charge, Fire::All)),
        ),
        AgentRow::new(
            "coward",
            "Keeps the greatest distance, then out of sight, and fires all that is legal.",
            &[],
            |_, _| Box::new(Player::new(Moves::Flee, Fire::All)),
        ),
        AgentRow::new(
            "seed",
            "Hides in woods, or goes behind the nearest enemy; fires by damage for heat (the \
             document's procedure, corrected; fault left in: {fault}).",
            &[Parameter::one_of("fault", "a fault of the document that is left in", &FAULTS)],
            |_, spec| Box::new(Player::seed(Fire::Greedy, &[spec.choice("fault")])),
        ),
        AgentRow::new(
            "seed-literal",
            "Decides as the document says, with all its faults.",
            &[],
            |_, _| {
                let faults = ["1", "3", "6", "7", "9", "10", "12", "14"];
                Box::new(Player::seed(Fire::Greedy, &faults))
            },
        ),
        AgentRow::new(
            "knapsack",
            "Moves and strikes as seed; fires the weapons with the greatest expected damage, up to \
             the next step of the heat scale.",
            &[],
            |_, _| Box::new(Player::seed(Fire::Best, &[])),
        ),
        AgentRow::new(
            "evaluate",
            "Moves to where it can be expected to deal the most damage for what it takes, against \
             the best answer; fires as knapsack.",
            &[],
            |_, _| Box::new(Player::new(Moves::Evaluate, Fire::Best)),
        ),
        AgentRow::<Build<Self>>::new(
            "mcts",
            "Builds a tree in {playouts playouts} by upper confidence bounds over the best moves of \
             evaluate and all further actions; each playout ends with two turns of seed.",
            &[Parameter::whole("playouts", "states that it evaluates", 1..=1_000_000)],
            |_, spec| {
                let method = Method::TreeSearch(spec.whole("playouts"));
                Box::new(SearchAgent::new(method, RollOut(Player::seed(Fire::Greedy, &[]))))
            },
        )
        .with_colon(),
        AgentRow::<Build<Self>>::new(
            "commander",
            "Moves as evaluate with {answers answers of its enemies}, but weighs punches, the price of \
             heat, the size of both mechs, and its lead; fires what is worth its heat.",
            &[Parameter::defaulted(
                "answers",
                "answers to its moves that it looks at, the most promising moves first",
                1..=1_000_000_000,
                1_000_000,
            )],
            |_, spec| {
                Box::new(Player::new(Moves::Command(spec.whole("answers")), Fire::Priced))
            },
        )
        .with_colon(),
    ];

    const FACTS: &'static [FactRow<Self>] = FACTS;

    fn agent_contest(game: &Arc<Self>, agents: &[AgentSpec]) -> AgentContest<Self> {
        let mut contest = AgentContest::of(game, agents);
        (contest.share_unit, contest.decisions) = (SHARE_UNIT, DECISIONS);
        contest.seats = game.seats().expect("rules without seats are refused");
        contest
    }

    const CONDUCT: Option<Conducting<Self>> = Some(CONDUCT);

    const METRICS: &'static [MetricRow<Counts>] = contest::METRICS;

    fn count(played: &Played<'_, Self>) -> Vec<Counts> {
        contest::count(played)
    }
}

impl Solve for BattleTech {
    const ADVISER: Option<&'static str> = Some("commander");

    /// With more than two seats, what a seat loses is not what one other seat wins.
    fn judges(&self, seats: usize) -> Option<[&'static str; 2]> {
        (seats == 2).then_some(["mcts:400", "mcts:4000"])
    }

    fn sampler(&self) -> Sampler {
        Sampler { agent: "seed", games: 100, most: 2_000, slips: 0 }
    }
}
