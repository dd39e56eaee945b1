//! Personalities as players of a game.

use std::sync::Arc;

use super::Players;
use crate::conduct::{Conducted, Conducting, Judge, Memory, Seen};
use crate::personalities::Character;
use crate::play::{Agent, AgentSpec, Dice, Forfeit, Logged, Playthrough, Seat};

impl<G: Players> Conducting<G> {
    /// A personality as an agent, for one game.
    ///
    /// # Panics
    /// If the game does not know the reference.
    #[must_use]
    pub fn player(&self, game: &G, character: Arc<Character>) -> Conducted<G> {
        Conducted::new(self.conduct, self.reference_of(game), character)
    }

    /// A personality as any agent, for one game: the reference itself, if it makes its moves.
    pub(super) fn agent(&self, game: &G, character: &Arc<Character>) -> Box<dyn Agent<G>> {
        let Character { personality, units, .. } = &**character;
        if Judge::new(personality, units, *game.seat_counts().start()).is_neutral() {
            return self.reference_of(game);
        }
        Box::new(self.player(game, Arc::clone(character)))
    }

    /// The reference, for one game.
    ///
    /// # Panics
    /// If the game does not know it.
    #[must_use]
    pub fn reference_of(&self, game: &G) -> Box<dyn Agent<G>> {
        let reference = AgentSpec::parse(self.reference, G::KINDS).expect("an agent of the game");
        game.agent(&reference)
    }

    /// What the decisions of a seat in a game tell of its player.
    ///
    /// # Errors
    /// [`Forfeit`], if a search was stopped.
    ///
    /// # Panics
    /// If the steps do not follow the rules.
    pub fn seen_of(&self, played: &Playthrough<G>, seat: Seat) -> Result<Vec<Seen>, Forfeit> {
        let game = played.game();
        let (start, dice) = (played.start().clone(), Dice::new(0, 0, 0));
        let mut again = Playthrough::from_state(Arc::clone(game), start, played.seats(), dice);
        let (mut memory, mut all) = (Memory::default(), Vec::new());
        let mut reference = self.reference_of(game);
        for step in played.steps() {
            match step {
                Logged::Act(by, action) => {
                    if by == seat {
                        let view = game.view(again.state(), seat);
                        let at = again.decision(seat, &view);
                        all.extend(self.seen(&at, &mut *reference, &mut memory, action)?);
                    }
                    again.act(action).expect("a legal action");
                }
                Logged::Happen(event) => again.happen(event).expect("a possible event"),
                Logged::Forfeit(_) => break,
            }
        }
        Ok(all)
    }
}
