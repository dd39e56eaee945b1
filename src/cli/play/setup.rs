//! Who plays which game, from the flags or from questions.

use std::collections::BTreeMap;
use std::path::Path;

use miette::miette;

use super::ui::{Kind, Left, Prompt, Ui};
use super::words::{Command, Meaning, meaning, plain};
use crate::catalogue::{GameEntry, Loaded, Playable, catalogue};
use crate::cli::kept::STRANGER;
use crate::cli::tournament::personalities;
use crate::command::shared::{PERSONALITIES_FOLDER, in_configs};
use crate::commands;
use crate::config::did_you_mean;
use crate::history::MAX_NAME;
use crate::personalities::{Member, Roster};
use crate::personality_files;
use crate::play::record::{Header, ME, Participant};
use crate::play::{AgentKinds, Dice, draw};
use crate::player_files;
use crate::text::number::counted;
use crate::tournament::config::TournamentConfig;
use rivals_core::sentences::Sentences;

/// The players that a game has to offer as opponents.
pub(super) struct Opponents {
    game: &'static GameEntry,
    /// Any agent of the game may be named.
    roster: Roster,
    /// Those that are listed, and who a stranger may be.
    pub listed: Vec<Member>,
}

/// Who sits down.
#[derive(Debug)]
pub(super) struct Seating {
    pub seats: Vec<Participant>,
    /// The files of the personalities among them, and beside a stranger of all, that are not built
    /// in.
    pub personalities: Vec<String>,
    /// The files of the players made of sentences among them, by name.
    pub players: BTreeMap<String, String>,
}

impl Opponents {
    /// The opponents of a game: its personalities, or the players of its tournament.
    ///
    /// The personalities are the built-in ones and those of this folder; without one, of
    /// `configs/personalities` if it exists.
    ///
    /// # Errors
    /// If the folder cannot be read, or personalities do not play the game.
    pub(super) fn of(game: &'static GameEntry, folder: Option<&Path>) -> miette::Result<Self> {
        let mut roster = TournamentConfig::built_in(game.info()).roster;
        let of_configs = || in_configs(PERSONALITIES_FOLDER).filter(|_| game.info().personalities);
        if let Some(folder) = folder.map(Path::to_owned).or_else(of_configs) {
            roster = personalities(game.info(), &folder, true, &roster)?.0;
        }
        Ok(Self::in_roster(game, roster))
    }

    /// The opponents that a game with strangers had to offer when it began, as it keeps them.
    ///
    /// # Errors
    /// If a personality that it keeps is wrong.
    pub(super) fn of_header(game: &'static GameEntry, header: &Header) -> miette::Result<Self> {
        let agents = TournamentConfig::built_in(game.info()).roster;
        let roster = if header.personalities.is_empty() {
            agents
        } else {
            personality_files::kept(&header.personalities, game.info().agents)?
                .with_agents_of(&agents)
        };
        Ok(Self::in_roster(game, roster))
    }

    fn in_roster(game: &'static GameEntry, roster: Roster) -> Self {
        let listed = if game.info().personalities {
            roster.clone().without_agents().members
        } else {
            roster.members.clone()
        };
        Self { game, roster, listed }
    }

    /// The id of the opponent that words name: by its number or name in the list, which begins with
    /// a stranger, or by its id.
    ///
    /// # Errors
    /// Which one may be meant.
    fn id(&self, words: &str) -> Result<String, String> {
        let listed = || self.listed.iter();
        let ids = || std::iter::once(STRANGER).chain(listed().map(Member::id));
        let names = listed().map(|member| member.name().to_owned());
        let names: Vec<String> = std::iter::once("a stranger".to_owned()).chain(names).collect();
        match meaning(&names, words) {
            _ if ids().any(|id| id == words) => Ok(words.to_owned()),
            Meaning::Choice(place) => Ok(ids().nth(place).unwrap_or_default().to_owned()),
            _ => match player_files::read(self.game.info(), words, None) {
                Some(Ok(player)) => Ok(player.as_str().to_owned()),
                Some(Err(error)) => Err(format!("{error}. ")),
                None => match self.roster.member(words) {
                    Ok(member) => Ok(member.id().to_owned()),
                    Err(_) => Err(did_you_mean(words, ids())),
                },
            },
        }
    }

