//! The map as text, and games in words.

use std::collections::BTreeSet;

use rivals_core::contest::Present;
use rivals_core::play::show::{Names, Part};
use rivals_core::play::{Dice, Game, Logged, Playthrough, Seat, Turn};
use serde_json::json;

use super::*;
use crate::battletech::picture::drawing;
use crate::battletech::rules::BattleTech;
use rivals_core::drawing::Shape;

fn names() -> Names {
    Names::new(["Ana", "Abel", "Eva", "Max"].map(str::to_owned), Some(Seat::FIRST))
}

/// The board of the protocol's example, in its first lines.
#[test]
fn the_map_with_its_mechs() {
    let position = json!({
        "map": ["4x4", "light: 0202", "level 1: 0303", "water 2: 0401", "heavy: 0302", "level 2: 0302"],
        "phase": "weapons",
        "mechs": [
            {
                "model": "AS7-D",
                "hex": "0203",
                "facing": 1,
                "heat": 11,
                "moved": {"mode": "walk", "hexes": 1},
                "structure": {"LA": 0},
                "armour": {"LA": 0, "CTr": 3},
                "hits": ["RT:1"],
            },
            {"model": "GRF-1N", "hex": "0402", "facing": 5, "torso": "left"},
        ],
    });
    let game = BattleTech::default();
    let state = state(&position);
    let text = game.scene(&state, &names());
    let Part::Board(board) = &text.parts[0] else { panic!("{text}") };
    let lines: Vec<&str> = board.text.lines().map(str::trim_end).collect();
    assert_eq!(
        lines[..5],
        [
            "   01 02 03 04",
            "01 ·  .  ·  w2  Turn 1 of 50, weapons",
            "02 ·  l  h2 2↙",
            "03 ·  1↑ ·1 .   1↑ You",
            "04 ·  .  ·  .   AS7-D: heat 11, LA lost, LT",
        ]
    );
    assert!(board.words.contains("heavy: 0302\n"), "{}", board.words);
    let words = board.words.replace('\n', " ");
    for fact in ["AC/20 RT:1 hit", "15 shots of SRM 6 in", "CT 47+31/3", "torso left"] {
        assert!(words.contains(fact), "{fact}: {words}");
    }
    let fire = "fire:RA:6:0402".parse().unwrap();
    assert_eq!(Present::name(&game, &state, fire), "fire RA:6 medium laser (RA) at 0402");
    let why = game.explain(&state, fire);
    assert!(why.starts_with("needs ") && why.contains("gunnery 4, attacker moved 1"), "{why}");
}

/// Fire and smoke on the map, in words and in the drawing.
#[test]
fn fire_and_smoke_are_drawn() {
    let position = json!({
        "map": ["4x4", "light: 0202", "level 1: 0303"],
        "terrain": {"wind": 4, "fires": ["0202"], "changes": ["swamp: 0401"]},
        "mechs": [
            {"model": "AS7-D", "hex": "0203", "facing": 1},
            {"model": "GRF-1N", "hex": "0402", "facing": 5},
        ],
    });
    let game = BattleTech { terrain: true, ..BattleTech::default() };
    let state = rivals_core::engine::position(&game, &position).unwrap();
    let Part::Board(board) = &game.scene(&state, &names()).parts[0] else { panic!("a board") };
    let lines: Vec<String> =
        board.text.lines().map(|line| line.chars().take(15).collect()).collect();
    assert_eq!(lines[1], "01 ·  .  ·  s  ");
    assert_eq!(lines[2], "02 ·  l *·  2↙ ");
    assert_eq!(lines[3], "03 · ~1↑~·1~.  ");
    assert!(board.words.contains("swamp: 0401\nfire: 0202\nsmoke: 0103 0203 0303\n"));
    let drawn = drawing(&state);
    let words: Vec<&str> = (drawn.shapes.iter())
        .filter_map(|shape| if let Shape::Word { word, .. } = shape { Some(&**word) } else { None })
        .collect();
    assert!(["l*", ".1~", "~"].iter().all(|word| words.contains(word)), "{words:?}");
}

/// In games of all sizes, lines fit, actions have names of their own, and what happens is told.
#[test]
fn games_are_told() {
    let game = Arc::new(BattleTech::default());
    let names = names();
    let mut rng = generator(5);
    let mut told = BTreeSet::new();
    for seats in 2..=4 {
        let mut playthrough =
            Playthrough::new(Arc::clone(&game), seats, Dice::new(seats as u64, 0, 0));
        for _ in 0..600 {
            let before = playthrough.state().clone();
            let step = match playthrough.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chances) => {
                    let event = chances.sample(&mut rng);
                    playthrough.happen(event).unwrap();
                    Logged::Happen(event)
                }
                Turn::Decide(seat) => {
                    let actions = game.actions(&before);
                    let named: BTreeSet<String> = actions
                        .iter()
                        .map(|&action| Present::name(&*game, &before, action))
                        .collect();
                    assert_eq!(named.len(), actions.len());
                    let action = actions[rng.random_range(0..actions.len())];
                    playthrough.act(action).unwrap();
                    Logged::Act(seat, action)
                }
            };
            for line in game.tell(&before, &step, playthrough.state(), &names, &mut rng) {
                assert!(line.text.ends_with('.'), "{}", line.text);
                let words = line.text.split(' ').skip(1).take(1);
                told.extend(words.map(str::to_owned));
            }
            let text = game.text(playthrough.state(), &names);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
        assert!(!game.reason(playthrough.state(), &names).is_empty());
    }
    for verb in ["rolls", "walks", "runs", "fires", "heat", "prone", "CT"] {
        assert!(told.contains(verb), "{verb}: {told:?}");
    }
}
