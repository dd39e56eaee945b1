//! The report of a tournament of BattleTech: the sections of every tournament, a map, the win rates
//! by setup, and what happens to the mechs.

use serde_json::json;

use crate::document::{Block, Cell, Chart, Column, Document, Panel, Section};
use crate::engine::position;
use crate::games::battletech::BattleTech;
use crate::games::battletech::contest::WON;
use crate::games::battletech::picture::drawing;
use crate::report::tournament::{self, Fingerprints};
use crate::results::Tournament;
use crate::text::number::{fixed, percent};

/// The report of a tournament.
pub(super) fn document(played: &Tournament) -> Document {
    let mut sections = tournament::sections(played);
    // The headline figures are the first section.
    sections.insert(1, game());
    let before_claims = sections.iter().position(|section| section.id == "players");
    sections.insert(before_claims.unwrap_or(sections.len()), mechs(played));
    Document::new("Rivals: a tournament of BattleTech", &LEAD, sections)
}

/// The section on the game, with a drawn position.
fn game() -> Section {
    let written = json!({
        "map": "wooded",
        "phase": "weapons",
        "mechs": [
            {"model": "GRF-1N", "hex": "0412", "facing": 1, "torso": "right"},
            {"model": "HBK-4G", "hex": "0705", "facing": 4},
        ],
    });
    let state = position(&BattleTech::default(), &written).expect("a position of the game");
    let alternative = "The map wooded, 15 columns of 17 hexes. Mech 1 stands on 0412, its feet to the \
                       north, its torso one side to the right; mech 2 on 0705, facing south. They see \
                       each other, and each is in the front arc of the other.";
    let caption = "A position on the map wooded. The short stroke from a mech points where its feet \
                   face; the dotted lines are the edges of the front arc of its torso, in which its \
                   weapons fire; the solid line is the line of sight. Letters are the ground with its \
                   level or depth: l light and h heavy woods, w water, r rubble; a point is open ground.";
    let panel = Panel::new("", alternative, Chart::Drawing(drawing(&state)));
    let blocks = vec![
        Block::text(
            "Each player has a mech on a map of hexes. In a turn the mechs move, turn their torsos, fire \
             and strike; weapons and movement make heat, which slows a mech, spoils its aim and may \
             shut it down. The last mech wins; after the last turn of the setup it is the mech with \
             the greatest part of its armour and structure.",
        ),
        Block::figure("hexes", "A position", "manifest.json", caption, [panel]),
    ];
    Section::new("game", "The game", blocks)
}

/// The section on the setups and on what happens to the mechs, by player.
fn mechs(played: &Tournament) -> Section {
    const FILE: &str = "tournament/fingerprints.csv";
    let prints = Fingerprints::new(played);
    let of_first = played.fingerprints.iter().filter(|row| row.id == played.fingerprints[0].id);
    let setups: Vec<&str> = of_first.filter_map(|row| row.metric.strip_prefix(WON)).collect();
    let rate = |id: &str, setup: &str| match prints.spot(id, &format!("{WON}{setup}")) {
        None => Cell::missing(),
        Some(spot) => {
            let ends = spot.interval.map(|(low, high)| percent((high - low) / 2.0, 0));
            let within = ends.map_or_else(String::new, |half| format!(" ±{half}"));
            Cell::figure(spot.value, percent(spot.value, 0) + &within)
        }
    };
    let by_setup = played.standings.iter().map(|player| {
        let rates = setups.iter().map(|setup| rate(&player.id, setup));
        [Cell::words(&player.name)].into_iter().chain(rates).collect()
    });
    let titles = setups.iter().map(|setup| Column::figures(setup.replace('_', "-")));
    let rates = Block::table(
        FILE,
        "The win rates by setup in percent, with half the width of their 95 % intervals. All pairs of \
         players play the same drawn setups, each from both seats with the same dice. In rival, the \
         first seat has a mech of 20 tons and the second one of 70; in all other setups both mechs \
         are the same.",
        [Column::words("player")].into_iter().chain(titles).collect(),
        by_setup,
    );
    let value = |id: &str, metric: &str, decimals: usize| {
        Cell::maybe(prints.value(id, metric), |value| fixed(value, decimals))
    };
    let what = played.standings.iter().map(|player| {
        let mut row = vec![Cell::words(&player.name)];
        row.extend(SHOWN.map(|(metric, _, decimals)| value(&player.id, metric, decimals)));
        row.push(Cell::percent(prints.value(&player.id, "survived")));
        row
    });
    let mut columns = vec![Column::words("player")];
    columns.extend(SHOWN.map(|(_, title, _)| Column::figures(title)));
    columns.push(Column::figures("alive %"));
    let happened = Block::table(
        FILE,
        "What happens to the mechs in a game, in the mean: points of armour and structure that a \
         player's attacks take from others and that its own mech loses, falls, shutdowns without and \
         after hits on the engine, heat at the end of a turn, turns that the mech lives through, and \
         the share of games at whose end it is alive.",
        columns,
        what,
    );
    Section::new("mechs", "Setups, damage and heat", vec![rates, happened])
}

/// Metrics that are shown by player: the name, the title of the column, and the decimals.
const SHOWN: [(&str, &str, usize); 7] = [
    ("damage_dealt", "dealt", 1),
    ("damage_taken", "taken", 1),
    ("falls", "falls", 2),
    ("shutdowns", "shutdowns", 3),
    ("engine_shutdowns", "engine hit", 3),
    ("heat", "heat", 1),
    ("turns", "turns", 1),
];

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a round-robin tournament of BattleTech, a game of mechs on a map \
     of hexes. Each game has a drawn setup, and is played from both seats on the same dice. Figures \
     are counts over games; their intervals are 95 % confidence intervals over these pairs of games.",
    "The players seed and seed-literal follow the document of a student team of 2010, with its faults \
     corrected or as it is written.",
];
