//! The home: what a person who names no game can do, what its games say in a line, and the day's
//! game.

use std::collections::BTreeMap;

use super::game_loop::tallied;
use super::setup::{as_last_time, ask, ask_game, games_list};
use super::ui::{Left, Ui};
use super::words::{Meaning, meaning};
use crate::catalogue::{GameEntry, Playable, catalogue, find};
use crate::cli::kept::{checked, own_games, player, shown};
use crate::cli::person::strengths;
use crate::commands;
use crate::history::{GameRow, History};
use crate::play::record::{Header, Participant};
use crate::play::session::{Next, Session};
use crate::play::show::Part;
use crate::play::{Outcome, Seat};
use crate::report::words::list;
use crate::table::{compared, played_optimally, seed_of_day};
use crate::tables::seating::{Opponents, STRANGER, game_called, session_of};
use crate::text::number::{counted, percent};

/// What is played.
pub(super) enum Wish {
    /// An unfinished game goes on.
    Resume(i64),
    /// A game of the players of this one, with the seats turned.
    Rematch(Box<Header>),
    /// The day's game of this date.
    Day(String),
    /// A new game.
    New(&'static GameEntry),
}

/// The words of the home that are always there.
const TODAY: &str = "today";
const RECORD: &str = "record";
const NEW: &str = "new";

/// The games of a person.
pub(super) struct Home<'a> {
    history: Option<&'a History>,
    me: &'a str,
    /// Those that can be read, the oldest first.
    games: Vec<GameRow>,
}

impl<'a> Home<'a> {
    /// The home of this person.
    ///
    /// # Errors
    /// If the games cannot be read.
    pub(super) fn of(history: Option<&'a History>, me: &'a str) -> miette::Result<Self> {
        let mut games = history.map_or_else(|| Ok(Vec::new()), History::games)?;
        games.retain(|row| {
            let mine = row.header.persons().any(|(_, person)| person == me);
            mine && !row.damaged && find(&row.header.game).is_ok()
        });
        Ok(Self { history, me, games })
    }

    /// Asks what is played; `today` is the date.
    ///
    /// # Errors
    /// How the program was left.
    pub(super) fn ask(&self, ui: &mut dyn Ui, today: &str) -> Result<Wish, Left> {
        let unfinished = self.games.iter().rev().find(|row| row.end.is_none());
        let last = self.last();
        let mut list = String::new();
        if let Some(row) = unfinished {
            list += &format!("continue: {}\n", self.described(row));
        }
        if let Some(row) = last {
            list += &format!("rematch: {}, with the seats turned\n", self.described(row));
        }
        list += &format!("{TODAY}: {}\n{RECORD}: {}\n", self.todays(today), self.record());
        list += &format!("{NEW}: choose a game, or name one:\n{}", games_list());
        let latest = self.games.last().and_then(|row| find(&row.header.game).ok());
        let name = latest.map(|game| game.info().name.to_owned());
        let question = format!("Which game do you play?{}", as_last_time(name.as_ref()));
        let help = format!(
            "Answer with one of the words, or with the number or the name of a game; the beginning \
             of a word is enough. {TODAY} plays the day's game, whose dice are the same for \
             everyone; {RECORD} says more of your games. quit leaves; rivals play --game NAME \
             --against ID asks nothing.\n{list}"
        );
        let names: Vec<&str> = catalogue().iter().map(|game| game.info().name).collect();
        let words = names.iter().copied().chain(["continue", "rematch", TODAY, RECORD, NEW]);
        let words: Vec<String> = words.map(str::to_owned).collect();
        let read = |answer: &str, _| {
            if let Some(game) = latest.filter(|_| answer.is_empty()) {
                return Ok(Some(Wish::New(game)));
            }
            let place = match meaning(&words, answer) {
                Meaning::Choice(place) => place,
                _ => return Err("Answer with a number or a name of the list.".to_owned()),
            };
            let numbered = answer.parse::<usize>().is_ok();
            match (catalogue().get(place), &*words[place]) {
                (Some(game), _) => Ok(Some(Wish::New(game))),
                _ if numbered => Err("Answer with a number or a name of the list.".to_owned()),
                (_, "continue") => {
                    let none = || "You have no unfinished game.".to_owned();
                    unfinished.map(|row| Some(Wish::Resume(row.id))).ok_or_else(none)
                }
                (_, "rematch") => {
                    let none =
                        || "You have finished no game that could be played again.".to_owned();
                    last.map(|row| Some(Wish::Rematch(Box::new(row.header.clone()))))
                        .ok_or_else(none)
                }
                (_, TODAY) => self.day(today).map(Some),
                (_, RECORD) => Err(self.whole_record()),
                _ => Ok(None),
            }
        };
        match ask(ui, &question, &[], [&list, &help], read)? {
            Some(wish) => Ok(wish),
            None => Ok(Wish::New(ask_game(ui, latest)?)),
        }
    }

