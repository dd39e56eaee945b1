//! `learning.csv`: how much an opponent gains that learns how its rival challenges.

use crate::games::dragon_slayer::learn::Learned;
use crate::text::number::percent;
use crate::text::table::{Column, note, table};

/// The command that writes [`FILE`].
pub(crate) const COMMAND: &str = "learn";
/// The file's name in a folder of results.
pub(crate) const FILE: &str = "learning.csv";

/// The rows as a table for people.
#[must_use]
pub(crate) fn text(rows: &[Learned]) -> String {
    let columns = [
        Column::left("the person\nchallenges"),
        Column::right("games\nseen"),
        Column::right("learning\nwins %"),
        Column::centre("95 %\ninterval"),
        Column::right("Abel\nwins %"),
        Column::right("best\nresponse %"),
        Column::right("share of\nthe gain %"),
        Column::right("against\noptimum %"),
    ];
    let row = |row: &Learned| {
        let interval = row.wins_low.zip(row.wins_high);
        let gain = row.best_response - row.abel;
        vec![
            format!("{:?}", row.person).to_lowercase(),
            row.games.to_string(),
            percent(row.wins, 3),
            interval.map_or_else(String::new, |(low, high)| {
                format!("{}–{}", percent(low, 3), percent(high, 3))
            }),
            percent(row.abel, 3),
            percent(row.best_response, 3),
            percent((row.wins - row.abel) / gain, 1),
            percent(row.against_optimum, 3),
        ]
    };
    let rows: Vec<_> = rows.iter().map(row).collect();
    let explanation = "Win probabilities are exact for what was learned, and means of both seats. \
                       The interval is over the runs, which learn from games on different dice. \
                       The share of the gain is how much of the difference between Abel and a best \
                       response is learned.";
    table(&columns, &rows, 2) + "\n" + &note(explanation, None)
}
