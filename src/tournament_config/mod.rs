//! The tournament's file: who plays Dragon Slayer, how often, by which rules.
//!
//! `configs/tournament.toml` shows the format; `rules` alone may be left out.
//! Paths in it are seen from the folder of the file. Everything it names is read
//! and checked here, so that nothing is refused after the first game. It stands
//! apart from [`crate::tournament`], which knows no game and no personality.

use std::path::{Path, PathBuf};

use miette::Diagnostic;

use crate::config::{ConfigError, Source, Table};
use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::policies;
use crate::games::dragon_slayer::policies::PolicyError;
use crate::personalities::{Member, Roster, RosterError};
use crate::tournament::MAX_GAMES;

/// The file that is built in.
const BUILT_IN: &str = include_str!("../../configs/tournament.toml");

/// A tournament of Dragon Slayer, ready to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentConfig {
    /// Seats at the table, 2 to 6.
    pub players: usize,
    /// Games from each seat against the same opponents: with two seats, of every
    /// ordered pair; with more, all seatings take turns. 1 to [`MAX_GAMES`].
    pub games: u64,
    /// The master seed. From a file, at most 2^63 - 1, the largest number of TOML.
    pub seed: u64,
    /// The personalities of the folder by id, then the baselines as listed.
    pub roster: Roster,
    /// The rules.
    pub rules: Rules,
    /// The rule file that the key `rules` names; none if the rules are the built-in ones for
    /// want of it.
    pub(crate) rule_file: Option<PathBuf>,
}

impl TournamentConfig {
    /// The tournament of `configs/tournament.toml` as it was when the program was
    /// built.
    ///
    /// # Examples
    /// ```
    /// use rivals::{personalities::Roster, tournament_config::TournamentConfig};
    /// assert_eq!(TournamentConfig::built_in().roster, Roster::built_in());
    /// ```
    #[must_use]
    pub fn built_in() -> Self {
        let source = Source::new("built-in tournament", BUILT_IN);
        (source.parse(|file| config(file, None)))
            .expect("the built-in tournament is read by every test")
    }

    /// Reads a file and all that it names.
    ///
    /// # Errors
    /// [`ConfigError`], at the first thing that is wrong in one of the files.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        Source::read(path)?.parse(|file| config(file, Some(folder)))
    }
}

/// What the file describes. Its paths begin in `folder`; without one, they name
/// what is built in.
fn config(file: &Table, folder: Option<&Path>) -> Result<TournamentConfig, ConfigError> {
    let keys = [
        "players",
        "games",
        "seed",
        "personalities",
        "baselines",
        "rules",
    ];
    file.only(&keys)?;
    let players = usize::from(file.integer::<u8>("players", 2..=6)?);
    let games = file.integer("games", 1..=MAX_GAMES)?;
    let seed = file.integer("seed", 0..=i64::MAX as u64)?;
    let roster = roster(file, folder)?;
    let (rules, rule_file) = rules(file, folder)?;
    Ok(TournamentConfig {
        players,
        games,
        seed,
        roster,
        rules,
        rule_file,
    })
}

fn roster(file: &Table, folder: Option<&Path>) -> Result<Roster, ConfigError> {
    let expected = "the path of a folder of personalities, such as \"personalities\"";
    let path = file.text("personalities", expected, |text| path(text, folder))?;
    let mut roster = match folder {
        None => Roster::built_in().without_policies(),
        Some(_) => Roster::from_folder(&path).map_err(|error| match error {
            RosterError::File(error) => error,
            error => {
                let help = error.help().map(|help| help.to_string());
                file.error("personalities", error.to_string(), help.unwrap_or_default())
            }
        })?,
    };
    let expected = "a list of policies, such as [\"random\", \"hold-6\"], or []";
    for name in file.texts("baselines", expected)? {
        if let Err(PolicyError::Unknown { help, .. }) = policies::check(name.as_str()) {
            let message = format!("no policy is called {:?}", name.as_str());
            return Err(name.error(message, help));
        }
        if roster.find(name.as_str()).is_some() {
            let message = format!("{:?} is named twice", name.as_str());
            return Err(name.error(message, "remove it"));
        }
        let policy = Member::Policy(name.as_str().to_owned());
        roster.members.push(policy);
    }
    Ok(roster)
}

fn rules(file: &Table, folder: Option<&Path>) -> Result<(Rules, Option<PathBuf>), ConfigError> {
    if !file.has("rules") {
        return Ok((Rules::built_in(), None));
    }
    let expected = "the path of a rule file, such as \"dragon_slayer.toml\"";
    let path = file.text("rules", expected, |text| path(text, folder))?;
    if folder.is_none() {
        return Ok((Rules::built_in(), None));
    }
    let source = Source::read(&path).map_err(|error| match error {
        ConfigError::Unreadable(error) => {
            file.error("rules", error.to_string(), format!("write {expected}"))
        }
        error @ ConfigError::Invalid { .. } => error,
    })?;
    Ok((Rules::from_source(&source)?, Some(path)))
}

