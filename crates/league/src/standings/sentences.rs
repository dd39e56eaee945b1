//! What the sentences of players decide and are worth, in as many games as a pairing has: each game
//! against other players of the roster, and again without each sentence on the same dice.

use serde::{Deserialize, Serialize};

use crate::tournament::stopping::ALPHA;
use crate::tournament::{Contest, Finished};
use rivals_core::contest::SentenceCount;
use rivals_statistics::{RatioSums, StratifiedRatio, share_interval};

csv_rows! {
    /// A row of `sentences.csv`: what a sentence of a player does; the fields are the columns.
    struct SentenceRow;
    /// The sentences of all players made of sentences, in their orders.
    fn rows(contest: &dyn Contest, finished: &Finished),
        for (id, number, SentenceCount { name, decided, decisions, worth }, difference)
        in all(contest, finished) =>
    {
        let interval = share_interval(&[worth.of_difference()], 1.0, ALPHA);
        let end = |end: f64| 2.0 * end - 1.0;
    }
    /// The id of the player.
    id: String = id;
    /// The number of the sentence in its file, from 1.
    sentence: usize = number;
    /// Its name.
    name: String = name;
    /// The number of games.
    games: u64 = worth.groups;
    /// The number of decisions of the player in these games.
    decisions: u64 = decisions;
    /// The number of those in which the sentence decided.
    decided: u64 = decided;
    /// The player's share of the win, less that without the sentence on the same dice.
    difference: f64 = difference;
    /// Lower end of the 95 % interval, computed over games.
    low: Option<f64> = interval.map(|of| end(of.low));
    /// Upper end of the interval.
    high: Option<f64> = interval.map(|of| end(of.high));
}

/// The sentences of all players, with what each is worth; none where no game was played.
fn all<'a>(
    contest: &'a dyn Contest,
    finished: &'a Finished,
) -> impl Iterator<Item = (String, usize, SentenceCount, f64)> + 'a {
    (0..finished.roster.len()).flat_map(move |player| {
        let counts = contest.sentences(player, finished.seats, finished.games, finished.seed);
        let id = &finished.roster[player].id;
        (1..).zip(counts).filter_map(move |(number, count)| {
            let worth: RatioSums = count.worth;
            Some((id.clone(), number, count, StratifiedRatio::new(&[worth])?.value))
        })
    })
}
