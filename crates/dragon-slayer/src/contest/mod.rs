//! Dragon Slayer as a contest for tournaments: games between the players of a roster,
//! played from their policy tables and measured, and their exact results.
//!
//! With more than two seats optimal play is not known: each player then decides as in a
//! two-player game against its strongest rival (see `scoreboard`).

pub(crate) mod counted;
mod fights;
mod lockstep;
pub(crate) mod metrics;
mod mover;
mod play;
mod players;
pub mod risk_curves;
pub(crate) mod scoreboard;
mod thinking_time;
mod totals;

use crate::Error;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use crate::Rules;
use crate::exact::{AgainstOptimal, Exact, HeadToHead, against_optimal, against_optimal_bytes};
use crate::policies::{self, PersonalityPolicy};
use crate::policy_tables::{PlayerPolicy, PolicyTables};
use crate::solver::{Numbering, Policy, SolvedGame};
pub use risk_curves::RiskCurveRow;
use rivals_core::contest::{
    Contest, EXACT, GameRecord, Keep, MemoryPart, Metric, OnProgress, OnSolving, Player, QUIETLY,
    Solved, Store,
};
use rivals_core::personalities::{Member, Personality, Roster};
use rivals_core::play::{Dice, MAX_SEATS};

use fights::Fights;
pub(crate) use players::player;
use rivals_statistics::parallel;
use thinking_time::ThinkingTime;

/// Dragon Slayer between the players of a roster.
pub struct DragonSlayerContest {
    roster: Vec<Player>,
    metrics: Vec<Metric>,
    identity: String,
    game: Arc<SolvedGame>,
    /// The policies of the roster's players, and after them optimal play.
    player_policies: Vec<PlayerPolicy>,
    /// Computed when first needed, as not every command plays.
    tables: OnceLock<PolicyTables>,
    /// By first and second player, computed when first needed.
    exact: OnceLock<Vec<Exact>>,
    /// By player, computed when first needed.
    against_optimal: OnceLock<Vec<AgainstOptimal>>,
    fights: Fights,
    numbering: Numbering,
    /// The state that every turn begins in.
    start: usize,
    thinking: ThinkingTime,
    /// Whether a player has habits, which it does not use.
    has_habits: bool,
    /// By player: the mean time of a decision, in the metric's units; 0 for policies.
    thinking_means: Vec<f64>,
    /// Where policy tables are kept from run to run, and the key of each.
    store: Option<(Arc<dyn Store>, Vec<String>)>,
}

impl DragonSlayerContest {
    /// The contest of this roster under these rules. Solves the game, on the current rayon
    /// pool.
    ///
    /// # Errors
    /// [`Error`], for rules that cannot be solved.
    pub fn new(rules: &Rules, roster: &Roster) -> Result<Self, Error> {
        Self::new_with_progress(rules, roster, &|_, _| {})
    }

    /// As [`Self::new`]; `progress` is told how many positions are solved.
    pub fn new_with_progress(
        rules: &Rules,
        roster: &Roster,
        progress: OnSolving<'_>,
    ) -> Result<Self, Error> {
        let policies = policies_of(rules, roster)?;
        let game = SolvedGame::for_policies(rules, policies.iter().flatten(), progress)?;
        Ok(Self::at(game, roster, policies))
    }

    /// The contest of a roster in a solved game. `policies` has the policy of each member
    /// that is not a personality.
    fn at(game: SolvedGame, roster: &Roster, policies: Vec<Option<Arc<dyn Policy>>>) -> Self {
        let game = Arc::new(game);
        let rules = game.rules();
        let personality =
            |of: Personality| PlayerPolicy::from(PersonalityPolicy::new(of, Arc::clone(&game)));
        let members = roster.members.iter().zip(policies);
        let mut player_policies: Vec<_> = members
            .map(|of_member| match of_member {
                (Member::Personality(of), _) => personality(of.clone()),
                (Member::Agent(_), Some(policy)) if !policy.chooses_at_random() => {
                    PlayerPolicy::Policy(policy)
                }
                _ => PlayerPolicy::Random,
            })
            .collect();
        player_policies.push(personality(Personality::neutral("optimum")));
        let thinking_mean = |member: &Member| {
            let seconds = member.personality().map(|who| who.traits.thinking_seconds);
            seconds.unwrap_or(0.0) * f64::from(metrics::SECONDS_SCALE)
        };
        Self {
            roster: roster.members.iter().map(player).collect(),
            has_habits: (roster.members.iter().filter_map(Member::personality))
                .any(|personality| !personality.habits.is_neutral()),
            metrics: metrics::all(rules),
            identity: rules.identity() + &roster.identity(),
            thinking_means: roster.members.iter().map(thinking_mean).collect(),
            fights: Fights::new(game.graph()),
            numbering: game.solution.numbering(),
            start: game.graph().start(),
            tables: OnceLock::new(),
            exact: OnceLock::new(),
            against_optimal: OnceLock::new(),
            player_policies,
            game,
            thinking: ThinkingTime::new(),
            store: None,
        }
    }

