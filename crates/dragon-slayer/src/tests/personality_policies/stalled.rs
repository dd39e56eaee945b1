//! Exact results of games that stall, compared with value iteration round by round.
//!
//! The test oracle asks the policies in every state of a turn and counts stalled rounds one
//! by one. It uses neither visits nor geometric series, and follows chances of any size.

use std::collections::HashMap;
use std::sync::Arc;

use crate::exact::HeadToHead;
use crate::policies::{Hold, PersonalityPolicy, Random};
use crate::policy_tables::{PlayerPolicy, PolicyTables};
use crate::solver::{
    BIG_TURN, Choice, Decision, FightOdds, Play, Policy, Position, Solution, SolvedGame, Stage,
    TurnPolicy,
};
use crate::{Action, DragonDie, DragonSet, Phase, Rules, STALLED_ROUNDS, Turn, WarriorDie};
use rivals_core::personalities::Personality;
use rivals_core::play::Seat;

use super::table_policy::TablePolicy;

/// The end of a turn: the mover's points, the other seat's bonus, and whether the other
/// seat spent its token.
type End = (u32, u32, bool);

struct Oracle<'a> {
    rules: &'a Rules,
    odds: FightOdds,
    policies: [&'a dyn Policy; 2],
    /// The solution by which games are adjudicated.
    optimal: &'a Solution,
    known: HashMap<([u32; 2], [u32; 2], bool), f64>,
}

impl<'a> Oracle<'a> {
    fn new(rules: &'a Rules, policies: [&'a dyn Policy; 2], optimal: &'a Solution) -> Self {
        Self { rules, odds: FightOdds::new(rules), policies, optimal, known: HashMap::new() }
    }

    /// The first seat's win probability at the start of a round, before any round stalled.
    fn value(&mut self, scores: [u32; 2], tokens: [u32; 2], big: bool) -> f64 {
        let target = self.rules.target;
        let stage = match Stage::of(scores, Seat::FIRST, target) {
            Err(winner) => return f64::from(u8::from(winner == Seat::FIRST)),
            Ok(stage) => stage,
        };
        let past = stage == Stage::Overtime;
        let (scores, big) = if past { ([target; 2], false) } else { (scores, big) };
        if let Some(&value) = self.known.get(&(scores, tokens, big)) {
            return value;
        }
        // By whether the round begins after a big turn: the probability that it stalls, and
        // the expected value of all its other ends.
        let mut rounds = [(0.0, 0.0); 2];
        for big in [false, big] {
            let (mut stalls, mut rest) = (0.0, 0.0);
            for ((points, bonus, spent), chance) in self.turn(stage, tokens, big) {
                let scores_1 = [scores[0] + points, scores[1] + bonus];
                let tokens_1 = [tokens[0], tokens[1] - u32::from(spent)];
                let stage_1 = Stage::of(scores_1, Seat::SECOND, target).unwrap();
                let big_1 = points >= BIG_TURN;
                for ((points, bonus, spent), then) in self.turn(stage_1, tokens_1, big_1) {
                    let scores_2 = [scores_1[0] + bonus, scores_1[1] + points];
                    let tokens_2 = [tokens_1[0] - u32::from(spent), tokens_1[1]];
                    let over = Stage::of(scores_2, Seat::FIRST, target).is_err();
                    let same = scores_2 == scores || (past && !over);
                    if same && tokens_2 == tokens {
                        stalls += chance * then
                    } else {
                        let value = self.value(scores_2, tokens_2, points >= BIG_TURN);
                        rest += chance * then * value;
                    }
                }
            }
            rounds[usize::from(big)] = (stalls, rest);
        }
        let mut value = self.optimal.value(&Position::new(stage, tokens));
        for stalled in (0..STALLED_ROUNDS).rev() {
            let (stalls, rest) = rounds[usize::from(big && stalled == 0)];
            value = rest + stalls * value;
        }
        self.known.insert((scores, tokens, big), value);
        value
    }

    /// The probability of each end of a turn.
    fn turn(&self, stage: Stage, tokens: [u32; 2], big: bool) -> HashMap<End, f64> {
        let position = Position {
            after_big_turn: big && stage != Stage::Overtime,
            ..Position::new(stage, tokens)
        };
        let mover = usize::from(position.mover().0);
        let mut ends = HashMap::new();
        let playing = Playing {
            oracle: self,
            mover: &*self.policies[mover].turn(&position),
            other: &*self.policies[1 - mover].turn(&position),
            may_be_challenged: position.may_be_challenged(),
            challenger: position.other(),
        };
        let mut turn = Turn::new(self.rules.dragons.len(), self.rules.warrior.dice);
        turn.phase = Phase::MustFight;
        playing.go(turn, 1.0, &mut ends);
        ends
    }
}

