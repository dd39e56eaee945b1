//! How much an opponent gains that learns how its rival challenges.
//!
//! No people are needed for it. A simulated person plays optimally, except that it never
//! challenges, always challenges, or challenges exactly where optimal play does not; a fourth one
//! plays optimally throughout. Abel, who plays optimally, plays against it and learns from every
//! game ([`ChallengeRates`]). After some numbers of games its win probability against this person is
//! computed exactly, and so are those of Abel as it was, of a best response, and of the learning
//! Abel against optimal play. What is learned depends on the dice of these games: it is repeated
//! with other dice, and the mean over these runs has an interval.

use std::sync::Arc;

use miette::Result;
use rayon::prelude::*;
use rivals_core::document::{Block, Cell, Column, Section};
use rivals_core::personalities::Personality;
use rivals_core::play::{Agent, Dice, Playthrough, Seat};
use rivals_core::text::number::{counted, percent};
use rivals_dragon_slayer::exact::HeadToHead;
use rivals_dragon_slayer::game::agent::PolicyAgent;
use rivals_dragon_slayer::policies::{ChallengeRates, OptimalPolicy, PersonalityPolicy};
use rivals_dragon_slayer::policy_tables::{PlayerPolicy, PolicyTables};
use rivals_dragon_slayer::review::Review;
use rivals_dragon_slayer::solver::{
    Choice, Decision, Play, Policy, Position, Solution, SolvedGame, TurnPolicy,
};
use rivals_dragon_slayer::{Action, DragonSlayer, Rules, Turn};
use rivals_league::results::ManifestEntry;
use rivals_league::text::csv;
use rivals_statistics::two_sided_t_point;
use serde::{Deserialize, Serialize};

use crate::folder::Made;

/// The name of the study, as the manifest has it, and the file that it writes.
pub(crate) const NAME: &str = "learning";
pub(crate) const FILE: &str = "learning.csv";

/// The numbers of games that are learned from, the runs, and the seed.
const GAMES: [u32; 3] = [0, 10, 50];
const RUNS: u32 = 4;
const SEED: u64 = 2018;

/// How a simulated person uses its challenge tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Habit {
    /// It never challenges.
    Never,
    /// It challenges the first stop.
    Always,
    /// It challenges where optimal play does not, and only there.
    Badly,
    /// It challenges where optimal play does.
    Optimally,
}

/// All habits.
pub(crate) const HABITS: [Habit; 4] = [Habit::Never, Habit::Always, Habit::Badly, Habit::Optimally];

/// A simulated person.
struct Person {
    optimal: OptimalPolicy,
    habit: Habit,
}

/// A person within one turn.
struct PersonTurn {
    optimal: Arc<dyn TurnPolicy>,
    habit: Habit,
}

impl Policy for Person {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        Arc::new(PersonTurn { optimal: self.optimal.turn(position), habit: self.habit })
    }
}

impl TurnPolicy for PersonTurn {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        let choose = || self.optimal.decide(decision, turn);
        let action = match (decision, self.habit) {
            (Decision::Challenge, Habit::Never) => Action::LetStop,
            (Decision::Challenge, Habit::Always) => Action::Challenge,
            (Decision::Challenge, Habit::Badly) => match choose() {
                Choice::Take(Action::Challenge) => Action::LetStop,
                _ => Action::Challenge,
            },
            (_, _) => return choose(),
        };
        Choice::Take(action)
    }
}

/// A row of `learning.csv`: one habit after one number of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// What the person does with its tokens.
    pub person: Habit,
    /// The number of games that were learned from.
    pub games: u32,
    /// The number of runs; 1 without games, where nothing depends on dice.
    pub runs: usize,
    /// The win probability of the learning Abel against the person: the mean over both seats and
    /// all runs.
    pub wins: f64,
    /// The ends of the 95 % interval of this mean over all runs; empty for one run.
    pub wins_low: Option<f64>,
    /// The upper end.
    pub wins_high: Option<f64>,
    /// The exact win probability of Abel, which does not learn.
    pub abel: f64,
    /// The exact win probability of a best response to the person.
    pub best_response: f64,
    /// The win probability of the learning Abel against optimal play: the mean over both seats
    /// and all runs. Abel's is 0.5.
    pub against_optimum: f64,
}

