//! How a personality decides: traits over the solved game.
//!
//! In its own turn it values every end (`worth`) and goes backwards through the
//! turn, expecting at a stop the challenge that a best-playing opponent would
//! make, with the weight of its intuition. Nerves lower its aversion to risk by
//! the opponent's lead and after a big turn of the opponent's. Where calculation
//! is not perfect, each option is misjudged by a fixed amount (`misjudgement`),
//! and one is taken that seems best among those that are not much worse.
//!
//! Asked whether to challenge, it weighs the solved chances, and spends the token
//! where the gain and its eagerness together are worth it.
//!
//! Three fixed plays stand above every trait (Castells Amat 2018): behind an
//! opponent who has the target, fight on; challenge a stop that would win; accept
//! where declining loses at once. All neutral is the optimum, at an exact tie as
//! well: there to fight on is not always best, and the play is left to the traits.
//!
//! Beyond [`SolvedGame::enough`] points at stake nobody goes on, challenges or
//! accepts.

pub(crate) mod misjudgement;
mod worth;

use std::sync::Arc;

use super::book::{Book, BookTurn};
use super::personality::misjudgement::Misjudgement;
use super::personality::worth::Worth;
use crate::games::dragon_slayer::solver::{
    Ends, Foresight, Policy, Position, Stage, Sweep, TIE, TurnPolicy,
};
use crate::games::dragon_slayer::solver::{Outlook, SolvedGame};
use crate::games::dragon_slayer::{Action, MAX_DRAGONS};
use crate::personalities::Personality;

/// What a rival's point is worth to who values harm, in chances of winning, when
/// it decides about a challenge. Chosen, not measured: a quarter of what a point is
/// worth in the middle of a game, where a gap of 5 moves the chance of winning by
/// 0.1, so that harm sways a challenge and does not decide it alone.
const HARM_PER_POINT: f64 = 0.005;

/// Points that the opponent leads by when nerves count in full.
const NERVOUS_LEAD: f64 = 12.0;

/// A personality at one game.
#[derive(Clone, Debug)]
pub struct Mind {
    personality: Personality,
    game: Arc<SolvedGame>,
    misjudgement: Misjudgement,
}

/// Memory to decide in, to be used again from turn to turn.
#[derive(Debug, Default)]
pub struct Thoughts {
    ends: Ends,
    sweep: Sweep,
    accepting_ends: Ends,
    accepting: Sweep,
}

impl Mind {
    /// Of this personality.
    #[must_use]
    pub fn new(personality: Personality, game: Arc<SolvedGame>) -> Self {
        let misjudgement = Misjudgement::new(&personality.id, personality.traits.calculation);
        Self {
            personality,
            game,
            misjudgement,
        }
    }

    /// Whose it is.
    #[must_use]
    pub fn personality(&self) -> &Personality {
        &self.personality
    }

    /// Writes down every decision in a turn, the mover's and the other seat's,
    /// as far as the book has room.
    pub fn write(&self, outlook: &Outlook, thoughts: &mut Thoughts, book: &mut Book<'_>) {
        let decisions = self.think(outlook, thoughts);
        decisions.write(book);
    }

    /// Aversion to risk in a turn, of dragons and of accepting.
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
        let big_turn = if position.after_big_turn {
            traits.nerves_after_big_turn
        } else {
            0.0
        };
        let nerves = traits.nerves * f64::from(behind) / NERVOUS_LEAD + big_turn;
        [
            traits.risk_aversion - nerves,
            traits.accept_aversion - nerves,
        ]
    }

    /// What the moves in these states before a challenge are worth to it, in its
    /// own units: the options of each that are not ruled out by a fixed play.
    pub(crate) fn moves(
        &self,
        outlook: &Outlook,
        thoughts: &mut Thoughts,
        states: impl IntoIterator<Item = usize>,
        mut see: impl FnMut(usize, &[(Action, f64)]),
    ) {
        let decisions = self.think(outlook, thoughts);
        for state in states {
            let may_stop = self.game.graph.places(false)[state].at_stake > 0;
            let (options, count) = decisions.options(false, state, may_stop);
            see(state, &options[..count]);
        }
    }

    fn think<'a>(&'a self, outlook: &'a Outlook, thoughts: &'a mut Thoughts) -> Decisions<'a> {
        let graph = &self.game.graph;
        let traits = &self.personality.traits;
        // What is worth a turn does not matter to who only wants to win, is not
        // averse to anything and misjudges nothing: the solved chances themselves
        // do. Misjudgements are measured in turns' worths.
        let exact = traits.calculation == 1.0 && self.personality.values.is_neutral();
        let straight = |aversion: f64| aversion == 0.0 && exact;
        let [fighting, accepting] = self.aversions(&outlook.position);
        let foresight = match outlook.may_be_challenged {
            true => Foresight::Known(&outlook.challenges, traits.intuition),
            false => Foresight::NoToken,
        };
        let worth = Worth::new(&self.game, outlook, &self.personality.values);
        let plain = straight(fighting) && traits.intuition == 1.0;
        if !plain {
            worth.ends(fighting, &mut thoughts.ends);
            thoughts
                .sweep
                .run(graph, outlook.horizon, &thoughts.ends, foresight);
        }
        let own_view = accepting != fighting || straight(fighting) != straight(accepting);
        if outlook.may_be_challenged && own_view && !straight(accepting) {
            worth.ends(accepting, &mut thoughts.accepting_ends);
            thoughts
                .accepting
                .run(graph, outlook.horizon, &thoughts.accepting_ends, foresight);
        }
        let thoughts = &*thoughts;
        let (sweep, ends) = match plain {
            true => (&outlook.best, &outlook.ends),
            false => (&thoughts.sweep, &thoughts.ends),
        };
        let (accepting, accepting_ends) = match (own_view, straight(accepting)) {
            (_, true) => (&outlook.best, &outlook.ends),
            (false, _) => (sweep, ends),
            (true, _) => (&thoughts.accepting, &thoughts.accepting_ends),
        };
        Decisions {
            mind: self,
            outlook,
            sweep,
            ends,
            accepting,
            accepting_ends,
            place: self.game.place(&outlook.position),
        }
    }
}