struct Playing<'a> {
    oracle: &'a Oracle<'a>,
    mover: &'a dyn TurnPolicy,
    other: &'a dyn TurnPolicy,
    may_be_challenged: bool,
    challenger: Seat,
}

impl Playing<'_> {
    fn go(&self, turn: Turn, chance: f64, ends: &mut HashMap<End, f64>) {
        if chance == 0.0 {
            return;
        }
        let rules = self.oracle.rules;
        let fights = turn.alive.iter().map(|dragon| Action::Fight(dragon as u8));
        let (choice, options): (Choice, Vec<Action>) = match turn.phase {
            Phase::MustFight => (self.mover.decide(Decision::Move, &turn), fights.collect()),
            Phase::MayStop => {
                (self.mover.decide(Decision::Move, &turn), fights.chain([Action::Stop]).collect())
            }
            Phase::Asked(_) => (
                self.other.decide(Decision::Challenge, &turn),
                vec![Action::Challenge, Action::LetStop],
            ),
            _ => {
                (self.mover.decide(Decision::Answer, &turn), vec![Action::Accept, Action::Decline])
            }
        };
        let options = match choice {
            Choice::Take(action) => vec![action],
            Choice::Uniform => options,
        };
        let chance = chance / options.len() as f64;
        let with = |phase, challenged: bool| Turn {
            phase,
            challenger: challenged.then_some(self.challenger),
            ..turn
        };
        let challenged = turn.challenger.is_some();
        for action in options {
            match action {
                Action::Fight(dragon) => self.fight(turn, dragon.into(), chance, ends),
                Action::Stop if self.may_be_challenged && !challenged => {
                    self.go(with(Phase::Asked(self.challenger), false), chance, ends);
                }
                Action::Stop | Action::LetStop => {
                    *ends.entry((turn.at_stake, 0, challenged)).or_insert(0.0) += chance;
                }
                Action::Challenge => self.go(with(Phase::Challenged, true), chance, ends),
                Action::Accept => self.go(with(Phase::MustFight, true), chance, ends),
                Action::Decline => {
                    let kept = rules.challenge.declined_share.of(turn.at_stake);
                    *ends.entry((kept, rules.challenge.bonus, true)).or_insert(0.0) += chance;
                }
            }
        }
    }

    fn fight(&self, turn: Turn, dragon: usize, chance: f64, ends: &mut HashMap<End, f64>) {
        let rules = self.oracle.rules;
        let dice_left = self.oracle.odds.dice_left(dragon, turn.dice);
        let challenged = turn.challenger.is_some();
        let bonus = rules.challenge.bonus * u32::from(challenged);
        *ends.entry((0, bonus, challenged)).or_insert(0.0) += chance * dice_left[0];
        let (at_stake, alive): (u32, DragonSet) =
            rules.slay(turn.at_stake, turn.alive, dragon, challenged);
        for (dice, share) in (1..).zip(&dice_left[1..]) {
            let next = Turn { at_stake, alive, dice, phase: Phase::MayStop, ..turn };
            // Smaller probabilities do not change the sums.
            if chance * share > 1e-40 {
                self.go(next, chance * share, ends);
            }
        }
    }
}

/// Rules of one die against one, where a fight is won with probability 1/36.
fn hard(target: u32, points: u32, tokens: u32) -> Rules {
    let mut rules = Rules::built_in();
    rules.target = target;
    rules.dragons.truncate(1);
    rules.dragons[0].points = points;
    rules.dragons[0].dice = 1;
    rules.dragons[0].die = DragonDie::new(1, 0, 5).unwrap();
    rules.warrior.dice = 1;
    rules.warrior.die = WarriorDie::new(1, 0, 5).unwrap();
    rules.challenge.bonus = 1;
    rules.challenge.tokens = tokens;
    rules
}

