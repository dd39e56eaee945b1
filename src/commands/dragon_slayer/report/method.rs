//! The section on method, limits and citation.

use crate::commands::dragon_slayer::results::Folder;
use crate::document::{Block, Section};
use crate::dragon_slayer::Rules;
use crate::report::tournament::{citation, limits, made, points};
use crate::results::Tournament;
use crate::text::number::counted;
use rivals_core::sha256::sha256;

/// How the odds, the solution and the dice were computed, one point each.
fn computed(own: &Folder, played: bool) -> Vec<String> {
    let mut method = Vec::new();
    if own.odds.is_some() {
        method.push(
            "Odds: a fight is an absorbing chain whose transitions are enumerated from the faces \
             of the dice; its exact odds are fractions without rounding. Simulated fights are \
             rolled roll after roll, each roll one draw from its joint distribution, rounded by at \
             most 2^-28, from generators (xoshiro256++) keyed by seed, table and batch; intervals \
             are Wilson intervals."
                .to_owned(),
        );
    }
    if own.solution.is_some() {
        method.push(
            "Solution: the value of every position under optimal play by both players, by backward \
             induction over scores and fixed points where turns may repeat, with a bound on the \
             error. The bound is proven where no turn that matters reaches the cap on points at \
             stake, and is an estimate elsewhere."
                .to_owned(),
        );
    }
    if own.inference.is_some() && !played {
        method.push(
            "Inference: the face counts of each die are ranked by the likelihood of the given \
             rates under exact odds."
                .to_owned(),
        );
    }
    method
}

pub(super) fn section(own: &Folder, played: Option<&Tournament>) -> Section {
    let mut method = computed(own, played.is_some());
    let Some(played) = played else {
        let mut blocks = vec![Block::list(method)];
        if let Some(dice) = dice(own) {
            blocks.extend([Block::heading("Limits"), Block::list(vec![dice.to_owned()])]);
        }
        return Section::new("method", "Method and limits", blocks);
    };
    method.extend(points(played));
    if played.settings.seats == 2 {
        method.push(
            "Exact win rates come from a forward pass through the game with the same decisions and \
             without dice. The bound on their error contains every path that was too improbable to \
             follow, each as often as a game reaches it, every turn that the cap stopped, and \
             rounding."
                .to_owned(),
        );
    }
    method.push(
        "A game in which 1,000 rounds in a row change nothing is adjudicated: its winner is drawn \
         with the win probabilities of optimal play, both in simulated games and in exact rates."
            .to_owned(),
    );
    let built_in = sha256(Rules::built_in().identity().as_bytes());
    let rules = if played.entry.rules == built_in {
        "The rules"
    } else {
        "The rules, which are not the built-in ones"
    };
    let mut bounds: Vec<String> = dice(own).into_iter().map(str::to_owned).collect();
    bounds.push(
        "The game is solved only for two seats. With more seats, all results are sampled."
            .to_owned(),
    );
    bounds.push(
        "The personalities are one reading of one page of the thesis; other readings would play \
         differently."
            .to_owned(),
    );
    bounds.extend(limits(played));
    let fights = own.odds.as_ref().map_or_else(String::new, |(entry, _)| {
        let fights = counted(entry.trials.unwrap_or(0), "fight", "fights");
        format!("{fights} per table (seed {}) and ", entry.seed.unwrap_or(0))
    });
    let mut blocks = vec![
        Block::list(method),
        Block::text(made(played, &fights)),
        Block::heading(rules),
        Block::list(played.settings.rules().to_vec()),
        Block::heading("Limits"),
        Block::list(bounds),
    ];
    let thesis = " The game's odds and opponents: Castells Amat, bachelor's thesis, 2018.";
    blocks.extend(citation(played, thesis));
    Section::new("method", "Method, limits, and how to cite", blocks)
}

/// The sentence on where the faces of the dice come from, if that was computed.
fn dice(own: &Folder) -> Option<&'static str> {
    let (entry, _) = own.inference.as_ref()?;
    Some(match entry.frequencies {
        Some(_) => "The faces of the dice were inferred from a file of rates (odds_infer.csv).",
        None => {
            "The faces of the dice are not in the thesis. The built-in ones are inferred from its \
             published rates (odds_infer.csv), so those rates are no independent test of them."
        }
    })
}
