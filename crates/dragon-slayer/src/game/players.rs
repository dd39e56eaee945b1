//! The values of positions of Dragon Slayer, its agents for an engine, and the judge of stalled
//! games.

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;

use super::agent::{PolicyAgent, position, scoreboard, turn_of_two};
use super::{DragonSlayer, OPTIMUM};
use crate::contest::counted::{self, Counted};
use crate::contest::{DragonSlayerContest, metrics, player};
use crate::policies;
use crate::solver::{Position, Solution};
use crate::{Phase, Rules, STALLED_ROUNDS, State, Turn, horizon};
use rivals_core::contest::{
    AgentContest, AgentMaker, Contest, GameRecord, OnSolving, Played, Player, Players, Sampler,
    Solve,
};
use rivals_core::personalities::{Member, Roster};
use rivals_core::play::outside::OutsideAgent;
use rivals_core::play::{
    Adjudicator, Agent, AgentKinds, AgentSpec, Dice, Game, Outcome, Seat, Stream, draw,
};
use rivals_core::text::number::count;
use rivals_core::values::Invalid;

impl DragonSlayer {
    /// The win probability of each legal action for the seat that decides; none with more than two
    /// seats, and where the solver does not follow the turn far enough.
    pub(super) fn exact_wins(&self, state: &State) -> Option<Vec<f64>> {
        if state.scores.seats() > 2 || state.turn.at_stake > horizon(&self.rules) {
            return None;
        }
        let position = Position::of(state, self.rules.target)?;
        let solution = &self.solution().ok()?.solution;
        if solution.is_capped(&position) {
            return None;
        }
        self.wins(state, solution, &position, &state.turn)
    }

    /// The win probability of each legal action in a position of two seats; `None` if it lacks one.
    fn wins(
        &self,
        state: &State,
        solution: &Solution,
        position: &Position,
        turn: &Turn,
    ) -> Option<Vec<f64>> {
        let values = solution.actions(position, turn);
        let wins = |action| {
            let value = values.iter().find(|value| value.action == action)?;
            Some(match turn.asked() {
                Some(_) => 1.0 - value.mover_wins,
                None => value.mover_wins,
            })
        };
        self.actions(state).into_iter().map(wins).collect()
    }

    /// How a game is adjudicated that has stalled, as [the crate](crate) defines.
    /// With two seats and rules that cannot be solved, both win with equal probability if their
    /// scores are equal, and else the one that leads wins.
    fn adjudicated(&self, state: &State, dice: Dice) -> Outcome {
        let mut dice = dice.stream(Stream::Stalled, 0);
        let winner = match (state.scores.seats(), self.solution()) {
            (2, Ok(solved)) => {
                let position = position(state, Seat::FIRST, self.rules.target);
                let first_wins = solved.solution.value(&solved.solution.clamped(&position));
                let second = dice.random::<f64>() >= first_wins;
                Seat(second.into())
            }
            _ => {
                let leaders: Vec<usize> = scoreboard(state).leaders().collect();
                #[expect(clippy::cast_possible_truncation, reason = "at most 6 seats")]
                Seat(leaders[draw(&mut dice, leaders.len())] as u8)
            }
        };
        Outcome::won_by(winner, state.scores)
    }

    /// The judge of a game: see [`Game::adjudicator`].
    pub(super) fn judge(&self, dice: Dice) -> Adjudicator<State> {
        let (game, mut before, mut stalled) = (self.clone(), None, 0);
        Box::new(move |state| {
            let round_begins = state.mover == Seat::FIRST
                && state.turn.phase == Phase::MustFight
                && state.turn.challenger.is_none();
            if !round_begins {
                return None;
            }
            let now = scoreboard(state);
            stalled = match before.replace(now) {
                Some(before) if now.stalled_since(&before, game.rules.target) => stalled + 1,
                _ => 0,
            };
            (stalled == STALLED_ROUNDS).then(|| game.adjudicated(state, dice))
        })
    }

    /// See [`Game::adjudication`].
    pub(super) fn judgement(&self, state: &State) -> (bool, String) {
        let leaders = scoreboard(state).leaders().count();
        let (by_lot, how) = match (state.scores.seats(), self.solution(), leaders) {
            (2, Ok(_), _) => (true, "a lot decides, by win probabilities"),
            (_, _, 1) => (false, "the leader wins"),
            _ => (true, "a lot decides among the leaders"),
        };
        let rounds = count(STALLED_ROUNDS.into());
        let why = format!("Nothing has changed in {rounds} rounds: {how}.");
        (by_lot, why)
    }
}

