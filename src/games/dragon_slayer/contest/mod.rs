//! Dragon Slayer as a contest for tournaments: games between the players of a roster,
//! played from their policy tables and measured, and their exact results.
//!
//! With more than two seats optimal play is not known: each player then decides as in a
//! two-player game against its strongest rival (see `view`).

mod fights;
mod lockstep;
mod metrics;
mod mover;
mod play;
mod players;
mod thinking;
mod turn;
pub(crate) mod view;

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::exact::{Conduct, Exact, Faults, League, conduct, conduct_bytes};
use crate::games::dragon_slayer::policies::{self, Mind, PolicyError};
use crate::games::dragon_slayer::policy_tables::{Decider, Playbooks};
use crate::games::dragon_slayer::solver::{Numbering, Policy, SolvedGame};
use crate::personalities::{Member, Personality, Roster};
use crate::play::{Dice, MAX_SEATS};
use crate::tournament::{
    Contest, Finished, FinishedPairing, GameRecord, MemoryPart, Metric, Player, Progress,
    RiskAtStake,
};

use fights::Fights;
use lockstep::Choices;
use metrics::Measured;
use players::player;
use thinking::Thinking;

/// Dragon Slayer between the players of a roster.
pub struct DragonSlayerContest {
    roster: Vec<Player>,
    metrics: Vec<Metric>,
    identity: String,
    rules: String,
    game: Arc<SolvedGame>,
    /// The policies of the roster's players, and after them optimal play.
    deciders: Vec<Decider>,
    /// Computed when first needed, as not every command plays.
    books: OnceLock<Playbooks>,
    /// By first and second player, computed when first needed.
    exact: OnceLock<Vec<Exact>>,
    /// By player, computed when first needed.
    conduct: OnceLock<Vec<Conduct>>,
    fights: Fights,
    choices: Choices,
    numbering: Numbering,
    /// The state that every turn begins in.
    start: usize,
    thinking: Thinking,
    /// By player: whether it chooses its actions at random.
    draws: Vec<bool>,
    /// By player: the mean time of a decision, in the metric's units; 0 for policies.
    thinking_means: Vec<f64>,
}

impl DragonSlayerContest {
    /// The contest of this roster under these rules. Solves the game, on the current rayon
    /// pool.
    ///
    /// # Errors
    /// [`PolicyError`], for rules that cannot be solved.
    pub fn new(rules: &Rules, roster: &Roster) -> Result<Self, PolicyError> {
        let policies = policies_of(rules, roster)?;
        let game = SolvedGame::for_policies(rules, policies.iter().flatten())?;
        Ok(Self::at(game, roster, policies))
    }

    /// The contest of a roster in a solved game. `policies` has the policy of each member
    /// that is not a personality.
    fn at(game: SolvedGame, roster: &Roster, policies: Vec<Option<Arc<dyn Policy>>>) -> Self {
        let game = Arc::new(game);
        let rules = game.rules();
        let decider = |(member, policy): (&Member, Option<Arc<dyn Policy>>)| match member {
            Member::Personality(personality) => {
                Decider::Mind(Mind::new(personality.clone(), Arc::clone(&game)))
            }
            Member::Agent(spec) => match policy.filter(|_| spec.kind.name != "random") {
                Some(policy) => Decider::Policy(policy),
                None => Decider::Random,
            },
        };
        let mut deciders: Vec<_> = roster.members.iter().zip(policies).map(decider).collect();
        let optimum = Personality::neutral("optimum");
        deciders.push(Decider::Mind(Mind::new(optimum, Arc::clone(&game))));
        let thinking_mean = |member: &Member| {
            let seconds = member
                .personality()
                .map(|who| who.traits.thinking.mean_seconds);
            seconds.unwrap_or(0.0) * f64::from(metrics::SECONDS_SCALE)
        };
        Self {
            roster: roster.members.iter().map(player).collect(),
            metrics: metrics::all(rules),
            identity: rules.identity() + &roster.identity(),
            rules: rules.identity(),
            draws: deciders
                .iter()
                .map(|decider| matches!(decider, Decider::Random))
                .collect(),
            thinking_means: roster.members.iter().map(thinking_mean).collect(),
            choices: Choices::new(&game.graph),
            fights: Fights::new(&game.graph),
            numbering: game.solution.numbering(),
            start: game.graph.start(),
            books: OnceLock::new(),
            exact: OnceLock::new(),
            conduct: OnceLock::new(),
            deciders,
            game,
            thinking: Thinking::new(),
        }
    }

    /// The exact result of a pairing.
    fn exact_of(&self, first: usize, second: usize) -> Exact {
        let exact = self.exact.get_or_init(|| self.league(&|_, _, _| {}));
        exact[first * self.deciders.len() + second]
    }

    /// The exact statistics of a player against optimal play.
    fn conduct_of(&self, player: usize) -> &Conduct {
        &self.conducts(&|_, _, _| {})[player]
    }

