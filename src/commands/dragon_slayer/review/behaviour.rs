//! How players behave in recorded games, by some of the metrics of tournaments.

use crate::commands::review::Behaviour;
use crate::dragon_slayer::{Action, AfterRoll, Phase};
use crate::play::{Game, Logged, Seat, Step};

use super::Replayed;

/// The metrics, whose names are those of `fingerprints.csv`.
const METRICS: [&str; 6] = [
    "points_when_stopping",
    "turns_lost",
    "fights_per_turn",
    "challenges_made",
    "challenges_received_per_stop",
    "challenges_accepted",
];

/// The metrics of a player over these games, each with its seat.
pub(crate) fn behaviour<'a>(
    games: impl IntoIterator<Item = (&'a Replayed, Seat)>,
) -> Vec<Behaviour> {
    let (mut stops, mut at_stake, mut turns, mut lost, mut fights) = (0, 0, 0, 0, 0);
    let (mut played, mut made, mut received, mut accepted) = (0, 0, 0, 0);
    for (replayed, seat) in games {
        played += 1;
        let game = replayed.playthrough.game();
        let mut state = game.start(replayed.playthrough.seats());
        for step in replayed.playthrough.steps() {
            let own = state.mover == seat;
            match step {
                Logged::Act(who, action) => {
                    match action {
                        Action::Fight(_) if own => {
                            fights += 1;
                            let begins =
                                state.turn.at_stake == 0 && state.turn.phase == Phase::MustFight;
                            turns += u64::from(begins);
                        }
                        Action::Stop if own => {
                            (stops, at_stake) = (stops + 1, at_stake + state.turn.at_stake)
                        }
                        Action::Challenge if own => received += 1,
                        Action::Challenge => made += u64::from(who == seat),
                        Action::Accept if own => accepted += 1,
                        _ => {}
                    }
                    game.play(&mut state, Step::Act(action));
                }
                Logged::Happen(event) => {
                    lost += u64::from(own && event == AfterRoll::Defeat);
                    game.play(&mut state, Step::Event(event));
                }
                Logged::Forfeit(_) => {}
            }
        }
    }
    let sums = [
        (at_stake.into(), stops),
        (lost, turns),
        (fights, turns),
        (made, played),
        (received, stops),
        (accepted, received),
    ];
    let metrics = METRICS.into_iter().zip(sums);
    metrics.map(|(metric, (sum, count))| Behaviour { metric, sum, count }).collect()
}
