//! Tests of playthroughs: refusals, forfeits, steps taken back, and games of agents compared
//! with exact values.

use crate::commands::dragon_slayer::game as dragons;
use std::sync::Arc;

use crate::dragon_slayer::policies::named;
use crate::dragon_slayer::solver::{Play, Solution};
use crate::dragon_slayer::{DragonSlayer, Rules};
use crate::games::pig::{Face, Pig, PigAction};
use crate::play::{
    Agent, Decision, Dice, FnAgent, Forfeit, Logged, Playthrough, RandomAgent, Seat, Seats,
    Thought, Turn,
};
use crate::tournament::Players;
use rand::Rng;

fn playthrough(seats: usize) -> Playthrough<Pig> {
    Playthrough::new(Arc::new(Pig::to(20)), seats, Dice::new(5, 0, 0))
}

#[test]
fn what_is_not_legal_is_refused_with_the_reason() {
    let mut playthrough = playthrough(2);
    let refusal = playthrough.happen(Face(3)).unwrap_err().to_string();
    assert_eq!(refusal, "3 is not possible: seat 1 has to decide");
    assert!(playthrough.roll().is_err());
    playthrough.act(PigAction::Roll).unwrap();
    let refusal = playthrough.act(PigAction::Hold).unwrap_err().to_string();
    assert_eq!(refusal, "hold is not possible: an event of chance is next");
    assert!(playthrough.happen(Face(7)).is_err());
    playthrough.happen(Face(1)).unwrap();
    assert_eq!(playthrough.turn(), Turn::Decide(Seat::SECOND));
}

/// An agent that gives up at its first decision.
struct Quitter;

impl Agent<Pig> for Quitter {
    fn decide(
        &mut self,
        _: &Decision<'_, Pig>,
        _: &mut dyn Rng,
    ) -> Result<Thought<PigAction>, Forfeit> {
        Err(Forfeit("tired"))
    }
}

#[test]
fn after_a_forfeit_the_others_win() {
    let mut playthrough = playthrough(3);
    let hold = |_: &Decision<'_, Pig>, _: &mut dyn Rng| PigAction::Hold;
    let mut agents: Vec<Box<dyn Agent<Pig>>> =
        vec![Box::new(FnAgent(hold)), Box::new(Quitter), Box::new(RandomAgent)];
    let outcome = playthrough.run(&mut agents);
    let others: Seats = [Seat(0), Seat(2)].into_iter().collect();
    assert_eq!(outcome.winners(), others);
    assert!(playthrough.act(PigAction::Roll).is_err() && playthrough.roll().is_err());
    assert_eq!(playthrough.steps().last(), Some(Logged::Forfeit(Seat::SECOND)));
    // After the step is taken back, the same seat decides again.
    assert!(playthrough.undo());
    playthrough.act(PigAction::Roll).unwrap();
}

#[test]
fn a_roll_that_is_taken_back_comes_again() {
    let mut playthrough = playthrough(2);
    for _ in 0..20 {
        if !matches!(playthrough.turn(), Turn::Chance(_)) {
            playthrough.act(PigAction::Roll).unwrap();
        }
        let rolled = playthrough.roll().unwrap();
        assert!(playthrough.undo());
        assert_eq!(playthrough.roll(), Ok(rolled));
        if matches!(playthrough.turn(), Turn::Over(_)) {
            break;
        }
    }
}

/// The share of games that the first seat wins is within five standard errors of the
/// exact value: for policies, for optimal play, and for the depth-limited decisions of a
/// tree search.
#[test]
fn games_of_agents_have_the_exact_chances() {
    const GAMES: u64 = 4_000;
    let mut rules = Rules::built_in();
    rules.target = 15;
    let table = dragons(rules.clone());
    let game = Arc::new(DragonSlayer::by(rules.clone()));
    for [first, second] in [["optimum", "hold-6"], ["greedy", "optimum"], ["random", "tree-1"]] {
        let policies = [first, second].map(|name| named(name, &rules).unwrap());
        let plays = [Play::As(&*policies[0]), Play::As(&*policies[1])];
        let exact = Solution::solve(&rules, plays).unwrap().first_wins();
        let mut wins = 0;
        for number in 0..GAMES {
            let agents = [first, second].map(|spec| table.player(spec));
            let mut agents = agents.map(Result::unwrap);
            let mut playthrough = Playthrough::new(Arc::clone(&game), 2, Dice::new(3, 0, number));
            wins += u64::from(playthrough.run(&mut agents).winners().contains(Seat::FIRST));
        }
        let rate = wins as f64 / GAMES as f64;
        let deviation = (exact * (1.0 - exact) / GAMES as f64).sqrt();
        let z = (rate - exact) / deviation;
        assert!(z.abs() < 5.0, "{first} against {second}: {rate}, exactly {exact}");
    }
}
