//! The questions of the engine that only this game answers.

#![expect(clippy::cast_possible_truncation, reason = "values are at most MOST_VALUE")]

mod ground;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::battletech::attack::{Aim, MOST, damages, expected};
use crate::battletech::knapsack::{self, Choice, Chosen, exact, greedy};
use crate::battletech::mech::Means;
use crate::battletech::position::{no_weapon, position};
use crate::battletech::record::Weapon;
use crate::battletech::state::State;
use crate::battletech::tables::chance;
use rivals_core::json::read;
use rivals_core::play::Seat;
use rivals_core::values::{Invalid, Notation, Whole, length};

/// The names of the questions.
pub const ASKS: [&str; 7] =
    ["distance", "arc", "line_of_sight", "reach", "to_hit", "expected_damage", "knapsack"];

/// The answer to one of [`ASKS`].
///
/// # Errors
/// [`Invalid`], of the field that is wrong.
pub fn answer(ask: &str, fields: &Value) -> Result<Value, Invalid> {
    match ask {
        "distance" => ground::distance(fields),
        "arc" => ground::arc(fields),
        "line_of_sight" => ground::line_of_sight(fields),
        "reach" => ground::reach(fields),
        "to_hit" => to_hit(fields),
        "expected_damage" => expected_damage(fields),
        _ => knapsack(fields),
    }
}

fn to_hit(fields: &Value) -> Result<Value, Invalid> {
    #[derive(Deserialize)]
    struct Asked {
        #[serde(deserialize_with = "position")]
        position: State,
        seat: Seat,
        target: Seat,
        weapon: Notation<Means>,
        primary: Option<Seat>,
    }

    let Asked { position, seat, target, weapon: Notation(means), primary } = read(fields)?;
    let primary = primary.unwrap_or(target);
    for (field, seat) in [("seat", seat), ("target", target), ("primary", primary)] {
        seat.check(field, position.mechs.seats())?;
    }
    if seat == target {
        return Err(Invalid::new("target", "a mech does not attack itself", "write another seat"));
    }
    if !position.mechs[seat].has(means) {
        return Err(no_weapon("weapon", means));
    }
    let refused = |why: &str| Ok(json!({ "allowed": false, "why": why }));
    if [seat, target].into_iter().any(|seat| position.mechs[seat].destroyed()) {
        return refused("a destroyed mech takes no part");
    }
    let aim = Aim::new(&position, seat, target, primary);
    let shot = match aim.shot(means) {
        Ok(shot) => shot,
        Err(why) => return refused(why),
    };
    let mut answer = json!(shot);
    answer["allowed"] = json!(shot.need <= MOST);
    answer["modifiers"] = json!(aim.modifiers(means).collect::<Vec<_>>());
    answer["chance"] = json!(chance(shot.need));
    if shot.need > MOST {
        answer["why"] = json!("two dice do not reach the need");
    }
    Ok(answer)
}

/// Reads the name of a weapon.
fn weapon(name: &str) -> Result<&'static Weapon, Invalid> {
    Weapon::named(name).map_err(|error| error.under("weapon"))
}

fn expected_damage(fields: &Value) -> Result<Value, Invalid> {
    #[derive(Deserialize)]
    struct Asked {
        weapon: String,
        need: Whole<u8, 1, 13>,
    }

    let Asked { weapon: name, need: Whole(need) } = read(fields)?;
    let weapon = weapon(&name)?;
    let expected = expected(weapon, need);
    let (above, below) = lowest(expected.into(), UNIT);
    Ok(json!({
        "expected": above as f64 / below as f64,
        "fraction": format!("{above}/{below}"),
        "damage": damages(weapon, need),
    }))
}

/// The unit of expected damages.
const UNIT: i128 = 1296;

/// A fraction in lowest terms, above and below the line.
fn lowest(above: i128, below: i128) -> (i128, i128) {
    let (mut common, mut rest) = (above, below);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    (above / common, below / common)
}

/// A weapon by its heat and value, or by its name and need.
#[derive(Deserialize)]
struct Item {
    heat: Option<Whole<u32, 0, 1_000_000>>,
    value: Option<f64>,
    weapon: Option<String>,
    need: Option<Whole<u8, 1, 13>>,
}

/// Values are compared in parts of 1 with this number of decimal places, all greater ones left out.
const PLACES: usize = 20;
const PARTS: i128 = 10_i128.pow(PLACES as u32);

/// The greatest value of a weapon.
const MOST_VALUE: f64 = 1e9;

/// A value of at most [`MOST_VALUE`] in [`PARTS`], exactly the decimal number that was written.
fn parts(value: f64) -> i128 {
    let text = value.to_string();
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    let digits = format!("{whole}{places:0<PLACES$.PLACES$}");
    digits.parse().expect("at most 30 digits")
}

impl Item {
    fn choice(&self) -> Result<Choice, Invalid> {
        let (heat, value) = match (&self.heat, self.value, &self.weapon, &self.need) {
            (Some(Whole(heat)), Some(value), None, None) => {
                if !(0.0..=MOST_VALUE).contains(&value) {
                    let message = format!("{value} is not a number from 0 to {MOST_VALUE}");
                    return Err(Invalid::new("value", message, "write another number"));
                }
                (*heat, parts(value) * UNIT)
            }
            (None, None, Some(name), Some(Whole(need))) => {
                let weapon = weapon(name)?;
                (weapon.heat.into(), i128::from(expected(weapon, *need)) * PARTS)
            }
            _ => {
                let help = "write \"heat\" and \"value\", or \"weapon\" and \"need\"";
                return Err(Invalid::new("", "it is no weapon to choose", help));
            }
        };
        Ok(Choice { heat, value })
    }
}

fn knapsack(fields: &Value) -> Result<Value, Invalid> {
    #[derive(Deserialize)]
    struct Asked {
        weapons: Vec<Item>,
        budget: u32,
    }

    let Asked { weapons, budget } = read(fields)?;
    length("weapons", weapons.len(), 0..=knapsack::MOST)?;
    let choice = |(place, item): (usize, &Item)| {
        item.choice().map_err(|error| error.under(&format!("weapons[{place}]")))
    };
    let choices = weapons.iter().enumerate().map(choice).collect::<Result<Vec<_>, _>>()?;
    let written = |chosen: Chosen| {
        let (above, below) = lowest(chosen.value, PARTS * UNIT);
        let value = above as f64 / below as f64;
        json!({ "chosen": chosen.indices, "heat": chosen.heat, "value": value })
    };
    let mut answer = written(exact(&choices, budget));
    answer["greedy"] = written(greedy(&choices, budget));
    Ok(answer)
}
