//! Dragon Slayer as tournaments play it: the members of a roster, their
//! decisions written down, and games played from them with everything measured.
//!
//! With more than two seats nobody's best play is known: personalities then look
//! at their strongest rival as if they were alone with it (see `view`).

mod fights;
mod metrics;
mod play;
mod thinking;
mod view;

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::games::MAX_SEATS;
use crate::games::dragon_slayer::Rules;
use crate::minds::{Decider, Line, Mind, Playbooks, SolvedGame};
use crate::personalities::{Member, Roster};
use crate::policies::{self, PolicyError};
use crate::solver::Position;
use crate::tournament::{Contest, Dice, GameRecord, Metric, Player};

use fights::Fights;
use thinking::Thinking;

/// A roster at Dragon Slayer.
pub struct DragonSlayerContest {
    roster: Vec<Player>,
    metrics: Vec<Metric>,
    identity: String,
    books: Arc<Playbooks>,
    fights: Fights,
    thinking: Thinking,
    /// By player: whether it draws its actions.
    draws: Vec<bool>,
    /// By player: mean time of a decision, in tenths of seconds.
    thinking_means: Vec<f32>,
}

impl DragonSlayerContest {
    /// Solves the game and writes down what everybody decides, on the current
    /// rayon pool.
    ///
    /// # Errors
    /// [`PolicyError`], for rules that cannot be solved.
    pub fn new(rules: &Rules, roster: &Roster) -> Result<Self, PolicyError> {
        let game = Arc::new(SolvedGame::new(rules)?);
        let decider = |member: &Member| -> Result<Decider, PolicyError> {
            Ok(match member {
                Member::Personality(personality) => {
                    Decider::Mind(Mind::new(personality.clone(), Arc::clone(&game)))
                }
                Member::Policy(name) if name == "random" => Decider::Random,
                Member::Policy(name) => Decider::Policy(Arc::from(policies::named(name, rules)?)),
            })
        };
        let deciders: Vec<_> = roster
            .members
            .iter()
            .map(decider)
            .collect::<Result<_, _>>()?;
        let mean = |member: &Member| {
            let personality = member.personality();
            personality.map_or(0.0, |who| who.traits.thinking.mean_seconds)
                * f64::from(metrics::SECONDS_SCALE)
        };
        Ok(Self {
            roster: (roster.members.iter())
                .map(|member| Player {
                    id: member.id().to_owned(),
                    name: member.name().to_owned(),
                })
                .collect(),
            metrics: metrics::all(rules),
            identity: format!("{rules:?}\n{}", roster.identity()),
            draws: deciders
                .iter()
                .map(|decider| matches!(decider, Decider::Random))
                .collect(),
            thinking_means: roster
                .members
                .iter()
                .map(|member| mean(member) as f32)
                .collect(),
            fights: Fights::new(&game.graph),
            books: Arc::new(Playbooks::write(&game, deciders)),
            thinking: Thinking::new(),
        })
    }

    /// What a player decides in a position.
    #[inline]
    fn line(&self, player: usize, position: &Position) -> Line<'_> {
        let index = self.books.game().solution.index(position);
        let index = index.expect("leads are clamped to those that are told apart");
        self.books.line(player, index, position.after_big_turn)
    }
}

impl Contest for DragonSlayerContest {
    fn name(&self) -> &str {
        "dragon-slayer"
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

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        play::play(self, line_up, dice, record);
    }
}
