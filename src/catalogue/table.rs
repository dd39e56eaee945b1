//! A game at which people and agents sit.

use rivals_core::play::record::{Header, ME, Participant};
use rivals_core::play::{Outcome, Seat};
use rivals_core::session::{Next, Session};
use rivals_core::values::Invalid;
use rivals_league::Error;
use rivals_league::tournament::VALUES;

use super::Playable;

/// A game that is being played. Chance and agents play at once; a person is waited for.
pub struct Table(Box<dyn Session>);

impl Table {
    /// See [`Playable::sit`].
    pub(super) fn of(game: &dyn Playable, players: &[&str], seed: u64) -> Result<Self, Error> {
        let participant = |&name: &&str| match name {
            ME => Participant::Person { person: ME.to_owned() },
            _ => Participant::Agent {
                agent: name.to_owned(),
                name: name.to_owned(),
                stranger: false,
            },
        };
        let header = Header {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            values: VALUES,
            game: game.game_name().to_owned(),
            rules: game.rules_text(),
            seed,
            seats: players.iter().map(participant).collect(),
            ..Header::default()
        };
        let mut table = Self(game.seat(header)?);
        table.proceed();
        Ok(table)
    }

    /// The seat of the person who decides; `None` if the game is over.
    #[must_use]
    pub fn acts(&self) -> Option<Seat> {
        match self.0.next() {
            Next::Person(seat) => Some(seat),
            _ => None,
        }
    }

    /// How the game ended; `None` if it is not over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.0.next() {
            Next::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// What a seat sees, as lines of at most 80 columns.
    ///
    /// # Errors
    /// [`Invalid`], if the game has no such seat.
    pub fn sees(&self, seat: Seat) -> Result<String, Invalid> {
        seat.check("seat", self.0.header().seats.len())?;
        Ok(self.0.scene(seat).to_string())
    }

    /// The legal actions of the person who decides.
    #[must_use]
    pub fn choices(&self) -> Vec<String> {
        self.0.choices()
    }

    /// Plays one of [`Self::choices`], and what chance and agents do then.
    ///
    /// # Errors
    /// [`Invalid`], if it is none of them.
    pub fn play(&mut self, action: &str) -> Result<(), Invalid> {
        let words = action.to_lowercase();
        let Some(choice) = self.0.find(&words).filter(|_| self.acts().is_some()) else {
            let help = format!("write one of these: {}", self.choices().join(", "));
            let message = format!("\"{action}\" is not possible now");
            return Err(Invalid::new("", message, help));
        };
        self.0.choose(choice, None, false);
        self.proceed();
        Ok(())
    }

    fn proceed(&mut self) {
        while matches!(self.0.next(), Next::Agent(_) | Next::Chance) {
            self.0.advance();
        }
    }
}