/// Compares exact results and the solver with the oracle for all pairs of these players.
/// Returns the largest error bound of the exact results.
fn agree(rules: &Rules, player_policies: Vec<PlayerPolicy>, game: &Arc<SolvedGame>) -> f64 {
    let players = player_policies.len();
    let tables = Arc::new(PolicyTables::write(game, player_policies, None, &|_, _| {}));
    let policies: Vec<Arc<dyn Policy>> = (tables.player_policies().iter().enumerate())
        .map(|(player, player_policy)| match player_policy {
            PlayerPolicy::Policy(policy) => Arc::clone(policy),
            PlayerPolicy::Random => Arc::new(Random),
            PlayerPolicy::Personality(_) => {
                Arc::new(TablePolicy { tables: Arc::clone(&tables), player })
            }
        })
        .collect();
    let mut head_to_head = HeadToHead::new(&tables);
    let mut largest: f64 = 0.0;
    for (first, one) in policies.iter().enumerate() {
        for (second, other) in policies.iter().enumerate() {
            let mut oracle = Oracle::new(rules, [&**one, &**other], &game.solution);
            let expected = oracle.value([0, 0], [rules.challenge.tokens; 2], false);
            let exact = head_to_head.play([first, second]);
            let off = (exact.first_wins - expected).abs();
            assert!(off <= exact.error, "{first} {second}: {off:e}, {exact:?}");
            largest = largest.max(exact.error);
            let plays = [Play::As(&**one), Play::As(&**other)];
            let solution = Solution::solve(rules, plays).unwrap();
            let off = (solution.first_wins() - expected).abs();
            assert!(off <= solution.error(), "{first} {second}: {off:e}");
        }
    }
    assert_eq!(policies.len(), players);
    largest
}

#[test]
fn exact_results_agree_with_value_iteration() {
    for (target, tokens) in [(1, 0), (6, 0), (6, 1), (4, 2)] {
        let rules = hard(target, 2, tokens);
        let game = Arc::new(SolvedGame::new(&rules).unwrap());
        let hold = |points| PlayerPolicy::Policy(Arc::new(Hold::new(&rules, points)));
        let player_policies = [2, 8, 20].map(hold).into_iter();
        let player_policies = player_policies.chain([PlayerPolicy::Random]).collect();
        // With a target of 1 the cap stops a player that waits for 20 points; it reaches the
        // cap in a turn with probability 1 / 36^6, in a thousand rounds.
        let error = agree(&rules, player_policies, &game);
        assert!(error < 1e-6, "{error:e}");
    }
}

/// The chances that a turn drops count in the error bound with the visits of the turn, a
/// thousand where games stall.
#[test]
fn dropped_chances_count_in_every_round() {
    let rules = hard(6, 2, 0);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let never = PlayerPolicy::Policy(Arc::new(Hold::new(&rules, 20)));
    let tables = PolicyTables::write(&game, vec![never], None, &|_, _| {});
    let exact = HeadToHead::new(&tables).play([0, 0]);
    let adjudicated = game.solution.error();
    // Nine dragons slain one after the other.
    let dropped = 2_000.0 / 36.0_f64.powi(9);
    assert!(exact.error > 0.9 * (adjudicated + dropped), "{exact:?}");
}

/// The first turn of a player whose decisions depend on a big turn before is not part of
/// the cycle of rounds that score nothing.
#[test]
fn a_turn_after_a_big_turn_is_not_on_the_cycle() {
    let mut rules = hard(30, 8, 1);
    rules.dragons.push(rules.dragons[0].clone());
    rules.dragons[1].name = "other".to_owned();
    rules.dragons[1].points = 2;
    rules.dragons[1].die = DragonDie::new(2, 0, 4).unwrap();
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let mut nervous = Personality::neutral("nervous");
    nervous.traits.risk_aversion = 1.0;
    nervous.traits.nerves_after_big_turn = 4.0;
    nervous.values.own_points = 1.0;
    let nervous = PlayerPolicy::from(PersonalityPolicy::new(nervous, Arc::clone(&game)));
    let hold = |points| PlayerPolicy::Policy(Arc::new(Hold::new(&rules, points)));
    agree(&rules, vec![nervous, hold(10), hold(20)], &game);
}