/// The study.
pub(crate) fn made() -> Result<Made> {
    let rules = Rules::built_in();
    let entry = ManifestEntry {
        seed: Some(SEED),
        ..ManifestEntry::new(NAME, "dragon-slayer", &rules.identity())
    };
    Ok(Made { entry, files: vec![(FILE, csv(measure(&rules, &GAMES, RUNS, SEED)?))] })
}

/// The rows of every habit after each of these numbers of games, which ascend from 0.
fn measure(rules: &Rules, games: &[u32], runs: u32, seed: u64) -> Result<Vec<Row>> {
    let solved = Arc::new(SolvedGame::new(rules)?);
    let optimal = OptimalPolicy::new(Solution::solve(rules, [Play::Optimal; 2])?);
    let abel = PersonalityPolicy::new(Personality::neutral("abel"), Arc::clone(&solved));
    let mut rows = Vec::new();
    for habit in HABITS {
        let person: Arc<dyn Policy> = Arc::new(Person { optimal: optimal.clone(), habit });
        let best_response = best_response(rules, &*person)?;
        let learners: Vec<Vec<PersonalityPolicy>> = (0..runs)
            .into_par_iter()
            .map(|run| {
                let mut school = School::new(&solved, &abel, Arc::clone(&person));
                let key = habit as u64 * u64::from(runs) + u64::from(run);
                let learners = games[1..].iter().map(|&count| {
                    school.play_until(count, seed, key);
                    school.learner()
                });
                learners.collect()
            })
            .collect();
        let learned = matches(&solved, &abel, &person, learners.concat());
        let (unlearned, learned) = (&learned[..1], &learned[1..]);
        for (place, &count) in games.iter().enumerate() {
            // Without games nothing depends on dice.
            let results: Vec<[f64; 2]> = match place.checked_sub(1) {
                None => unlearned.to_vec(),
                Some(later) => {
                    learned.iter().skip(later).step_by(games.len() - 1).copied().collect()
                }
            };
            let of = |kind: usize| results.iter().map(|result| result[kind]).collect::<Vec<_>>();
            let (wins, half) = mean(&of(0));
            rows.push(Row {
                person: habit,
                games: count,
                runs: results.len(),
                wins,
                wins_low: half.map(|half| wins - half),
                wins_high: half.map(|half| wins + half),
                abel: unlearned[0][0],
                best_response,
                against_optimum: mean(&of(1)).0,
            });
        }
    }
    Ok(rows)
}

/// The exact win probabilities against the person and against optimal play, means of both seats:
/// first those of Abel, then those of the learners. Abel plays optimally.
fn matches(
    solved: &Arc<SolvedGame>,
    abel: &PersonalityPolicy,
    person: &Arc<dyn Policy>,
    learners: Vec<PersonalityPolicy>,
) -> Vec<[f64; 2]> {
    let person = PlayerPolicy::Policy(Arc::clone(person));
    let mut players = vec![person, PlayerPolicy::from(abel.clone())];
    players.extend(learners.into_iter().map(PlayerPolicy::from));
    let tables = PolicyTables::write(solved, players, None, &|_, _| {});
    let of_player = |player: usize| {
        let mut head_to_head = HeadToHead::new(&tables);
        [0, 1].map(|other| {
            let as_first = head_to_head.play([player, other]).first_wins;
            let as_second = 1.0 - head_to_head.play([other, player]).first_wins;
            f64::midpoint(as_first, as_second)
        })
    };
    let players = 1..tables.player_policies().len();
    players.into_par_iter().map(of_player).collect()
}

/// The mean, and half the width of its 95 % interval.
fn mean(values: &[f64]) -> (f64, Option<f64>) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let half = (values.len() > 1).then(|| {
        let squares = values.iter().map(|value| (value - mean) * (value - mean));
        let variance = squares.sum::<f64>() / (count - 1.0);
        two_sided_t_point(0.05, 1, count - 1.0) * (variance / count).sqrt()
    });
    (mean, half)
}

