//! The home of a person: its unfinished games, its record in a line, and the day's game.

use std::collections::BTreeMap;

use super::library::{GameRow, Library, checked, own_games, player};
use super::person::strengths;
use super::seating::{Opponents, STRANGER, game_called, session_of};
use crate::catalogue::{GameEntry, Playable, catalogue, find};
use crate::commands;
use crate::play::record::{Entry, Header, Participant, Record};
use crate::play::show::Part;
use crate::play::{Outcome, Seat};
use crate::report::words::list;
use crate::session::{Next, Session};
use crate::table::{compared, played_optimally, seed_of_day};
use crate::text::number::{counted, percent};

/// The games of a person.
pub(crate) struct Home<'a> {
    library: Option<&'a dyn Library>,
    me: &'a str,
    /// Those that can be read, the oldest first.
    games: Vec<GameRow>,
}

/// The name of a game for readers.
pub(super) fn title(header: &Header) -> &str {
    find(&header.game).map_or(&*header.game, |game| game.title())
}

impl<'a> Home<'a> {
    /// The home of this person.
    ///
    /// # Errors
    /// If the games cannot be read.
    pub(crate) fn of(library: Option<&'a dyn Library>, me: &'a str) -> miette::Result<Self> {
        let mut games = library.map_or_else(|| Ok(Vec::new()), |library| library.rows())?;
        games.retain(|row| {
            let mine = row.header.persons().any(|(_, person)| person == me);
            mine && !row.damaged && find(&row.header.game).is_ok()
        });
        Ok(Self { library, me, games })
    }

    /// The opponents of the last game of this name, as words of `--against`; `None` where other
    /// people sat.
    pub(crate) fn last_opponents(&self, game: &str) -> Option<Vec<String>> {
        let row = self.games.iter().rev().find(|row| row.header.game == game)?;
        let word = |participant: &Participant| match participant {
            Participant::Agent { stranger: true, .. } => Some(STRANGER.to_owned()),
            Participant::Agent { agent, .. } => Some(agent.clone()),
            Participant::Person { .. } => None,
        };
        let others = row.header.seats.iter().filter(|one| one.person() != Some(self.me));
        others.map(word).collect()
    }

    /// The unfinished games, the latest first.
    pub(crate) fn unfinished(&self) -> impl Iterator<Item = &GameRow> {
        self.games.iter().rev().filter(|row| row.end.is_none())
    }

    /// The latest game.
    pub(crate) fn latest(&self) -> Option<&GameRow> {
        self.games.last()
    }

    /// The finished games, the latest first.
    pub(crate) fn finished(&self) -> impl Iterator<Item = &GameRow> {
        self.games.iter().rev().filter(|row| row.end.is_some())
    }

    /// The last finished game.
    pub(crate) fn last(&self) -> Option<&GameRow> {
        self.games.iter().rev().find(|row| row.end.is_some())
    }

    /// The game of this date, if it has begun and may be gone on with.
    ///
    /// # Errors
    /// What came of it, if it was played: who knows the dice does not play it again.
    pub(crate) fn day(&self, date: &str) -> Result<Option<&GameRow>, String> {
        match self.of_day(date) {
            None => Ok(None),
            Some(row) if row.end.is_none() => Ok(Some(row)),
            Some(row) => Err(format!(
                "You have played the game of {date}: {}.{}",
                self.described(row),
                self.of_optimal_play(row)
            )),
        }
    }

    /// The game of a date, if it has begun.
    pub(crate) fn of_day(&self, date: &str) -> Option<&GameRow> {
        self.games.iter().find(|row| row.header.day.as_deref() == Some(date))
    }

    /// The day's game in words: what came of it, or what it is.
    pub(crate) fn todays(&self, date: &str) -> String {
        if let Some(row) = self.of_day(date) {
            return format!("the game of {date}: {}", self.described(row));
        }
        match days_game(date) {
            Ok((game, opponents)) => format!(
                "the game of {date}, {} against {}, on the same dice for everyone",
                game.title(),
                list(&opponents.iter().map(|one| one.1.as_str()).collect::<Vec<_>>())
            ),
            Err(_) => format!("the game of {date}"),
        }
    }

