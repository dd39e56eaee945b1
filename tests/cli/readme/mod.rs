//! The README: what it shows is what the program does, what it draws is how the
//! sources are, and what it counts is in the committed results.

mod commands;
mod figures;

fn readme() -> String {
    std::fs::read_to_string("README.md").unwrap()
}

/// Lines outside of fenced blocks.
fn prose(readme: &str) -> Vec<&str> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in readme.lines() {
        match line.starts_with("```") {
            true => fenced = !fenced,
            false if !fenced => lines.push(line),
            false => {}
        }
    }
    lines
}

/// What stands in backticks outside of fenced blocks.
fn quoted(readme: &str) -> Vec<String> {
    let text = prose(readme).join("\n");
    let parts = text.split('`').skip(1).step_by(2);
    parts.map(|part| part.replace('\n', " ")).collect()
}

/// A table and a link cannot be broken; all else is to be read.
#[test]
fn lines_are_no_wider_than_a_page() {
    let readme = readme();
    for line in prose(&readme) {
        let whole = line.starts_with('|') || line.starts_with('[');
        assert!(whole || line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn links_land() {
    for (file, folder) in [("README.md", ""), ("results/README.md", "results/")] {
        let text = std::fs::read_to_string(file).unwrap();
        let headings: Vec<String> = (prose(&text).iter())
            .filter_map(|line| line.strip_prefix('#'))
            .map(anchor)
            .collect();
        for link in text.split("](").skip(1) {
            let target = link.split_once(')').unwrap().0;
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            // Whether the results are all there is said by `reproduce --check`.
            let written = path.starts_with("results/") && path != "results/README.md";
            let lands = match (path, target.starts_with("http")) {
                ("", _) => headings.contains(&heading.to_owned()),
                (path, web) => web || written || std::path::Path::new(folder).join(path).exists(),
            };
            assert!(lands, "{file} links to {target}");
        }
    }
}

/// As code hosts make it of a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let text = text.replace(' ', "-");
    text.chars()
        .filter(|&c| c.is_alphanumeric() || "-_".contains(c))
        .collect()
}

/// The README has a row for every key of a personality's file.
#[test]
fn it_has_every_trait_and_value() {
    use rivals::personalities::{Traits, Values};
    for scale in Traits::SCALES.iter().chain(&Values::SCALES) {
        let row = format!(
            "| `{}` | {} to {} | {} |",
            scale.key, scale.low, scale.high, scale.neutral
        );
        assert!(readme().contains(&row), "the README has no row {row:?}");
    }
}

#[test]
fn it_is_cited_by_its_version() {
    let cited = format!("> rivals {}: ", env!("CARGO_PKG_VERSION"));
    assert!(readme().contains(&cited), "{cited}");
}