    /// The opponents of the last game of this name, as words of `--against`; `None` where other
    /// people sat.
    pub(super) fn last_opponents(&self, game: &str) -> Option<Vec<String>> {
        let row = self.games.iter().rev().find(|row| row.header.game == game)?;
        let word = |participant: &Participant| match participant {
            Participant::Agent { stranger: true, .. } => Some(STRANGER.to_owned()),
            Participant::Agent { agent, .. } => Some(agent.clone()),
            Participant::Person { .. } => None,
        };
        let others = row.header.seats.iter().filter(|one| one.person() != Some(self.me));
        others.map(word).collect()
    }

    /// The last finished game.
    fn last(&self) -> Option<&GameRow> {
        self.games.iter().rev().find(|row| row.end.is_some())
    }

    /// The game of this date, begun or gone on with.
    ///
    /// # Errors
    /// What came of it, if it was played: who knows the dice does not play it again.
    pub(super) fn day(&self, date: &str) -> Result<Wish, String> {
        match self.of_day(date) {
            None => Ok(Wish::Day(date.to_owned())),
            Some(row) if row.end.is_none() => Ok(Wish::Resume(row.id)),
            Some(row) => Err(format!(
                "You have played the game of {date}: {}.{}",
                self.described(row),
                self.of_optimal_play(row)
            )),
        }
    }

    fn of_day(&self, date: &str) -> Option<&GameRow> {
        self.games.iter().find(|row| row.header.day.as_deref() == Some(date))
    }

    /// The day's game in words: what came of it, or what it is.
    fn todays(&self, date: &str) -> String {
        if let Some(row) = self.of_day(date) {
            return format!("the game of {date}: {}", self.described(row));
        }
        match days_game(date) {
            Ok((game, opponents)) => format!(
                "the game of {date}, {} against {}, on the same dice for everyone",
                game.info().name,
                list(&opponents.iter().map(|one| one.1.as_str()).collect::<Vec<_>>())
            ),
            Err(_) => format!("the game of {date}"),
        }
    }

    /// What optimal play makes of the dice of a game, after a space.
    fn of_optimal_play(&self, row: &GameRow) -> String {
        let text = || {
            let (seat, _) = row.header.persons().find(|(_, person)| *person == self.me)?;
            let record = self.history?.record(row.id).ok()?;
            let mut session = session_of(&record).ok()?;
            session.replay(&record.entries).ok()?;
            let Next::Over(mine) = session.next() else { return None };
            Some(format!(" {}", compared(&mine, &Games::default().optimal(&row.header)?, seat)))
        };
        text().unwrap_or_default()
    }

    /// A game with its opponents, and its scores or what came of it.
    fn described(&self, row: &GameRow) -> String {
        let others = shown(row);
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
        format!("{}{against}{scores}{came}", row.header.game)
    }

    /// The scores of an unfinished game by seat.
    fn scores(&self, row: &GameRow) -> Option<Vec<i32>> {
        let record = checked(self.history?, row.id).ok()?;
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
    fn record(&self) -> String {
        let counts = |row: &&GameRow| row.counts() && seats_of(row, self.me) == 1;
        let shares = self.games.iter().filter(counts).map(|row| share(row, self.me));
        let shares: Vec<f64> = shares.collect();
        if shares.is_empty() {
            return "no finished game yet".to_owned();
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
    pub(super) fn tally(&self) -> Option<[usize; 2]> {
        let mut tally = [0; 2];
        for row in &self.games {
            let [right, all] = tallied(&self.history?.record(row.id).ok()?);
            tally = [tally[0] + right, tally[1] + all];
        }
        Some(tally)
    }

    /// The record with the strength without luck, and the days' games.
    fn whole_record(&self) -> String {
        let mut text = format!("Your games: {}.", self.record());
        let own = self.history.filter(|_| !self.games.is_empty());
        let own = own.and_then(|history| own_games(history, self.me).ok());
        if let Some((games, ..)) = own {
            text += &strengths(&games);
        }
        let days = self.games.iter().filter(|row| row.header.day.is_some() && row.end.is_some());
        let days: Vec<&GameRow> = days.collect();
        if !days.is_empty() {
            let won = days.iter().filter(|row| share(row, self.me) == 1.0).count();
            let seat = |row: &GameRow| Some(row.header.persons().next()?.0);
            let mut solved = Games::default();
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
        text + "\nrivals person show says more."
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
pub(super) fn days_game(date: &str) -> miette::Result<(&'static GameEntry, Vec<(String, String)>)> {
    let games: Vec<&GameEntry> =
        catalogue().iter().filter(|game| commands::of(game).has_days).collect();
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
pub(in crate::cli) struct Games(BTreeMap<[String; 3], Box<dyn Session>>);

impl Games {
    /// The game of a header, before its first step, with the names of all players.
    pub(in crate::cli) fn begin(&mut self, header: &Header) -> Option<Box<dyn Session>> {
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
