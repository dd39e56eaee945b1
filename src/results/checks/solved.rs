//! Odds, ranked dice and the solved game: complete, once each, and of the same
//! dragons and positions.

use std::collections::{BTreeMap, BTreeSet};

use super::{Checked, unique};
use crate::results::entries::Command;
use crate::results::folder::Folder;
use crate::text::number::{count, counted};

fn warrior_dice(dice: u8) -> String {
    counted(dice.into(), "warrior die", "warrior dice")
}

pub(super) fn odds(folder: &Folder) -> Checked {
    let odds = &folder.odds;
    unique(
        odds,
        |row| (&row.dragon, row.warrior_dice, row.dice_left),
        |row| {
            format!(
                "{} with {} and {} left",
                row.dragon,
                warrior_dice(row.warrior_dice),
                row.dice_left
            )
        },
    )?;
    let due = (folder.manifest.entries.get(&Command::Odds)).and_then(|entry| entry.trials);
    // By cell: its last row, how many it has, and its fights.
    let mut cells: BTreeMap<(&str, u8), (usize, usize, u64)> = BTreeMap::new();
    for (at, row) in odds.iter().enumerate() {
        if due != Some(row.trials) {
            let due = due.map_or("none".to_owned(), |due| due.to_string());
            let message = format!("{} trials, but the manifest says {due}", row.trials);
            return Err(odds.refuse(at, message));
        }
        let cell = cells.entry((&row.dragon, row.warrior_dice)).or_default();
        *cell = (at, cell.1 + 1, cell.2.saturating_add(row.count));
    }
    for ((dragon, dice), (last, rows, count)) in cells {
        let name = format!("{dragon} with {}", warrior_dice(dice));
        if rows != usize::from(dice) + 1 {
            let message = format!(
                "{name} has {} and not {}",
                counted(rows as u64, "row", "rows"),
                u32::from(dice) + 1
            );
            return Err(odds.refuse(last, message));
        }
        if count != odds[last].trials {
            let trials = odds[last].trials;
            let message = format!("the counts of {name} add up to {count}, not to {trials} trials");
            return Err(odds.refuse(last, message));
        }
    }
    Ok(())
}

pub(super) fn inference(folder: &Folder) -> Checked {
    let table = &folder.inference;
    let name = |dragon: &Option<String>| dragon.clone().unwrap_or("the warrior".to_owned());
    unique(
        table,
        |row| (&row.dragon, row.rank),
        |row| format!("rank {} of {}", row.rank, name(&row.dragon)),
    )?;
    let mut last: Option<&crate::games::dragon_slayer::results::inference::Row> = None;
    for (at, row) in table.iter().enumerate() {
        if let Some(dragon) = &row.dragon
            && !folder.odds.iter().any(|row| row.dragon == *dragon)
        {
            let odds = folder.odds.file().display();
            return Err(table.refuse(at, format!("the dragon `{dragon}` is not in {odds}")));
        }
        let before = last.filter(|before| before.dragon == row.dragon);
        let due = before.map_or(1, |before| before.rank + 1);
        if row.rank != due {
            let message = format!("rank {} follows where {due} is due", row.rank);
            return Err(table.refuse(at, message));
        }
        last = Some(row);
    }
    Ok(())
}

/// Both seats at every score below a target, which the rows themselves say.
fn target(folder: &Folder) -> u32 {
    let scores = folder
        .values
        .iter()
        .map(|row| row.first_score.max(row.second_score));
    scores.max().map_or(0, |most| most.saturating_add(1))
}

/// How many tokens a seat begins with, which the rows themselves say.
fn tokens(folder: &Folder) -> u32 {
    let tokens = (folder.values.iter()).map(|row| row.first_token.max(row.second_token));
    tokens.max().unwrap_or(0)
}

pub(super) fn values(folder: &Folder) -> Checked {
    let values = &folder.values;
    let key = |row: &crate::games::dragon_slayer::results::solve::ValueRow| {
        let scores = [row.first_score, row.second_score];
        (scores, [row.first_token, row.second_token])
    };
    unique(
        values,
        |row| (key(row), &row.to_move),
        |row| {
            format!(
                "{}:{} with {} and {} tokens and the {} to move",
                row.first_score, row.second_score, row.first_token, row.second_token, row.to_move
            )
        },
    )?;
    let target = target(folder);
    let tokens = u64::from(tokens(folder)) + 1;
    let due = (u64::from(target).pow(2)).saturating_mul(2 * tokens.saturating_mul(tokens));
    match values.len() as u64 == due {
        true => Ok(()),
        false => Err(values.refuse_end(format!(
            "{}, not the {} below a target of {target}",
            counted(values.len() as u64, "position", "positions"),
            count(due)
        ))),
    }
}

pub(super) fn stops(folder: &Folder) -> Checked {
    let stops = &folder.stops;
    unique(
        stops,
        |row| {
            let scores = [row.first_score, row.second_score];
            let tokens = [row.first_token, row.second_token];
            ((scores, tokens, &row.to_move), row.dice, &row.alive)
        },
        |row| {
            format!(
                "{}:{} with {} and {} tokens and the {} to move, {} and {} alive",
                row.first_score,
                row.second_score,
                row.first_token,
                row.second_token,
                row.to_move,
                counted(row.dice.into(), "die", "dice"),
                row.alive
            )
        },
    )?;
    let (odds, target, most) = (&folder.odds, target(folder), tokens(folder));
    let dragons: BTreeSet<&str> = odds.iter().map(|row| row.dragon.as_str()).collect();
    let dice = odds.iter().map(|row| row.warrior_dice).max().unwrap_or(0);
    for (at, row) in stops.iter().enumerate() {
        if let Some(dragon) = row.alive.split('+').find(|name| !dragons.contains(name)) {
            // A name may have a + in it.
            if !dragons.iter().any(|name| name.contains('+')) {
                let odds = odds.file().display();
                return Err(stops.refuse(at, format!("the dragon `{dragon}` is not in {odds}")));
            }
        }
        let held = row.first_token.max(row.second_token);
        if row.first_score.max(row.second_score) >= target || held > most || row.dice > dice {
            let values = folder.values.file().display();
            let message = format!("a position that is not in {values}, or more dice than {dice}");
            return Err(stops.refuse(at, message));
        }
    }
    let sets = (1_u64 << dragons.len().min(32)) - 1;
    let tokens = u64::from(most) + 1;
    let positions = (2 * u64::from(target).pow(2)).saturating_mul(tokens.saturating_mul(tokens));
    let due = positions.saturating_mul(u64::from(dice) * sets);
    match stops.len() as u64 == due {
        true => Ok(()),
        false => Err(stops.refuse_end(format!(
            "{}, not the {} of all positions, tokens, dice and dragons",
            counted(stops.len() as u64, "row", "rows"),
            count(due)
        ))),
    }
}
