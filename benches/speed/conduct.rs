//! Decisions of personalities at every game on one core, beside those of the reference agent whose
//! moves neutral figures make. Decisions are from games of the reference.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rivals::games::battletech::BattleTech;
use rivals::games::parchis::Parchis;
use rivals::games::pig::Pig;
use rivals::games::tic_tac_toe_sp::TicTacToe;
use rivals::games::tute::Tute;
use rivals::personalities::Personality;
use rivals::play::{Agent, Decision, Dice, Playthrough, Seat, Turn};
use rivals::tournament::Players;

/// The decisions that are made in turns, one of every five of a game.
const DECISIONS: usize = 32;
const EVERY: usize = 5;

const PLAYERS: [&str; 3] = ["reference", "neutral", "carla"];

#[divan::bench(sample_count = 20, args = PLAYERS)]
fn pig(bench: Bencher, player: &str) {
    decisions(bench, Pig::to(100), 2, player);
}

#[divan::bench(sample_count = 20, args = PLAYERS)]
fn parchis(bench: Bencher, player: &str) {
    decisions(bench, Parchis::UGR22, 2, player);
}

#[divan::bench(sample_count = 20, args = PLAYERS)]
fn tic_tac_toe_sp(bench: Bencher, player: &str) {
    decisions(bench, TicTacToe::default(), 2, player);
}

#[divan::bench(sample_count = 20, args = PLAYERS)]
fn tute(bench: Bencher, player: &str) {
    decisions(bench, Tute::default(), 3, player);
}

#[divan::bench(sample_count = 10, sample_size = 1, args = PLAYERS)]
fn battletech(bench: Bencher, player: &str) {
    decisions(bench, BattleTech::default(), 2, player);
}

/// The player makes all decisions; items are decisions.
fn decisions<G: Players>(bench: Bencher, game: G, seats: usize, player: &str) {
    let game = Arc::new(game);
    let posed = posed(&game, seats);
    let conducting = G::CONDUCT.expect("personalities play it");
    let mut agent: Box<dyn Agent<G>> = match player {
        "reference" => conducting.reference_of(&game),
        "neutral" => {
            let neutral = G::character(&Personality::neutral("neutral"));
            game.agent(&neutral.expect("it is calibrated"))
        }
        name => game.player(name).expect("it is built in"),
    };
    let mut dice = Dice::new(2028, 0, 0).opening();
    bench.counter(ItemsCount::new(posed.len())).bench_local(|| {
        for (seat, view, actions) in &posed {
            let decision = Decision::new(&*game, *seat, view, actions);
            black_box(agent.decide(black_box(&decision), &mut dice)).expect("it is not stopped");
        }
    });
}

/// Decisions between several actions, with what the seats know.
fn posed<G: Players>(game: &Arc<G>, seats: usize) -> Vec<(Seat, G::View, Vec<G::Action>)> {
    let conducting = G::CONDUCT.expect("personalities play it");
    let (mut posed, mut seen) = (Vec::new(), 0);
    for number in 0.. {
        let dice = Dice::new(2028, 0, number);
        let start = game.opening(seats, &mut dice.opening());
        let mut agents: Vec<_> = (0..seats).map(|_| conducting.reference_of(game)).collect();
        let mut played = Playthrough::from_state(Arc::clone(game), start, seats, dice);
        loop {
            if let Turn::Decide(seat) = played.turn()
                && played.actions().len() > 1
            {
                seen += 1;
                if seen % EVERY == 0 {
                    let view = game.view(played.state(), seat).into_owned();
                    posed.push((seat, view, played.actions().to_vec()));
                }
                if posed.len() == DECISIONS {
                    return posed;
                }
            }
            if played.advance(&mut agents).is_some() {
                break;
            }
        }
    }
    unreachable!("games have decisions")
}
