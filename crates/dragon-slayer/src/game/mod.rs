//! Dragon Slayer as a game of 2 to 6 seats ([`DragonSlayer`]): its rules, its agents ([`agent`]), its
//! solution, which is computed once and when it is first needed, and the judge of stalled games.
//!
//! Games of the same rules share one solution while one of them lives, so that the review of a
//! game does not solve it again.

pub mod agent;
mod check;
mod decisions;
mod players;
mod rules;

use crate::Error;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crate::policies::{self, ChallengeRates, PersonalityPolicy};
use crate::solver::{FightOdds, Policy, SolvedGame};
use crate::{AfterRoll, Fight, Rules};
use rivals_core::personalities::{Member, Roster};
use rivals_core::play::Chances;

/// The agent that plays optimally.
pub const OPTIMUM: &str = "optimum";

/// A policy; and, if it looks up the values of positions, the solved game that has them.
type SolvedPolicy = (Arc<dyn Policy>, Option<Arc<SolvedGame>>);

/// A solution, or why there is none, computed when it is first needed.
type SolvedOnce = OnceLock<Result<Arc<SolvedGame>, Error>>;

/// The solution that all engines of these rules share. The last one is kept, as records of games are
/// read one after the other.
fn shared(rules: &Rules) -> Arc<SolvedOnce> {
    static SHARED: Mutex<Vec<(Rules, Weak<SolvedOnce>)>> = Mutex::new(Vec::new());
    static LAST: Mutex<Option<Arc<SolvedOnce>>> = Mutex::new(None);
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|(_, solved)| solved.strong_count() > 0);
    let same = all.iter().find(|(other, _)| other == rules);
    let solved = same.and_then(|(_, solved)| solved.upgrade()).unwrap_or_else(|| {
        let solved = Arc::default();
        all.push((rules.clone(), Arc::downgrade(&solved)));
        solved
    });
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&solved));
    solved
}

/// The game by a set of rules, with its solution and the policies that were asked for. Clones share
/// all of it.
#[derive(Clone)]
pub struct DragonSlayer {
    rules: Rules,
    /// By dragon: the fight with all dice, and the distribution of the next roll from each of
    /// its states, in the order of [`Fight::states`].
    rolls: Arc<Vec<(Fight, Vec<Chances<AfterRoll>>)>>,
    /// The odds of whole fights, computed when they are first needed.
    odds: Arc<OnceLock<FightOdds>>,
    /// The personalities that play it.
    roster: Arc<Roster>,
    /// The solution, computed when it is first needed.
    solved: Arc<SolvedOnce>,
    /// Policies by the name of the agent.
    policies: Arc<Mutex<HashMap<String, SolvedPolicy>>>,
    /// How the opponent of the personalities challenges, if that is known.
    opponent: Option<ChallengeRates>,
}

impl DragonSlayer {
    /// The game by these rules, without personalities.
    #[must_use]
    pub fn by(rules: Rules) -> Self {
        let rolls = (0..rules.dragons.len()).map(|dragon| {
            let fight = rules.fight(dragon, rules.warrior.dice);
            (fight, fight.states().map(|state| fight.roll(state)).collect())
        });
        Self {
            rolls: Arc::new(rolls.collect()),
            odds: Arc::default(),
            roster: Arc::new(Roster::new(Vec::new(), policies::AGENTS)),
            solved: shared(&rules),
            policies: Arc::default(),
            opponent: None,
            rules,
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

    /// The odds of whole fights.
    pub(crate) fn odds(&self) -> &FightOdds {
        self.odds.get_or_init(|| FightOdds::new(&self.rules))
    }

    /// The solved game, computed when it is first asked for.
    ///
    /// # Errors
    /// If the rules cannot be solved.
    pub fn solution(&self) -> Result<Arc<SolvedGame>, Error> {
        let solve = || SolvedGame::new(&self.rules).map(Arc::new);
        self.solved.get_or_init(solve).clone()
    }

    /// The policy of a player, created when it is first asked for. Optimal play and personalities
    /// look values up.
    fn policy(&self, member: &Member) -> Result<SolvedPolicy, Error> {
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
                let policy = policies::of(spec, &self.rules)?.into();
                let is_optimum = spec.as_str() == OPTIMUM;
                (policy, is_optimum.then(|| self.solution()).transpose()?)
            }
        };
        policies.insert(member.id().to_owned(), policy.clone());
        Ok(policy)
    }
}
