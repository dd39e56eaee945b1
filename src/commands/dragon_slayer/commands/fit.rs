//! `rivals fit`: how strong a player is, by its decisions.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use miette::miette;

use super::advise::SeatArg;
use super::players::policies;
use super::rules;
use super::solve::GameArgs;
use crate::command::output::terminal_width;
use crate::command::{Output, help_end};
use crate::commands::dragon_slayer::engine;
use crate::commands::dragon_slayer::report::fitted;
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
    game: GameArgs,
    /// What to print on standard output
    #[arg(short, long, value_enum, default_value_t = FitFormat::Table)]
    format: FitFormat,
}

/// The format of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FitFormat {
    /// Text for people.
    Table,
    /// The same figures as JSON.
    Json,
    /// The file of a personality with the estimated traits.
    Toml,
    /// A picture of the estimated traits.
    Svg,
}

impl FitArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let chosen = self.game.rules()?;
        let rules = &chosen.rules;
        let text = read_text(&self.file)?;
        let engine = engine(rules.clone());
        let solved = self.game.on_threads(|| engine.solution())??;
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
            let seen = engine.seen(line, self.seat.seat()).map_err(|refusal| {
                let number = number + 1;
                let (field, message) = (refusal.field, refusal.message);
                miette!(help = refusal.help, "{file}, line {number}: {field}: {message}")
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
        let no_trait = || {
            let help = "give more decisions: fights and stops in turns that cannot be challenged";
            miette!(help = help, "no trait can be estimated")
        };
        if self.format == FitFormat::Toml {
            let estimate = estimate.ok_or_else(no_trait)?;
            return Ok(Output::done(personality(&estimate).to_toml()));
        }
        let estimate = estimate.map(|estimate| -> miette::Result<_> {
            let wins = self.game.on_threads(|| wins(&estimate, rules, self.game.quiet))??;
            Ok((estimate, wins))
        });
        let answer = judged.answer(estimate.transpose()?);
        Ok(Output::done(match self.format {
            FitFormat::Json => chosen.json(answer),
            FitFormat::Svg => fitted(&answer).ok_or_else(no_trait)?,
            _ => chosen.text(&answer.text(terminal_width())),
        }))
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

/// The exact win rate of the personality with these traits against optimal play, over both seats.
fn wins(fitted: &Fitted, rules: &Rules, quiet: bool) -> miette::Result<f64> {
    let optimum = Member::Agent(AgentSpec::parse("optimum", AGENTS)?);
    let fitted = Member::Personality(personality(fitted));
    let policies = policies(&[&fitted, &optimum], rules, quiet)?;
    let [own, best] = [0, 1].map(|at: usize| Play::As(&*policies[at]));
    let first = rules::solve(rules, [own, best], quiet)?.first_wins();
    let second = rules::solve(rules, [best, own], quiet)?.first_wins();
    Ok(f64::midpoint(first, 1.0 - second))
}
