//! The exact odds against a reference implementation and against published values.
//!
//! The reference implementation shares no code with the crate: it enumerates every face of
//! every die, builds the whole Markov chain, and solves the full linear system with another
//! crate's fractions.

use crate::odds::exact::{self, FightChain, to_f64};
use crate::{DragonDie, Fight, FightState, Rules, WarriorDie};
use dashu_ratio::RBig;
use num_bigint::BigInt;
use num_rational::BigRational;

/// The symbol on a face.
#[derive(Clone, Copy, PartialEq)]
enum Face {
    Part,
    Mountain,
    Axe,
    Shield,
    Flame,
}

fn faces(counts: [(Face, u8); 3]) -> Vec<Face> {
    counts.into_iter().flat_map(|(face, count)| vec![face; usize::from(count)]).collect()
}

fn dragon_faces(die: DragonDie) -> Vec<Face> {
    faces([(Face::Part, die.part), (Face::Mountain, die.mountain), (Face::Flame, die.flame)])
}

fn warrior_faces(die: WarriorDie) -> Vec<Face> {
    faces([(Face::Axe, die.axe), (Face::Shield, die.shield), (Face::Flame, die.flame)])
}

/// The result of a throw of `dragon + warrior` dice: dragon dice and warrior dice left, and
/// whether the dragon is slain.
fn judge(thrown_at_dragon: &[Face], thrown_by_warrior: &[Face]) -> (usize, usize, bool) {
    let all = || thrown_at_dragon.iter().chain(thrown_by_warrior);
    let count = |face| all().filter(|&&shown| shown == face).count();
    let dragon_left = thrown_at_dragon.len() - count(Face::Part);
    let lost = count(Face::Flame).saturating_sub(count(Face::Shield));
    let warrior_left = thrown_by_warrior.len().saturating_sub(lost);
    let slain = warrior_left > 0 && dragon_left == 0 && count(Face::Axe) > 0;
    (dragon_left, warrior_left, slain)
}

/// The reference implementation: the distribution of dice left and the expected rolls from
/// (dragon, warrior) dice, by Gaussian elimination over all states at once.
fn reference(
    dragon: DragonDie,
    dragon_dice: usize,
    warrior: WarriorDie,
    warrior_dice: usize,
) -> (Vec<BigRational>, BigRational) {
    let (dragon, warrior) = (dragon_faces(dragon), warrior_faces(warrior));
    let ratio = |n: i64, d: i64| BigRational::new(BigInt::from(n), BigInt::from(d));
    let states: Vec<(usize, usize)> =
        (0..=dragon_dice).flat_map(|d| (1..=warrior_dice).map(move |w| (d, w))).collect();
    let index = |d, w| states.iter().position(|&state| state == (d, w)).unwrap();
    // A row is a state's equation x = P x + b; its columns are the states, then the ends
    // 0..=w, then the rolls.
    let ends = states.len();
    let mut system: Vec<Vec<BigRational>> = Vec::new();
    for &(d, w) in &states {
        let throws = 6_i64.pow((d + w) as u32);
        let mut counts = vec![0_i64; ends + warrior_dice + 2];
        for code in 0..throws {
            let mut rest = code;
            let mut face = |die: &[Face]| {
                let face = die[(rest % 6) as usize];
                rest /= 6;
                face
            };
            let at_dragon: Vec<Face> = (0..d).map(|_| face(&dragon)).collect();
            let by_warrior: Vec<Face> = (0..w).map(|_| face(&warrior)).collect();
            let (dragon_left, warrior_left, slain) = judge(&at_dragon, &by_warrior);
            if warrior_left == 0 {
                counts[ends] += 1;
            } else if slain {
                counts[ends + warrior_left] += 1;
            } else {
                counts[index(dragon_left, warrior_left)] -= 1;
            }
        }
        counts[index(d, w)] += throws;
        *counts.last_mut().unwrap() = throws;
        system.push(counts.into_iter().map(|count| ratio(count, throws)).collect());
    }
    for pivot in 0..ends {
        let row = (pivot..ends).find(|&row| system[row][pivot] != ratio(0, 1)).unwrap();
        system.swap(pivot, row);
        let scale = system[pivot][pivot].clone();
        for value in &mut system[pivot] {
            *value /= &scale;
        }
        for row in (0..ends).filter(|&row| row != pivot) {
            let factor = system[row][pivot].clone();
            if factor != ratio(0, 1) {
                for column in 0..system[row].len() {
                    let subtract = &factor * &system[pivot][column];
                    system[row][column] -= subtract;
                }
            }
        }
    }
    let mut solved = system[index(dragon_dice, warrior_dice)][ends..].to_vec();
    let rolls = solved.pop().unwrap();
    (solved, rolls)
}

