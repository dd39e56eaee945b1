//! A game whose type is left behind.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

#[cfg(not(rivals_page))]
use rivals_core::conduct::{Fitted, Seen, fit};
#[cfg(not(rivals_page))]
use rivals_core::contest::{Calibration, Contest, OnSolving};
use rivals_core::contest::{Players, Present};
#[cfg(not(rivals_page))]
use rivals_core::engine::speaker::{Speaker, SpeakerOf};
#[cfg(not(rivals_page))]
use rivals_core::engine::{Engine, EngineOf};
use rivals_core::personalities::Roster;
#[cfg(not(rivals_page))]
use rivals_core::personalities::{Member, Personality, Units};
#[cfg(not(rivals_page))]
use rivals_core::play::Clock;
use rivals_core::play::Dice;
#[cfg(not(rivals_page))]
use rivals_core::play::Seat;
use rivals_core::play::record::Header;
#[cfg(not(rivals_page))]
use rivals_core::play::record::{Record, RecordError};
use rivals_core::sentences::Facts;
use rivals_core::session::{Session, SessionOf};
#[cfg(not(rivals_page))]
use rivals_core::session::{Trials, TrialsOf};
use rivals_core::values::Invalid;
use rivals_league::Error;
#[cfg(not(rivals_page))]
use rivals_statistics::parallel;

use super::Table;

/// What can be done with any game: one of the catalogue, or a type of your own that implements
/// [`Present`].
pub trait Playable {
    /// The name of the game.
    fn game_name(&self) -> &'static str;

    /// The personalities that play it, and the kinds of agents.
    fn roster(&self) -> Roster;

    /// What the sentences of players may speak of.
    fn facts(&self) -> Facts;

    /// The rules as canonical TOML. The same rules have the same text.
    fn rules_text(&self) -> String;

    /// The numbers of seats that the first setup of these rules has: how many people and agents may
    /// sit at a game.
    fn seats(&self) -> Vec<usize>;

    #[cfg(not(rivals_page))]
    /// The game with these players, ready for a tournament. A game that has a solver is solved;
    /// `progress` is told how many positions are solved, where that takes long.
    ///
    /// # Errors
    /// [`Invalid`], if a player does not play this game, or the rules cannot be solved.
    fn contest(
        &self,
        roster: &Roster,
        progress: OnSolving<'_>,
    ) -> Result<Box<dyn Contest>, Invalid>;

    /// About how long the player of this spelling thinks about a decision on one core; no time for
    /// one that is no agent of the game.
    fn thinking(&self, spelling: &str) -> Duration;

    #[cfg(not(rivals_page))]
    /// The engine that answers questions about positions of the game.
    fn engine(&self) -> Box<dyn Engine>;

    #[cfg(not(rivals_page))]
    /// A player of the game that answers the questions of an agent outside of the program.
    fn speaker(&self, member: &Member, clock: Clock) -> Box<dyn Speaker>;

    #[cfg(not(rivals_page))]
    /// Games of one agent against itself, as numbers.
    fn trials(&self) -> Box<dyn Trials>;

