//! `rivals fit`: how strong a player is, by its decisions.

use miette::miette;

use super::players::policies;
use super::rules;
use crate::command::Output;
use crate::commands::dragon_slayer::game;
use crate::commands::dragon_slayer::results::fit::Judged;
use crate::commands::{FitArgs, people};
use crate::dragon_slayer::Rules;
use crate::dragon_slayer::fit::{Fitted, Observed, fit};
use crate::dragon_slayer::policies::AGENTS;
use crate::dragon_slayer::solver::Play;
use crate::files::{file_name, read_text};
use crate::personalities::{Member, Personality};
use crate::play::AgentSpec;

/// `rivals fit` of Dragon Slayer.
pub(crate) fn run(args: &FitArgs) -> miette::Result<Output> {
    let (flags, seat) = (&args.solver, args.seat(&people(2))?);
    let (rules, name) = flags.rules()?;
    let rules = &rules;
    let text = read_text(&args.file)?;
    let game = game(rules.clone());
    let solved = flags.on_threads(|| game.solution())??;
    let file = file_name(&args.file);
    let (mut judged, mut observed) = (Judged::default(), Observed::default());
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let seen = game.seen(line, seat).map_err(|refusal| {
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
    let estimate = flags.on_threads(|| fit(&solved, &known, &observed))?;
    let estimate = estimate.map(|estimate| -> miette::Result<_> {
        let personality = personality(&estimate);
        let quiet = flags.quiet;
        let wins = flags.on_threads(|| wins(personality.clone(), rules, quiet))??;
        Ok((estimate, personality, wins))
    });
    args.format.output_by(&name, &judged.answer(estimate.transpose()?))
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
