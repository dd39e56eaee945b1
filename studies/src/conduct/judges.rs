//! Who judges the decisions of the study: not the prospects that players see, but the exact
//! solution, or a search with more budget and other dice.

use rivals_core::conduct::{Conduct, Prospect, Prospects, Searched, Spread};
use rivals_core::contest::Players;
use rivals_core::play::{AgentSpec, Decision, Game, Hidden};
use rivals_core::search::{Evaluation, Searchable};
use rivals_games::battletech::{self, BattleTech};
use rivals_games::parchis::{self, Parchis};
use rivals_games::pig::Pig;
use rivals_games::tic_tac_toe_sp::{self, TicTacToe};
use rivals_games::tute::{self, Tute};
use serde::{Deserialize, Serialize};

/// What a judge finds of an option.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Judged {
    /// The expected share of the win.
    pub value: f64,
    /// The mean share of the win over the lottery, in which replies are careless.
    pub careless: f64,
    /// The standard deviation of the share of the win at the horizon.
    pub spread: f64,
    /// The mean change of the own progress.
    pub own: f64,
    /// The mean change of the strongest rival's progress.
    pub others: f64,
    /// The mean change of their distance.
    pub gap: f64,
}

impl Judged {
    fn new(value: f64, option: &Prospect) -> Self {
        let mean = option.mean();
        Self {
            value,
            careless: mean.value,
            spread: option.value_variance().sqrt(),
            own: mean.own,
            others: mean.others,
            gap: mean.gap,
        }
    }
}

/// A game of the study.
pub(super) trait Tested: Players {
    /// One of this number of decisions of a game is kept: neighbouring ones resemble each other.
    const EVERY: usize;

    /// For each decision of the game that takes longest, so many of this one; and for each game in
    /// which a calculation is tested.
    const DECISIONS: usize = 1;
    const GAMES: u64;

    /// What the judge finds of each option of a decision, with this many times the budget of
    /// players; `None` if it does not know one of the options.
    fn judged(
        &self,
        at: &Decision<'_, Self>,
        prospects: &Prospects,
        times: u32,
    ) -> Option<Vec<Judged>>;
}

impl Tested for Pig {
    const EVERY: usize = 3;
    const DECISIONS: usize = 2;
    const GAMES: u64 = 400;

    /// Its prospects are exact.
    fn judged(&self, _: &Decision<'_, Self>, prospects: &Prospects, _: u32) -> Option<Vec<Judged>> {
        Some(prospects.options.iter().map(|option| Judged::new(option.value, option)).collect())
    }
}

impl Tested for Parchis {
    const EVERY: usize = 3;
    const GAMES: u64 = 2;

    fn judged(
        &self,
        at: &Decision<'_, Self>,
        prospects: &Prospects,
        times: u32,
    ) -> Option<Vec<Judged>> {
        let nodes = parchis::conduct::NODES * u64::from(times);
        searched(self, &parchis::rivals::Rivals::TUNED, nodes, at, prospects)
    }
}

impl Tested for TicTacToe {
    const EVERY: usize = 2;
    const DECISIONS: usize = 2;
    const GAMES: u64 = 12;

    fn judged(
        &self,
        at: &Decision<'_, Self>,
        prospects: &Prospects,
        times: u32,
    ) -> Option<Vec<Judged>> {
        let nodes = tic_tac_toe_sp::conduct::NODES * u64::from(times);
        searched(self, &tic_tac_toe_sp::evaluations::Rivals, nodes, at, prospects)
    }
}

impl Tested for Tute {
    const EVERY: usize = 3;
    const DECISIONS: usize = 4;
    const GAMES: u64 = 10;

    fn judged(
        &self,
        at: &Decision<'_, Self>,
        prospects: &Prospects,
        times: u32,
    ) -> Option<Vec<Judged>> {
        let deals = tute::conduct::DEALS * times;
        let reference = AgentSpec::parse(&format!("pimc:{deals}"), Self::KINDS).ok()?;
        let mut reference = self.agent(&reference);
        let found = tute::conduct::deeper(times).prospects(at, &mut *reference).ok()?;
        of_options(prospects, &found, |option| option.value)
    }
}

impl Tested for BattleTech {
    const EVERY: usize = 12;
    const GAMES: u64 = 1;

    /// The mean of what happens with other dice, whatever the commander thinks.
    fn judged(
        &self,
        at: &Decision<'_, Self>,
        prospects: &Prospects,
        times: u32,
    ) -> Option<Vec<Judged>> {
        let commander = AgentSpec::parse("commander", Self::KINDS).ok()?;
        let mut commander = self.agent(&commander);
        let deeper = battletech::conduct::deeper(times.into());
        let found = deeper.prospects(at, &mut *commander).ok()?;
        of_options(prospects, &found, |option| option.mean().value)
    }
}

/// What was found of the options of a decision, in their order.
fn of_options(
    prospects: &Prospects,
    found: &Prospects,
    value: impl Fn(&Prospect) -> f64,
) -> Option<Vec<Judged>> {
    let judged = |option: &Prospect| {
        let same = found.options.iter().find(|one| one.place == option.place)?;
        Some(Judged::new(value(same), same))
    };
    prospects.options.iter().map(judged).collect()
}

/// The judgement of a search as deep as its states last, which asks no reference.
fn searched<G: Searchable + Players + Hidden<View = <G as Game>::State>>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    nodes: u64,
    at: &Decision<'_, G>,
    prospects: &Prospects,
) -> Option<Vec<Judged>> {
    let conduct = G::CONDUCT?.conduct;
    let progress = |state: &G::State| conduct.standing(game, state, at.seat);
    let source = Searched { game, evaluation, seat: at.seat, nodes, progress: &progress };
    let found = source.actions(at.view, G::MAX_DEPTH);
    let judged = |option: &Prospect| {
        let action = at.actions[option.place];
        let (_, value, lottery) = found.iter().find(|(one, ..)| *one == action)?;
        let option = Prospect { lottery: lottery.clone(), spread: Spread::Exact, ..option.clone() };
        Some(Judged::new(*value, &option))
    };
    prospects.options.iter().map(judged).collect()
}
