//! Measures Parchis on one core: `cargo bench --bench parchis`. Searches and counts of sequences
//! are asked of the engine, as other programs ask them; what its lines cost beside them is small.
//!
//! A decision in a game is measured over all positions of a game between two agents.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rivals::games::find;
use serde_json::{Value, json};

/// The answer to a question about Parchis.
fn ask(question: &Value) -> Value {
    let game = find("parchis").expect("it is a game");
    let mut engine = game.engine(None).expect("the built-in rules are right");
    let answer = engine.answer(question.to_string().as_bytes());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

fn start(setup: &str) -> Value {
    ask(&json!({"ask": "start", "setup": setup}))["position"].clone()
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft 5, sequences");
    for setup in ["grouped", "alterned", "almost_goal"] {
        let question = json!({"ask": "perft", "position": start(setup), "depth": 5});
        let sequences = ask(&question)["sequences"].as_u64().expect("a count");
        group.throughput(Throughput::Elements(sequences));
        group.bench_function(setup, |bench| bench.iter(|| black_box(ask(&question))));
    }
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a decision from grouped, states");
    let position = start("grouped");
    for agent in [
        "minimax:4",
        "alphabeta:6",
        "alphabeta:6:order=desc",
        "alphabeta:6:eval=gm2:order=desc",
        "deepening:10000:eval=rivals",
        "mcts:10000:eval=rivals",
    ] {
        let question = json!({"ask": "decide", "position": position, "agent": agent});
        let nodes = ask(&question)["nodes"].as_u64().expect("it searches");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(agent, |bench| bench.iter(|| black_box(ask(&question))));
    }
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a game, moves");
    for agent in ["random", "alphabeta:4", "alphabeta:6:eval=gm2:order=desc"] {
        let question = json!({"ask": "play", "agents": [agent, agent]});
        let moves = ask(&question)["moves"].as_array().expect("a list").len();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(agent, |bench| bench.iter(|| black_box(ask(&question))));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = perft, searches, games
}
criterion_main!(benches);
