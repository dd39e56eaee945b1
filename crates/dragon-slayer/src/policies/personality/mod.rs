//! The policy of a personality: its traits and values applied to the solved game.
//!
//! In its own turn, a personality computes the utility of every end of the turn
//! (`utility`) and evaluates the turn backwards. At a stop it expects, weighted by its
//! intuition, the challenge that an optimal opponent would make. Its nerves lower its
//! aversion to risk in proportion to the opponent's lead, and after a big turn of the
//! opponent. Where its calculation is not perfect, every option has a fixed judgement
//! error (`judgement_errors`), and it takes the option that seems best among those that are
//! not much worse than the best.
//!
//! Asked whether to challenge, it challenges where the gain in win probability and its
//! eagerness together are positive.
//!
//! Three fixed plays take precedence over every trait (Castells Amat 2018): a player
//! behind an opponent who has the target fights on; it challenges a stop that would win;
//! it accepts a challenge where declining loses at once. The neutral personality plays
//! optimally. At an exact tie past the target fighting on is not always optimal, so the
//! first fixed play does not apply there.
//!
//! Beyond [`SolvedGame::enough`] points at stake no personality fights on, challenges or
//! accepts.

mod challenge_rates;
pub(crate) mod judgement_errors;
mod utility;
mod weighing;

use std::sync::Arc;

pub use challenge_rates::{ChallengeRates, GAINS};
pub use weighing::{Unit, Weighed};

use super::personality::judgement_errors::JudgementErrors;
use super::personality::utility::EndUtilities;
use super::turn_table::{self, OwnedTurnTable, TurnTable};
use crate::solver::{
    Decision, Ends, Foresight, FullBackwardPass, Outlook, Policy, Position, SolvedGame, Stage, TIE,
    TurnPolicy,
};
use crate::{Action, MAX_DRAGONS, Phase, Turn};
use rivals_core::personalities::Personality;

/// The win probability that a personality with full harm gives up for a point of its
/// rival when it decides about a challenge. The value is chosen, not measured: it is a
/// quarter of what a point is worth in the middle of a game, where a gap of 5 points
/// moves the win probability by 0.1, so that harm influences a challenge but does not
/// decide it alone.
const HARM_PER_POINT: f64 = 0.005;

/// The opponent's lead, in points, at which nerves count in full.
const NERVOUS_LEAD: f64 = 12.0;

/// The policy of one personality in one solved game.
#[derive(Clone, Debug)]
pub struct PersonalityPolicy {
    personality: Personality,
    game: Arc<SolvedGame>,
    judgement_errors: JudgementErrors,
    /// What is known of the opponent's challenges; `None` for one that is taken to play optimally.
    opponent: Option<ChallengeRates>,
}

/// Scratch memory for the decisions of a turn, reused from turn to turn: a turn evaluated
/// for choosing fights, and for accepting challenges.
#[derive(Debug, Default)]
pub struct Scratch {
    fighting: (Ends, FullBackwardPass),
    accepting: (Ends, FullBackwardPass),
}

/// A state in which the mover fights or stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveState {
    /// Whether it has accepted a challenge in this turn.
    pub accepted: bool,
    /// Whether it may stop; it must fight first in a turn, and first after accepting.
    pub may_stop: bool,
    /// The number of the state, before or after accepting a challenge.
    pub state: usize,
}

impl MoveState {
    /// The state of a turn in which the mover decides; none beyond the cap.
    pub fn of(game: &SolvedGame, turn: &Turn) -> Option<Self> {
        let (state, accepted) = turn_table::state(game, Decision::Move, turn)?;
        let may_stop = turn.phase != Phase::MustFight;
        let obliged = turn.challenger.is_some() && !may_stop;
        Some(Self {
            accepted: accepted || obliged,
            may_stop,
            // The fight that a challenge demands is one in the state after accepting it.
            state: if obliged { game.graph().on_accepting(state) } else { state },
        })
    }
}

impl PersonalityPolicy {
    /// The policy of this personality.
    #[must_use]
    pub fn new(personality: Personality, game: Arc<SolvedGame>) -> Self {
        let judgement_errors =
            JudgementErrors::new(&personality.id, personality.traits.calculation);
        Self { personality, game, judgement_errors, opponent: None }
    }

    /// The policy of this personality against an opponent that challenges at these rates.
    #[must_use]
    pub fn against(self, opponent: ChallengeRates) -> Self {
        let opponent = Some(opponent);
        Self { opponent, ..self }
    }

    /// Writes every decision in a turn, as the mover and as the other seat, to a turn
    /// table, for the states that the table has.
    pub fn write(&self, outlook: &Outlook, scratch: &mut Scratch, table: &mut TurnTable<'_>) {
        self.decisions(outlook, scratch).write(table);
    }