/// A path as seen from the file's folder.
fn path(text: &str, folder: Option<&Path>) -> Option<PathBuf> {
    (!text.is_empty()).then(|| folder.unwrap_or(Path::new("")).join(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder with a tournament of one personality, and what reading it gives
    /// after one replacement in the tournament's file.
    fn read(from: &str, to: &str) -> Result<TournamentConfig, String> {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        fs::create_dir(folder.join("people")).unwrap();
        fs::create_dir(folder.join("nobody")).unwrap();
        let eva = "id = \"eva\"\nname = \"Eva\"\ncharacter = \"Hums.\"\n";
        fs::write(folder.join("people/eva.toml"), eva).unwrap();
        fs::create_dir(folder.join("odd")).unwrap();
        fs::write(folder.join("odd/eva.toml"), "id = 1").unwrap();
        fs::write(folder.join("short.toml"), rules(30)).unwrap();
        fs::write(folder.join("wrong.toml"), rules(0)).unwrap();
        let text = "players = 3\ngames = 7\nseed = 5\npersonalities = \"people\"\n\
                    baselines = [\"greedy\", \"hold-9\"]\nrules = \"short.toml\"\n";
        assert!(text.contains(from), "{from}");
        let path = folder.join("t.toml");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        TournamentConfig::read(&path).map_err(|error| {
            let help = error.help().map(|help| help.to_string());
            format!("{error} | {}", help.unwrap_or_default())
        })
    }

    fn rules(target: u32) -> String {
        let text = include_str!("../../configs/dragon_slayer.toml");
        text.replace("target = 40", &format!("target = {target}"))
    }

    #[test]
    fn paths_begin_in_the_folder_of_the_file() {
        let config = read("", "").unwrap();
        assert_eq!((config.players, config.games, config.seed), (3, 7, 5));
        let ids: Vec<_> = config.roster.members.iter().map(Member::id).collect();
        assert_eq!(ids, ["eva", "greedy", "hold-9"]);
        assert_eq!(config.rules.target, 30);
        let without = read("rules = \"short.toml\"", "").unwrap();
        assert_eq!(without.rules, Rules::built_in());
        let alone = read("[\"greedy\", \"hold-9\"]", "[]").unwrap();
        assert_eq!(alone.roster.members.len(), 1);
    }

    /// Whoever adds a personality to the folder has one more than is built in.
    #[test]
    fn the_built_in_one_is_in_the_file() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/tournament.toml");
        let mut file = TournamentConfig::read(&path).unwrap();
        let built_in = TournamentConfig::built_in();
        assert_eq!(
            file.rule_file.take(),
            Some(path.with_file_name("dragon_slayer.toml"))
        );
        (file.roster.members).retain(|member| built_in.roster.find(member.id()).is_some());
        assert_eq!(file, built_in);
    }

    #[test]
    fn refusals_name_the_line_and_the_fix() {
        for (from, to, message, help) in [
            (
                "players = 3",
                "players = 7",
                "line 1: players = 7 is out of range",
                "from 2 to 6",
            ),
            (
                "games = 7",
                "games = 0",
                "line 2: games = 0 is out of range",
                "from 1 to 10000000000",
            ),
            (
                "games = 7",
                "games = 1e4",
                "games is a decimal number",
                "a whole number",
            ),
            (
                "seed = 5",
                "seed = -5",
                "line 3: seed = -5 is out of range",
                "from 0 to",
            ),
            (
                "seed = 5",
                "sed = 5",
                "unknown key `sed`",
                "did you mean `seed`?",
            ),
            ("seed = 5", "", "missing key `seed`", "add a whole number"),
            (
                "\"people\"",
                "\"nobody\"",
                "line 4: there is no personality in",
                "ID.toml",
            ),
            (
                "\"people\"",
                "\"peple\"",
                "line 4: cannot read the folder",
                "ID.toml",
            ),
            (
                "\"people\"",
                "\"\"",
                "personalities = \"\" cannot be used",
                "the path of a folder",
            ),
            (
                "\"people\"",
                "\"odd\"",
                "eva.toml, line 1: id is a whole number",
                "lower-case",
            ),
            (
                "\"greedy\"",
                "\"gredy\"",
                "line 5: no policy is called \"gredy\"",
                "did you mean greedy?",
            ),
            (
                "\"greedy\"",
                "\"eva\"",
                "no policy is called \"eva\"",
                "there are optimum",
            ),
            (
                "\"greedy\"",
                "\"hold-9\"",
                "line 5: \"hold-9\" is named twice",
                "remove it",
            ),
            (
                "\"greedy\"",
                "6",
                "an entry of baselines is a whole number",
                "a list of policies",
            ),
            (
                "\"short.toml\"",
                "\"long.toml\"",
                "line 6: cannot read",
                "the path of a rule file",
            ),
            (
                "\"short.toml\"",
                "\"wrong.toml\"",
                "wrong.toml, line 4: target = 0",
                "from 1 to",
            ),
        ] {
            let refusal = read(from, to).expect_err(to);
            let (left, right) = refusal.split_once(" | ").unwrap();
            assert!(left.contains(message), "{to:?}: {refusal}");
            assert!(right.contains(help), "{to:?}: {refusal}");
        }
    }
}
