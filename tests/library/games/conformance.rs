//! The games in the conformance suite of all games. Their own tests are in their crates.

use crate::commands::dragon_slayer::game as dragons;
use crate::dragon_slayer::Rules;
use crate::games::battletech::BattleTech;
use crate::games::parchis::Parchis;
use crate::games::pig::Pig;
use crate::games::tic_tac_toe_sp::TicTacToe;
use crate::games::tute::{Declarations, Exchanges, Muestra, NoTrick, Tute, Unit};
use rivals_core::contest::conforms;
use rivals_core::values::Whole;

#[test]
fn dragon_slayer_conforms() {
    // There are fewer games with agents, because these are slower.
    conforms(&dragons(Rules::built_in()), 10, &[]);
    let mut rules = Rules::built_in();
    rules.target = 20;
    rules.challenge.tokens = 2;
    conforms(&dragons(rules), 1, &["greedy", "hold-6", "random", "tree-1", "optimum", "daniel"]);
}

#[test]
fn pig_conforms() {
    conforms(&Pig::to(30), 20, &["hold-10", "optimum", "random"]);
}

#[test]
fn parchis_conforms() {
    let agents =
        ["random", "random-smart", "advance", "greedy", "minimax:1", "deepening:20", "mcts:5"];
    for rules in [Parchis::UGR22, Parchis::UGR22_FIXED] {
        conforms(&rules, 3, &agents);
    }
    let pairs = Parchis { colours: Some(Whole(2)), ..Parchis::THROWN };
    for rules in [Parchis::THROWN, pairs] {
        conforms(&rules, 1, &agents);
    }
}

#[test]
fn battletech_conforms() {
    // Tests of the game have the other agents in a shorter game.
    conforms(&BattleTech::default(), 1, &["random", "seed:fault=9"]);
}

#[test]
#[ignore = "searches of a whole game take a minute"]
fn battletech_conforms_to_searches() {
    conforms(&BattleTech::default(), 1, &["evaluate", "mcts:2", "commander"]);
}

#[test]
fn tic_tac_toe_sp_conforms() {
    let agents = [
        "random",
        "win-block",
        "priority:tie=random:prevent=plant",
        "priority-fixed",
        "priority-learned",
        "minimax:1",
        "alphabeta:1:eval=rivals",
        "deepening:20",
        "mcts:5",
    ];
    for rules in [TicTacToe::STUDIO, TicTacToe::CLASSICAL, TicTacToe::STUDIO.with_swap()] {
        conforms(&rules, 3, &agents);
    }
}

#[test]
fn tute_conforms() {
    let other = Tute {
        unit: Unit::Hand,
        muestra: Muestra::Mano,
        contrafallo: true,
        last_trick: 0,
        declarations: Declarations::All,
        no_trick: NoTrick::Loses,
        porotos: 1,
        capote: false,
        tute: false,
        exchange: Exchanges::Off,
    };
    let exchanges = Tute { exchange: Exchanges::Both, porotos: 2, ..Tute::MATCH };
    let agents = [
        "random",
        "always-high",
        "always-low",
        "dumper",
        "novice",
        "medium",
        "expert",
        "novice-calibrated",
        "medium-calibrated",
        "expert-calibrated",
        "medium-looking",
        "pimc:3",
        "pimc:2:rollout=medium:endgame=maxn",
        "ismcts:5",
        "cabrero:2",
    ];
    for (rules, games) in [(Tute::HAND, 6), (Tute::MATCH, 1), (other, 4), (exchanges, 3)] {
        conforms(&rules, games, &agents);
    }
}