    /// The aversions to risk in a turn: in choosing fights, and in accepting challenges.
    fn aversions(&self, position: &Position) -> [f64; 2] {
        let traits = &self.personality.traits;
        let behind = match position.stage {
            Stage::Running { scores, mover } => {
                let mine = scores[usize::from(mover.0)];
                scores[1 - usize::from(mover.0)].saturating_sub(mine)
            }
            Stage::Chase { lead } => lead.max(0).unsigned_abs(),
            Stage::Overtime => 0,
        };
        let big_turn = if position.after_big_turn { traits.nerves_after_big_turn } else { 0.0 };
        let nerves = traits.nerves * f64::from(behind) / NERVOUS_LEAD + big_turn;
        [traits.risk_aversion - nerves, traits.accept_aversion - nerves]
    }

    /// By state before a challenge: the probability of a challenge that the personality expects
    /// of the opponent that it knows; `None` if it knows nothing of it.
    fn expected(&self, outlook: &Outlook) -> Option<Vec<f64>> {
        let rates = self.opponent.as_ref().filter(|_| outlook.may_be_challenged)?;
        let graph = self.game.graph();
        let states = 0..outlook.horizon.seen[0];
        let kept = match outlook.position.stage {
            Stage::Running { scores, mover } => f64::from(scores[usize::from(mover.0)]),
            // With so much at stake, the opponent would have challenged at a loss before.
            Stage::Chase { .. } | Stage::Overtime => f64::INFINITY,
        };
        let expected = states.map(|state| {
            let challenged = outlook.best.challenged(graph, &outlook.ends, state);
            // A gain that is 0 but for rounding counts as one, as for an optimal opponent.
            let gain = outlook.ends.stands[0][state] - challenged + TIE;
            self.personality.traits.intuition * rates.rate(gain, kept)
        });
        Some(expected.collect())
    }

    /// Calls `see` with the options in each of these states within the horizon and their
    /// utilities; without the options that a fixed play rules out. States after accepting a
    /// challenge are those of turns that can be challenged.
    pub fn moves(
        &self,
        outlook: &Outlook,
        scratch: &mut Scratch,
        states: impl IntoIterator<Item = MoveState>,
        mut see: impl FnMut(MoveState, &[(Action, f64)]),
    ) {
        let decisions = self.decisions(outlook, scratch);
        for at in states {
            let (options, count) = decisions.options(at.accepted, at.state, at.may_stop);
            see(at, &options[..count]);
        }
    }

    /// Evaluates a turn by this personality's utilities.
    fn decisions<'a>(&'a self, outlook: &'a Outlook, scratch: &'a mut Scratch) -> Decisions<'a> {
        let traits = &self.personality.traits;
        // A personality that values only winning, without aversion and judgement errors,
        // decides by the solved win probabilities themselves. Judgement errors are in
        // units of utility, so that a personality that has them needs utilities.
        let exact = traits.calculation == 1.0 && self.personality.values.is_neutral();
        let is_solved = |aversion: f64| aversion == 0.0 && exact;
        let expected = self.expected(outlook);
        let foresight = match (outlook.may_be_challenged, &expected) {
            (true, Some(expected)) => Foresight::Expected(expected),
            (true, None) => Foresight::Known(&outlook.challenges, traits.intuition),
            (false, _) => Foresight::NoToken,
        };
        let utilities = EndUtilities::new(&self.game, outlook, &self.personality.values);
        let evaluate = |aversion: f64, (ends, sweep): &mut (Ends, FullBackwardPass)| {
            utilities.ends(aversion, ends);
            sweep.run(self.game.graph(), outlook.horizon, ends, foresight);
        };
        let solved = (&outlook.ends, &outlook.best);
        let [aversion, accept_aversion] = self.aversions(&outlook.position);
        let optimal_opponent = traits.intuition == 1.0 && expected.is_none();
        let fighting = if is_solved(aversion) && optimal_opponent {
            solved
        } else {
            evaluate(aversion, &mut scratch.fighting);
            (&scratch.fighting.0, &scratch.fighting.1)
        };
        let accepting = if !outlook.may_be_challenged || is_solved(accept_aversion) {
            solved
        } else if accept_aversion == aversion {
            fighting
        } else {
            evaluate(accept_aversion, &mut scratch.accepting);
            (&scratch.accepting.0, &scratch.accepting.1)
        };
        Decisions {
            policy: self,
            outlook,
            fighting,
            accepting,
            place: self.game.place(&outlook.position),
        }
    }
}

/// A turn as a personality evaluates it.
struct Decisions<'a> {
    policy: &'a PersonalityPolicy,
    outlook: &'a Outlook,
    /// The turn as it is evaluated for choosing fights.
    fighting: (&'a Ends, &'a FullBackwardPass),
    /// The turn as it is evaluated for accepting challenges.
    accepting: (&'a Ends, &'a FullBackwardPass),
    /// The position's number, on which judgement errors depend.
    place: usize,
}