    /// What optimal play makes of the dice of a game, after a space.
    fn of_optimal_play(&self, row: &GameRow) -> String {
        let text = || {
            let (seat, _) = row.header.persons().find(|(_, person)| *person == self.me)?;
            let record = self.library?.record_of(row.id).ok()?;
            let mut session = session_of(&record).ok()?;
            session.replay(&record.entries).ok()?;
            let Next::Over(mine) = session.next() else { return None };
            Some(format!(" {}", compared(&mine, &Begun::default().optimal(&row.header)?, seat)))
        };
        text().unwrap_or_default()
    }

    /// A game with its opponents, and its scores or what came of it.
    pub(crate) fn described(&self, row: &GameRow) -> String {
        let others = row.shown();
        let is_me = |one: &&Participant| one.person() == Some(self.me);
        let others: Vec<String> = (others.iter().filter(|one| !is_me(one)))
            .map(|one| player(one, row.end.is_some()))
            .collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let against = match others[..] {
            [] => String::new(),
            _ => format!(" against {}", list(&others)),
        };
        let (scores, came) = match &row.end {
            Some(end) => (end.scores.clone(), won(row, self.me)),
            None => (self.scores(row).unwrap_or_default(), ""),
        };
        let scored = scores.iter().any(|&score| score != 0) || row.end.is_none();
        let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
        let scores = if scored && !scores.is_empty() {
            format!(", {}", scores.join(" to "))
        } else {
            String::new()
        };
        let title = title(&row.header);
        format!("{title}{against}{scores}{came}")
    }

    /// The scores of an unfinished game by seat.
    fn scores(&self, row: &GameRow) -> Option<Vec<i32>> {
        let record = checked(self.library?, row.id).ok()?;
        let mut session = session_of(&record).ok()?;
        session.replay(&record.entries).ok()?;
        let scene = session.scene(Seat::FIRST);
        let tracks = scene.parts.iter().find_map(|part| match part {
            Part::Tracks { tracks, .. } => Some(tracks),
            _ => None,
        });
        let scores = tracks?.iter().map(|track| i32::try_from(track.score).ok());
        scores.collect()
    }

    /// The games that count, and how many of them were won, in a line.
    pub(crate) fn record(&self) -> String {
        let counts = |row: &&GameRow| row.counts() && seats_of(row, self.me) == 1;
        let shares = self.games.iter().filter(counts).map(|row| share(row, self.me));
        let shares: Vec<f64> = shares.collect();
        if shares.is_empty() {
            let over = self.games.iter().any(|row| row.end.is_some());
            let which = if over { "that counts " } else { "" };
            return format!("no finished game {which}yet");
        }
        let (games, won) = (shares.len(), shares.iter().sum::<f64>());
        format!(
            "{}, {} won ({} %)",
            counted(games as u64, "game", "games"),
            (won * 100.0).round() / 100.0,
            percent(won / games as f64, 0)
        )
    }

    /// How many guesses of strangers were right, and how many there were.
    pub(crate) fn tally(&self) -> Option<[usize; 2]> {
        let mut tally = [0; 2];
        for row in &self.games {
            let [right, all] = tallied(&self.library?.record_of(row.id).ok()?);
            tally = [tally[0] + right, tally[1] + all];
        }
        Some(tally)
    }

