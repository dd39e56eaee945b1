//! Checks whether finite ratings can exist, before any is computed.
//!
//! Ratings are finite and unique only if the players cannot be split into two parts
//! such that no player of the first part ever beat one of the second (Ford 1957, Amer.
//! Math. Monthly 64, 28-33; Hunter 2004, Ann. Statist. 32, 384-406). In other words,
//! the graph of wins must be strongly connected. The winner of a game beats all its
//! other players. A seat that never won has no finite advantage either.
//!
//! With seats in the model this condition is necessary and not quite sufficient. The
//! remaining cases appear in Newton's method, whose steps then do not shrink.

use super::{BradleyTerryError, LineUp};

/// Refuses games that are empty, or whose ratings cannot be finite.
pub(super) fn check(players: usize, line_ups: &[LineUp]) -> Result<(), BradleyTerryError> {
    let played = || line_ups.iter().filter(|line_up| line_up.games() > 0);
    let first = played().next().ok_or(BradleyTerryError::NoGames)?;
    let seats = first.wins.len();
    check_players(players, played())?;
    match (0..seats).find(|&seat| played().all(|line_up| line_up.wins[seat] == 0)) {
        Some(seat) => Err(BradleyTerryError::WinlessSeat { seat }),
        None => Ok(()),
    }
}

fn check_players<'a>(
    players: usize,
    line_ups: impl Iterator<Item = &'a LineUp>,
) -> Result<(), BradleyTerryError> {
    let mut met = vec![Vec::new(); players];
    let [mut beat, mut lost] = [met.clone(), met.clone()];
    for line_up in line_ups {
        for (&player, &wins) in line_up.players.iter().zip(&line_up.wins) {
            for &other in &line_up.players {
                met[player].push(other);
                if wins > 0 {
                    beat[player].push(other);
                    lost[other].push(player);
                }
            }
        }
    }
    if let Some((part, rest)) = split(&met) {
        let players = if rest.len() < part.len() { rest } else { part };
        return Err(BradleyTerryError::Disconnected { players });
    }
    // No player that player 0 beat, directly or through others, beat the rest; or the
    // rest beat no player through which player 0 was beaten.
    let lower_and_higher = split(&beat).or_else(|| split(&lost).map(|(part, rest)| (rest, part)));
    match lower_and_higher {
        None => Ok(()),
        Some((lower, higher)) if lower.len() < higher.len() => {
            Err(BradleyTerryError::Winless { players: lower })
        }
        Some((_, higher)) => Err(BradleyTerryError::Unbeaten { players: higher }),
    }
}

/// The players that edges lead to from player 0, and the rest; none if the rest is empty.
fn split(edges: &[Vec<usize>]) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut reached = vec![false; edges.len()];
    let mut waiting = vec![0];
    reached[0] = true;
    while let Some(player) = waiting.pop() {
        for &other in &edges[player] {
            if !reached[other] {
                reached[other] = true;
                waiting.push(other);
            }
        }
    }
    let (part, rest): (Vec<usize>, Vec<usize>) =
        (0..edges.len()).partition(|player| reached[*player]);
    (!rest.is_empty()).then_some((part, rest))
}
