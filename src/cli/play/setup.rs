//! Who plays which game, from questions.

use super::ui::{Kind, Left, Prompt, Ui};
use super::words::{Command, Meaning, meaning, plain};
use crate::catalogue::{GameEntry, Loaded, Playable, catalogue};
use crate::commands;
use crate::config::did_you_mean;
use crate::personalities::Member;
use crate::player_files;
use crate::tables::seating::{Opponents, STRANGER};
use crate::text::number::counted;

impl Opponents {
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
