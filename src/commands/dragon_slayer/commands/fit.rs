//! `rivals fit`: how strong a player is, by its decisions.

use std::path::PathBuf;

use clap::Args;
use miette::miette;

use super::advise::SeatArg;
use super::players::policies;
use super::rules;
use crate::command::{Format, Output, help_end};
use crate::commands::CommonSolveFlags;
use crate::commands::dragon_slayer::game;
use crate::commands::dragon_slayer::results::fit::Judged;
use crate::dragon_slayer::Rules;
use crate::dragon_slayer::fit::{Fitted, Observed, fit};
use crate::dragon_slayer::policies::AGENTS;
use crate::dragon_slayer::solver::Play;
use crate::files::read_text;
use crate::personalities::{Member, Personality};
use crate::play::AgentSpec;

/// Estimate how strong a player is, and its traits, from its decisions.
///
/// FILE has one JSON object per line: a game, as `rivals engine` answers the question `play`, or
/// a single decision, such as {"position":{...},"action":"stop"}, with a position of the
/// protocol. Each decision is compared with the best one of its position, which is exact.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # how strong is Carla, by her decisions in ten games against Abel?
        for seed in 1 2 3 4 5 6 7 8 9 10; do
          echo '{\"ask\":\"play\",\"agents\":[\"carla\",\"abel\"],\"seed\":'$seed'}'
        done | rivals engine dragon-slayer > games.jsonl
        rivals fit games.jsonl --seat first
    ")
)]
pub(crate) struct FitArgs {
    /// File of games or decisions; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Seat of the player in games
    #[arg(long, value_enum, default_value_t = SeatArg::First)]
    seat: SeatArg,
    #[command(flatten)]
    game: CommonSolveFlags,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv, Format::Toml, Format::Svg]), default_value = "table")]
    format: Format,
}

impl FitArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let (rules, name) = self.game.rules()?;
        let rules = &rules;
        let text = read_text(&self.file)?;
        let game = game(rules.clone());
        let solved = self.game.on_threads(|| game.solution())??;
        let file = if self.file.as_os_str() == "-" {
            "standard input".to_owned()
        } else {
            self.file.display().to_string()
        };
        let (mut judged, mut observed) = (Judged::default(), Observed::default());
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let seen = game.seen(line, self.seat.seat()).map_err(|refusal| {
                let number = number + 1;
                // Of a line that is not JSON, the field is the line.
                let field = Some(&refusal.field).filter(|field| *field != "line");
                let field = field.map_or_else(String::new, |field| format!("{field}: "));
                miette!(help = refusal.help, "{file}, line {number}: {field}{}", refusal.message)
            })?;
            judged.add(seen.is_game, seen.decisions.iter().map(|one| one.wins));
            for one in &seen.decisions {
                let position = solved.solution.clamped(&one.position);
                observed.see(&solved, &position, &one.turn, one.action);
            }
        }
        if judged.is_empty() {
            let help = "give games in which the player has that seat, or decisions between two \
                        actions or more; --seat chooses the seat";
            return Err(miette!(help = help, "{file} has no decision of the player"));
        }
        let known = Personality::neutral("fitted");
        let estimate = self.game.on_threads(|| fit(&solved, &known, &observed))?;
        let estimate = estimate.map(|estimate| -> miette::Result<_> {
            let personality = personality(&estimate);
            let quiet = self.game.quiet;
            let wins = self.game.on_threads(|| wins(personality.clone(), rules, quiet))??;
            Ok((estimate, personality, wins))
        });
        self.format.output_by(&name, &judged.answer(estimate.transpose()?))
    }
}

/// The personality with these traits.
fn personality(fitted: &Fitted) -> Personality {
    let mut fitting = Personality::neutral("fitted");
    fitting.name = "Fitted".to_owned();
    fitting.character = "Has the traits that explain observed decisions best.".to_owned();
    fitting.traits.risk_aversion = fitted.risk_aversion.best;
    fitting.traits.nerves = fitted.nerves.best;
    fitting.traits.calculation = fitted.calculation.best;
    fitting
}

/// The exact win rate of a personality against optimal play, over both seats.
fn wins(personality: Personality, rules: &Rules, quiet: bool) -> miette::Result<f64> {
    let optimum = Member::Agent(AgentSpec::parse("optimum", AGENTS)?);
    let fitted = Member::Personality(personality);
    let policies = policies(&[&fitted, &optimum], rules, quiet)?;
    let [own, best] = [0, 1].map(|at: usize| Play::As(&*policies[at]));
    let first = rules::solve(rules, [own, best], quiet)?.first_wins();
    let second = rules::solve(rules, [best, own], quiet)?.first_wins();
    Ok(f64::midpoint(first, 1.0 - second))
}
