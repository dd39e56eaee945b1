//! Reads a rule file into [`Rules`], or refuses it with the line that is wrong. All keys are
//! required; other keys are refused.

use super::dice::{DieError, DragonDie, FACES, WarriorDie};
use super::rule_set::{Challenge, Dragon, MAX_DICE, MAX_DRAGONS, MAX_NAME, Rules, Share, Warrior};
use crate::config::{ConfigError, Source, Table};

/// The rules that the file describes.
pub(super) fn rules(source: &Source) -> Result<Rules, ConfigError> {
    source.parse(|file| {
        file.only(&["target", "warrior", "dragon", "challenge"])?;
        Ok(Rules {
            target: file.integer("target", 1..=10_000)?,
            warrior: warrior(&file.table("warrior")?)?,
            dragons: dragons(file)?,
            challenge: challenge(&file.table("challenge")?)?,
        })
    })
}

fn warrior(table: &Table) -> Result<Warrior, ConfigError> {
    table.only(&["dice", "faces"])?;
    Ok(Warrior {
        dice: table.integer("dice", 1..=MAX_DICE)?,
        die: die(table, ["axe", "shield", "flame"], WarriorDie::new)?,
    })
}

/// The die with the counts of these symbols under the key `faces`.
fn die<Die>(
    table: &Table,
    symbols: [&str; 3],
    new: fn(u8, u8, u8) -> Result<Die, DieError>,
) -> Result<Die, ConfigError> {
    let faces = table.table("faces")?;
    faces.only(&symbols)?;
    let count = |symbol: usize| faces.integer(symbols[symbol], 0..=FACES);
    new(count(0)?, count(1)?, count(2)?).map_err(|error| {
        let help = match error {
            DieError::Sum { .. } => "change the counts until they add up to six",
            DieError::NoAxe => "give at least one face an axe",
            DieError::NoPart => "give at least one face the part",
        };
        table.error("faces", error.to_string(), help)
    })
}

fn dragons(file: &Table) -> Result<Vec<Dragon>, ConfigError> {
    let tables = file.tables("dragon")?;
    if tables.is_empty() || tables.len() > MAX_DRAGONS {
        let message = format!("{} dragons are not supported", tables.len());
        let help = format!("give one to {MAX_DRAGONS} [[dragon]] tables");
        return Err(match tables.get(MAX_DRAGONS) {
            Some(first_too_many) => first_too_many.error("name", message, help),
            None => file.error("dragon", message, help),
        });
    }
    let mut dragons: Vec<Dragon> = Vec::new();
    for table in tables {
        let dragon = dragon(&table)?;
        if dragons.iter().any(|other| other.name == dragon.name) {
            let message = format!("two dragons are called \"{}\"", dragon.name);
            return Err(table.error("name", message, "give each dragon its own name"));
        }
        dragons.push(dragon);
    }
    Ok(dragons)
}

fn dragon(table: &Table) -> Result<Dragon, ConfigError> {
    table.only(&["name", "points", "dice", "faces"])?;
    Ok(Dragon {
        name: table.line("name", MAX_NAME)?,
        points: table.integer("points", 1..=1_000)?,
        dice: table.integer("dice", 1..=MAX_DICE)?,
        die: die(table, ["part", "mountain", "flame"], DragonDie::new)?,
    })
}

fn challenge(table: &Table) -> Result<Challenge, ConfigError> {
    table.only(&["tokens", "bonus", "declined_share", "accepted_factor"])?;
    let fraction = "a fraction from \"0/1\" to \"1/1\", such as \"1/2\"";
    Ok(Challenge {
        tokens: table.integer("tokens", 0..=100)?,
        bonus: table.integer("bonus", 0..=1_000)?,
        declined_share: table.text("declined_share", fraction, share)?,
        accepted_factor: table.integer("accepted_factor", 1..=100)?,
    })
}

