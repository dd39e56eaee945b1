//! `rivals advise`: lists every action of a position with its win probability.

mod reasons;
mod situation;
mod tokens;

use clap::{Args, ValueEnum};

use super::advise::tokens::Tokens;
use super::players::PersonalitiesArg;
use super::rules;
use crate::command::PlayerId;
use crate::command::shared::whole_number;
use crate::command::{Format, Output, help_end};
use crate::commands::CommonSolveFlags;
use crate::commands::dragon_slayer::results::solve as results;
use crate::dragon_slayer::solver::Play;
use crate::play::Seat;

/// List every action in a position with its win probability, best first.
///
/// Describe the turn by the points at stake, the living dragons and the warrior dice left.
/// --mine, --theirs and --seat take the view of the player who decides; with --asked, that is
/// the opponent of the player whose turn it is. --as adds what a player would do, and the
/// part of each trait in it.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # is it better to fight on with two dice and six points at stake, or to stop?
        rivals advise --mine 20 --theirs 31 --seat first \\
            --at-stake 6 --alive blue,green --dice 2
        # is it better to challenge a player who declares a stop with ten points?
        rivals advise --mine 20 --theirs 31 --seat second --asked \\
            --at-stake 10 --alive blue --dice 2
        # what would Carla do, and which of her traits decides it?
        rivals advise --mine 20 --theirs 31 --seat first \\
            --at-stake 6 --alive blue,green --dice 2 --as carla
    ")
)]
pub(crate) struct AdviseArgs {
    /// Score of the player who decides
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(0..=100_000_u32))]
    mine: u32,
    /// Score of the other player
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(0..=100_000_u32))]
    theirs: u32,
    /// Seat of the player who decides
    #[arg(long, value_enum)]
    seat: SeatArg,
    /// Points of this turn that are not yet scored
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole_number(0..=100_000_u32))]
    at_stake: u32,
    /// Living dragons, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    alive: Vec<String>,
    /// Warrior dice left in this turn [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(1..=4_u8))]
    dice: Option<u8>,
    /// Challenge tokens left: the players named here have all of theirs, and the other players
    /// have none; M,T gives the numbers of mine and theirs, such as 1,0 [default: both; after a
    /// challenge, all of mine and all but one of theirs]
    #[arg(long, value_name = "both|mine|theirs|none|M,T", allow_negative_numbers = true, value_parser = Tokens::parse)]
    tokens: Option<Tokens>,
    /// A challenge was accepted earlier in this turn, and a dragon has been slain since
    #[arg(long, group = "decision")]
    challenged: bool,
    /// A challenge was accepted, and no dragon has been slain since: the player must fight
    #[arg(long, group = "decision")]
    just_accepted: bool,
    /// The player has declared a stop, was challenged, and must accept or decline
    #[arg(long, group = "decision")]
    challenged_now: bool,
    /// The other player has declared a stop, and the player must challenge or let the stop stand
    #[arg(long, visible_alias = "challenge", group = "decision")]
    asked: bool,
    /// Also say what this player would do, and why: a personality, FILE.toml or a policy
    #[arg(long = "as", value_name = "PLAYER", value_parser = PlayerId, hide_possible_values = true)]
    player: Option<String>,
    #[command(flatten)]
    personalities: PersonalitiesArg,
    #[command(flatten)]
    game: CommonSolveFlags,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SeatArg {
    First,
    Second,
}

impl SeatArg {
    fn seat(self) -> Seat {
        match self {
            Self::First => Seat::FIRST,
            Self::Second => Seat::SECOND,
        }
    }
}

impl AdviseArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let (rules, name) = self.game.rules()?;
        let rules = &rules;
        let (position, turn) = self.place(rules)?;
        let player = self.player.as_deref();
        let player = player.map(|name| self.personalities.player(name)).transpose()?;
        let solution =
            self.game.on_threads(|| rules::solve(rules, [Play::Optimal; 2], self.game.quiet))??;
        situation::check_lead(&position, &solution)?;
        let values = solution.actions(&position, &turn);
        let advice = results::Advice::new(rules, &values, self.asked, self.decider());
        if let Some(player) = player {
            let decide = || reasons::reasons(&player, rules, &position, &turn, self.game.quiet);
            let reasons = self.game.on_threads(decide)??;
            let answer = results::Reasons::new(rules, advice, &player, reasons);
            return self.format.output_by(&name, &answer);
        }
        self.format.output_by(&name, &advice)
    }

    fn decider(&self) -> Seat {
        self.seat.seat()
    }
}