fn assert_same(dragon: DragonDie, dragon_dice: u8, warrior: WarriorDie, warrior_dice: u8) {
    let chain = FightChain::solve(Fight { dragon, dragon_dice, warrior, warrior_dice });
    let fight = chain.fight(warrior_dice);
    let (dice_left, rolls) = reference(dragon, dragon_dice.into(), warrior, warrior_dice.into());
    let text: Vec<_> = fight.dice_left.iter().map(ToString::to_string).collect();
    let expected: Vec<_> = dice_left.iter().map(ToString::to_string).collect();
    assert_eq!(text, expected, "{dragon:?} {warrior:?}");
    assert_eq!(fight.expected_rolls.to_string(), rolls.to_string());
}

#[test]
fn the_nine_tables_are_exact() {
    let rules = Rules::built_in();
    for dragon in &rules.dragons {
        for warrior_dice in 1..=3 {
            assert_same(dragon.die, dragon.dice, rules.warrior.die, warrior_dice);
        }
    }
}

#[test]
fn all_possible_dice_are_exact() {
    for warrior in WarriorDie::all() {
        for dragon in DragonDie::all() {
            assert_same(dragon, 1, warrior, 2);
            assert_same(dragon, 2, warrior, 1);
        }
    }
}

#[test]
fn four_dice_on_each_side() {
    let warrior = WarriorDie::new(2, 1, 3).unwrap();
    let dragon = DragonDie::new(3, 1, 2).unwrap();
    assert_same(dragon, 3, warrior, 4);
    assert_same(dragon, 4, warrior, 3);
    let chain = FightChain::solve(Fight { dragon, dragon_dice: 4, warrior, warrior_dice: 4 });
    for warrior_dice in 1..=4 {
        for dragon_dice in 0..=4 {
            let state = FightState { dragon_dice, warrior_dice };
            let dice_left = &chain.state(state).dice_left;
            assert_eq!(dice_left.iter().fold(RBig::ZERO, |sum, share| sum + share), RBig::ONE);
        }
    }
}

/// Computed with icepool 2.1.3 and with dyce 0.7.0, two exact dice libraries;
/// `scripts/compare_odds.py` repeats the former.
#[test]
fn win_probabilities_agree_with_icepool() {
    let wins: Vec<_> =
        exact::all(&Rules::built_in()).iter().map(|fight| fight.win().to_string()).collect();
    assert_eq!(
        wins,
        [
            "61812/100009",
            "1949713250976/2197859289535",
            "122834604111885251028/127374339453179984165",
            "368352/857095",
            "22558965687072/30819635083817",
            "15865874487150479741367907488/18080835683095285406681326105",
            "11/36",
            "133036447/225348480",
            "3394253768563433/4389470398656000",
        ]
    );
}

#[test]
fn mean_rolls_agree_with_icepool() {
    let rolls = exact::all(&Rules::built_in());
    let expected =
        [2.29161, 2.39833, 2.32282, 1.73559, 2.10282, 2.21436, 1.37037, 1.79943, 2.04208];
    for (fight, expected) in rolls.iter().zip(expected) {
        assert!((to_f64(&fight.expected_rolls) - expected).abs() < 5e-6);
    }
}