impl Decisions<'_> {
    fn write(&self, table: &mut TurnTable<'_>) {
        let graph = self.policy.game.graph();
        let seen = self.outlook.horizon.seen;
        for state in 0..table.states(false).min(seen[0]) {
            let place = &graph.places(false)[state];
            table.set_move(false, state, self.fight_or_stop(false, state, place.at_stake > 0));
            if self.outlook.may_be_challenged && place.at_stake > 0 {
                let obliged = graph.on_accepting(state);
                if obliged < self.outlook.horizon.open[1] {
                    table.set_obliged(state, self.fight_or_stop(true, obliged, false));
                }
                table.set_accepts(state, self.accepts(state));
                table.set_challenges(state, self.challenges(state));
            }
        }
        if self.outlook.may_be_challenged {
            for state in 0..table.states(true).min(seen[1]) {
                table.set_move(true, state, self.fight_or_stop(true, state, true));
            }
        }
    }

    /// The mover's choice among the fights and, where it is allowed, to stop.
    fn fight_or_stop(&self, accepted: bool, state: usize, may_stop: bool) -> Action {
        let (options, count) = self.options(accepted, state, may_stop);
        let kind = 2 * usize::from(accepted) + usize::from(may_stop);
        let errors = self.policy.judgement_errors.at(self.place, kind, state);
        errors.choose(&options[..count])
    }

    /// The options of the mover with their utilities, and how many there are.
    fn options(
        &self,
        accepted: bool,
        state: usize,
        may_stop: bool,
    ) -> ([(Action, f64); MAX_DRAGONS + 1], usize) {
        let graph = self.policy.game.graph();
        let (ends, sweep) = self.fighting;
        let place = &graph.places(accepted)[state];
        let behind = matches!(self.outlook.position.stage, Stage::Chase { lead }
            if i64::from(place.at_stake) < i64::from(lead));
        let mut options = [(Action::Stop, f64::NEG_INFINITY); MAX_DRAGONS + 1];
        let mut count = 0;
        let may_fight = !may_stop || graph.may_fight(place.at_stake);
        for dragon in place.alive.iter().filter(|_| may_fight) {
            let utility = sweep.fight(accepted, state, dragon);
            // Beyond the horizon there is no fight.
            if utility > f64::NEG_INFINITY {
                options[count] = (Action::fight(dragon), utility);
                count += 1;
            }
        }
        if count == 0 || (may_stop && !behind) {
            let utility = if accepted { ends.stands[1][state] } else { sweep.stop(state) };
            options[count] = (Action::Stop, utility);
            count += 1;
        }
        (options, count)
    }

    /// Whether the mover accepts a challenge of its stop in this state.
    fn accepts(&self, state: usize) -> bool {
        let position = &self.outlook.position;
        let rules = self.policy.game.rules();
        let at_stake = self.policy.game.graph().places(false)[state].at_stake;
        let kept = rules.challenge.declined_share.of(at_stake);
        let answers = self.answers(state);
        let accept = answers[1].1;
        let other = position.other();
        let loses = position.stage.after(kept, rules.challenge.bonus, rules.target) == Err(other);
        if loses || accept == f64::NEG_INFINITY {
            return loses && accept > f64::NEG_INFINITY;
        }
        let errors = self.policy.judgement_errors.at(self.place, 4, state);
        errors.choose(&answers) == Action::Accept
    }

    /// The mover's answers to a challenge of its stop in this state, with their utilities.
    fn answers(&self, state: usize) -> [(Action, f64); 2] {
        let (ends, sweep) = self.accepting;
        let accept = sweep.accept(self.policy.game.graph(), state);
        [(Action::Decline, ends.declined[state]), (Action::Accept, accept)]
    }

    /// Whether the other seat challenges a stop in this state.
    fn challenges(&self, state: usize) -> bool {
        let position = &self.outlook.position;
        let at_stake = self.policy.game.graph().places(false)[state].at_stake;
        let target = self.policy.game.rules().target;
        if position.stage.after(at_stake, 0, target) == Err(position.mover()) {
            return true;
        }
        let errors = self.policy.judgement_errors.at(self.place, 5, state);
        self.gain(state) + errors.of_gain() > -TIE
    }

    /// What a challenge of a stop in this state gains the other seat against letting it stand,
    /// as it sees it without judgement errors, in win probability.
    fn gain(&self, state: usize) -> f64 {
        let at_stake = self.policy.game.graph().places(false)[state].at_stake;
        let outlook = self.outlook;
        let stands = outlook.ends.stands[0][state];
        let gain = stands - outlook.best.challenged(self.policy.game.graph(), &outlook.ends, state);
        let personality = &self.policy.personality;
        let harm = personality.values.harm * HARM_PER_POINT * f64::from(at_stake);
        gain + personality.traits.eagerness + harm
    }
}

impl Policy for PersonalityPolicy {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let mut outlook = Outlook::default();
        outlook.look(&self.game, position);
        Arc::new(OwnedTurnTable::filled(&self.game, |table| {
            self.write(&outlook, &mut Scratch::default(), table);
        }))
    }

    fn depends_on_big_turns(&self) -> bool {
        self.personality.traits.nerves_after_big_turn != 0.0
    }
}