    /// The record with the strength without luck, and the days' games.
    pub(crate) fn whole_record(&self) -> String {
        let mut text = format!("Your games: {}.", self.record());
        let own = self.library.filter(|_| !self.games.is_empty());
        let own = own.and_then(|library| own_games(library, self.me).ok());
        if let Some((games, ..)) = own {
            text += &strengths(&games);
        }
        let days = self.games.iter().filter(|row| row.header.day.is_some() && row.end.is_some());
        let days: Vec<&GameRow> = days.collect();
        if !days.is_empty() {
            let won = days.iter().filter(|row| share(row, self.me) == 1.0).count();
            let seat = |row: &GameRow| Some(row.header.persons().next()?.0);
            let mut solved = Begun::default();
            let best = days.iter().filter(|row| {
                let optimal = solved.optimal(&row.header).zip(seat(row));
                optimal.is_some_and(|(outcome, seat)| outcome.winners().contains(seat))
            });
            text += &format!(
                "\nDays' games: {} played, {won} won; optimal play would have won {} on the same \
                 dice.",
                days.len(),
                best.count()
            );
        }
        if let Some([right, all]) = self.tally().filter(|tally| tally[1] > 0) {
            text += &format!("\nGuesses of strangers: {right} of {all} right.");
        }
        text
    }
}

/// The number of seats of a person in a game.
fn seats_of(row: &GameRow, me: &str) -> usize {
    row.header.persons().filter(|(_, person)| *person == me).count()
}

/// The share of the win of a person.
fn share(row: &GameRow, me: &str) -> f64 {
    let winners = row.end.as_ref().map_or(&[][..], |end| &end.winners);
    let seat = row.header.persons().find(|(_, person)| *person == me);
    let won = seat.is_some_and(|(seat, _)| winners.contains(&(seat.0 + 1)));
    if won { 1.0 / winners.len() as f64 } else { 0.0 }
}

/// What came of a game for a person, after a comma.
fn won(row: &GameRow, me: &str) -> &'static str {
    match share(row, me) {
        1.0 => ", won",
        0.0 => ", lost",
        _ => ", a shared win",
    }
}

/// The game of a date with its opponents, by id and name.
///
/// # Errors
/// If the opponents cannot be read.
pub(crate) fn days_game(date: &str) -> miette::Result<(&'static GameEntry, Vec<(String, String)>)> {
    let games: Vec<&GameEntry> =
        catalogue().iter().filter(|game| commands::DAYS.contains(&game.info().name)).collect();
    let seed = seed_of_day(date);
    #[expect(clippy::cast_possible_truncation, reason = "below the length of a list")]
    let drawn = |number: u64, count: usize| (number % count.max(1) as u64) as usize;
    let game = games[drawn(seed >> 32, games.len())];
    let opponents = Opponents::of_header(game, &Header::default())?;
    let opponent = &opponents.listed[drawn(seed & 0xffff_ffff, opponents.listed.len())];
    Ok((game, vec![(opponent.id().to_owned(), opponent.name().to_owned())]))
}

/// Games of records, each of which is solved once.
#[derive(Default)]
pub(crate) struct Begun(BTreeMap<[String; 3], Box<dyn Session>>);

impl Begun {
    /// The game of a header, before its first step, with the names of all players.
    pub(crate) fn begin(&mut self, header: &Header) -> Option<Box<dyn Session>> {
        let key = [header.game.clone(), header.rules.clone(), header.personalities.concat()];
        if !self.0.contains_key(&key) {
            let game = game_called(&header.game).ok()?;
            let session = game.of_record(header).ok()?.seat(header.clone()).ok()?;
            self.0.insert(key.clone(), session);
        }
        self.0.get(&key)?.again(header.clone()).ok()
    }

    /// How a game ends if optimal play decides for its people; `None` where that is not known.
    fn optimal(&mut self, header: &Header) -> Option<Outcome> {
        played_optimally(self.begin(header)?)
    }
}

/// How many guesses in a game were right, and how many there were.
pub(crate) fn tallied(record: &Record) -> [usize; 2] {
    let mut tally = [0; 2];
    for entry in &record.entries {
        let Entry::Guess { guess, seat } = entry else { continue };
        let seat = record.header.seats.get(usize::from(*seat).wrapping_sub(1));
        let right = matches!(seat, Some(Participant::Agent { agent, .. }) if agent == guess);
        tally = [tally[0] + usize::from(right), tally[1] + 1];
    }
    tally
}