    #[cfg(not(rivals_page))]
    /// Measures the units in which the figures of personalities count. `counts` has the number of
    /// games whose decisions are measured, that of games for each temperature, and that of decisions
    /// of which one is measured. `progress` is told what is measured, and which part of it is, 0 to 1.
    ///
    /// # Errors
    /// [`Invalid`], if personalities do not play the game, or by code of its own.
    fn calibrate(
        &self,
        seed: u64,
        counts: [u64; 3],
        progress: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<Units, Invalid>;

    #[cfg(not(rivals_page))]
    /// The personality that explains the decisions of a player best, of which the figures with these
    /// keys are free, and the decisions. The player has this seat in each game; `progress` is told
    /// the number of games that were read.
    ///
    /// # Errors
    /// [`Invalid`], if a record does not follow the rules, the units are not measured yet, and as
    /// [`fit`] and [`Self::calibrate`].
    fn fit(
        &self,
        games: &[(Record, Seat)],
        known: &Personality,
        free: &[&str],
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(Fitted, Vec<Seen>), Invalid>;

    /// A game between the players of this header.
    ///
    /// # Errors
    /// [`Invalid`], if the rules are others, or a player is unknown.
    fn seat(&self, header: Header) -> Result<Box<dyn Session>, Invalid>;

    /// A game with this seed between players by seat; `me` is a person, who decides by
    /// [`Table::play`].
    ///
    /// # Errors
    /// [`Error`], if a player is unknown, or there are too many or too few.
    fn sit<const SEATS: usize>(&self, players: [&str; SEATS], seed: u64) -> Result<Table, Error>
    where
        Self: Sized,
    {
        Table::of(self, &players, seed)
    }
}

impl<G: Present> Playable for G {
    fn game_name(&self) -> &'static str {
        G::NAME
    }

    fn roster(&self) -> Roster {
        Roster::new(self.personalities().to_vec(), G::KINDS)
    }

    fn facts(&self) -> Facts {
        G::KNOWN_FACTS
    }

    fn rules_text(&self) -> String {
        self.identity()
    }

    fn seats(&self) -> Vec<usize> {
        let setup = &self.setups()[0];
        let begun = |seats| self.set_up(setup, seats, &mut Dice::new(0, 0, 0).opening());
        let fits = |seats: &usize| begun(*seats).is_ok_and(|state| self.seats_of(&state) == *seats);
        G::SEATS.filter(fits).collect()
    }

    #[cfg(not(rivals_page))]
    fn contest(
        &self,
        roster: &Roster,
        progress: OnSolving<'_>,
    ) -> Result<Box<dyn Contest>, Invalid> {
        G::contest(&Arc::new(self.clone()), roster, progress)
    }

    fn thinking(&self, spelling: &str) -> Duration {
        Players::thinking(self, spelling)
    }

    #[cfg(not(rivals_page))]
    fn engine(&self) -> Box<dyn Engine> {
        Box::new(EngineOf::new(Arc::new(self.clone())))
    }

    #[cfg(not(rivals_page))]
    fn speaker(&self, member: &Member, clock: Clock) -> Box<dyn Speaker> {
        Box::new(SpeakerOf::new(Arc::new(self.clone()), member.clone(), clock))
    }

    #[cfg(not(rivals_page))]
    fn trials(&self) -> Box<dyn Trials> {
        Box::new(TrialsOf(Arc::new(self.clone())))
    }

    #[cfg(not(rivals_page))]
    fn calibrate(
        &self,
        seed: u64,
        [turns, games, every]: [u64; 3],
        progress: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<Units, Invalid> {
        let game = Arc::new(self.clone());
        let calibration = Calibration::new(&game, seed, progress)?;
        Ok(calibration.units(turns, games, usize::try_from(every).unwrap_or(usize::MAX)))
    }

    #[cfg(not(rivals_page))]
    fn fit(
        &self,
        games: &[(Record, Seat)],
        known: &Personality,
        free: &[&str],
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(Fitted, Vec<Seen>), Invalid> {
        let (conducting, units, game) = (G::conducting()?, G::units()?, Arc::new(self.clone()));
        let seen = |at: usize| {
            let (record, seat) = &games[at];
            let mut session = SessionOf::new(Arc::clone(&game), record.header.clone())?;
            let wrong = |error: RecordError| {
                Invalid::new("", format!("game {}: {error}", at + 1), error.help)
            };
            session.replay(&record.entries).map_err(wrong)?;
            let seen = conducting.seen_of(&session.into_playthrough().0, *seat);
            progress(1);
            seen.map_err(|forfeit| Invalid::new("", forfeit, "try again"))
        };
        let seen = parallel::map(games.len(), seen).into_iter();
        let seen = seen.collect::<Result<Vec<_>, Invalid>>()?.concat();
        Ok((fit(&seen, &units, known, free, &[])?, seen))
    }

    fn seat(&self, header: Header) -> Result<Box<dyn Session>, Invalid> {
        Ok(Box::new(SessionOf::new(Arc::new(self.clone()), header)?))
    }
}

/// A game of the catalogue, by its rules.
#[derive(Clone)]
pub struct Loaded(Arc<dyn Playable + Send + Sync>);

impl Loaded {
    pub(super) fn new(game: impl Present) -> Self {
        Self(Arc::new(game))
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {:?}", self.game_name(), self.rules_text())
    }
}

impl Playable for Loaded {
    fn game_name(&self) -> &'static str {
        self.0.game_name()
    }

    fn roster(&self) -> Roster {
        self.0.roster()
    }

    fn facts(&self) -> Facts {
        self.0.facts()
    }

    fn rules_text(&self) -> String {
        self.0.rules_text()
    }

    fn seats(&self) -> Vec<usize> {
        self.0.seats()
    }

    #[cfg(not(rivals_page))]
    fn contest(
        &self,
        roster: &Roster,
        progress: OnSolving<'_>,
    ) -> Result<Box<dyn Contest>, Invalid> {
        self.0.contest(roster, progress)
    }

    fn thinking(&self, spelling: &str) -> Duration {
        self.0.thinking(spelling)
    }

    #[cfg(not(rivals_page))]
    fn engine(&self) -> Box<dyn Engine> {
        self.0.engine()
    }

    #[cfg(not(rivals_page))]
    fn speaker(&self, member: &Member, clock: Clock) -> Box<dyn Speaker> {
        self.0.speaker(member, clock)
    }

    #[cfg(not(rivals_page))]
    fn trials(&self) -> Box<dyn Trials> {
        self.0.trials()
    }

    #[cfg(not(rivals_page))]
    fn calibrate(
        &self,
        seed: u64,
        counts: [u64; 3],
        progress: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<Units, Invalid> {
        self.0.calibrate(seed, counts, progress)
    }

    #[cfg(not(rivals_page))]
    fn fit(
        &self,
        games: &[(Record, Seat)],
        known: &Personality,
        free: &[&str],
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(Fitted, Vec<Seen>), Invalid> {
        self.0.fit(games, known, free, progress)
    }

    fn seat(&self, header: Header) -> Result<Box<dyn Session>, Invalid> {
        self.0.seat(header)
    }
}
