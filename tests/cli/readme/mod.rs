//! The documents: what they show is what the program prints, what they count is in the
//! committed results, and what they link to exists.
//!
//! With RIVALS_DOCS set, outputs and tables are written again:
//! `RIVALS_DOCS=1 cargo test --test cli readme`.

mod commands;
mod conduct;
mod figures;
mod games;

use std::fs;
use std::path::Path;
use std::sync::Mutex;

/// Paths and texts of all documents but the changelog, the README first.
fn documents() -> Vec<(String, String)> {
    let top =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "results/README.md"];
    let mut pages: Vec<String> = (fs::read_dir("docs").unwrap())
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    pages.sort_unstable();
    let paths = top.map(str::to_owned).into_iter().chain(pages);
    paths.map(|path| (path.clone(), read(&path))).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Replaces a part of a document if RIVALS_DOCS is set, and fails otherwise.
fn renew(path: &str, shown: &str, expected: &str) {
    static WRITING: Mutex<()> = Mutex::new(());
    assert!(
        std::env::var_os("RIVALS_DOCS").is_some(),
        "{path} shows\n{shown}\nand not\n{expected}\nSet RIVALS_DOCS to write it."
    );
    let _one_at_a_time = WRITING.lock().unwrap();
    let text = read(path);
    assert_eq!(text.matches(shown).count(), 1, "{path}: {shown}");
    fs::write(path, text.replace(shown, expected)).unwrap();
}

/// Lines outside of fenced blocks.
fn prose(text: &str) -> Vec<&str> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        match line.starts_with("```") {
            true => fenced = !fenced,
            false if !fenced => lines.push(line),
            false => {}
        }
    }
    lines
}

/// The text between backticks outside of fenced blocks.
fn quoted(text: &str) -> Vec<String> {
    let text = prose(text).join("\n");
    let parts = text.split('`').skip(1).step_by(2);
    parts.map(|part| part.replace('\n', " ")).collect()
}

/// The anchors of the headings of a document, as code hosts make them.
fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).into_iter().filter(|line| line.starts_with('#'));
    let anchors = headings.map(|line| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let heading = heading.replace(' ', "-");
        let kept = |c: &char| c.is_alphanumeric() || "-_".contains(*c);
        heading.chars().filter(kept).collect()
    });
    anchors.collect()
}

#[test]
fn the_readme_is_short() {
    assert!(read("README.md").lines().count() <= 150);
}

/// Tables and links may be wider, as they cannot be broken.
#[test]
fn lines_are_no_wider_than_a_page() {
    for (path, text) in documents() {
        for line in prose(&text) {
            let whole = line.starts_with('|') || line.starts_with('[');
            assert!(whole || line.chars().count() <= 100, "{path}: {line}");
        }
    }
}

#[test]
fn links_land() {
    for (path, text) in documents() {
        let folder = Path::new(&path).parent().unwrap();
        for link in prose(&text).join("\n").split("](").skip(1) {
            let target = link.split_once(')').unwrap().0;
            if target.starts_with("http") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = match file {
                "" => Path::new(&path).to_owned(),
                file => folder.join(file),
            };
            // `reproduce --check` says whether all results exist.
            let name = file.file_name().unwrap().to_str().unwrap();
            if ["report.html", "report.md", "league.svg"].contains(&name) && !file.exists() {
                continue;
            }
            assert!(file.exists(), "{path} links to {target}");
            if !anchor.is_empty() {
                let anchors = anchors(&fs::read_to_string(file).unwrap());
                assert!(anchors.contains(&anchor.to_owned()), "{path} links to {target}");
            }
        }
    }
}

/// The committed reports link to the studies of their game, and to nothing that is not there.
#[test]
fn links_of_reports_land() {
    let studied = ["results", "results/tic_tac_toe_sp", "results/tute"];
    for folder in [&studied[..], &["results/parchis", "results/studies"]].concat() {
        let mut studies = 0;
        for (file, before, after) in [("report.md", "](", ')'), ("report.html", "href=\"", '"')] {
            let page = read(&format!("{folder}/{file}"));
            let links = page.split(before).skip(1).map(|rest| rest.split_once(after).unwrap().0);
            let other = |link: &&str| !["#", "http", "data:"].iter().any(|no| link.starts_with(no));
            for link in links.filter(other) {
                assert!(Path::new(folder).join(link).is_file(), "{folder}/{file}: {link}");
                studies += usize::from(link.ends_with(&format!("studies/{file}")));
            }
        }
        assert_eq!(studies, if studied.contains(&folder) { 2 } else { 0 }, "{folder}");
    }
}

/// Files of the project that are named within sentences.
#[test]
fn paths_exist() {
    for (document, text) in documents() {
        for path in quoted(&text) {
            let top = path.split('/').next().unwrap();
            let is_path = ["src", "crates", "tests", "configs", "docs", "scripts", ".ci"]
                .contains(&top)
                && path.chars().all(|c| c.is_ascii_lowercase() || "/_.-".contains(c));
            assert!(!is_path || Path::new(&path).exists(), "{document} names {path}");
        }
    }
}

/// There is a row for every key of a personality's file.
#[test]
fn every_trait_and_value_is_described() {
    let page = read("docs/personalities.md");
    let scales = figures::rows("tournament/traits.csv");
    assert!(!scales.is_empty());
    for scale in scales {
        let [low, high, neutral] =
            ["scale_low", "scale_high", "neutral"].map(|key| scale[key].parse::<f64>().unwrap());
        let row = format!("| `{}` | {low} to {high} | {neutral} |", scale["trait"]);
        assert!(page.contains(&row), "docs/personalities.md has no {row:?}");
        let games = format!("\n| `{}` | ", scale["trait"]);
        assert_eq!(page.matches(&games).count(), 2, "what does {games:?} do in each game?");
    }
}

#[test]
fn the_glossary_is_in_alphabetical_order() {
    let page = read("docs/glossary.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let words = rows.map(|row| row.split(" | ").next().unwrap().to_lowercase());
    assert!(words.skip(1).is_sorted());
}

#[test]
fn it_is_cited_by_its_version() {
    let cited = format!("> rivals {}: ", env!("CARGO_PKG_VERSION"));
    assert!(read("README.md").contains(&cited), "{cited}");
}
