//! The policy tables of all players, computed in parallel, and how to look decisions up.
//!
//! A player's decisions in one position lie side by side, so that a turn touches one or
//! two cache lines. States after accepting a challenge are in the tables up to the target;
//! decisions beyond it are computed when they are first asked for.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::packed::{pack, unpack};
use super::player_policy::PlayerPolicy;
use super::rows::{NEAR, NearRow, PLACES, TableRow, TableRows};
use crate::policies::turn_table::{OwnedTurnTable, TurnTable};
use crate::policies::{Scratch, turn_table};
use crate::solver::{Outlook, Position, SolvedGame};
use rivals_core::contest::{Keep, Store};
use rivals_statistics::parallel;

/// The number of positions that one thread writes at a time, and that are kept as one piece.
const BLOCK: usize = 16;

/// The number of players whose tables are computed at a time where a store keeps them: a run that
/// is ended loses no more.
const AT_A_TIME: usize = 16;

/// The number of positions, spread over all, that tell how long all tables take.
const SAMPLED: usize = 20;

/// The decisions of all players in all positions.
pub struct PolicyTables {
    pub(super) game: Arc<SolvedGame>,
    player_policies: Vec<PlayerPolicy>,
    layout: Layout,
    by_player: Vec<PolicyTable>,
}

/// The decisions of one player.
struct PolicyTable {
    /// The number of variants: 1, or 2 if the player decides differently after a big turn.
    variants: usize,
    /// By variant, position, and state before a challenge.
    plain: Vec<u8>,
    /// By variant and position: the first states of `plain`, a cache line long.
    first: Vec<NearRow>,
    /// By variant, row of [`Layout::accepted_row`], and state after accepting a challenge.
    accepted: Vec<u8>,
    /// By variant and position: the states after accepting a challenge that are not in
    /// `accepted`, once one of them was asked for.
    beyond: Vec<OnceLock<Box<[u8]>>>,
}

/// The sizes of the tables of a game.
struct Layout {
    /// The number of states in a table, before and after accepting a challenge.
    states: [usize; 2],
    /// By position: its row in [`PolicyTable::accepted`], if the mover may be challenged.
    accepted_row: Vec<Option<u32>>,
    accepted_rows: usize,
}

impl Layout {
    fn new(game: &SolvedGame) -> Self {
        let solution = &game.solution;
        let target = game.rules().target;
        let [plain, accepted] = [false, true].map(|accepted| game.graph().places(accepted));
        let mut accepted_rows = 0;
        let accepted_row = (0..solution.positions()).map(|index| {
            let position = solution.position(index);
            position.may_be_challenged().then(|| {
                accepted_rows += 1;
                accepted_rows - 1
            })
        });
        Self {
            accepted_row: accepted_row.collect(),
            accepted_rows: accepted_rows as usize,
            states: [plain.len(), accepted.partition_point(|place| place.at_stake < target)],
        }
    }

    /// The number of variants of a player's table: one, or two if it decides differently
    /// after a big turn; none if it chooses at random.
    fn variants(player_policy: &PlayerPolicy) -> usize {
        match player_policy {
            PlayerPolicy::Random => 0,
            _ => 1 + usize::from(player_policy.depends_on_big_turns()),
        }
    }
}

impl PolicyTables {
    /// The memory in bytes of the tables of these players. It includes a tenth of the memory
    /// that all states beyond the tables would take; games of the built-in players need less.
    #[must_use]
    pub fn bytes(game: &SolvedGame, player_policies: &[PlayerPolicy]) -> u64 {
        let layout = Layout::new(game);
        let positions = layout.accepted_row.len();
        let per_position =
            layout.states[0] + size_of::<NearRow>() + size_of::<OnceLock<Box<[u8]>>>();
        let of_variant = positions * per_position + layout.accepted_rows * layout.states[1];
        let beyond = game.graph().places(true).len() - layout.states[1];
        let variants: usize = player_policies.iter().map(Layout::variants).sum();
        let shared = positions * size_of::<Option<u32>>();
        (shared + variants * (of_variant + layout.accepted_rows * beyond / 10)) as u64
    }

