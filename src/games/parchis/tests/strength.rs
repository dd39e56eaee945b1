//! Measures the strength of an agent against another one, and the speed of searches:
//!
//! ```console
//! $ FIRST=deepening:10000:eval=rivals SECOND=alphabeta:6:eval=gm2:order=desc GAMES=1000 \
//!     cargo test --release --lib strength_of_an_agent -- --ignored --nocapture
//! ```

use std::time::Instant;

use rayon::prelude::*;

use super::super::agents::AGENTS;
use super::super::engine::ParchisEngine;
use super::super::rules::Parchis;
use super::Setup;
use super::tuning::setting;
use crate::play::engine::perft::perft;
use crate::play::{AgentSpec, Dice, Seat, Seats};
use crate::statistics::Interval;
use crate::tournament::{Contest, GameRecord};

#[test]
#[ignore = "takes minutes; run it to measure"]
fn strength_of_an_agent() {
    let spec = |name: &str| {
        let text = std::env::var(name).expect("name the agents in FIRST and SECOND");
        AgentSpec::parse(&text, AGENTS).unwrap()
    };
    let specs = [spec("FIRST"), spec("SECOND")];
    let (games, seed) = (setting("GAMES", 1_000), setting("SEED", 1));
    let contest = ParchisEngine::built_in().sittings(&specs);
    let metrics = contest.metrics().len();
    let begun = Instant::now();
    let played: Vec<(u64, [[i64; 2]; 2])> = (0..games / 2)
        .into_par_iter()
        .flat_map_iter(|group| {
            let dice = Dice::new(seed, 0, group);
            let contest = &contest;
            [0, 1].into_iter().map(move |seat: u8| {
                let mut record = GameRecord::new(2, metrics);
                let line_up = [[0, 1], [1, 0]][usize::from(seat)];
                contest.play(&line_up, &dice, &mut record);
                let half_points = match record.winners {
                    won if won == Seats::one(Seat(seat)) => 2,
                    won if won.len() == 2 => 1,
                    _ => 0,
                };
                let nodes = |seat: u8| record.sums(usize::from(seat) * metrics + metrics - 1);
                (half_points, [nodes(seat), nodes(1 - seat)])
            })
        })
        .collect();
    let points = played.iter().map(|(points, _)| points).sum::<u64>() / 2;
    let count = played.len() as u64;
    let interval = Interval::wilson(points, count);
    println!(
        "{} against {}: {points} of {count}, {:.1} % ({:.1} to {:.1}), in {:.1} s",
        specs[0],
        specs[1],
        100.0 * points as f64 / count as f64,
        100.0 * interval.low,
        100.0 * interval.high,
        begun.elapsed().as_secs_f64()
    );
    for player in 0..2 {
        let sum = |at: usize| {
            played
                .iter()
                .map(|(_, nodes)| nodes[player][at])
                .sum::<i64>()
        };
        println!(
            "  {}: {:.0} nodes a move",
            specs[player],
            sum(0) as f64 / sum(1).max(1) as f64
        );
    }
}

#[test]
#[ignore = "takes seconds; run it to measure"]
fn speed_of_searches() {
    let state = Setup::Grouped.state();
    let begun = Instant::now();
    let sequences = perft(&Parchis::UGR22, &state, 6).unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "perft 6: {sequences} in {seconds:.2} s, {:.1} million a second",
        sequences as f64 / seconds / 1e6
    );
    for spec in [
        "alphabeta:6",
        "alphabeta:6:order=desc",
        "alphabeta:6:eval=gm2:order=desc",
        "alphabeta:6:eval=rivals:order=desc",
        "deepening:1000000",
        "deepening:1000000:eval=rivals",
        "mcts:100000:eval=rivals",
    ] {
        let mut agent = super::agents::named(spec);
        let begun = Instant::now();
        let action = super::agents::decision(&mut *agent, &state);
        let seconds = begun.elapsed().as_secs_f64();
        let thought = agent.thought().unwrap();
        let nodes = thought.nodes.unwrap();
        println!(
            "{spec}: {action} {:?} depth {:?}, {nodes} nodes in {seconds:.3} s, {:.2} million a second",
            thought.value,
            thought.depth,
            nodes as f64 / seconds / 1e6
        );
    }
}
