//! Who sits down at which game: for a terminal and for pages.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use miette::miette;

use crate::catalogue::{GameEntry, Playable, catalogue, find};
use crate::config::Source;
use crate::personalities::remarks::Remark;
use crate::personalities::{Member, Roster};
use crate::personality_files;
use crate::play::fair::Fair;
use crate::play::record::{Header, ME, Participant, Record, VERSION};
use crate::play::show::{LogLine, escaped};
use crate::play::{AgentKinds, Dice, Seat, Seats, draw};
use crate::player_files;
use crate::session::{PROGRAM, Session};
use crate::table::{Remarks, Table};
use crate::tournament::VALUES;
use crate::tournament::config::TournamentConfig;
use rivals_core::sentences::Sentences;

/// The word for an opponent whose name is told when the game is over.
pub(crate) const STRANGER: &str = "stranger";

/// The longest name of a person in characters.
pub(crate) const MAX_NAME: usize = 40;

/// The time since this was first asked.
pub(crate) fn clock() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

/// Gives the agents of a session a clock, where there is one.
pub(crate) fn timed(session: &mut dyn Session) {
    if !cfg!(target_family = "wasm") {
        session.timed_by(clock);
    }
}

/// The words in lower case, with single spaces.
pub(crate) fn plain(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// The players that a game has to offer as opponents.
pub struct Opponents {
    /// Their game.
    pub game: &'static GameEntry,
    /// Any agent of the game may be named.
    pub roster: Roster,
    /// Those that are listed, and who a stranger may be.
    pub listed: Vec<Member>,
    /// The ids of the strangers of earlier games, by the words for them.
    pub(crate) met: BTreeMap<String, String>,
}

/// Who sits down.
#[derive(Debug)]
pub(crate) struct Seating {
    pub seats: Vec<Participant>,
    /// The files of the personalities among them, and beside a stranger of all, that are not built
    /// in.
    personalities: Vec<String>,
    /// The files of the players made of sentences among them, by name.
    players: BTreeMap<String, String>,
}

/// How a game begins, beside who sits down.
pub(crate) struct Beginning<'a> {
    /// The file of its rules, if they are not the built-in ones.
    pub rules: Option<&'a Source>,
    /// The seed of the dice.
    pub seed: u64,
    /// The promise of the seed.
    pub fair: Fair,
    /// The player whose decisions are the hints, if one was named.
    pub adviser: Option<String>,
    /// The numbers of the games from which the opponents learn.
    pub learned: Option<Vec<i64>>,
    /// Whether hints are shown at every decision.
    pub hints: bool,
    /// When it begins, in seconds since 1970; 0 if a script plays.
    pub began: u64,
}

impl Opponents {
    /// The opponents of a game that are built in: its personalities, or the players of its
    /// tournament.
    pub(crate) fn built_in(game: &'static GameEntry) -> Self {
        Self::in_roster(game, TournamentConfig::built_in_roster(game.info()))
    }

    /// The opponents that a game with strangers had to offer when it began, as it keeps them.
    ///
    /// # Errors
    /// If a personality that it keeps is wrong.
    pub(crate) fn of_header(game: &'static GameEntry, header: &Header) -> miette::Result<Self> {
        let agents = TournamentConfig::built_in_roster(game.info());
        let kept = || personality_files::kept(&header.personalities, game.info().agents);
        let roster = if header.personalities.is_empty() {
            agents
        } else if agents.beside.is_empty() {
            kept()?.with_agents_of(&agents)
        } else {
            agents.beside(kept()?)
        };
        Ok(Self::in_roster(game, roster))
    }

    /// Those of a roster.
    pub(crate) fn in_roster(game: &'static GameEntry, roster: Roster) -> Self {
        let listed = if game.info().personalities && roster.beside.is_empty() {
            roster.clone().without_agents().members
        } else {
            roster.all().cloned().collect()
        };
        Self { game, roster, listed, met: BTreeMap::new() }
    }

    /// The player of a word.
    pub(crate) fn member(&self, word: &str) -> miette::Result<Member> {
        Ok(match player_files::read(self.game.info(), word, None) {
            Some(player) => Member::Agent(player?),
            None => self.roster.member(word)?,
        })
    }

