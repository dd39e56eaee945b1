//! What the program prints for people fits terminals of 60, 80 and 120 columns.

use unicode_width::UnicodeWidthStr;

use crate::program::{Finished, folder, rivals};

const WIDTHS: [usize; 3] = [60, 80, 120];

/// The commands; OUT is a folder that is empty at first.
const COMMANDS: &[&str] = &[
    "odds --trials 1000",
    "odds infer",
    "solve --target 12",
    "solve match abel hold-6 --target 12",
    "solve respond daniel --target 12",
    "solve --game pig",
    "solve --game pig --check",
    "advise --mine 3 --theirs 5 --seat first --target 12",
    "advise --mine 3 --theirs 5 --seat second --target 12 --as carla",
    "games",
    "games dragon-slayer",
    "games pig",
    "games parchis",
    "roster",
    "roster --game pig",
    "roster --game parchis",
    "roster show explorer-averse",
    "roster show tree-2",
    "tournament --dry-run",
    "tournament --games 20 --roster abel,carla,explorer-averse,hold-6 --out OUT/two --quiet",
    "tournament --games 20 --players 6 --roster abel,carla,daniel,greedy,hold-6,random --out OUT/six \
     --quiet",
    "tournament --game pig --games 20 --roster hold-10,hold-20,hold-25 --out OUT/pig --quiet",
    "tournament --game pig --games 20 --players 3 --roster hold-10,hold-20,hold-25,random --out \
     OUT/pigs --quiet",
    "tournament --game parchis --games 4 --roster random,random-smart,greedy --out OUT/parchis \
     --quiet",
    "sweep carla risk_aversion=0..1:3 --against abel,daniel --games 20 --out OUT/sweep --quiet",
    "report OUT/two --out OUT/report.html",
];

/// Runs a command for a terminal of this width; it must succeed.
fn run(command: &str, out: &str, width: usize) -> Finished {
    let words: Vec<String> =
        (command.split_whitespace()).map(|word| word.replace("OUT", out)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let finished = Finished::of(rivals(&words).env("COLUMNS", width.to_string()));
    assert_eq!(finished.code, 0, "{command}: {}", finished.stderr);
    finished
}

#[test]
fn every_output_fits() {
    for width in WIDTHS {
        let place = folder();
        let out = place.path().to_str().unwrap();
        for command in COMMANDS {
            let text = run(command, out, width).stdout.replace(out, "OUT");
            assert!(!text.trim().is_empty(), "{command}");
            // The board of Parchis takes 68 columns.
            let text = match (width, text.split_once("\nboard\n")) {
                (60, Some((before, _))) => before,
                _ => &text,
            };
            for line in text.lines() {
                assert!(line.width() <= width, "{width} columns, {command}: {line}");
            }
        }
    }
}

/// Words of a report in Markdown fit as well; only tables and links may need more.
#[test]
fn a_printed_report_fits() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    let command =
        "tournament --game pig --games 20 --roster hold-10,hold-20,hold-25 --out OUT --quiet";
    run(command, out, 80);
    for width in WIDTHS {
        let text = run("report OUT --format markdown", out, width).stdout;
        for line in text.lines().filter(|line| !line.contains(" | ") && !line.contains("](#")) {
            assert!(line.width() <= width.min(100), "{width} columns: {line}");
        }
    }
}
