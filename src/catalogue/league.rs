//! Round-robin tournaments of any game, from its players to the standings.

use std::fmt;

use rivals_core::contest::Contest;
use rivals_core::document::Document;
use rivals_core::personalities::{Member, Roster};
use rivals_core::sentences::Sentences;
use rivals_league::standings::Analysis;
use rivals_league::standings::claims::Claims;
#[cfg(not(feature = "program"))]
use rivals_league::tournament::play_alone as play;
use rivals_league::tournament::{Finished, Ledger, Plan, Settings};
use rivals_league::{Error, results, text};
use rivals_report::tournament::{standings_document, standings_json};

use super::Playable;

/// A round-robin tournament: every choice of players meets, from every seat with the same
/// random numbers.
#[derive(Clone)]
pub struct Tournament<'a> {
    game: &'a dyn Playable,
    roster: Roster,
    seats: Option<usize>,
    games: u64,
    seed: u64,
}

impl<'a> Tournament<'a> {
    /// A tournament of a game: 1,000 games from each seat, with the fewest seats, and seed 1.
    #[must_use]
    pub fn of(game: &'a dyn Playable) -> Self {
        Self { game, roster: game.roster(), seats: None, games: 1_000, seed: 1 }
    }

    /// The same tournament between these agents and personalities.
    ///
    /// # Errors
    /// [`Error`], if one is unknown or named twice.
    pub fn players<'b>(
        mut self,
        players: impl IntoIterator<Item = &'b str>,
    ) -> Result<Self, Error> {
        let players: Vec<String> = players.into_iter().map(str::to_owned).collect();
        self.roster = self.roster.select(&players)?;
        Ok(self)
    }

    /// The same tournament with the player of the text of a file, under this name, such as
    /// `players/mine`.
    ///
    /// # Errors
    /// [`Error`], at the first thing in the text that is wrong.
    pub fn with_file(mut self, name: &str, text: &str) -> Result<Self, Error> {
        let player = Sentences::read(name, text, self.game.facts());
        let player = player.map_err(|error| error.within(name))?;
        self.roster.members.push(Member::Agent(player.into()));
        Ok(self)
    }

    /// The same tournament with this number of games of each pairing from each seat.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// The same tournament with this number of seats.
    #[must_use]
    pub fn seats(self, seats: usize) -> Self {
        Self { seats: Some(seats), ..self }
    }

    /// The same tournament with this seed, from which all dice follow.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Plays all games: on all cores with the feature `program`, or else on one; the results are
    /// the same.
    ///
    /// # Errors
    /// [`Error`], if there are too few players, or the settings cannot be played.
    pub fn run(self) -> Result<League, Error> {
        let contest = self.game.contest(&self.roster, &|_, _| {})?;
        let settings = Settings {
            seats: self.seats.unwrap_or(*contest.seats().start()),
            seed: self.seed,
            games: self.games,
            until_ci: None,
            until_pairs: false,
            shard: None,
        };
        let plan = Plan::new(&*contest, settings)?;
        let mut ledger = Ledger::new(&plan);
        play(&*contest, &mut ledger)?;
        let finished = ledger.finished(&*contest);
        Ok(League { contest, finished })
    }
}

#[cfg(feature = "program")]
fn play(contest: &dyn Contest, ledger: &mut Ledger<'_>) -> Result<(), Error> {
    let pool = rayon::ThreadPoolBuilder::new().build().expect("the system starts threads");
    rivals_league::tournament::play(contest, ledger, None, &pool, &Default::default(), &mut |_| {})
}

/// A tournament that was played.
pub struct League {
    contest: Box<dyn Contest>,
    /// The wins and sums of metrics of every pairing.
    pub finished: Finished,
}

impl League {
    /// The players, the best first, with their win rates and ratings.
    #[must_use]
    pub fn standings(&self) -> Standings {
        let claims = Claims::none(self.contest.name());
        Standings::of(&Analysis::new(&*self.contest, &self.finished, &claims))
    }
}

/// The standings of a tournament. `Display` writes them as text.
pub struct Standings {
    /// Table and notes as data.
    pub document: Document,
    csv: String,
    json: String,
}

impl Standings {
    /// The standings of a tournament whose results are computed.
    #[must_use]
    pub fn of(results: &Analysis<'_>) -> Self {
        Self {
            document: standings_document(results),
            csv: text::csv(results::Tournament::of(results).standings),
            json: text::json(&standings_json(results)),
        }
    }

    /// The rows as CSV, with a header.
    #[must_use]
    pub fn csv(&self) -> &str {
        &self.csv
    }

    /// All figures as a JSON object.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// A page for a browser.
    #[must_use]
    pub fn html(&self) -> String {
        rivals_report::html(&self.document)
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&rivals_report::terminal::text(&self.document, None))
    }
}