/// Everything that is needed to decide in one turn.
struct Decisions<'a> {
    mind: &'a Mind,
    outlook: &'a Outlook,
    sweep: &'a Sweep,
    ends: &'a Ends,
    accepting: &'a Sweep,
    accepting_ends: &'a Ends,
    /// The position's number, for misjudgements.
    place: usize,
}

impl Decisions<'_> {
    fn write(&self, book: &mut Book<'_>) {
        let graph = &self.mind.game.graph;
        let seen = self.outlook.horizon.seen;
        for state in 0..book.states(false).min(seen[0]) {
            let place = &graph.places(false)[state];
            book.set_move(
                false,
                state,
                self.fight_or_stop(false, state, place.at_stake > 0),
            );
            if self.outlook.may_be_challenged && place.at_stake > 0 {
                let obliged = graph.on_accepting(state);
                if obliged < self.outlook.horizon.open[1] {
                    book.set_obliged(state, self.fight_or_stop(true, obliged, false));
                }
                book.set_accepts(state, self.accepts(state));
                book.set_challenges(state, self.challenges(state));
            }
        }
        if self.outlook.may_be_challenged {
            for state in 0..book.states(true).min(seen[1]) {
                book.set_move(true, state, self.fight_or_stop(true, state, true));
            }
        }
    }

    fn fight_or_stop(&self, accepted: bool, state: usize, may_stop: bool) -> Action {
        let (options, count) = self.options(accepted, state, may_stop);
        let kind = 2 * usize::from(accepted) + usize::from(may_stop);
        let misjudged = self.mind.misjudgement.at(self.place, kind, state);
        misjudged.choose(&options[..count])
    }

    /// Every option and its worth, in a list of so many.
    fn options(
        &self,
        accepted: bool,
        state: usize,
        may_stop: bool,
    ) -> ([(Action, f64); MAX_DRAGONS + 1], usize) {
        let graph = &self.mind.game.graph;
        let place = &graph.places(accepted)[state];
        let behind = matches!(self.outlook.position.stage, Stage::Chase { lead }
            if i64::from(place.at_stake) < i64::from(lead));
        let mut options = [(Action::Stop, f64::NEG_INFINITY); MAX_DRAGONS + 1];
        let mut count = 0;
        let may_fight = !may_stop || graph.may_fight(place.at_stake);
        for dragon in place.alive.iter().filter(|_| may_fight) {
            let worth = self.sweep.fight(accepted, state, dragon);
            // Beyond the horizon there is no fight.
            if worth > f64::NEG_INFINITY {
                options[count] = (Action::Fight(dragon as u8), worth);
                count += 1;
            }
        }
        if count == 0 || (may_stop && !behind) {
            let worth = match accepted {
                true => self.ends.stands[1][state],
                false => self.sweep.stop(state),
            };
            options[count] = (Action::Stop, worth);
            count += 1;
        }
        (options, count)
    }

    fn accepts(&self, state: usize) -> bool {
        let position = &self.outlook.position;
        let rules = self.mind.game.rules();
        let at_stake = self.mind.game.graph.places(false)[state].at_stake;
        let kept = rules.challenge.declined_share.of(at_stake);
        let accept = self.accepting.accept(&self.mind.game.graph, state);
        let other = position.other();
        let loses = position
            .stage
            .after(kept, rules.challenge.bonus, rules.target)
            == Err(other);
        if loses || accept == f64::NEG_INFINITY {
            return loses && accept > f64::NEG_INFINITY;
        }
        let misjudged = self.mind.misjudgement.at(self.place, 4, state);
        let decline = self.accepting_ends.declined[state];
        misjudged.choose(&[(Action::Decline, decline), (Action::Accept, accept)]) == Action::Accept
    }

    fn challenges(&self, state: usize) -> bool {
        let position = &self.outlook.position;
        let at_stake = self.mind.game.graph.places(false)[state].at_stake;
        let target = self.mind.game.rules().target;
        if position.stage.after(at_stake, 0, target) == Err(position.mover()) {
            return true;
        }
        let outlook = self.outlook;
        let stands = outlook.ends.stands[0][state];
        let gain = stands
            - outlook
                .best
                .challenged(&self.mind.game.graph, &outlook.ends, state);
        let personality = &self.mind.personality;
        let harm = personality.values.harm * HARM_PER_POINT * f64::from(at_stake);
        let misjudged = self.mind.misjudgement.at(self.place, 5, state);
        gain + personality.traits.eagerness + harm + misjudged.of_gain() > -TIE
    }
}

impl Policy for Mind {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let mut outlook = Outlook::new();
        outlook.look(&self.game, position);
        Arc::new(BookTurn::whole(&self.game, |book| {
            self.write(&outlook, &mut Thoughts::default(), book);
        }))
    }

    fn minds_big_turns(&self) -> bool {
        self.personality.traits.nerves_after_big_turn != 0.0
    }
}
