//! The rule file's format: from its keys to [`Rules`], or to the line that is
//! wrong. All keys are required, no others are known.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::dice::{DieError, DragonDie, WarriorDie};
use super::rules::{Challenge, Dragon, MAX_DICE, MAX_DRAGONS, Rules, Share, Warrior};
use crate::config::{ConfigError, Source};

const MAX_NAME: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    target: Spanned<i64>,
    warrior: WarriorTable,
    dragon: Spanned<Vec<DragonTable>>,
    challenge: ChallengeTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WarriorTable {
    dice: Spanned<i64>,
    faces: Spanned<WarriorFaces>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WarriorFaces {
    axe: Spanned<i64>,
    shield: Spanned<i64>,
    flame: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DragonTable {
    name: Spanned<String>,
    points: Spanned<i64>,
    dice: Spanned<i64>,
    faces: Spanned<DragonFaces>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DragonFaces {
    part: Spanned<i64>,
    mountain: Spanned<i64>,
    flame: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChallengeTable {
    tokens: Spanned<i64>,
    bonus: Spanned<i64>,
    declined_share: Spanned<String>,
    accepted_factor: Spanned<i64>,
}

/// The rules that the file describes.
pub(super) fn rules(source: &Source) -> Result<Rules, ConfigError> {
    let file: RulesFile = source.parse()?;
    Ok(Rules {
        target: source.integer("target", &file.target, 1..=10_000)?,
        warrior: warrior(source, &file.warrior)?,
        dragons: dragons(source, &file.dragon)?,
        challenge: challenge(source, &file.challenge)?,
    })
}

fn warrior(source: &Source, table: &WarriorTable) -> Result<Warrior, ConfigError> {
    let faces = table.faces.get_ref();
    let die = WarriorDie::new(
        source.integer("axe", &faces.axe, 0..=6)?,
        source.integer("shield", &faces.shield, 0..=6)?,
        source.integer("flame", &faces.flame, 0..=6)?,
    )
    .map_err(|error| die_error(source, table.faces.span(), error))?;
    Ok(Warrior {
        dice: source.integer("dice", &table.dice, 1..=MAX_DICE)?,
        die,
    })
}

fn dragons(
    source: &Source,
    tables: &Spanned<Vec<DragonTable>>,
) -> Result<Vec<Dragon>, ConfigError> {
    let span = tables.span();
    let tables = tables.get_ref();
    if tables.is_empty() || tables.len() > MAX_DRAGONS {
        let place = tables.last().map_or(span, |table| table.name.span());
        return Err(source.error(
            place,
            format!("{} dragons are not supported", tables.len()),
            format!("give one to {MAX_DRAGONS} [[dragon]] tables"),
        ));
    }
    let mut dragons: Vec<Dragon> = Vec::new();
    for table in tables {
        let dragon = dragon(source, table)?;
        if dragons.iter().any(|other| other.name == dragon.name) {
            return Err(source.error(
                table.name.span(),
                format!("two dragons are called \"{}\"", dragon.name),
                "give each dragon its own name",
            ));
        }
        dragons.push(dragon);
    }
    Ok(dragons)
}

fn dragon(source: &Source, table: &DragonTable) -> Result<Dragon, ConfigError> {
    let name = table.name.get_ref();
    let printable = !name.trim().is_empty() && !name.chars().any(char::is_control);
    if !printable || name.chars().count() > MAX_NAME {
        return Err(source.error(
            table.name.span(),
            "this name cannot stand in a table",
            format!("give 1 to {MAX_NAME} printable characters"),
        ));
    }
    let faces = table.faces.get_ref();
    let die = DragonDie::new(
        source.integer("part", &faces.part, 0..=6)?,
        source.integer("mountain", &faces.mountain, 0..=6)?,
        source.integer("flame", &faces.flame, 0..=6)?,
    )
    .map_err(|error| die_error(source, table.faces.span(), error))?;
    Ok(Dragon {
        name: name.clone(),
        points: source.integer("points", &table.points, 1..=1_000)?,
        dice: source.integer("dice", &table.dice, 1..=MAX_DICE)?,
        die,
    })
}

fn challenge(source: &Source, table: &ChallengeTable) -> Result<Challenge, ConfigError> {
    let written = &table.declined_share;
    let declined_share = share(written.get_ref()).ok_or_else(|| {
        source.error(
            written.span(),
            format!("declined_share = \"{}\" is no share", written.get_ref()),
            "write a fraction from \"0/1\" to \"1/1\", such as \"1/2\"",
        )
    })?;
    Ok(Challenge {
        tokens: source.integer("tokens", &table.tokens, 0..=100)?,
        bonus: source.integer("bonus", &table.bonus, 0..=1_000)?,
        declined_share,
        accepted_factor: source.integer("accepted_factor", &table.accepted_factor, 1..=100)?,
    })
}

/// Reads `"n/d"` with 0 <= n <= d and 1 <= d <= 1,000.
fn share(text: &str) -> Option<Share> {
    let (numerator, denominator) = text.split_once('/')?;
    let share = Share {
        numerator: numerator.trim().parse().ok()?,
        denominator: denominator.trim().parse().ok()?,
    };
    let valid = (1..=1_000).contains(&share.denominator) && share.numerator <= share.denominator;
    valid.then_some(share)
}

fn die_error(source: &Source, faces: Range<usize>, error: DieError) -> ConfigError {
    let help = match error {
        DieError::Sum { .. } => "change the counts until they add up to six",
        DieError::NoAxe => "give at least one face an axe",
        DieError::NoPart => "give at least one face the part",
    };
    source.error(faces, error.to_string(), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT_IN: &str = include_str!("../../../configs/dragon_slayer.toml");

    /// The error that the built-in file gives after one replacement.
    fn refusal(from: &str, to: &str) -> String {
        assert!(BUILT_IN.contains(from), "{from:?} is not in the file");
        let source = Source::new("rules.toml", BUILT_IN.replacen(from, to, 1));
        let error = rules(&source).expect_err(to);
        let help = miette::Diagnostic::help(&error).map(|help| help.to_string());
        format!("{error} | {}", help.unwrap_or_default())
    }

    #[test]
    fn the_built_in_file_says_what_the_thesis_says() {
        let rules = Rules::built_in();
        assert_eq!((rules.target, rules.warrior.dice), (40, 3));
        assert_eq!(rules.warrior.die, WarriorDie::new(3, 2, 1).unwrap());
        let dragons: Vec<_> = (rules.dragons.iter())
            .map(|d| (d.name.as_str(), d.points, d.dice, d.die))
            .collect();
        let die = |mountain, flame| DragonDie::new(4, mountain, flame).unwrap();
        assert_eq!(
            dragons,
            [
                ("blue", 2, 3, die(2, 0)),
                ("green", 4, 3, die(1, 1)),
                ("red", 6, 3, die(0, 2)),
            ]
        );
        let challenge = rules.challenge;
        assert_eq!((challenge.tokens, challenge.bonus), (1, 5));
        assert_eq!(challenge.accepted_factor, 2);
        assert_eq!(share("1/2"), Some(challenge.declined_share));
    }

    #[test]
    fn refusals_name_the_line_and_the_fix() {
        let cases = [
            (
                "target = 40",
                "targt = 40",
                "line 4: unknown field `targt`",
                "did you mean `target`?",
            ),
            ("target = 40", "", "missing field `target`", "add `target`"),
            (
                "target = 40",
                "target = 0",
                "line 4: target = 0 is out of range",
                "from 1 to 10000",
            ),
            (
                "target = 40",
                "target = 4e1",
                "invalid type",
                "expected type",
            ),
            ("target = 40", "target = ", "line 4:", "TOML"),
            ("dice = 3", "dice = 5", "line 8: dice = 5", "from 1 to 4"),
            (
                "dice = 3",
                "dice = -1",
                "dice = -1 is out of range",
                "from 1 to 4",
            ),
            (
                "axe = 3",
                "axe = 4",
                "line 9: the faces add up to 7",
                "until they add up to six",
            ),
            (
                "axe = 3, shield = 2",
                "axe = 0, shield = 5",
                "never end: no axe",
                "at least one face an axe",
            ),
            (
                "part = 4, mountain = 2",
                "part = 0, mountain = 6",
                "never end: no part",
                "at least one",
            ),
            (
                "axe = 3",
                "ax = 3",
                "unknown field `ax`",
                "did you mean `axe`?",
            ),
            (
                "name = \"green\"",
                "name = \"blue\"",
                "two dragons are called \"blue\"",
                "own name",
            ),
            (
                "name = \"green\"",
                "name = \"\"",
                "cannot stand in a table",
                "printable",
            ),
            ("\"1/2\"", "\"3/2\"", "\"3/2\" is no share", "\"1/2\""),
            ("\"1/2\"", "\"1/0\"", "\"1/0\" is no share", "\"1/2\""),
            (
                "[challenge]",
                "[chalenge]",
                "unknown field `chalenge`",
                "did you mean `challenge`?",
            ),
        ];
        for (from, to, message, help) in cases {
            let refusal = refusal(from, to);
            let (left, right) = refusal.split_once(" | ").unwrap();
            assert!(left.contains(message), "{to:?}: {refusal}");
            assert!(right.contains(help), "{to:?}: {refusal}");
        }
    }

    #[test]
    fn one_to_four_dragons() {
        let dragon = |name: &str| {
            format!(
                "[[dragon]]\nname = \"{name}\"\npoints = 1\ndice = 1\nfaces = {{ part = 6, mountain = 0, flame = 0 }}\n"
            )
        };
        let (head, _) = BUILT_IN.split_once("[[dragon]]").unwrap();
        let (_, tail) = BUILT_IN.split_once("[challenge]").unwrap();
        let file = |names: &[&str]| {
            let dragons: String = names.iter().map(|name| dragon(name)).collect();
            Source::new("rules.toml", format!("{head}{dragons}[challenge]{tail}"))
        };
        assert_eq!(rules(&file(&["a"])).unwrap().dragons.len(), 1);
        assert_eq!(
            rules(&file(&["a", "b", "c", "d"])).unwrap().dragons.len(),
            4
        );
        let five = rules(&file(&["a", "b", "c", "d", "e"])).unwrap_err();
        assert!(five.to_string().contains("5 dragons are not supported"));
        let none = Source::new(
            "rules.toml",
            format!("dragon = []\n{head}[challenge]{tail}"),
        );
        let none = rules(&none).unwrap_err();
        assert!(none.to_string().contains("line 1: 0 dragons"), "{none}");
    }
}
