//! The tables of the pages of games, from their results and from what
//! `scripts/measure_games.py` measures.

use std::collections::BTreeMap;

use super::figures::{Row, compare, figure, paragraph, rows, table, thousands};

/// The page of each game with measured games, and the folder of its results.
const PAGES: [(&str, &str); 4] = [
    ("docs/parchis.md", "parchis"),
    ("docs/rules.md", "pig"),
    ("docs/tic_tac_toe_sp.md", "tic_tac_toe_sp"),
    ("docs/tute.md", "tute"),
];

/// A value of a row in percent with its interval; empty where there is none.
fn percent(row: &Row, value: &str, ends: [&str; 2]) -> [String; 2] {
    let [low, high] = ends.map(|end| figure(row, end, 100.0, 1));
    let value = format!("{} %", figure(row, value, 100.0, 1));
    [value, format!("{low} to {high}")]
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// The tables of `games.csv`, one for each of its names.
#[test]
fn measured_games() {
    for (page, folder) in PAGES {
        let mut tables: BTreeMap<String, Vec<Row>> = BTreeMap::new();
        for row in rows(&format!("{folder}/benchmarks/games.csv")) {
            tables.entry(row["table"].clone()).or_default().push(row);
        }
        for (name, rows) in tables {
            let has = |column: &str| rows.iter().any(|row| !row[column].is_empty());
            let value =
                if has("others") { "porotos per hand" } else { "share of wins, draws half" };
            let columns = [
                ("setup", "---"),
                ("player", "---"),
                ("opponent", "---"),
                ("games", "---:"),
                ("wins", "---:"),
                ("draws", "---:"),
                (value, "---:"),
                ("95 %", ":---:"),
                ("the others", "---:"),
                ("exact", "---:"),
            ];
            let draws = rows.iter().any(|row| !["", "0"].contains(&&*row["draws"]));
            let shown = [
                has("setup"),
                true,
                true,
                true,
                has("wins"),
                draws,
                true,
                true,
                has("others"),
                has("exact"),
            ];
            let share = |row: &Row, column: &str| match row[column].as_str() {
                "" => String::new(),
                _ => format!("{} %", figure(row, column, 100.0, 1)),
            };
            let count = |text: &str| text.parse().map_or(String::new(), thousands);
            let lines = rows.iter().map(|row| {
                let [value, interval] = percent(row, "value", ["low", "high"]);
                let cells = [
                    code(&row["setup"]),
                    code(&row["player"]),
                    code(&row["opponent"]),
                    count(&row["games"]),
                    count(&row["wins"]),
                    count(&row["draws"]),
                    value,
                    interval,
                    share(row, "others"),
                    share(row, "exact"),
                ];
                let cells = cells.into_iter().zip(shown);
                cells.filter_map(|(cell, shown)| shown.then_some(cell)).collect()
            });
            let headings: Vec<_> = (columns.into_iter().zip(shown))
                .filter_map(|(column, shown)| shown.then_some(column))
                .collect();
            compare(page, &name, &table(&headings, lines));
        }
    }
}

/// How long searches take.
#[test]
fn measured_searches() {
    let columns = [
        ("from", "---"),
        ("what", "---"),
        ("states or sequences", "---:"),
        ("seconds", "---:"),
        ("millions per second", "---:"),
    ];
    for (page, folder) in PAGES.into_iter().filter(|(_, folder)| *folder != "pig") {
        let lines = rows(&format!("{folder}/benchmarks/searches.csv")).into_iter();
        let lines = lines.map(|row| {
            let count: Option<u64> =
                [&row["sequences"], &row["nodes"]].into_iter().find_map(|text| text.parse().ok());
            let seconds: f64 = row["seconds"].parse().unwrap();
            let rate = |count: u64| format!("{:.1}", count as f64 / seconds / 1e6);
            let what =
                if row["sequences"].is_empty() { code(&row["what"]) } else { row["what"].clone() };
            vec![
                code(&row["setup"]),
                what,
                count.map_or(String::new(), thousands),
                row["seconds"].clone(),
                count.map_or(String::new(), rate),
            ]
        });
        compare(page, "searches", &table(&columns, lines));
    }
}

/// What is proven of setups of Tic Tac Toe SP.
#[test]
fn solved_setups() {
    let columns = [("setup", "---"), ("value for X", "---"), ("positions", "---:")];
    let solved = rows("tic_tac_toe_sp/solved.csv").into_iter();
    let solved = solved.filter(|row| row["least"] == row["greatest"]);
    let lines = solved.map(|row| {
        let nodes = thousands(row["nodes"].parse().unwrap());
        vec![code(&row["setup"]), row["value"].clone(), nodes]
    });
    compare("docs/tic_tac_toe_sp.md", "solved", &table(&columns, lines));
}

/// The standings of Tute Cabrero, and the share of matches won where it was measured.
#[test]
fn standings_of_tute() {
    let columns = [
        ("agent", "---"),
        ("porotos per hand", "---:"),
        ("95 %", ":---:"),
        ("más", "---:"),
        ("matches won", "---:"),
        ("95 %", ":---:"),
    ];
    let prints = rows("tute/tournament/fingerprints.csv");
    let matches = rows("studies/switches.csv").into_iter();
    let matches: Vec<Row> = matches.filter(|row| row["switch"] == "unit=match").collect();
    let lines = rows("tute/tournament/standings.csv").into_iter().map(|row| {
        let of = |other: &&Row| other["id"] == row["id"];
        let most = (prints.iter()).find(|print| of(print) && print["metric"] == "mas");
        let most = most.filter(|print| !print["value"].is_empty());
        let most =
            most.map_or("-".to_owned(), |print| format!("{} %", figure(print, "value", 100.0, 0)));
        let won = matches.iter().find(of);
        let won = won
            .map_or(["-", "-"].map(str::to_owned), |won| percent(won, "win_rate", ["low", "high"]));
        let [low, high] = ["ranked_low", "ranked_high"].map(|end| figure(&row, end, 100.0, 2));
        let porotos = format!("{} %", figure(&row, "ranked_value", 100.0, 2));
        let cells = [code(&row["id"]), porotos, format!("{low} to {high}"), most];
        cells.into_iter().chain(won).collect()
    });
    compare("docs/tute.md", "standings", &table(&columns, lines));

    let hands = rows("tute/tournament/line_ups.csv").into_iter();
    let of_three: Vec<Row> = hands.filter(|row| row["players"] == "novice+medium+expert").collect();
    let [novice, medium, expert] = [0, 1, 2].map(|place| {
        let [value, interval] =
            percent(&of_three[place], "ranked_value", ["ranked_low", "ranked_high"]);
        format!("{} loses {value} of hands ({interval})", of_three[place]["id"])
    });
    let text = format!("At the table of the three alone, {novice}, {medium} and {expert}.");
    compare("docs/tute.md", "own-table", &paragraph(&text));
}

/// Tournaments of players that think: hands, and matches, at all tables and with two of another.
#[test]
fn players_that_think() {
    for (name, heading, figures) in [
        ("thinking", "porotos per hand", ["ranked_value", "ranked_low", "ranked_high"]),
        ("matches", "matches won", ["win_rate", "low", "high"]),
    ] {
        let columns = [
            ("agent", "---"),
            ("with", "---"),
            ("games", "---:"),
            (heading, "---:"),
            ("95 %", ":---:"),
        ];
        let of = |file: &str| rows(&format!("tute/benchmarks/{name}/{file}.csv"));
        let copies = of("copies").into_iter().filter(|_| name == "matches");
        let lines = of("standings").into_iter().chain(copies).map(|row| {
            let games = thousands(row["games"].parse().unwrap());
            let [rate, low, high] = figures;
            let [value, interval] = percent(&row, rate, [low, high]);
            let with = row.get("copies").map_or("all".to_owned(), |id| format!("two `{id}`"));
            vec![code(&row["id"]), with, games, value, interval]
        });
        compare("docs/tute.md", name, &table(&columns, lines));
    }
}

/// By how much each switch of Tute Cabrero changes the porotos of the player that it changes most.
#[test]
fn switches_of_tute() {
    let all = rows("studies/switches.csv");
    let number = |row: &Row| 100.0 * row["porotos"].parse::<f64>().unwrap();
    // Another weight of a trump is in the id of a player.
    let plain = |row: &Row| row["id"].split(':').next().unwrap().to_owned();
    let built_in: Vec<&Row> = all.iter().filter(|row| row["switch"] == "built-in").collect();
    let mut largest: Vec<(String, String, f64)> = Vec::new();
    for row in all.iter().filter(|row| row["switch"] != "built-in") {
        let Some(usual) = built_in.iter().find(|usual| usual["id"] == plain(row)) else {
            continue;
        };
        let change = number(row) - number(usual);
        match largest.iter_mut().find(|(switch, ..)| *switch == row["switch"]) {
            Some(known) if known.2.abs() >= change.abs() => {}
            Some(known) => (known.1, known.2) = (plain(row), change),
            None => largest.push((row["switch"].clone(), plain(row), change)),
        }
    }
    largest.sort_by(|one, other| other.2.abs().total_cmp(&one.2.abs()));
    let columns = [("switch", "---"), ("changes most", "---"), ("percentage points", "---:")];
    let lines = largest.into_iter().map(|(switch, id, change)| {
        vec![format!("`{switch}`"), format!("`{id}`"), format!("{change:+.2}")]
    });
    compare("docs/tute.md", "switches", &table(&columns, lines));
}

/// What each fault of the document of BattleTech costs.
#[test]
fn faults_of_battletech() {
    let columns = [
        ("player", "---"),
        ("fault", "---"),
        ("games", "---:"),
        ("share of wins", "---:"),
        ("95 %", ":---:"),
    ];
    let lines = rows("studies/faults.csv").into_iter().map(|row| {
        let [value, interval] = percent(&row, "win_rate", ["low", "high"]);
        let games = thousands(row["games"].parse().unwrap());
        vec![code(&row["id"]), row["about"].clone(), games, value, interval]
    });
    compare("docs/battletech.md", "faults", &table(&columns, lines));
}