    /// The exact result of a pairing.
    fn exact_of(&self, first: usize, second: usize) -> Exact {
        let exact = self.exact.get_or_init(|| self.head_to_head(&|_, _, _| {}));
        exact[first * self.player_policies.len() + second]
    }

    /// The risks that a player takes against optimal play, in increasing order of points
    /// at stake.
    pub fn risk_curve(&self, player: usize) -> Vec<RiskCurveRow> {
        let stakes = self.against_optimal_of(player).stakes.0.iter();
        (0..)
            .zip(stakes)
            .map(|(at_stake, done)| RiskCurveRow {
                id: self.roster[player].id.clone(),
                at_stake,
                fights_per_game: done.fights,
                risk_per_fight: done.risk_per_fight(),
                stops_per_game: done.stops,
            })
            .collect()
    }

    /// The exact statistics of a player against optimal play.
    fn against_optimal_of(&self, player: usize) -> &AgainstOptimal {
        &self.all_against_optimal(&|_, _, _| {})[player]
    }

    fn all_against_optimal(&self, progress: OnProgress<'_>) -> &[AgainstOptimal] {
        self.against_optimal.get_or_init(|| {
            let progress = |more, of| progress("positions for equity losses", more, of);
            against_optimal(self.tables(), self.optimum(), &progress)
        })
    }

    fn tables(&self) -> &PolicyTables {
        self.prepared(None, QUIETLY)
    }

    fn prepared(&self, kept: Option<&dyn Keep>, progress: OnProgress<'_>) -> &PolicyTables {
        self.tables.get_or_init(|| {
            let progress = |more, of| progress("positions of policy tables", more, of);
            let (game, player_policies) = (&self.game, self.player_policies.clone());
            match &self.store {
                Some((store, keys)) => {
                    let stored = (&**store, &keys[..]);
                    PolicyTables::write_stored(game, player_policies, stored, &progress)
                }
                None => PolicyTables::write(game, player_policies, kept, &progress),
            }
        })
    }

    /// The number of the player whose play is optimal.
    fn optimum(&self) -> usize {
        self.roster.len()
    }

    /// Whether a player chooses its actions at random.
    #[inline]
    fn is_random(&self, player: usize) -> bool {
        matches!(self.player_policies[player], PlayerPolicy::Random)
    }

    /// The exact results of all ordered pairs of players, optimal play included.
    fn head_to_head(&self, progress: OnProgress<'_>) -> Vec<Exact> {
        let players = 0..self.player_policies.len();
        let pairs =
            players.clone().flat_map(|first| players.clone().map(move |second| (first, second)));
        self.play_exactly(&pairs.collect::<Vec<_>>(), progress)
    }

    /// The exact results of these ordered pairs of players.
    fn play_exactly(&self, pairs: &[(usize, usize)], progress: OnProgress<'_>) -> Vec<Exact> {
        let tables = self.tables();
        let play = |head_to_head: &mut HeadToHead<'_>, pair: usize| {
            let exact = head_to_head.play(pairs[pair].into());
            progress("exact pairings", 1, pairs.len() as u64);
            exact
        };
        parallel::map_with(pairs.len(), || HeadToHead::new(tables), play)
    }
}

/// By member of a roster: its policy, if it is not a personality.
fn policies_of(rules: &Rules, roster: &Roster) -> Result<Vec<Option<Arc<dyn Policy>>>, Error> {
    let policy = |member: &Member| match member {
        Member::Personality(_) => Ok(None),
        Member::Agent(spec) => policies::of(spec, rules).map(Arc::from).map(Some),
    };
    roster.members.iter().map(policy).collect()
}

impl Contest for DragonSlayerContest {
    fn name(&self) -> &str {
        crate::NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=MAX_SEATS
    }