    /// The id of the player whose decisions are the hints.
    ///
    /// # Errors
    /// If there is no such player.
    pub(crate) fn adviser(&self, word: &str) -> miette::Result<String> {
        Ok(self.member(word.trim())?.id().to_owned())
    }

    /// The name and the text of the file of a player made of sentences; `None` for another player.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn file(&self, id: &str) -> miette::Result<Option<(String, String)>> {
        let Some((file, _)) = Sentences::split(id) else {
            return Ok(None);
        };
        let source = player_files::source(self.game.info(), file, None)?;
        Ok(Some((file.to_owned(), source.text().to_owned())))
    }

    /// The agent of a word; a stranger is drawn by the seed and its place.
    fn agent(&self, word: &str, seed: u64, place: usize) -> miette::Result<Participant> {
        let met = self.met.get(word);
        let stranger = word == STRANGER || met.is_some();
        let member = if let Some(id) = met {
            // The error must not name the stranger.
            self.member(id).map_err(|_| {
                let help = "meet it at the game at which it sat, or at another one";
                miette!(help = help, "that stranger does not play {}", self.game.info().name)
            })?
        } else if stranger {
            let mut dice = Dice::new(seed, 0, 1).turn(place, 0);
            self.listed[draw(&mut dice, self.listed.len())].clone()
        } else {
            self.member(word)?
        };
        let program = member.outside().is_some();
        Ok(Participant::Agent {
            agent: format!("{}{}", if program { PROGRAM } else { "" }, member.id()),
            name: member.name().to_owned(),
            stranger,
        })
    }

    /// The players of a list of words: `me`, `NAME:person`, `stranger`, or an agent.
    ///
    /// # Errors
    /// If a word names no player, or two people have the same name.
    pub(crate) fn seats(&self, words: &[String], me: &str, seed: u64) -> miette::Result<Seating> {
        let mut seats: Vec<Participant> = Vec::new();
        for (place, word) in words.iter().enumerate() {
            let person = match word.strip_suffix(":person") {
                Some(name) => Some(name),
                None if word == ME => Some(me),
                None => None,
            };
            let participant = match person {
                None => self.agent(word.trim(), seed, place)?,
                Some(name) => {
                    let named = person_name(name).and_then(|name| {
                        if names(&self.roster, &name) { Err(TAKEN.to_owned()) } else { Ok(name) }
                    });
                    Participant::Person {
                        person: named.map_err(|help| {
                            miette!(help = help, "\"{}\" is not a name", name.escape_debug())
                        })?,
                    }
                }
            };
            if participant.person().is_some() && seats.contains(&participant) {
                let help = "give each person its own name, such as ana:person";
                return Err(miette!(help = help, "{word} is seated twice"));
            }
            seats.push(participant);
        }
        let agents = seats.iter().filter_map(|participant| match participant {
            Participant::Agent { agent, .. } => Some(agent),
            Participant::Person { .. } => None,
        });
        let files = agents.map(|agent| self.file(agent)).collect::<miette::Result<Vec<_>>>()?;
        let players = files.into_iter().flatten().collect();
        Ok(Seating { personalities: self.own(&seats), players, seats })
    }

    /// The header of a game in which these players sit down.
    ///
    /// # Errors
    /// If the rules, or the file of a player, cannot be read.
    pub(crate) fn header(
        &self,
        seating: Seating,
        beginning: Beginning<'_>,
    ) -> miette::Result<Header> {
        let Seating { seats, personalities, mut players } = seating;
        let Beginning { rules, seed, fair, adviser, learned, hints, began } = beginning;
        players.extend(self.file(adviser.as_deref().unwrap_or_default())?);
        Ok(Header {
            record: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            values: VALUES,
            game: self.game.info().name.to_owned(),
            rules: self.game.load(rules)?.rules_text(),
            rule_file: rules.map(|rules| rules.text().to_owned()),
            seed,
            start: None,
            fair: Some(fair),
            personalities,
            players,
            adviser,
            learned,
            seats,
            hints,
            day: None,
            met: BTreeMap::new(),
            began,
        })
    }

    /// The files of the personalities that are not built in: of those at the table and, so that
    /// nobody can tell a stranger by its file, of all that it may be.
    fn own(&self, seats: &[Participant]) -> Vec<String> {
        let built_in = personality_files::built_in(AgentKinds::NONE);
        let sits = |id: &str| {
            seats.iter().any(|participant| match participant {
                Participant::Agent { agent, stranger, .. } => *stranger || agent == id,
                Participant::Person { .. } => false,
            })
        };
        let own = self.roster.all().filter_map(|member| {
            let own = member.personality().filter(|own| sits(&own.id))?;
            (built_in.find(&own.id) != Some(member)).then(|| own.to_toml())
        });
        own.collect()
    }
}

