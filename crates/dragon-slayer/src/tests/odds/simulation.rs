//! The simulation against a die-by-die reference implementation and against the exact
//! odds.

use crate::odds::exact::{self, FightChain};
use crate::odds::simulation::{AliasTable, BATCH, FightTally, fastest, simulate};
use crate::odds::{Cell, OddsTable, Published};
use crate::{DragonDie, Fight, Rules, WarriorDie};
use rand::Rng;
use rivals_core::random::{Key, Purpose};
use rivals_statistics::Agreement;

fn key(unit: u64) -> Key {
    Key::new(2018, Purpose::OddsSimulation, &[99, unit])
}

/// A throw of a die: three random bits, drawn again if they are 6 or 7.
fn d6(rng: &mut impl Rng) -> u8 {
    loop {
        let face = (rng.next_u64() >> 61) as u8;
        if face < 6 {
            return face;
        }
    }
}

/// The reference implementation: one fight, die by die, as the rules describe it.
fn fight_die_by_die(
    dragon: DragonDie,
    mut dragon_dice: u8,
    warrior: WarriorDie,
    mut warrior_dice: u8,
    rng: &mut impl Rng,
) -> (u8, u64) {
    let mut rolls = 0;
    loop {
        rolls += 1;
        let (mut parts, mut axes, mut shields, mut flames) = (0, 0, 0, 0);
        for _ in 0..dragon_dice {
            match d6(rng) {
                face if face < dragon.part => parts += 1,
                face if face < dragon.part + dragon.mountain => {}
                _ => flames += 1,
            }
        }
        for _ in 0..warrior_dice {
            match d6(rng) {
                face if face < warrior.axe => axes += 1,
                face if face < warrior.axe + warrior.shield => shields += 1,
                _ => flames += 1,
            }
        }
        dragon_dice -= parts;
        if flames > shields {
            let lost: u8 = flames - shields;
            if lost >= warrior_dice {
                return (0, rolls);
            }
            warrior_dice -= lost;
        }
        if dragon_dice == 0 && axes > 0 {
            return (warrior_dice, rolls);
        }
    }
}

#[test]
fn the_reference_and_the_simulation_agree_with_the_exact_odds() {
    const FIGHTS: u64 = 200_000;
    let rules = Rules::built_in();
    let reference: Vec<FightTally> = (Cell::all(&rules).iter().enumerate())
        .map(|(unit, cell)| {
            let dragon = &rules.dragons[cell.dragon];
            let mut rng = key(unit as u64).generator();
            let mut tally = FightTally::default();
            for _ in 0..FIGHTS {
                let (dice_left, rolls) = fight_die_by_die(
                    dragon.die,
                    dragon.dice,
                    rules.warrior.die,
                    cell.warrior_dice,
                    &mut rng,
                );
                tally.dice_left[usize::from(dice_left)] += 1;
                tally.rolls += rolls;
            }
            tally
        })
        .collect();
    let simulated = simulate(&rules, FIGHTS, 2018, &|_| {});
    for tallies in [&reference, &simulated] {
        let table = OddsTable::new(&rules, exact::all(&rules), tallies, &Published::thesis());
        assert!(table.refuted().is_empty(), "{tallies:?}");
        for row in &table.rows {
            // The standard deviation of a fight's rolls is below 2.
            let mean = row.rolls as f64 / FIGHTS as f64;
            let expected = exact::to_f64(&row.exact.expected_rolls);
            let error = 2.0 / (FIGHTS as f64).sqrt();
            assert!((mean - expected).abs() < 5.0 * error, "{row:?}");
        }
    }
}

#[test]
fn simulations_with_other_dice_agree_with_the_exact_odds() {
    for (dragon, dragon_dice, warrior, warrior_dice) in [
        ((1, 0, 5), 4, (1, 5, 0), 4),
        ((6, 0, 0), 1, (6, 0, 0), 1),
        ((3, 2, 1), 4, (2, 1, 3), 4),
        ((1, 4, 1), 2, (1, 0, 5), 3),
        ((5, 1, 0), 4, (4, 0, 2), 2),
    ] {
        let dragon = DragonDie::new(dragon.0, dragon.1, dragon.2).unwrap();
        let warrior = WarriorDie::new(warrior.0, warrior.1, warrior.2).unwrap();
        let thrown = Fight { dragon, dragon_dice, warrior, warrior_dice };
        let tally = fastest()(&AliasTable::new(thrown), key(7), BATCH);
        let chain = FightChain::solve(thrown);
        let exact = chain.fight(warrior_dice).distribution();
        for (dice_left, probability) in exact.into_iter().enumerate() {
            let agreement = Agreement::new(tally.dice_left[dice_left], BATCH, probability);
            assert!(!agreement.refuted(1), "{dragon:?} {warrior:?} {agreement:?}");
        }
    }
}

#[test]
fn fights_are_neither_lost_nor_doubled() {
    let rules = Rules::built_in();
    for trials in [1, 64, 1_001, BATCH, BATCH + 1, 2 * BATCH + 777] {
        for tally in simulate(&rules, trials, 5, &|_| {}) {
            assert_eq!(tally.fights(), trials);
        }
    }
}

#[test]
fn value_stability() {
    let tallies = simulate(&Rules::built_in(), 200_000, 2018, &|_| {});
    let red_with_three = tallies[8];
    assert_eq!(red_with_three.dice_left, [45_628, 33_107, 42_361, 78_904, 0]);
    assert_eq!(red_with_three.rolls, 408_964);
}

#[test]
fn short_fights_are_not_favoured() {
    // Every lane has a fixed number of fights. So the mean number of rolls is the expected
    // one even with one long fight per lane.
    let dragon = DragonDie::new(1, 5, 0).unwrap();
    let warrior = WarriorDie::new(1, 5, 0).unwrap();
    let thrown = Fight { dragon, dragon_dice: 3, warrior, warrior_dice: 1 };
    let table = AliasTable::new(thrown);
    let batches = 2_000;
    let rolls: u64 = (0..batches).map(|unit| fastest()(&table, key(unit), 64).rolls).sum();
    let chain = FightChain::solve(thrown);
    let expected = exact::to_f64(&chain.fight(1).expected_rolls);
    let mean = rolls as f64 / (64 * batches) as f64;
    // The standard deviation of a fight's rolls is below 10.
    let error = 10.0 / ((64 * batches) as f64).sqrt();
    assert!((mean - expected).abs() < 5.0 * error, "{mean} {expected}");
}
