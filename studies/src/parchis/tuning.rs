//! Tunes the weights of Parchis's `eval=rivals` by self-play in tournaments.
//!
//! The method is simultaneous perturbation (SPSA, Spall 1992). It begins with the weights that are
//! fitted to games ([`super::fit`]). Each round draws a sign for every weight, and two variants, one
//! with all weights moved along these signs and one against them, meet in a tournament: both play the
//! same drawn openings from both seats, and each of their decisions is a search of a number of states.
//! Openings begin with all setups of the game. The weights then move towards the winner, in
//! proportion to its lead and by smaller steps from round to round. The result is the mean of the
//! weights over the second half of the rounds. All weights are [`progressive`]. The same arguments
//! give the same weights on any number of threads. `docs/parchis.md` reports the results.

use std::sync::Arc;

use miette::{Result, miette};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rivals_core::contest::{AgentContest, AgentMaker, Player};
use rivals_core::search::{Method, SearchAgent};
use rivals_games::parchis::rivals::Rivals;
use rivals_games::parchis::{Parchis, Setup, WEIGHTS, Weights};
use rivals_league::tournament::Tally;

use super::{FEATURES, FITTED, rounded};
use crate::played::played;

/// How far each weight is moved in the first round, in the order of [`WEIGHTS`]: about what
/// changes the evaluation as much as any other, given how large the features are.
const STEPS: [f64; FEATURES] = [
    15.0, 15.0, 8.0, 200.0, 200.0, 100.0, 100.0, 150.0, 250.0, 100.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0,
    25.0, 25.0, 100.0, 120.0, 120.0, 120.0, 200.0, 150.0,
];

/// The gain: by how many of its steps a weight moves after a match that is won to nil.
const GAIN: f64 = 0.6;

/// The places of the leader's pieces on safe squares, in the corridor and in the goal.
const SAFE: usize = 5;
const IN_CORRIDOR: usize = 7;
const IN_GOAL: usize = 8;

/// These weights, raised so that the leader's pieces never count less in the corridor than on a
/// safe square, nor less in the goal than in the corridor. A player with other weights may keep
/// its pieces out of the goal for ever.
fn progressive(mut weights: [f64; FEATURES]) -> [f64; FEATURES] {
    weights[IN_CORRIDOR] = weights[IN_CORRIDOR].max(weights[SAFE]).max(0.0);
    weights[IN_GOAL] = weights[IN_GOAL].max(weights[IN_CORRIDOR]);
    weights
}

/// Tunes the weights, and prints them after every tenth of the rounds.
pub(crate) fn tune(rounds: u32, openings: u64, nodes: u64, seed: u64) -> Result<()> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut weights = progressive(FITTED.map(f64::from));
    let (mut sum, mut counted) = ([0.0; FEATURES], 0.0);
    for round in 0..rounds {
        // The usual exponents of SPSA, with a tenth of the rounds as the stability constant.
        let late = f64::from(round + 1);
        let tenth = f64::from(rounds) / 10.0;
        let reach = late.powf(-0.101);
        let gain = GAIN * ((tenth + 1.0) / (tenth + late)).powf(0.602);
        let signs: [f64; FEATURES] =
            std::array::from_fn(|_| if rng.next_u64() >> 63 == 0 { 1.0 } else { -1.0 });
        let moved = |way: f64| -> Weights {
            let moved = std::array::from_fn(|at| weights[at] + way * reach * signs[at] * STEPS[at]);
            rounded(progressive(moved))
        };
        let of_round = seed.wrapping_mul(1_000_003) + u64::from(round);
        let met = meet(nodes, openings, of_round, [moved(1.0), moved(-1.0)])?;
        let lead = 2.0 * share(&met) - 1.0;
        for (weight, (sign, step)) in weights.iter_mut().zip(signs.iter().zip(STEPS)) {
            *weight += gain * lead * sign * step;
        }
        weights = progressive(weights);
        if round >= rounds / 2 {
            counted += 1.0;
            sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        if (round + 1) % (rounds / 10).max(1) == 0 {
            println!("round {}: {:?}", round + 1, rounded(weights));
        }
    }
    println!("mean: {:?}", rounded(sum.map(|sum| sum / counted)));
    Ok(())
}

/// Prints the share of the games that the given weights win against the built-in ones.
pub(crate) fn compare(openings: u64, nodes: u64, seed: u64, given: Vec<i32>) -> Result<()> {
    let given = Weights::try_from(given).map_err(|_| miette!("write {FEATURES} weights"))?;
    let met = meet(nodes, openings, seed, [given, WEIGHTS])?;
    let share = share(&met);
    // The variance is that of the share over the pairs of games on one opening.
    let units = met.shares.len() / 2 - 1;
    let squares = met.shares[..=units].iter().enumerate().map(|(won, &pairs)| {
        let deviation = won as f64 / units as f64 - share;
        pairs as f64 * deviation * deviation
    });
    let pairs = met.groups as f64;
    let error = (squares.sum::<f64>() / (pairs - 1.0) / pairs).sqrt();
    println!(
        "{:.2} % of {} games, 95 % interval {:.2} to {:.2}",
        100.0 * share,
        2 * met.groups,
        100.0 * (share - 1.96 * error),
        100.0 * (share + 1.96 * error)
    );
    Ok(())
}

/// The tournament of two weights of `deepening:NODES:eval=rivals`.
fn meet(nodes: u64, openings: u64, seed: u64, weights: [Weights; 2]) -> Result<Tally> {
    let players = weights.into_iter().enumerate().map(|(at, weights)| {
        let id = format!("weights-{}", at + 1);
        let maker: AgentMaker<Parchis> = Box::new(move || {
            Box::new(SearchAgent::new(
                Method::Deepening(rivals::play::Budget::States(nodes)),
                Rivals { weights },
            ))
        });
        (Player::policy(&id, &id, String::new()), maker)
    });
    let game = Parchis { boards: Setup::ALL.to_vec().into(), ..Parchis::UGR22 };
    let mut contest = AgentContest::new(Arc::new(game), players);
    contest.share_unit = 2;
    Ok(played(&contest, 2, openings, seed)?.pairings[0].totals.clone())
}

/// The share of the wins of the first weights.
fn share(met: &Tally) -> f64 {
    let (won, all): (u64, u64) = (met.wins[..2].iter().sum(), met.wins.iter().sum());
    won as f64 / all as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_the_program_are_progressive() {
        let weights = WEIGHTS.map(f64::from);
        assert_eq!(progressive(weights), weights);
    }
}