/// Why a person cannot have a player's name.
const TAKEN: &str = "write a name that no player of the program has";

/// Whether a name is that of a player of this roster, or of an agent of its game.
fn names(roster: &Roster, name: &str) -> bool {
    let name = unnumbered(name);
    let mut members = roster.all();
    roster.member(&name).is_ok() || members.any(|member| member.name().to_lowercase() == name)
}

/// A name in lower case, without the number by which a table tells players of one name apart.
fn unnumbered(name: &str) -> String {
    let name = plain(name);
    match name.rsplit_once(' ') {
        Some((name, number)) if number.parse::<u8>().is_ok() => name.to_owned(),
        _ => name,
    }
}

/// The name of a person, which no player of any game has.
///
/// # Errors
/// The help text.
pub(crate) fn person_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    let built_in = |game: &'static GameEntry| TournamentConfig::built_in_roster(game.info());
    match name.chars().count() {
        1..=MAX_NAME
            if [STRANGER, "a stranger", "the stranger"].contains(&&*unnumbered(name))
                || catalogue().iter().any(|game| names(&built_in(game), name)) =>
        {
            Err(TAKEN.to_owned())
        }
        1..=MAX_NAME => Ok(name.to_owned()),
        _ => Err(format!("write a name of 1 to {MAX_NAME} characters")),
    }
}

/// How a game begins: who plays, the hash of the seed, and what the opponents have `learned` from.
pub(crate) fn opening(session: &dyn Session, learned: Option<String>) -> Vec<LogLine> {
    let header = session.header();
    let names = Seats::all(header.seats.len()).iter().map(|seat| session.names().name(seat));
    let names = names.collect::<Vec<_>>().join(", ");
    let first = format!("{}: {names}. ? explains the game and its words.", header.game);
    let promise = header.fair.as_ref().map(Fair::promise);
    [Some(first), promise, learned].into_iter().flatten().map(LogLine::line).collect()
}

/// What the players of a table say, by seat.
pub type Speakers = Vec<(Seat, Vec<Remark>)>;

/// The built-in remarks of the players of a game.
pub(crate) fn built_in_speakers(header: &Header) -> Speakers {
    let seats = (0..).map(Seat).zip(&header.seats);
    let agents = seats.filter_map(|(seat, participant)| match participant {
        Participant::Agent { agent, .. } => Some((seat, agent)),
        Participant::Person { .. } => None,
    });
    agents.map(|(seat, agent)| (seat, personality_files::built_in_remarks(agent))).collect()
}

/// The table of a session with what was told in it so far and this number of entries that are kept.
pub(crate) fn table(
    session: Box<dyn Session>,
    opening: &[LogLine],
    told: Vec<Vec<LogLine>>,
    kept: usize,
    speakers: Speakers,
    remarks: bool,
) -> Table {
    let remarks = Remarks::new(speakers, session.entries(), remarks);
    Table::new(session, remarks, opening, told).keeping(kept)
}

/// The game of this name in a file that was written earlier.
pub(crate) fn game_called(name: &str) -> miette::Result<&'static GameEntry> {
    find(name).map_err(|games| {
        let help = format!("use the program that wrote it, or a build with that game; {games}");
        miette!(help = help, "this build has no game \"{}\"", escaped(name))
    })
}

/// The game of a record, before its first step.
pub(crate) fn session_of(record: &Record) -> miette::Result<Box<dyn Session>> {
    seat(game_called(&record.header.game)?, record)
}

/// A session of this game from the header of a record.
pub(crate) fn seat(game: &GameEntry, record: &Record) -> miette::Result<Box<dyn Session>> {
    let mut session = game.of_record(&record.header)?.seat(record.header.clone())?;
    timed(&mut *session);
    Ok(session)
}