    /// Computes the policy tables of these players, on the current rayon pool, except for what an
    /// earlier run `kept`, and keeps them there. `progress` is told, from any thread, how many
    /// positions of tables have just been finished, and of how many in all tables.
    #[must_use]
    pub fn write(
        game: &Arc<SolvedGame>,
        player_policies: Vec<PlayerPolicy>,
        kept: Option<&dyn Keep>,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Self {
        let mut policy_tables = Self::empty(game, player_policies);
        let all: Vec<usize> = (0..policy_tables.by_player.len()).collect();
        policy_tables.fill(&all, kept, progress);
        policy_tables.finished()
    }

    /// As [`Self::write`], except for the tables that a store has under these keys, by player, and
    /// keeps the others there.
    #[must_use]
    pub fn write_stored(
        game: &Arc<SolvedGame>,
        player_policies: Vec<PlayerPolicy>,
        (store, keys): (&dyn Store, &[String]),
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Self {
        let mut policy_tables = Self::empty(game, player_policies);
        let missing = policy_tables.take_from(store, keys);
        let all = (missing.len() * policy_tables.layout.accepted_row.len()) as u64;
        for players in missing.chunks(AT_A_TIME) {
            policy_tables.fill(players, None, &|more, _| progress(more, all));
            policy_tables.keep_in(store, keys, players);
        }
        policy_tables.finished()
    }

    /// Computes the decisions of these players in positions spread over all, and forgets them; the
    /// tables take about the returned number of times as long.
    #[must_use]
    pub fn write_part(game: &SolvedGame, player_policies: &[PlayerPolicy]) -> u64 {
        let (states, positions) = (Layout::new(game).states, game.solution.positions());
        let (mut outlook, mut scratch) = (Outlook::default(), Scratch::default());
        let [mut plain, mut accepted] = states.map(|states| vec![0_u8; states]);
        let step = positions.div_ceil(SAMPLED);
        for index in (step / 2..positions).step_by(step) {
            outlook.look(game, &game.solution.position(index));
            let challenged = usize::from(outlook.may_be_challenged) * states[1];
            for player_policy in player_policies {
                for variant in 0..Layout::variants(player_policy) {
                    outlook.position.after_big_turn = variant == 1;
                    let accepted = &mut accepted[..challenged];
                    let mut table = TurnTable { plain: &mut plain, accepted };
                    player_policy.write(game, &outlook, &mut scratch, &mut table);
                }
            }
        }
        step as u64
    }

    /// The tables of these players, without a decision.
    fn empty(game: &Arc<SolvedGame>, player_policies: Vec<PlayerPolicy>) -> Self {
        let layout = Layout::new(game);
        let (states, positions) = (layout.states, layout.accepted_row.len());
        let by_player = (player_policies.iter()).map(|player_policy| {
            let variants = Layout::variants(player_policy);
            PolicyTable {
                variants: variants.max(1),
                plain: vec![0; variants * positions * states[0]],
                first: Vec::new(),
                accepted: vec![0; variants * layout.accepted_rows * states[1]],
                beyond: (0..variants * positions).map(|_| OnceLock::new()).collect(),
            }
        });
        Self { game: Arc::clone(game), by_player: by_player.collect(), layout, player_policies }
    }

    /// These tables, which are full, with the first states of each row.
    fn finished(mut self) -> Self {
        for table in &mut self.by_player {
            let first = table.plain.chunks(self.layout.states[0]).map(|row| {
                let mut first = NearRow([0; PLACES]);
                let states = row.len().min(NEAR);
                first.0[..states].copy_from_slice(&row[..states]);
                first
            });
            table.first = first.collect();
        }
        self
    }

    /// Fills the tables that a store has under these keys, and returns the players that lack one.
    fn take_from(&mut self, store: &dyn Store, keys: &[String]) -> Vec<usize> {
        let (states, missing) = (self.layout.states, Mutex::new(Vec::new()));
        let tables = (self.by_player.iter_mut().zip(&self.player_policies).enumerate())
            .filter(|(_, (_, policy))| Layout::variants(policy) > 0);
        parallel::each(tables.collect(), |(player, (table, _))| {
            let bytes = store.get(&keys[player]).unwrap_or_default();
            let mut packed = &bytes[..];
            let fits = unpack(&mut packed, states[0], &mut table.plain)
                && unpack(&mut packed, states[1], &mut table.accepted);
            if !fits || !packed.is_empty() {
                table.plain.fill(0);
                table.accepted.fill(0);
                missing.lock().unwrap_or_else(PoisonError::into_inner).push(player);
            }
        });
        let mut missing = missing.into_inner().unwrap_or_else(PoisonError::into_inner);
        missing.sort_unstable();
        missing
    }

    /// Keeps the tables of these players in a store.
    fn keep_in(&self, store: &dyn Store, keys: &[String], players: &[usize]) {
        let states = self.layout.states;
        parallel::each(players.to_vec(), |player| {
            let (table, mut packed) = (&self.by_player[player], Vec::new());
            pack(&table.plain, states[0], &mut packed);
            pack(&table.accepted, states[1], &mut packed);
            store.put(&keys[player], &packed);
        });
    }

    /// Fills the tables of these players in parallel: every thread writes its own positions of all
    /// of them.
    fn fill(
        &mut self,
        players: &[usize],
        kept: Option<&dyn Keep>,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) {
        let Layout { states, accepted_row, .. } = &self.layout;
        let (game, player_policies) = (&self.game, &self.player_policies);
        let positions = accepted_row.len();
        let tables = players.len() as u64;
        let progress = &|more: u64, of: u64| progress(tables * more, tables * of);
        let mut blocks: Vec<(Range<usize>, Vec<Part<'_>>)> = (0..positions)
            .step_by(BLOCK)
            .map(|start| (start..(start + BLOCK).min(positions), Vec::new()))
            .collect();
        let tables = player_policies.iter().zip(&mut self.by_player).enumerate();
        for (_, (player_policy, table)) in tables.filter(|(at, _)| players.contains(at)) {
            let (mut plain, mut accepted) = (&mut table.plain[..], &mut table.accepted[..]);
            for variant in 0..Layout::variants(player_policy) {
                for (range, parts) in &mut blocks {
                    let rows = accepted_row[range.clone()].iter().flatten().count();
                    parts.push(Part {
                        player_policy,
                        after_big_turn: variant == 1,
                        plain: split_front(&mut plain, range.len() * states[0]),
                        accepted: split_front(&mut accepted, rows * states[1]),
                    });
                }
            }
        }
        if let Some(kept) = kept {
            take_up(kept, &mut blocks, *states, positions, progress);
        }
        let missing = (0..).zip(blocks).filter(|(_, (_, parts))| !parts.is_empty());
        parallel::each(missing.collect(), |(number, (range, mut parts))| {
            let (mut outlook, mut scratch) = (Outlook::default(), Scratch::default());
            let count = range.len() as u64;
            let (mut plain, mut accepted) = (0, 0);
            for index in range {
                let position = game.solution.position(index);
                outlook.look(game, &position);
                let next = accepted + usize::from(outlook.may_be_challenged) * states[1];
                for part in &mut parts {
                    outlook.position.after_big_turn = part.after_big_turn;
                    let mut table = TurnTable {
                        plain: &mut part.plain[plain..plain + states[0]],
                        accepted: &mut part.accepted[accepted..next],
                    };
                    (part.player_policy).write(game, &outlook, &mut scratch, &mut table);
                }
                (plain, accepted) = (plain + states[0], next);
            }
            if let Some(kept) = kept {
                let mut packed = Vec::new();
                for part in &parts {
                    pack(part.plain, states[0], &mut packed);
                    pack(part.accepted, states[1], &mut packed);
                }
                kept.keep(number, &packed);
            }
            progress(count, positions as u64);
        });
    }

    /// The solved game.
    #[must_use]
    pub fn game(&self) -> &SolvedGame {
        &self.game
    }

    /// By player: its policy.
    #[must_use]
    pub fn player_policies(&self) -> &[PlayerPolicy] {
        &self.player_policies
    }

    /// Whether a player chooses its actions at random.
    #[must_use]
    #[inline]
    pub fn chooses_at_random(&self, player: usize) -> bool {
        matches!(self.player_policies[player], PlayerPolicy::Random)
    }

    /// The row of a player's decisions before a challenge in a position, which is numbered
    /// as by [`crate::solver::Solution::index`]. Empty for a player that
    /// chooses at random.
    #[must_use]
    #[inline]
    pub fn row(&self, player: usize, position: usize, after_big_turn: bool) -> TableRow<'_> {
        let rows = self.rows(player);
        rows.row(rows.number(position, after_big_turn))
    }

    /// The rows of a player's decisions before a challenge in all positions.
    #[must_use]
    #[inline]
    pub fn rows(&self, player: usize) -> TableRows<'_> {
        let table = &self.by_player[player];
        TableRows {
            first: &table.first,
            all: &table.plain,
            states: self.layout.states[0],
            positions: self.layout.accepted_row.len(),
            variants: table.variants,
        }
    }

    /// The byte of a state after accepting a challenge, in a position that is numbered as by
    /// [`crate::solver::Solution::index`]; `None` if it is not in the
    /// table. The player must not be one that chooses at random.
    #[must_use]
    #[inline]
    pub fn written(
        &self,
        player: usize,
        position: usize,
        after_big_turn: bool,
        state: usize,
    ) -> Option<u8> {
        let (table, layout) = (&self.by_player[player], &self.layout);
        let row = layout.accepted_row[position]? as usize;
        let variant = usize::from(after_big_turn) % table.variants;
        let start = (variant * layout.accepted_rows + row) * layout.states[1];
        (state < layout.states[1]).then(|| table.accepted[start + state])
    }

    /// The byte of a state after accepting a challenge. States that are not in the table
    /// are computed when one of them is first asked for.
    ///
    /// # Panics
    /// For players that choose at random, and for positions that the solution does not
    /// number.
    #[must_use]
    pub fn accepted(&self, player: usize, position: &Position, state: usize) -> u8 {
        let index =
            (self.game.solution.index(position)).expect("the solution numbers this position");
        if let Some(byte) = self.written(player, index, position.after_big_turn, state) {
            return byte;
        }
        let (table, layout) = (&self.by_player[player], &self.layout);
        let variant = usize::from(position.after_big_turn) % table.variants;
        let beyond = table.beyond[variant * layout.accepted_row.len() + index].get_or_init(|| {
            let mut outlook = Outlook::default();
            outlook.look(&self.game, position);
            let turn = OwnedTurnTable::filled(&self.game, |table| {
                self.player_policies[player].write(
                    &self.game,
                    &outlook,
                    &mut Scratch::default(),
                    table,
                );
            });
            turn.accepted()[layout.states[1]..].into()
        });
        beyond[state - layout.states[1]]
    }

    /// The byte of a state before a challenge.
    ///
    /// # Panics
    /// For positions that the solution does not number.
    #[must_use]
    pub fn plain(&self, player: usize, position: &Position, state: usize) -> u8 {
        let index =
            (self.game.solution.index(position)).expect("the solution numbers this position");
        self.row(player, index, position.after_big_turn).byte(state)
    }

    /// The dragon that a player fights; `None` if it stops, or chooses at random. With
    /// `accepted` and `must`, the fight that it begins when it accepts a challenge of its
    /// stop in this state.
    #[must_use]
    pub fn chosen(
        &self,
        player: usize,
        position: &Position,
        accepted: bool,
        must: bool,
        state: usize,
    ) -> Option<usize> {
        if self.chooses_at_random(player) {
            return None;
        }
        match (accepted, must) {
            (true, true) => turn_table::obliged(self.plain(player, position, state)),
            (true, false) => turn_table::fights(self.accepted(player, position, state)),
            (false, _) => turn_table::fights(self.plain(player, position, state)),
        }
    }
}

/// The part of one player's table that holds some positions, in one variant.
struct Part<'a> {
    player_policy: &'a PlayerPolicy,
    after_big_turn: bool,
    plain: &'a mut [u8],
    accepted: &'a mut [u8],
}