    /// The player of a word.
    fn member(&self, word: &str) -> miette::Result<Member> {
        Ok(match player_files::read(self.game.info(), word, None) {
            Some(player) => Member::Agent(player?),
            None => self.roster.member(word)?,
        })
    }

    /// The id of the player whose decisions are the hints.
    ///
    /// # Errors
    /// If there is no such player.
    pub(super) fn adviser(&self, word: &str) -> miette::Result<String> {
        Ok(self.member(word.trim())?.id().to_owned())
    }

    /// The name and the text of the file of a player made of sentences; `None` for another player.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn file(&self, id: &str) -> miette::Result<Option<(String, String)>> {
        let Some((file, _)) = Sentences::split(id) else {
            return Ok(None);
        };
        let source = player_files::source(self.game.info(), file, None)?;
        Ok(Some((file.to_owned(), source.text().to_owned())))
    }

    /// The agent of a word; a stranger is drawn by the seed and its place.
    fn agent(&self, word: &str, seed: u64, place: usize) -> miette::Result<Participant> {
        let stranger = word == STRANGER;
        let member = if stranger {
            let mut dice = Dice::new(seed, 0, 1).turn(place, 0);
            self.listed[draw(&mut dice, self.listed.len())].clone()
        } else {
            self.member(word)?
        };
        Ok(Participant::Agent {
            agent: member.id().to_owned(),
            name: member.name().to_owned(),
            stranger,
        })
    }

    /// The players of a list of words: `me`, `NAME:person`, `stranger`, or an agent.
    ///
    /// # Errors
    /// If a word names no player, or two people have the same name.
    pub(super) fn seats(&self, words: &[String], me: &str, seed: u64) -> miette::Result<Seating> {
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
        let own = self.roster.members.iter().filter_map(|member| {
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
    let mut members = roster.members.iter();
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
pub(in crate::cli) fn person_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    let built_in = |game: &'static GameEntry| TournamentConfig::built_in(game.info()).roster;
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

/// Asks which game is played.
///
/// # Errors
/// How the program was left.
pub(super) fn ask_game(ui: &mut dyn Ui) -> Result<&'static GameEntry, Left> {
    let names: Vec<String> = catalogue().iter().map(|game| game.info().name.to_owned()).collect();
    let list = catalogue().iter().zip(1..).map(|(game, number)| {
        let info = game.info();
        format!("{number} {}: {}", info.name, info.about)
    });
    let list = list.collect::<Vec<_>>().join("\n");
    let question = "Which game do you play?";
    let help = format!(
        "Answer with the number or the name of a game, or with the beginning of its name. After it \
         you choose your opponents. quit leaves; rivals play --game NAME --against ID asks \
         nothing.\n{list}"
    );
    ask(ui, question, &names, [&list, &help], |_, meaning| match meaning {
        Meaning::Choice(place) => Ok(&catalogue()[place]),
        _ => Err("Answer with a number or a name of the list.".to_owned()),
    })
}

/// Asks at which of the levels of the game's source the opponents play; `None` if the person wants
/// to see the other players.
///
/// # Errors
/// How the program was left.
fn ask_levels(
    ui: &mut dyn Ui,
    levels: &[(&str, &str)],
    opponents: &Opponents,
    [low, high]: [usize; 2],
) -> Result<Option<Vec<String>>, Left> {
    let named = levels.iter().map(|(level, word)| format!("{level} {word}"));
    let choices: Vec<String> = named.chain([MORE.to_owned()]).collect();
    let listed = levels.iter().zip(1..).map(|((level, word), at)| format!("{at} {level} ({word})"));
    let list = listed.collect::<Vec<_>>().join("\n");
    let list = format!("{list}\n{} {MORE}: the other players", choices.len());
    let question = "At which level do your opponents play? Name one for all, or one for each, with \
                    commas between them.";
    let help = format!(
        "The levels are those of the source of the game. {MORE} lists all players, and any of them \
         may be named here. quit leaves.\n{list}"
    );
    let level = |word: &str| match meaning(&choices, word) {
        Meaning::Choice(place) => Ok(levels.get(place).map(|(level, _)| (*level).to_owned())),
        _ if word.parse::<usize>().is_ok() => Err(String::new()),
        _ => opponents.id(word).map(Some),
    };
    ask(ui, question, &[], [&list, &help], |words, _| {
        let named = words.split(',').map(|word| level(&plain(word)));
        let named = named.collect::<Result<Vec<_>, String>>().map_err(|near| {
            format!("{}Answer with numbers or names of the list.", near.replacen("did", "Did", 1))
        })?;
        if let [None] = named[..] {
            return Ok(None);
        }
        match named.into_iter().collect::<Option<Vec<String>>>() {
            None => Err(format!("Answer with {MORE} alone.")),
            Some(one) if one.len() == 1 => Ok(Some(vec![one[0].clone(); high])),
            Some(chosen) if (low..=high).contains(&chosen.len()) => Ok(Some(chosen)),
            Some(chosen) => {
                let takes = counted(high as u64, "opponent", "opponents");
                Err(format!("You named {}; the game takes {takes}.", chosen.len()))
            }
        }
    })
}

/// The word for the players beyond the levels.
const MORE: &str = "more";

/// Asks against whom; the words are those of `--against`.
///
/// # Errors
/// How the program was left.
pub(super) fn ask_opponents(
    ui: &mut dyn Ui,
    game: &Loaded,
    opponents: &Opponents,
) -> Result<Vec<String>, Left> {
    let seats = game.seats();
    let [low, high] = [seats.first(), seats.last()].map(|seats| seats.map_or(1, |seats| seats - 1));
    let levels = commands::of(opponents.game).levels;
    if !levels.is_empty()
        && let Some(chosen) = ask_levels(ui, levels, opponents, [low, high])?
    {
        return Ok(chosen);
    }
    let mut list = "1 a stranger: one of them, whose name you learn at the end.\n".to_owned();
    for (member, number) in opponents.listed.iter().zip(2..) {
        let manner = member.introduction().map(|manner| format!(": {manner}"));
        list += &format!("{number} {}{}\n", member.name(), manner.unwrap_or_default());
    }
    list.truncate(list.trim_end().len());
    let takes = match (low, high) {
        (low, high) if low == high => counted(low as u64, "opponent", "opponents"),
        (low, high) => format!("{low} to {high} opponents"),
    };
    let question = match high {
        1 => "Against whom do you play?".to_owned(),
        _ => format!("Against whom do you play? Name {takes}, with commas between them."),
    };
    let help = format!(
        "Answer with the number, the name or the id of a player, or with the beginning of its name; \
         rivals roster and rivals games list further players. quit leaves.\n{list}"
    );
    ask(ui, &question, &[], [&list, &help], |words, _| {
        let chosen: Result<Vec<String>, String> =
            words.split(',').map(|word| opponents.id(&plain(word))).collect();
        let chosen = chosen.map_err(|near| {
            let near = near.replacen("did", "Did", 1);
            format!("{near}Answer with numbers or names of the list.")
        })?;
        if (low..=high).contains(&chosen.len()) {
            return Ok(chosen);
        }
        Err(format!("You named {}; the game takes {takes}.", chosen.len()))
    })
}

/// Asks until `read` understands the words or what they mean, or else says why; answers `?` with
/// the help. A screen shows the last text alone, so that the list follows each refusal.
fn ask<T>(
    ui: &mut dyn Ui,
    question: &str,
    choices: &[String],
    [list, help]: [&str; 2],
    read: impl Fn(&str, Meaning) -> Result<T, String>,
) -> Result<T, Left> {
    ui.say(list);
    let prompt = Prompt { choices: choices.to_vec(), ..Prompt::new(Kind::Question, question) };
    loop {
        let words = plain(&ui.ask(&prompt)?);
        match meaning(choices, &words) {
            Meaning::Command(Command::Quit) => return Err(Left::Unfinished),
            Meaning::Command(Command::Help) => ui.say(help),
            meaning => match read(&words, meaning) {
                Ok(answer) => return Ok(answer),
                Err(why) if ui.stays() => ui.say(&why),
                Err(why) => ui.say(&format!("{why}\n{list}")),
            },
        }
    }
}