    fn roster(&self) -> &[Player] {
        &self.roster
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn rules(&self) -> String {
        self.game.rules().identity()
    }

    /// The solver's cap, which one player's policy may raise for all players.
    fn common(&self) -> String {
        format!("solver_cap = {}\n", self.game.solution.cap())
    }

    fn remark(&self, seats: usize) -> Option<&str> {
        let remark = "Personalities and policies look at their strongest rival, as if they were \
                      alone with it.";
        let habits = "The habits of personalities have no part in this game.";
        match (seats > 2, self.has_habits) {
            (true, false) => Some(remark),
            (false, true) => Some(habits),
            (true, true) => Some(
                "Personalities and policies look at their strongest rival, as if they were alone \
                 with it. The habits of personalities have no part in this game.",
            ),
            (false, false) => None,
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most `games`")]
    fn adjudicated(&self, games: u64, denominators: &[i128]) -> u64 {
        // Every game that was not adjudicated has one winning margin.
        let metrics = self.metrics.iter().cycle().zip(denominators);
        let margins = metrics.filter(|(metric, _)| metric.name == "winning_margin");
        games - margins.map(|(_, games)| games).sum::<i128>() as u64
    }

    fn prepare(&self, kept: Option<&dyn Keep>, progress: OnProgress<'_>) {
        self.prepared(kept, progress);
    }

    /// The key of a policy table has the rules, the cap of the solver, and the player with all its
    /// figures; its id as well, on which its judgement errors depend.
    fn kept_in(&mut self, store: Arc<dyn Store>, version: &str) {
        let game = format!("policy table {version}\n{}{}", self.rules(), self.common());
        let key = |player: String| format!("{game}{player}");
        let players = self.roster.iter();
        let players = players.map(|player| format!("{} {}", player.id, player.canonical()));
        // No player has an empty id.
        self.store = Some((store, players.chain([String::new()]).map(key).collect()));
    }

    fn memory(&self, seats: usize, threads: usize) -> Vec<MemoryPart> {
        let part = |what, bytes| MemoryPart { what, bytes };
        let players = self.player_policies.len();
        let tables = PolicyTables::bytes(&self.game, &self.player_policies);
        let mut parts = vec![
            part("the game", self.fights.bytes() + self.game.bytes()),
            part("policy tables", tables),
        ];
        if seats == 2 {
            let head_to_head = HeadToHead::bytes(&self.game, threads);
            let against_optimal = against_optimal_bytes(&self.game, players, threads);
            parts.push(part(EXACT, head_to_head.max(against_optimal)));
        }
        parts
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        play::play(self, line_up, dice, record);
    }

    fn play_many(&self, line_up: &[usize], dice: &[Dice], records: &mut [GameRecord]) {
        match <[usize; 2]>::try_from(line_up) {
            Ok(pair) => lockstep::play(self, pair, dice, records),
            Err(_) => {
                for (dice, record) in dice.iter().zip(records) {
                    self.play(line_up, dice, record);
                }
            }
        }
    }

    fn files(&self, seats: usize) -> Vec<(&'static str, String)> {
        let rows = || (0..self.roster.len()).flat_map(|player| self.risk_curve(player));
        tournament_files(seats).iter().map(|&name| (name, risk_curves::csv(rows()))).collect()
    }

    fn solved(&self) -> Option<&dyn Solved> {
        Some(self)
    }
}

impl Solved for DragonSlayerContest {
    fn prepare_exact(&self, progress: OnProgress<'_>) {
        self.exact.get_or_init(|| self.head_to_head(progress));
        self.all_against_optimal(progress);
    }

    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let exact = self.exact_of(first, second);
        Some((exact.first_wins, exact.error))
    }

    fn exact_of_pairs(
        &self,
        pairs: &[(usize, usize)],
        progress: OnProgress<'_>,
    ) -> Vec<Option<(f64, f64)>> {
        let exact = self.play_exactly(pairs, progress).into_iter();
        exact.map(|exact| Some((exact.first_wins, exact.error))).collect()
    }

    fn exact_metric(&self, player: usize, metric: usize) -> Option<f64> {
        let (_, _, figure, _) = metrics::EXACT.get(metric.checked_sub(metrics::MEASURED)?)?;
        Some(figure(&self.against_optimal_of(player).equity_loss))
    }

    fn equity_loss(&self, player: usize) -> Option<f64> {
        // Where not all pairs are computed, the losses of the player's decisions have the same sum.
        if self.exact.get().is_none() {
            return Some(self.against_optimal_of(player).equity_loss.total());
        }
        let optimum = self.optimum();
        let best = self.exact_of(optimum, optimum).first_wins;
        let first = best - self.exact_of(player, optimum).first_wins;
        let second = self.exact_of(optimum, player).first_wins - best;
        Some((first + second) / 2.0)
    }
}

/// The files that Dragon Slayer adds to those of a tournament with this number of seats.
pub fn tournament_files(seats: usize) -> &'static [&'static str] {
    match seats {
        2 => &[risk_curves::FILE],
        _ => &[],
    }
}
