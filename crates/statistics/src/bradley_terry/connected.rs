//! Checks whether all players can be compared, and which ratings the games bound.
//!
//! The likelihood alone has a maximum only if the players cannot be split into two parts such that
//! no player of the first part ever beat one of the second (Ford 1957, Amer. Math. Monthly 64,
//! 28-33; Hunter 2004, Ann. Statist. 32, 384-406). In other words, the graph of wins must be
//! strongly connected. The winner of a game beats all its other players. Where it is not, some
//! ratings may be raised without end, and no game contradicts: their intervals are open there.
//!
//! The seats are left out of this check: a player that won all games from one seat and some from the
//! other has two closed ends, although a rating without end together with a seat's advantage without
//! end would explain its games as well.

use super::{BradleyTerryError, LineUp};

/// Who beat whom.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Wins {
    /// By player: the players that it beat.
    beat: Vec<Vec<usize>>,
    /// By player: the players that it lost to.
    lost: Vec<Vec<usize>>,
}

impl Wins {
    /// The wins of these games, of which each winner beats all other players.
    ///
    /// # Errors
    /// If there are no games, or if no chain of games connects all players.
    pub(super) fn new(players: usize, line_ups: &[LineUp]) -> Result<Self, BradleyTerryError> {
        let mut met = vec![Vec::new(); players];
        let [mut beat, mut lost] = [met.clone(), met.clone()];
        let played = || line_ups.iter().filter(|line_up| line_up.games() > 0);
        played().next().ok_or(BradleyTerryError::NoGames)?;
        for line_up in played() {
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
        let connected = reached(&met, 0);
        if connected.contains(&false) {
            let (part, rest): (Vec<usize>, Vec<usize>) =
                (0..players).partition(|player| connected[*player]);
            let players = if rest.len() < part.len() { rest } else { part };
            return Err(BradleyTerryError::Disconnected { players });
        }
        Ok(Self { beat, lost })
    }

    /// By player: whether the games bound its rating from below and from above. The first is so
    /// if it beat each other player, directly or through others.
    pub(super) fn bounded(&self) -> Vec<[bool; 2]> {
        let ends = [&self.beat, &self.lost].map(|edges| {
            // The last start of a search that finds all players reaches all of them, if any does.
            let mut seen = vec![false; edges.len()];
            let mut last = 0;
            for player in 0..edges.len() {
                if !seen[player] {
                    last = player;
                    search(edges, player, &mut seen);
                }
            }
            if reached(edges, last).contains(&false) {
                vec![false; edges.len()]
            } else {
                reached(if std::ptr::eq(edges, &self.beat) { &self.lost } else { &self.beat }, last)
            }
        });
        let [low, high] = ends;
        low.into_iter().zip(high).map(|(low, high)| [low, high]).collect()
    }

    /// Whether the games bound a weighted sum of ratings from below and from above: each player of
    /// a positive weight beat each one of a negative weight, directly or through others, and the
    /// other way round.
    pub(super) fn bound(&self, weights: &[(usize, f64)]) -> [bool; 2] {
        [&self.beat, &self.lost].map(|edges| {
            let above = weights.iter().filter(|(_, weight)| *weight > 0.0);
            let mut reached = above.map(|(player, _)| reached(edges, *player));
            reached.all(|reached| {
                let mut below = weights.iter().filter(|(_, weight)| *weight < 0.0);
                below.all(|(player, _)| reached[*player])
            })
        })
    }
}

/// The players that edges lead to from this one.
fn reached(edges: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    search(edges, from, &mut reached);
    reached
}

/// Adds the players that edges lead to from this one.
fn search(edges: &[Vec<usize>], from: usize, reached: &mut [bool]) {
    let mut waiting = vec![from];
    reached[from] = true;
    while let Some(player) = waiting.pop() {
        for &other in &edges[player] {
            if !reached[other] {
                reached[other] = true;
                waiting.push(other);
            }
        }
    }
}