/// Reads `"n/d"` with 0 <= n <= d and 1 <= d <= 1,000.
fn share(text: &str) -> Option<Share> {
    let number = |digits: &str| {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let (numerator, denominator) = text.split_once('/')?;
    let share = Share { numerator: number(numerator)?, denominator: number(denominator)? };
    let valid = (1..=1_000).contains(&share.denominator) && share.numerator <= share.denominator;
    valid.then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::games::dragon_slayer::rules::rule_set::BUILT_IN;

    /// The error that the built-in file gives after one replacement.
    fn refusal(from: &str, to: &str) -> String {
        assert!(BUILT_IN.contains(from), "{from:?} is not in the file");
        let source = Source::new("rules.toml", BUILT_IN.replacen(from, to, 1));
        let error = rules(&source).expect_err(to);
        let help = miette::Diagnostic::help(&error).map(|help| help.to_string());
        format!("{error} | {}", help.unwrap_or_default())
    }

    #[test]
    fn the_built_in_file_has_the_rules_of_the_thesis() {
        let rules = Rules::built_in();
        assert_eq!((rules.target, rules.warrior.dice), (40, 3));
        assert_eq!(rules.warrior.die, WarriorDie::new(3, 2, 1).unwrap());
        let dragons: Vec<_> =
            (rules.dragons.iter()).map(|d| (d.name.as_str(), d.points, d.dice, d.die)).collect();
        let die = |mountain, flame| DragonDie::new(4, mountain, flame).unwrap();
        assert_eq!(
            dragons,
            [("blue", 2, 3, die(2, 0)), ("green", 4, 3, die(1, 1)), ("red", 6, 3, die(0, 2)),]
        );
        let challenge = rules.challenge;
        assert_eq!((challenge.tokens, challenge.bonus), (1, 5));
        assert_eq!(challenge.accepted_factor, 2);
        assert_eq!(share("1/2"), Some(challenge.declined_share));
    }

    #[test]
    fn refusals_name_the_line_and_the_fix() {
        let cases = [
            ("target = 40", "targt = 40", "line 4: unknown key `targt`", "did you mean `target`?"),
            (
                "target = 40",
                "",
                "missing key `target` in the file",
                "add a whole number from 1 to 10000",
            ),
            ("target = 40", "target = 0", "line 4: target = 0 is out of range", "from 1 to 10000"),
            ("target = 40", "target = 4e1", "target is a decimal number", "a whole number from 1"),
            ("target = 40", "target = ", "line 4:", "TOML"),
            ("dice = 3", "dice = 5", "line 8: dice = 5", "from 1 to 4"),
            ("dice = 3", "dice = -1", "dice = -1 is out of range", "from 1 to 4"),
            ("axe = 3", "axe = 4", "line 9: the faces add up to 7", "until they add up to six"),
            (
                "axe = 3, shield = 2",
                "axe = 0, shield = 5",
                "might never end: the warrior die has no axe",
                "at least one face an axe",
            ),
            (
                "part = 4, mountain = 2",
                "part = 0, mountain = 6",
                "might never end: the dragon die has no part",
                "at least one",
            ),
            ("axe = 3", "ax = 3", "unknown key `ax` in [faces]", "did you mean `axe`?"),
            ("name = \"green\"", "name = \"blue\"", "two dragons are called \"blue\"", "own name"),
            ("name = \"green\"", "name = \"\"", "cannot be used", "printable"),
            ("\"1/2\"", "\"3/2\"", "\"3/2\" cannot be used", "\"1/2\""),
            ("\"1/2\"", "\"1/0\"", "\"1/0\" cannot be used", "\"1/2\""),
            ("[challenge]", "[chalenge]", "unknown key `chalenge`", "did you mean `challenge`?"),
            ("[warrior]\n", "[[warrior]]\n", "warrior is a list", "[warrior]"),
            ("\"1/2\"", "\"+1/2\"", "cannot be used", "such as"),
            ("{ axe = 3, shield = 2, flame = 1 }", "[3, 2, 1]", "faces is a list", "{ ... }"),
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
        assert_eq!(rules(&file(&["a", "b", "c", "d"])).unwrap().dragons.len(), 4);
        let five = rules(&file(&["a", "b", "c", "d", "e"])).unwrap_err();
        assert!(five.to_string().contains("5 dragons are not supported"));
        let none = Source::new("rules.toml", format!("dragon = []\n{head}[challenge]{tail}"));
        let none = rules(&none).unwrap_err();
        assert!(none.to_string().contains("line 1: 0 dragons"), "{none}");
    }
}