/// The win probability of a best response, the mean of both seats.
fn best_response(rules: &Rules, to: &dyn Policy) -> Result<f64> {
    let as_first = Solution::solve(rules, [Play::Optimal, Play::As(to)])?;
    let as_second = Solution::solve(rules, [Play::As(to), Play::Optimal])?;
    Ok(f64::midpoint(as_first.first_wins(), 1.0 - as_second.first_wins()))
}

/// Abel, who plays against one person and learns.
struct School<'a> {
    solved: &'a Arc<SolvedGame>,
    game: Arc<DragonSlayer>,
    abel: &'a PersonalityPolicy,
    person: Arc<dyn Policy>,
    rates: ChallengeRates,
    played: u32,
}

impl<'a> School<'a> {
    fn new(
        solved: &'a Arc<SolvedGame>,
        abel: &'a PersonalityPolicy,
        person: Arc<dyn Policy>,
    ) -> Self {
        Self {
            solved,
            game: Arc::new(DragonSlayer::by(solved.rules().clone())),
            abel,
            person,
            rates: ChallengeRates::default(),
            played: 0,
        }
    }

    fn learner(&self) -> PersonalityPolicy {
        self.abel.clone().against(self.rates.clone())
    }

    /// Plays on until `count` games are played, in turn from each seat.
    fn play_until(&mut self, count: u32, seed: u64, run: u64) {
        for number in self.played..count {
            let learner = Seat((number % 2) as u8);
            let agent = |seat: Seat| -> Box<dyn Agent<DragonSlayer>> {
                let solved = Some(Arc::clone(self.solved));
                if seat == learner {
                    Box::new(PolicyAgent::new(Arc::new(self.learner()), solved))
                } else {
                    Box::new(PolicyAgent::new(Arc::clone(&self.person), solved))
                }
            };
            let mut agents = vec![agent(Seat::FIRST), agent(Seat::SECOND)];
            let dice = Dice::new(seed, run, number.into());
            let mut playthrough = Playthrough::new(Arc::clone(&self.game), 2, dice);
            let outcome = playthrough.run(&mut agents);
            let review = Review::of(&playthrough, Some(outcome), &self.solved.solution);
            self.rates.next_game();
            for (_, gain, asked) in review.challenges(learner.next(2)) {
                self.rates.see(gain, asked.action == Some(Action::Challenge));
            }
        }
        self.played = self.played.max(count);
    }
}

/// The section on the rows of the file.
pub(crate) fn section(rows: &[Row]) -> Section {
    let columns = vec![
        Column::words("the person challenges"),
        Column::figures("games seen"),
        Column::figures("learning wins %"),
        Column::words("95 % interval").priority(2),
        Column::figures("Abel wins %"),
        Column::figures("best response %"),
        Column::figures("share of the gain %").priority(2),
        Column::figures("against optimum %"),
    ];
    let wins = |value: f64| Cell::figure(value, percent(value, 2));
    let cells = rows.iter().map(|row| {
        let interval = row.wins_low.zip(row.wins_high);
        vec![
            Cell::words(format!("{:?}", row.person).to_lowercase()),
            Cell::figure(row.games.into(), row.games.to_string()),
            wins(row.wins),
            Cell::words(interval.map_or_else(String::new, |(low, high)| {
                format!("{}–{}", percent(low, 2), percent(high, 2))
            })),
            wins(row.abel),
            wins(row.best_response),
            Cell::maybe(share(row), |share| percent(share, 0)),
            wins(row.against_optimum),
        ]
    });
    let caption = "A person never challenges, challenges the first stop, challenges exactly where \
                   optimal play does not, or plays optimally; all else of its play is optimal. Abel \
                   plays optimally and learns from games how the person challenges. Win \
                   probabilities are exact for what was learned, and means of both seats. The \
                   interval is over the runs, which learn from games on different dice. The share \
                   of the gain is how much of the difference between Abel and a best response is \
                   learned.";
    let mut blocks = vec![Block::table(FILE, caption, columns, cells)];
    let last = rows.iter().filter(|row| rows.iter().all(|other| other.games <= row.games));
    blocks.extend(last.map(|row| Block::text(verdict(row))));
    Section::new("learning", "Dragon Slayer: what an opponent gains that learns", blocks)
}

