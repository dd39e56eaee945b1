//! `rivals advise`: a position in, every action out with its chance of winning.

use clap::{Args, ValueEnum};

use super::output::print;
use super::shared::{TextFormat, whole_number};
use super::solve::GameArgs;
use super::{EXIT_CODES, Failure, Success};
use crate::config::nearest;
use crate::games::Seat;
use crate::games::dragon_slayer::{DragonSet, Phase, Rules, Turn};
use crate::report::solve as report;
use crate::solver::{Play, Position, Solution, Stage, points_after_challenge, slain_points};

/// Advise a player: every action with its chance of winning, best first.
///
/// The turn is described as the table sees it: what is at stake, which dragons
/// live, how many warrior dice are left. "mine", "theirs" and --seat are those of
/// the player who decides, who is the other seat with --asked.
#[derive(Debug, Args)]
#[command(
    after_help = EXIT_CODES,
    after_long_help = format!(
        "Examples:\n  rivals advise --mine 20 --theirs 31 --at-stake 6 --alive blue,green --dice 2 --seat first\n  \
         rivals advise --mine 20 --theirs 31 --at-stake 10 --alive blue --dice 2 --seat second --asked\n\n{EXIT_CODES}"
    )
)]
pub struct AdviseArgs {
    /// Score of the player who decides
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(0..=100_000))]
    mine: u64,
    /// Score of the other player
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(0..=100_000))]
    theirs: u64,
    /// Seat of the player who decides
    #[arg(long, value_enum)]
    seat: SeatArg,
    /// Points of this turn that are not yet scored
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole_number(0..=100_000))]
    at_stake: u64,
    /// Living dragons, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    alive: Vec<String>,
    /// Warrior dice left in this turn [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(1..=4))]
    dice: Option<u64>,
    /// Who still has a challenge token [default: both; mine, once a challenge was made]
    #[arg(long, value_enum)]
    tokens: Option<TokensArg>,
    /// A challenge was accepted earlier in this turn
    #[arg(long, group = "decision")]
    challenged: bool,
    /// The player has declared a stop, was challenged, and must accept or decline
    #[arg(long, group = "decision")]
    challenged_now: bool,
    /// The other player has declared a stop: challenge or not?
    #[arg(long, visible_alias = "challenge", group = "decision")]
    asked: bool,
    #[command(flatten)]
    game: GameArgs,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SeatArg {
    First,
    Second,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TokensArg {
    Both,
    Mine,
    Theirs,
    None,
}

impl AdviseArgs {
    pub fn run(self) -> Result<Success, Failure> {
        let rules = self.game.rules()?;
        let decider = match self.seat {
            SeatArg::First => Seat::FIRST,
            SeatArg::Second => Seat::SECOND,
        };
        let mover = if self.asked { decider.next(2) } else { decider };
        let position = self.position(&rules, decider, mover)?;
        let turn = self.turn(&rules, mover, &position)?;
        let solution = self
            .game
            .on_threads(|| Solution::solve(&rules, [Play::Best; 2]))??;
        if let Stage::Chase { lead } = position.stage
            && lead.unsigned_abs() > solution.cap()
        {
            return impossible(
                "the scores are further apart than any turn is followed to",
                &format!("give scores at most {} apart", solution.cap()),
            );
        }
        let mut actions = solution.actions(&position, &turn);
        if self.asked {
            for action in &mut actions {
                action.mover_wins = 1.0 - action.mover_wins;
            }
        }
        actions.sort_by(|a, b| b.mover_wins.total_cmp(&a.mover_wins));
        print(&match self.format {
            TextFormat::Json => report::advice_json(&rules, &actions),
            TextFormat::Table => {
                let seat = if decider == Seat::FIRST {
                    "first"
                } else {
                    "second"
                };
                report::advice_text(&rules, seat, &actions)
            }
        })?;
        Ok(Success::Done)
    }

    /// Where the turn began.
    fn position(&self, rules: &Rules, decider: Seat, mover: Seat) -> Result<Position, Failure> {
        let place = usize::from(decider.0);
        let mut scores = [self.theirs as u32; 2];
        scores[place] = self.mine as u32;
        let held = rules.challenge.tokens;
        let challenge_made = self.challenged || self.challenged_now;
        if held == 0 && (challenge_made || self.asked) {
            return impossible(
                "these rules have no challenge",
                "leave out --challenged, --challenged-now and --asked",
            );
        }
        let default = if challenge_made {
            TokensArg::Mine
        } else {
            TokensArg::Both
        };
        let chosen = self.tokens.unwrap_or(default);
        let mut tokens = match chosen {
            TokensArg::Both => [held; 2],
            TokensArg::None => [0; 2],
            TokensArg::Mine | TokensArg::Theirs => {
                let mine = chosen == TokensArg::Mine;
                let mut tokens = [if mine { 0 } else { held }; 2];
                tokens[place] = if mine { held } else { 0 };
                tokens
            }
        };
        // The token of a challenge that was made is spent; the position that
        // the turn began in still had it.
        if challenge_made {
            let challenger = 1 - usize::from(mover.0);
            if tokens[challenger] >= held {
                return impossible(
                    "a challenge was made, so its token is spent",
                    "give --tokens mine or none, for what is left after the challenge",
                );
            }
            tokens[challenger] += 1;
        }
        let stage = Stage::of(scores, mover, rules.target).or_else(|winner| {
            impossible(
                &format!(
                    "the game is over, {} has won",
                    if winner == decider {
                        "you"
                    } else {
                        "the other"
                    }
                ),
                "give scores below the target, or a tie, when the first seat is to move",
            )
        })?;
        // Before its turn the second seat gets ahead of the target by a bonus alone.
        let ahead = scores[1] >= rules.target && scores[1] > scores[0];
        let by_bonus = tokens[1] < held && scores[1] < rules.target + rules.challenge.bonus;
        if mover == Seat::SECOND && ahead && !by_bonus {
            return impossible(
                "the second seat can lead past the target before its turn only by the bonus of a \
                 challenge in this round",
                "give --tokens without the second seat's, and less than the target plus the bonus",
            );
        }
        Ok(Position::new(stage, tokens))
    }

    /// Where in the turn the decision is.
    fn turn(&self, rules: &Rules, mover: Seat, position: &Position) -> Result<Turn, Failure> {
        let dragons = rules.dragons.len();
        let alive = self.alive(rules)?;
        let dice = self.dice.map_or(rules.warrior.dice, |dice| dice as u8);
        if dice > rules.warrior.dice {
            return impossible(
                &format!(
                    "{dice} dice are more than the warrior's {}",
                    rules.warrior.dice
                ),
                "give --dice no larger than that",
            );
        }
        let at_stake = self.at_stake as u32;
        let mut turn = Turn {
            at_stake,
            alive,
            dice,
            challenger: None,
            phase: Phase::MayStop,
        };
        let listed = || {
            let names: Vec<_> = alive
                .iter()
                .map(|d| rules.dragons[d].name.as_str())
                .collect();
            names.join(" and ")
        };
        let most = 2 * rules.target;
        if at_stake > most {
            return impossible(
                &format!("{at_stake} at stake are more than any turn is followed to"),
                &format!("give at most {most}, twice the target"),
            );
        }
        if self.challenged {
            let reached = points_after_challenge(rules, alive);
            turn.challenger = Some(mover.next(2));
            if !reached.contains(&(at_stake, true)) {
                if !reached.contains(&(at_stake, false)) {
                    return impossible(
                        &format!(
                            "{at_stake} at stake cannot leave {} alive, even with dragons that count {} times",
                            listed(),
                            rules.challenge.accepted_factor
                        ),
                        "check --at-stake and --alive",
                    );
                }
                turn.phase = Phase::MustFight;
            }
            return Ok(turn);
        }
        if at_stake == 0 {
            let fresh = alive == DragonSet::all(dragons) && dice == rules.warrior.dice;
            if !fresh || self.asked || self.challenged_now {
                return impossible(
                    "with nothing at stake the turn has just begun: all dragons live, all dice are left, and nobody may stop",
                    "give --at-stake, or leave out --alive, --dice, --asked and --challenged-now",
                );
            }
            turn.phase = Phase::MustFight;
            return Ok(turn);
        }
        let possible = slain_points(rules, alive);
        if !possible.contains(&at_stake) {
            let listing: Vec<_> = possible.iter().take(4).map(ToString::to_string).collect();
            return impossible(
                &format!(
                    "{at_stake} at stake cannot leave {} alive: the slain dragons' points add up to {} and so on",
                    listed(),
                    listing.join(", ")
                ),
                "check --at-stake and --alive",
            );
        }
        let other = mover.next(2);
        if self.asked {
            if position.tokens[usize::from(other.0)] == 0 {
                return impossible(
                    "without a token nobody challenges",
                    "give --tokens mine or both",
                );
            }
            turn.phase = Phase::Asked(other);
        } else if self.challenged_now {
            turn.challenger = None;
            turn.phase = Phase::Challenged;
        }
        Ok(turn)
    }

    fn alive(&self, rules: &Rules) -> Result<DragonSet, Failure> {
        if self.alive.is_empty() {
            return Ok(DragonSet::all(rules.dragons.len()));
        }
        let mut alive = DragonSet::default();
        for name in &self.alive {
            let names = || rules.dragons.iter().map(|dragon| dragon.name.as_str());
            match names().position(|known| known == name.trim()) {
                Some(dragon) => alive = alive.with(dragon),
                None => {
                    let list = names().collect::<Vec<_>>().join(", ");
                    let help = match nearest(name, names()) {
                        Some(near) => format!("did you mean {near}? The dragons are {list}"),
                        None => format!("the dragons are {list}"),
                    };
                    return impossible(&format!("no dragon is called \"{name}\""), &help);
                }
            }
        }
        Ok(alive)
    }
}

fn impossible<T>(message: &str, help: &str) -> Result<T, Failure> {
    Err(Failure::Position {
        message: message.to_owned(),
        help: help.to_owned(),
    })
}