/// Fills the blocks that an earlier run kept, and takes their parts away, which leaves nothing to
/// do there.
fn take_up(
    kept: &dyn Keep,
    blocks: &mut [(Range<usize>, Vec<Part<'_>>)],
    states: [usize; 2],
    positions: usize,
    progress: &(dyn Fn(u64, u64) + Sync),
) {
    // Bytes that are packed take at most three times their number, and some more for a few bytes.
    let packed = |part: &Part<'_>| 3 * (part.plain.len() + part.accepted.len()) + 16;
    let most = |(_, parts): &(_, Vec<_>)| parts.iter().map(packed).sum();
    let most = blocks.iter().map(most).max().unwrap_or(0);
    kept.take_up(most, &mut |number, mut packed| {
        let Some((range, parts)) = blocks.get_mut(number as usize) else {
            return false;
        };
        let fits = parts.iter_mut().all(|part| {
            unpack(&mut packed, states[0], part.plain)
                && unpack(&mut packed, states[1], part.accepted)
        });
        if !fits || !packed.is_empty() {
            for part in parts {
                part.plain.fill(0);
                part.accepted.fill(0);
            }
            return false;
        }
        parts.clear();
        progress(range.len() as u64, positions as u64);
        true
    });
}

/// Removes the first bytes of a slice and returns them.
fn split_front<'a>(bytes: &mut &'a mut [u8], length: usize) -> &'a mut [u8] {
    (bytes.split_off_mut(..length)).expect("the tables have a row for every position")
}
