//! The dice inferred from frequencies: published ones, and simulated ones of known dice.

use crate::Error;
use crate::odds::infer::{Observations, infer};
use crate::odds::simulation::simulate;
use crate::odds::{Cell, FrequencyCell, Published};
use crate::{DragonDie, Rules, WarriorDie};

#[test]
fn the_published_tables_determine_the_dice() {
    let cells = Published::thesis().frequencies();
    let reported = std::sync::atomic::AtomicU64::new(0);
    let count = || {
        reported.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    let observations = Observations::new(&Rules::built_in(), &cells).unwrap();
    assert_eq!(observations.fights(), 90_000);
    let inference = infer(&observations, &count);
    assert_eq!(reported.into_inner(), observations.steps());

    let warrior = &inference.warrior;
    assert_eq!(warrior.len(), 21);
    assert_eq!(warrior[0].die, WarriorDie::new(3, 2, 1).unwrap());
    // An independent search that shares no code with this one found the chi-squares 10.3
    // on 18 degrees of freedom, 1,230 for the second-best warrior die, and 224 for the
    // best dice with one other dragon die.
    let rounded = |fit: &crate::odds::infer::Fit| fit.chi_square.statistic.round();
    assert_eq!(rounded(&warrior[0].fit), 10.0);
    assert_eq!(warrior[0].fit.chi_square.degrees_of_freedom, 18);
    assert_eq!(rounded(&warrior[1].fit), 1_230.0);
    let mut second_best = f64::INFINITY;
    for (name, candidates) in &inference.dragons {
        let (mountain, flame) = match name.as_str() {
            "blue" => (2, 0),
            "green" => (1, 1),
            _ => (0, 2),
        };
        assert_eq!(candidates[0].die, DragonDie::new(4, mountain, flame).unwrap());
        second_best = second_best.min(rounded(&candidates[1].fit));
    }
    assert_eq!(second_best, 224.0);
}

#[test]
fn simulated_dice_are_found_again() {
    let mut rules = Rules::built_in();
    rules.warrior.die = WarriorDie::new(2, 3, 1).unwrap();
    rules.dragons.truncate(2);
    rules.dragons[0].die = DragonDie::new(5, 0, 1).unwrap();
    rules.dragons[0].dice = 2;
    rules.dragons[1].die = DragonDie::new(2, 3, 1).unwrap();
    let cells: Vec<FrequencyCell> = (Cell::all(&rules).into_iter())
        .zip(simulate(&rules, 20_000, 3, &|_| {}))
        .map(|(cell, tally)| FrequencyCell {
            dragon: rules.dragons[cell.dragon].name.clone(),
            warrior_dice: cell.warrior_dice,
            dice_left: tally.dice_left[..=usize::from(cell.warrior_dice)].to_vec(),
        })
        .collect();
    let inference = infer(&Observations::new(&rules, &cells).unwrap(), &|| {});
    assert_eq!(inference.warrior[0].die, rules.warrior.die);
    for (dragon, (_, candidates)) in rules.dragons.iter().zip(&inference.dragons) {
        assert_eq!(candidates[0].die, dragon.die);
    }
}

#[test]
fn an_unknown_dragon_is_refused() {
    let mut cells = Published::thesis().frequencies();
    cells[4].dragon = "black".to_owned();
    let error = Observations::new(&Rules::built_in(), &cells).unwrap_err();
    assert_eq!(error, Error::UnknownDragon("black".to_owned()));
}