/// How much of what a best response gains is learned; `None` if it gains nothing.
fn share(row: &Row) -> Option<f64> {
    let gain = row.best_response - row.abel;
    (gain > 1e-6).then(|| (row.wins - row.abel) / gain)
}

/// What learning is worth against one person, as a sentence.
fn verdict(row: &Row) -> String {
    let person = match row.person {
        Habit::Never => "never challenges",
        Habit::Always => "always challenges",
        Habit::Badly => "challenges badly",
        Habit::Optimally => "plays optimally",
    };
    let points = |value: f64| format!("{} points", percent(value.abs(), 1));
    let games = counted(row.games.into(), "game", "games");
    let begin = format!("After {games} against a person who {person}, Abel wins");
    let Some(share) = share(row) else {
        let [now, before] = [row.wins, row.abel].map(|wins| percent(wins, 2));
        return format!("{begin} {now} %, and {before} % before.");
    };
    let gain = row.wins - row.abel;
    format!(
        "{begin} {} {} than before, {} % of what a best response gains. Against optimal play it \
         would lose {}.",
        points(gain),
        if gain < 0.0 { "less" } else { "more" },
        percent(share, 0),
        points(0.5 - row.against_optimum)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Learning helps against bad habits, is between Abel and the best response, and costs little
    /// against optimal play, whatever was learned.
    #[test]
    fn learning_helps() {
        let mut rules = Rules::built_in();
        rules.target = 20;
        let rows = measure(&rules, &[0, 20], 2, 7).unwrap();
        assert_eq!(rows.len(), 8);
        for row in &rows {
            assert!(row.wins <= row.best_response + 1e-9, "{row:?}");
            assert!(row.against_optimum > 0.45, "{row:?}");
            if row.games == 0 {
                assert!((row.wins - row.abel).abs() < 1e-9);
                assert!((row.against_optimum - 0.5).abs() < 1e-9);
            } else if matches!(row.person, Habit::Never | Habit::Badly) {
                assert!(row.wins > row.abel, "{row:?}");
            } else if row.person == Habit::Optimally {
                assert!((row.wins - row.against_optimum).abs() < 1e-9, "{row:?}");
            }
        }
    }

    /// The win probability of a policy against another, by another way than that of the study:
    /// all positions are solved.
    fn wins(rules: &Rules, policy: &dyn Policy, other: &dyn Policy) -> f64 {
        let solve = |plays| Solution::solve(rules, plays).unwrap().first_wins();
        let as_first = solve([Play::As(policy), Play::As(other)]);
        let as_second = solve([Play::As(other), Play::As(policy)]);
        f64::midpoint(as_first, 1.0 - as_second)
    }

    /// Before anything is seen Abel plays optimally, and after that its win probabilities are
    /// those of the solver.
    #[test]
    fn matches_are_those_of_the_solver() {
        let mut rules = Rules::built_in();
        rules.target = 12;
        let solved = Arc::new(SolvedGame::new(&rules).unwrap());
        let abel = PersonalityPolicy::new(Personality::neutral("abel"), Arc::clone(&solved));
        let optimal = OptimalPolicy::new(Solution::solve(&rules, [Play::Optimal; 2]).unwrap());
        let unlearned = abel.clone().against(ChallengeRates::default());
        assert!((wins(&rules, &unlearned, &optimal) - 0.5).abs() < 1e-9);
        for habit in HABITS {
            let person: Arc<dyn Policy> = Arc::new(Person { optimal: optimal.clone(), habit });
            let mut school = School::new(&solved, &abel, Arc::clone(&person));
            school.play_until(6, 3, 0);
            let learner = school.learner();
            let found = matches(&solved, &abel, &person, vec![learner.clone()]);
            for (found, expected) in [
                (found[0][0], wins(&rules, &abel, &*person)),
                (found[0][1], 0.5),
                (found[1][0], wins(&rules, &learner, &*person)),
                (found[1][1], wins(&rules, &learner, &optimal)),
            ] {
                assert!((found - expected).abs() < 1e-8, "{habit:?}: {found} {expected}");
            }
        }
    }
}