impl Players for DragonSlayer {
    type Counts = Counted;

    /// Its agents are the rows of [`policies`].
    const KINDS: AgentKinds = policies::AGENTS;
    const PERSONALITIES: bool = true;
    const ORDERED: bool = true;

    fn count(played: &Played<'_, Self>) -> Vec<Counted> {
        counted::count(played)
    }

    fn measure(counts: &[Counted], record: &mut GameRecord) {
        counted::measure(counts, record);
    }

    fn agent(&self, spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        match &spec.outside {
            Some(outside) => Box::new(OutsideAgent::of(outside)),
            None => self.player(spec.as_str()).expect("the agent plays by these rules"),
        }
    }

    fn personalities(&self) -> &[Member] {
        &self.roster.members
    }

    fn with_personalities(self, roster: Roster) -> Self {
        Self { roster: Arc::new(roster), policies: Arc::default(), ..self }
    }

    fn player(&self, name: &str) -> Result<Box<dyn Agent<Self>>, Invalid> {
        let member =
            self.roster.member(name).map_err(|error| Invalid { field: String::new(), ..error })?;
        let (policy, solved) = self.policy(&member)?;
        Ok(Box::new(PolicyAgent::new(policy, solved)))
    }

    fn check_player(&self, name: &str) -> Result<(), Invalid> {
        // The built-in rules can be solved. Others are solved now, so that a game which cannot be
        // played to its end does not begin.
        let is_known = name == OPTIMUM || self.roster.find(name).is_some();
        if is_known && self.rules == Rules::built_in() {
            return Ok(());
        }
        self.player(name).map(drop)
    }

    fn thinking(&self, _: &str) -> Duration {
        Duration::ZERO
    }

    fn contest(
        game: &Arc<Self>,
        roster: &Roster,
        progress: OnSolving<'_>,
    ) -> Result<Box<dyn Contest>, Invalid> {
        if roster.members.iter().any(|member| member.outside().is_some()) {
            return Ok(Box::new(with_programs(game, roster)?));
        }
        Ok(Box::new(DragonSlayerContest::new_with_progress(&game.rules, roster, progress)?))
    }
}

/// A contest in which some players are programs of their own: each game is a playthrough.
fn with_programs(
    game: &Arc<DragonSlayer>,
    roster: &Roster,
) -> Result<AgentContest<DragonSlayer>, Invalid> {
    let own = Arc::new((**game).clone().with_personalities(roster.clone()));
    for member in roster.members.iter().filter(|member| member.outside().is_none()) {
        own.player(member.id())?;
    }
    let players = roster.members.iter().map(|member| {
        let (own, member) = (Arc::clone(&own), member.clone());
        let name = match &member {
            Member::Agent(spec) => DragonSlayer::title(spec),
            Member::Personality(who) => who.name.clone(),
        };
        let described = Player { name, ..player(&member) };
        let maker: AgentMaker<DragonSlayer> = Box::new(move || match &member {
            Member::Agent(spec) => own.agent(spec),
            Member::Personality(who) => own.player(&who.id).expect("it was made before"),
        });
        (described, maker)
    });
    let mut contest = AgentContest::new(Arc::clone(&own), players.collect::<Vec<_>>());
    contest.metrics = metrics::all(&game.rules);
    let outsiders = roster.members.iter().map(|member| member.outside().cloned());
    Ok(contest.with_outsiders(outsiders.collect()))
}

impl Solve for DragonSlayer {
    const ADVISER: Option<&'static str> = Some(OPTIMUM);

    fn adviser(&self) -> Option<&'static str> {
        self.solution().is_ok().then_some(OPTIMUM)
    }

    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        let game = self.clone();
        // An error is reported when the solution is asked for.
        Some(Box::new(move || drop(game.solution())))
    }

    fn error(&self) -> f64 {
        self.solution().map_or(0.0, |solved| solved.solution.error())
    }

    fn solved(&self, state: &State) -> Result<Option<Vec<f64>>, Invalid> {
        Ok(self.exact_wins(state))
    }

    fn estimated(&self, state: &State, seat: Seat) -> Option<Vec<f64>> {
        let solution = &self.solution().ok()?.solution;
        let mut position = position(state, seat, self.rules.target);
        position.after_big_turn = false;
        let position = solution.clamped(&position);
        let turn = turn_of_two(&state.turn, &position);
        self.wins(state, solution, &position, &turn)
    }

    fn sampler(&self) -> Sampler {
        Sampler::fast(self.adviser().unwrap_or("greedy"))
    }
}
