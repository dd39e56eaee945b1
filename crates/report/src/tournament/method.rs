//! The section on method, limits and citation of a tournament.

use super::claims;
use rivals_core::document::{Block, Section};
use rivals_core::text::number::count;
use rivals_league::results::Tournament;

/// The section for a game that adds nothing to it.
#[must_use]
pub fn method(played: &Tournament) -> Section {
    let mut blocks = vec![
        Block::list(points(played)),
        Block::text(made(played, "")),
        Block::heading("Rules and players"),
        Block::list(played.settings.config.clone()),
        Block::heading("Limits"),
        Block::list(limits(played)),
    ];
    blocks.extend(citation(played, ""));
    Section::new("method", "Method, limits, and how to cite", blocks)
}

/// The points on how games are paired, ratings are fitted and claims are tested.
#[must_use]
pub fn points(played: &Tournament) -> Vec<String> {
    let pairing = match played.settings.seats {
        2 if played.settings.pairing_design.is_some() => {
            "every ordered pair of the sample plays games with the same random numbers and the \
             seats exchanged"
        }
        2 => "every ordered pair plays games with the same random numbers and the seats exchanged",
        _ if !played.copies.is_empty() => {
            "the players of every line-up play games on the same deals, in which they have every \
              seating once"
        }
        _ => {
            "the players of every line-up play games with the same random numbers, in which each \
             has every seat once"
        }
    };
    let mut points = vec![format!(
        "Tournament: {pairing} (common random numbers), so that luck largely cancels. Standard \
         errors are computed over these sets of paired games. Ratings are one joint Bradley-Terry \
         fit by maximum likelihood with an advantage of the seat; all pairings have equal weight, \
         however many games they had."
    )];
    if claims::tested(played) {
        points.push(
            "Claims: a claim holds if the whole interval of the difference is on its side. The \
             intervals are simultaneous over all claims and, for highest and lowest, over all \
             rivals (Bonferroni), with Student's t for the paired games that they rest on. Exact \
             figures decide without an interval where they are known for all players. Each claim \
             states whether it was used in tuning, is true by construction, or is a finding."
                .to_owned(),
        );
    }
    points
}

/// The sentences with the version, the number of games and the seed; `from` names other input,
/// such as `1,000 fights and `.
#[must_use]
pub fn made(played: &Tournament, from: &str) -> String {
    let settings = &played.settings;
    let hash = settings.config_hash.get(..12);
    format!(
        "Made by rivals {} from {from}{} games (seed {}, configuration {}). The same seed gives \
         the same bytes on any number of threads and machines.",
        played.entry.version,
        count(settings.games),
        played.seed(),
        hash.unwrap_or(&settings.config_hash),
    )
}

/// The points on what ratings and intervals do not say.
#[must_use]
pub fn limits(played: &Tournament) -> Vec<String> {
    let mut limits = vec![
        "A rating is a summary: in a non-transitive triple (three players who beat each other in a \
         cycle), no order is right."
            .to_owned(),
    ];
    if played.settings.seats > 2 {
        limits.push(
            "With more than two seats there are no exact win rates and no cycles, because it is not \
             defined which player beats which in a game of three."
                .to_owned(),
        );
    }
    limits
}

/// The blocks on how to cite the report; `source` is a sentence on the source of the game.
#[must_use]
pub fn citation(played: &Tournament, source: &str) -> [Block; 2] {
    let text = format!(
        "Rivals {}: dice games simulated, solved and played out. Software, with this report \
         generated from seed {}.{source}",
        played.entry.version,
        played.seed()
    );
    [Block::heading("How to cite"), Block::text(text)]
}
