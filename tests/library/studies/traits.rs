//! The effect of each trait, from low to high: exact statistics of personalities that
//! differ from the neutral one in one trait, in games against optimal play, half of them
//! from each seat. A summary of its output when the traits were made follows. The last
//! column is the equity loss in per cent; the neutral value is bold:
//!
//! | trait | statistic | from low to high | equity loss % |
//! |---|---|---|---|
//! | `risk_aversion` -4, -1, **0**, 1, 4 | turns lost, % | 92.1, 69.6, **45.2**, 36.1, 26.2 | 30.2, 8.7, **0**, 4.7, 24.6 |
//! | | points at stake when stopping | 15.4, 12.7, **10.6**, 9.0, 6.3 | |
//! | `accept_aversion` -4, **0**, 1, 2, 4 | challenges accepted, % | 97, **97**, 91, 53, 23 | 0.0, **0**, 0.3, 3.7, 6.5 |
//! | `nerves` **0**, 0.5, 1, 4 | points when stopping, 4 or more behind | **11.9**, 13.6, 15.3, 16.7 | **0**, 2.6, 6.2, 13.3 |
//! | | the same, 4 or more ahead | **9.0**, 9.0, 9.0, 9.0 | |
//! | `nerves_after_big_turn` **0**, 0.5, 1, 4 | the same when level, after a big turn | **10.7**, 11.9, 12.2, 13.1 | **0**, 1.4, 3.8, 7.7 |
//! | | the same when level, else | **10.9**, 10.9, 10.9, 10.9 | |
//! | `calculation` 0, 0.5, 0.9, **1** | | | 9.2, 4.6, 0.7, **0** |
//! | `intuition` 0, 0.5, 0.9, **1** | turns lost, % | 49.3, 46.4, 45.4, **45.2** | 1.9, 0.2, 0.0, **0** |
//! | `eagerness` -1, -0.02, **0**, 0.02, 1 | challenges per game | 0.29, 0.50, **0.66**, 0.85, 0.98 | 2.5, 0.3, **0**, 0.4, 3.8 |
//! | | the turn before which one comes | 5.4, 4.3, **3.5**, 2.7, 1.6 | |

use std::error::Error;
use std::sync::Arc;

use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::policies::PersonalityPolicy;
use crate::games::dragon_slayer::policy_tables::{PlayerPolicy, PolicyTables};
use crate::games::dragon_slayer::solver::SolvedGame;
use crate::personalities::{Personality, Traits};
use rayon::prelude::*;

use crate::tests::personality_policies::round_by_round;

/// The name of a trait, a function that sets it, and the values studied.
type Scale = (&'static str, fn(&mut Traits, f64), &'static [f64]);

const SCALES: [Scale; 7] = [
    (
        "risk_aversion",
        |traits, figure| traits.risk_aversion = figure,
        &[-4.0, -1.0, -0.5, 0.0, 0.5, 1.0, 4.0],
    ),
    ("accept_aversion", |traits, figure| traits.accept_aversion = figure, &[-4.0, 1.0, 2.0, 4.0]),
    ("nerves", |traits, figure| traits.nerves = figure, &[0.5, 1.0, 4.0]),
    (
        "nerves_after_big_turn",
        |traits, figure| traits.nerves_after_big_turn = figure,
        &[0.5, 1.0, 4.0],
    ),
    ("calculation", |traits, figure| traits.calculation = figure, &[0.0, 0.5, 0.9]),
    ("intuition", |traits, figure| traits.intuition = figure, &[0.0, 0.5, 0.9]),
    ("eagerness", |traits, figure| traits.eagerness = figure, &[-1.0, -0.02, 0.02, 0.1, 1.0]),
];

#[test]
#[ignore = "a study that prints a table; it checks nothing"]
fn each_trait() -> Result<(), Box<dyn Error>> {
    let game = Arc::new(SolvedGame::new(&Rules::built_in())?);
    let steps: Vec<_> = (SCALES.iter())
        .flat_map(|(name, set, figures)| figures.iter().map(move |&figure| (name, set, figure)))
        .collect();
    let player_policy =
        |who: Personality| PlayerPolicy::from(PersonalityPolicy::new(who, Arc::clone(&game)));
    let mut player_policies: Vec<PlayerPolicy> = (steps.iter())
        .map(|(name, set, figure)| {
            let mut who = Personality::neutral(format!("{name}-{figure}"));
            set(&mut who.traits, *figure);
            player_policy(who)
        })
        .collect();
    player_policies.push(player_policy(Personality::neutral("optimum")));
    let tables = PolicyTables::write(&game, player_policies, None, &|_, _| {});
    let figures: Vec<_> = (0..steps.len())
        .into_par_iter()
        .map(|player| round_by_round::against(&tables, player, steps.len()))
        .collect();
    println!(
        "| trait | figure | equity loss % | turns lost % | points when stopping | behind | level \
         | ahead | level, after a big turn | and after others | accepted % | challenges | at turn |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for ((name, _, figure), seen) in steps.iter().zip(figures) {
        // Optimal play wins half of its games against itself from both seats together.
        let equity_loss = 100.0 * (0.5 - seen.wins).max(0.0);
        let lost = 100.0 * seen.lost.value();
        let [behind, level, ahead] = seen.stakes.map(round_by_round::Mean::value);
        let [after, others] = seen.stakes_after.map(round_by_round::Mean::value);
        println!(
            "| `{name}` | {figure} | {equity_loss:.2} | {lost:.1} | {:.1} | {behind:.1} \
             | {level:.1} | {ahead:.1} | {after:.1} | {others:.1} | {:.0} | {:.2} | {:.1} |",
            seen.stake(),
            100.0 * seen.accepted.value(),
            seen.made,
            seen.challenge_turn.value(),
        );
    }
    Ok(())
}