    fn conducts(&self, progress: Progress<'_>) -> &[Conduct] {
        self.conduct.get_or_init(|| {
            let progress = |more, of| progress("positions for equity losses", more, of);
            conduct(self.books(), self.optimum(), &progress)
        })
    }

    fn books(&self) -> &Playbooks {
        self.books_with(&|_, _, _| {})
    }

    fn books_with(&self, progress: Progress<'_>) -> &Playbooks {
        self.books.get_or_init(|| {
            let progress = |more, of| progress("positions of policy tables", more, of);
            Playbooks::write(&self.game, self.deciders.clone(), &progress)
        })
    }

    /// The number of the player whose play is optimal.
    fn optimum(&self) -> usize {
        self.roster.len()
    }

    /// Whether a player chooses its actions at random.
    #[inline]
    fn draws(&self, player: usize) -> bool {
        self.draws[player]
    }

    /// The exact results of all ordered pairs of players, optimal play included.
    fn league(&self, progress: Progress<'_>) -> Vec<Exact> {
        let (books, players) = (self.books(), self.deciders.len());
        let play = |league: &mut League<'_>, pair: usize| {
            let exact = league.play([pair / players, pair % players]);
            progress("exact pairings", 1, (players * players) as u64);
            exact
        };
        (0..players * players)
            .into_par_iter()
            .map_init(|| League::new(books), play)
            .collect()
    }
}

/// By member of a roster: its policy, if it is not a personality.
fn policies_of(
    rules: &Rules,
    roster: &Roster,
) -> Result<Vec<Option<Arc<dyn Policy>>>, PolicyError> {
    let policy = |member: &Member| match member {
        Member::Personality(_) => Ok(None),
        Member::Agent(spec) => policies::named(spec.as_str(), rules)
            .map(Arc::from)
            .map(Some),
    };
    roster.members.iter().map(policy).collect()
}

impl Contest for DragonSlayerContest {
    fn name(&self) -> &str {
        crate::games::dragon_slayer::NAME
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
        self.rules.clone()
    }

    fn remark(&self, seats: usize) -> Option<&str> {
        let remark = "Personalities and policies look at their strongest rival, as if they were \
                      alone with it.";
        (seats > 2).then_some(remark)
    }

    fn adjudicated(&self, finished: &Finished) -> u64 {
        // Every game that was not adjudicated has one winning margin.
        let margin = Measured::WinningMargin as usize;
        let adjudicated = |pairing: &FinishedPairing| {
            let by_player = pairing.totals.metrics.chunks(self.metrics.len());
            let others: i128 = by_player.map(|of| of[margin].denominator()).sum();
            i128::from(pairing.totals.groups) * finished.seats as i128 - others
        };
        let games: i128 = finished.pairings.iter().map(adjudicated).sum();
        games as u64
    }

    fn prepare_with(&self, progress: Progress<'_>) {
        self.books_with(progress);
    }

    fn prepare_exact(&self, progress: Progress<'_>) {
        self.exact.get_or_init(|| self.league(progress));
        self.conducts(progress);
    }

    fn memory(&self, seats: usize, threads: usize) -> Vec<MemoryPart> {
        let part = |what, bytes| MemoryPart { what, bytes };
        let players = self.deciders.len();
        let tables = Playbooks::bytes(&self.game, &self.deciders);
        let mut parts = vec![
            part("the game", self.fights.bytes() + self.game.bytes()),
            part("policy tables", tables),
        ];
        if seats == 2 {
            let league = League::bytes(&self.game, threads);
            let conduct = conduct_bytes(&self.game, players, threads);
            parts.push(part("exact results", league.max(conduct)));
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

    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let exact = self.exact_of(first, second);
        Some((exact.first_wins, exact.error))
    }

    fn exact_metric(&self, player: usize, metric: usize) -> Option<f64> {
        let optimal: fn(&Faults) -> f64 = |loss| loss.optimal / loss.decisions;
        let figures = [
            (Measured::OptimalDecisions, optimal),
            (Measured::LostPerGame, Faults::lost),
            (Measured::LostPerGameFights, |loss| loss.fights),
            (Measured::LostPerGameChallenges, |loss| loss.challenges),
            (Measured::LostPerGameAnswers, |loss| loss.answers),
        ];
        let (_, figure) =
            (figures.into_iter()).find(|(measured, _)| *measured as usize == metric)?;
        Some(figure(&self.conduct_of(player).faults))
    }

    fn given_away(&self, player: usize) -> Option<f64> {
        let optimum = self.optimum();
        let best = self.exact_of(optimum, optimum).first_wins;
        let first = best - self.exact_of(player, optimum).first_wins;
        let second = self.exact_of(optimum, player).first_wins - best;
        Some((first + second) / 2.0)
    }

    fn risk_curve(&self, player: usize) -> Vec<RiskAtStake> {
        let stakes = self.conduct_of(player).stakes.0.iter();
        (0..)
            .zip(stakes)
            .map(|(at_stake, done)| RiskAtStake {
                at_stake,
                fights_per_game: done.fights,
                risk_per_fight: done.risk_per_fight(),
                stops_per_game: done.stops,
            })
            .collect()
    }
}
