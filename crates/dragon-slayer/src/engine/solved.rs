//! Dragon Slayer with its solution, which is computed once and when it is first needed, and with
//! the policies of its agents.
//!
//! Engines of the same rules share one solution while one of them lives, so that the review of a
//! game does not solve it again.

use crate::Error;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crate::policies::{self, ChallengeRates, PersonalityPolicy};
use crate::solver::{Policy, SolvedGame};
use crate::{DragonSlayer, Rules};
use rivals_core::personalities::{Member, Roster};
use rivals_core::play::engine::{Engine, EngineOf};

/// The agent that plays optimally.
pub const OPTIMUM: &str = "optimum";

/// A policy; and, if it looks up the values of positions, the solved game that has them.
pub(super) type SolvedPolicy = (Arc<dyn Policy>, Option<Arc<SolvedGame>>);

/// A solution, or why there is none, computed when it is first needed.
type SolvedOnce = OnceLock<Result<Arc<SolvedGame>, Error>>;

/// The solution that all engines of these rules share.
fn shared(rules: &Rules) -> Arc<SolvedOnce> {
    static SHARED: Mutex<Vec<(Rules, Weak<SolvedOnce>)>> = Mutex::new(Vec::new());
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|(_, solved)| solved.strong_count() > 0);
    let same = all.iter().find(|(other, _)| other == rules);
    if let Some(solved) = same.and_then(|(_, solved)| solved.upgrade()) {
        return solved;
    }
    let solved = Arc::default();
    all.push((rules.clone(), Arc::downgrade(&solved)));
    solved
}

/// Dragon Slayer with its solution and the policies that questions have named. Clones share
/// both.
#[derive(Clone)]
pub struct DragonSlayerEngine {
    pub(super) game: Arc<DragonSlayer>,
    pub(super) roster: Arc<Roster>,
    /// The solution, computed when it is first needed.
    solved: Arc<SolvedOnce>,
    /// Policies by the name of the agent.
    policies: Arc<Mutex<HashMap<String, SolvedPolicy>>>,
    /// How the opponent of the personalities challenges, if that is known.
    opponent: Option<ChallengeRates>,
}

impl DragonSlayerEngine {
    /// Dragon Slayer by these rules, with these personalities.
    #[must_use]
    pub fn new(rules: Rules, roster: Roster) -> Self {
        Self {
            solved: shared(&rules),
            game: Arc::new(DragonSlayer::new(rules)),
            roster: Arc::new(roster),
            policies: Arc::default(),
            opponent: None,
        }
    }

    /// The game in which personalities know an opponent that challenges at these rates.
    #[must_use]
    pub fn knowing(self, opponent: ChallengeRates) -> Self {
        Self { opponent: Some(opponent), policies: Arc::default(), ..self }
    }

    /// Whether a player of this name is a personality.
    pub fn is_personality(&self, name: &str) -> bool {
        let member = self.roster.find(name);
        member.is_some_and(|member| member.personality().is_some())
    }

    /// The game in which these personalities play.
    #[must_use]
    pub fn with_roster(self, roster: Roster) -> Self {
        Self { roster: Arc::new(roster), policies: Arc::default(), ..self }
    }

    /// The engine of this game.
    #[must_use]
    pub fn engine(self) -> Box<dyn Engine> {
        Box::new(EngineOf::new(self))
    }

    pub(super) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The solved game, computed when it is first asked for.
    ///
    /// # Errors
    /// If the rules cannot be solved.
    pub fn solution(&self) -> Result<Arc<SolvedGame>, Error> {
        let solve = || SolvedGame::new(self.rules()).map(Arc::new);
        self.solved.get_or_init(solve).clone()
    }

    /// The policy of a player, created when it is first asked for. Optimal play and personalities
    /// look values up.
    pub(super) fn policy(&self, member: &Member) -> Result<SolvedPolicy, Error> {
        let mut policies = (self.policies.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(policy) = policies.get(member.id()) {
            return Ok(policy.clone());
        }
        let policy: SolvedPolicy = match member {
            Member::Personality(personality) => {
                let solved = self.solution()?;
                let mut policy = PersonalityPolicy::new(personality.clone(), Arc::clone(&solved));
                if let Some(opponent) = &self.opponent {
                    policy = policy.against(opponent.clone());
                }
                (Arc::new(policy), Some(solved))
            }
            Member::Agent(spec) => {
                let policy = policies::of(spec, self.rules())?.into();
                let is_optimum = spec.as_str() == OPTIMUM;
                (policy, is_optimum.then(|| self.solution()).transpose()?)
            }
        };
        policies.insert(member.id().to_owned(), policy.clone());
        Ok(policy)
    }
}
