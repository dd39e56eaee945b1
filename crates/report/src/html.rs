//! The document as one HTML file: no network, light and dark.
//!
//! The page has a script that sorts tables, highlights names, tells values and picks players.
//! Without it, the page shows the same and the browser tells the values of marks.
//!
//! maud escapes every text, so that a player called `<b>` is shown by that name.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use rivals_core::document::{
    Align, Block, Cell, Column, Document, Figure, Headline, Section, Table,
};

use super::charts::{self, WIDTHS};
use super::tournament::PROFILES;

/// The page's style sheet.
const STYLE: &str = include_str!("style.css");

/// The page's script.
const SCRIPT: &str = include_str!("script.js");

/// The element that says what wrote a page.
const GENERATOR: &str = r#"<meta name="generator" content="rivals">"#;

/// The number of bytes at the start of a page that contain [`GENERATOR`].
pub const START: u64 = 1_000;

/// Whether a page that begins so was written by this program.
#[must_use]
pub fn is_report(start: &[u8]) -> bool {
    start.windows(GENERATOR.len()).any(|part| part == GENERATOR.as_bytes())
}

/// The document as a whole HTML page.
#[must_use]
pub fn html(document: &Document) -> String {
    let profiles = Profiles::of(document);
    let is_headline = |block: &Block| matches!(block, Block::Headlines { .. });
    let begins = |section: &Section| section.blocks.iter().any(is_headline);
    let first = document.sections.iter().take_while(|section| begins(section)).count();
    let (headlines, others) = document.sections.split_at(first);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                (PreEscaped(GENERATOR))
                link rel="icon" href="data:,";
                title { (document.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (document.title) }
                    // Headline figures come before everything else.
                    @for section in headlines { (profiles.section(section, section.title != document.title)) }
                    @for paragraph in &document.lead { p { (paragraph) } }
                    @if let Some(link) = &document.see_also {
                        p { "See also " a href=(format!("{}.html", link.path)) { (link.text) } "." }
                    }
                }
                // An answer is one section, which is called as the document.
                @if others.len() > 1 {
                    nav aria-label="Contents" {
                        ol {
                            @for section in others {
                                li { a href=(format!("#{}", section.id)) { (section.title) } }
                            }
                        }
                    }
                }
                main { @for section in others { (profiles.section(section, section.title != document.title)) } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string() + "\n"
}

/// The document as a part of another page, whose elements `#review` and `#report` have the
/// style sheet [`region_style`]. Attributes `style` are called `data-style`: pages that allow no styles in
/// attributes set them by a script.
#[must_use]
pub fn region(document: &Document) -> String {
    let profiles = Profiles::of(document);
    let page = html! {
        h2 { (document.title) }
        @for paragraph in &document.lead { p { (paragraph) } }
        @for section in &document.sections {
            (profiles.section(section, section.title != document.title))
        }
    };
    // maud escapes quotes in texts, so that only attributes are found.
    page.into_string().replace(" style=\"", " data-style=\"")
}

/// The style sheet of [`region`]. The page around it may choose between light and dark by the
/// attribute `data-theme` of its root.
///
/// # Panics
/// Never: the style has a part for dark screens.
#[must_use]
pub fn region_style() -> String {
    let screen = "@media screen and (prefers-color-scheme: dark)";
    let (before, rest) = STYLE.split_once(screen).expect("a part for dark screens");
    let (dark, after) = rest.split_once("\n}\n").expect("its end");
    let dark = dark.trim_start_matches([' ', '{', '\n']).trim_start_matches(":root {");
    let style = format!("{before}{after}").replace(":root", ":scope").replace("body {", ":scope {");
    let regions = ":is(#review, #report)";
    format!(
        "@scope (#review, #report) {{\n{style}}}\n{screen} {{ :root:not([data-theme=\"light\"]) {regions} \
         {{{dark} }}\n:root[data-theme=\"dark\"] {regions} {{{dark}\n"
    )
}

/// The figures of a document.
fn figures(document: &Document) -> impl Iterator<Item = &Figure> {
    let blocks = document.sections.iter().flat_map(|section| &section.blocks);
    blocks.filter_map(|block| match block {
        Block::Figure(figure) => Some(figure),
        _ => None,
    })
}

/// The ids of the charts that [`picture`] draws, each with the title of its figure.
#[must_use]
pub fn pictures(document: &Document) -> Vec<(String, String)> {
    let ids = figures(document).flat_map(|figure| {
        let panels = (1..).zip(&figure.panels);
        panels.map(move |(at, panel)| match (at, panel.title.is_empty()) {
            (1, true) => (figure.id.clone(), figure.title.clone()),
            (1, false) => (figure.id.clone(), format!("{}: {}", figure.title, panel.title)),
            (at, _) => (format!("{}-{at}", figure.id), panel.title.clone()),
        })
    });
    ids.collect()
}

/// A chart of a document as a separate SVG file, if there is one with this id: `matrix` is the
/// first chart of that figure, and `matrix-2` is its second one.
#[must_use]
pub fn picture(document: &Document, id: &str) -> Option<String> {
    let (figure, panel) = figures(document).find_map(|figure| {
        let place = match id.strip_prefix(&*figure.id)? {
            "" => 1,
            rest => rest.strip_prefix('-')?.parse::<usize>().ok()?,
        };
        Some((figure, figure.panels.get(place.checked_sub(1)?)?))
    })?;
    let title = if panel.title.is_empty() {
        figure.title.clone()
    } else {
        format!("{}: {}", figure.title, panel.title)
    };
    let alternative = format!("{} {}", panel.alternative, figure.caption);
    let picture = charts::picture(&panel.chart, &figure.id, &title, &alternative, STYLE);
    Some(picture.into_string() + "\n")
}

/// The names of the players that have a profile, in the order of their ids `profiles-1`, ...
struct Profiles<'a>(Vec<&'a str>);

impl<'a> Profiles<'a> {
    fn of(document: &'a Document) -> Self {
        let blocks = document.sections.iter().flat_map(|section| &section.blocks);
        let titles = blocks.filter_map(|block| match block {
            Block::Figure(figure) if figure.id == PROFILES => Some(&figure.panels),
            _ => None,
        });
        Self(titles.flatten().map(|panel| &*panel.title).collect())
    }

    /// The words; if they are the name of a player, with a link to the profile.
    fn name(&self, words: &str) -> Markup {
        let profile = self.0.iter().position(|name| *name == words);
        html! {
            @match profile {
                Some(at) => a href=(format!("#{PROFILES}-{}-panel", at + 1)) data-name=(words) { (breaking(words)) },
                None => (breaking(words)),
            }
        }
    }

    /// A sentence, with links at the names of players. Names without a capital letter are
    /// words like others in a sentence.
    fn prose(&self, words: &str) -> Markup {
        // A figure and its unit stay on one line.
        let words = words.replace(" %", "\u{a0}%");
        let mut rest = &*words;
        let mut drawn = Vec::new();
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
        let found = |text: &str| {
            let names = self.0.iter().filter(|name| name.starts_with(char::is_uppercase));
            let places = names.flat_map(|name| text.match_indices(*name));
            let whole = places.filter(|(at, name)| {
                let (before, after) = (&text[..*at], &text[at + name.len()..]);
                !letter(before.chars().next_back()) && !letter(after.chars().next())
            });
            // The longest of the names that begin at the same place.
            whole.map(|(at, name)| (at, name.len())).min_by_key(|&(at, len)| (at, usize::MAX - len))
        };
        while let Some((at, len)) = found(rest) {
            let name = self.name(&rest[at..at + len]);
            drawn.push(html! { (breaking(&rest[..at])) (name) });
            rest = &rest[at + len..];
        }
        html! { @for part in &drawn { (part) } (breaking(rest)) }
    }

    /// Whether a column has names of players.
    fn has_names(&self, table: &Table, column: usize) -> bool {
        let is_name = |row: &Vec<Cell>| self.0.contains(&&*row[column].text);
        table.rows.iter().any(is_name)
    }

    fn section(&self, section: &Section, titled: bool) -> Markup {
        let blocks = html! {
            @for (index, block) in section.blocks.iter().enumerate() {
                @match block {
                    Block::Headlines { figures } => { (self.headlines(figures)) }
                    Block::Heading { text } => { h3 { (text) } }
                    Block::Text { text } => { p { (self.prose(text)) } }
                    Block::List { points } => { ul { @for point in points { li { (self.prose(point)) } } } }
                    Block::Lines { text } => { pre { (text) } }
                    Block::Table(table) => { (self.table(table, &format!("{}-table-{index}", section.id))) }
                    Block::Figure(figure) => { (render_figure(figure)) }
                }
            }
        };
        html! {
            section id=(section.id) {
                @if titled { h2 { (section.title) } }
                @if section.detail {
                    details open { summary { "Details" } (blocks) }
                } @else { (blocks) }
            }
        }
    }

    fn headlines(&self, figures: &[Headline]) -> Markup {
        html! {
            dl.headlines {
                @for figure in figures {
                    div {
                        dt { (figure.title) }
                        dd.large { (self.name(&figure.figure)) }
                        dd { (self.prose(&figure.text)) }
                    }
                }
            }
        }
    }

    fn table(&self, table: &Table, id: &str) -> Markup {
        // The first cell with words is the header of its row.
        let row_header = (table.columns.iter()).position(|column| column.align == Align::Left);
        let class = |index: usize, column: &Column| match column.align {
            Align::Right => Some("figure"),
            Align::Left if is_prose(table, index) => Some("prose"),
            Align::Left if Some(index) == row_header => Some("name"),
            Align::Left if self.has_names(table, index) => Some("wraps"),
            Align::Left => None,
        };
        let columns = || table.columns.iter().enumerate();
        let captioned = !(table.caption.is_empty() && table.source.is_empty());
        let (named_by, named) = if captioned { (Some(id), None) } else { (None, Some("Table")) };
        html! {
            @if captioned {
                p.caption id=(id) { (table.caption) " " (source(&table.source)) }
            }
            // Tables that are wider than the screen scroll inside their own box.
            div.table tabindex="0" role="region" aria-labelledby=[named_by] aria-label=[named] {
                table {
                    thead {
                        tr {
                            @for (index, column) in columns() {
                                th scope="col" class=[class(index, column)] { (column.title.replace(" %", "\u{a0}%")) }
                            }
                        }
                    }
                    tbody {
                        @for row in &table.rows {
                            tr {
                                @for ((index, column), cell) in columns().zip(row) {
                                    @if Some(index) == row_header {
                                        th scope="row" class=[class(index, column)] { (self.name(&cell.text)) }
                                    } @else {
                                        td class=[class(index, column)] { (self.name(&cell.text)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The words; a line may end after a colon within a long one, such as `alphabeta:4:eval=orts`.
fn breaking(words: &str) -> Markup {
    const LONG: usize = 12;
    html! {
        @for word in words.split_inclusive(' ') {
            @let long = word.chars().count() > LONG;
            @for part in word.split_inclusive(':') {
                (part)
                @if long && part.ends_with(':') { wbr; }
            }
        }
    }
}

/// Whether a column has sentences, which may take several lines.
fn is_prose(table: &Table, column: usize) -> bool {
    let words = |row: &Vec<Cell>| row[column].text.chars().count();
    table.rows.iter().map(words).max().unwrap_or(0) > 40
}

/// The sheet of paper that a figure needs in print, a class of the style sheet: one on which its
/// letters have 8 points. `None` if upright A4 is wide enough.
fn paper(figure: &Figure) -> Option<&'static str> {
    // Width and height of the room on a sheet, in pixels of 96 to the inch.
    const SHEETS: [((f64, f64), &str); 2] = [((1_060.0, 645.0), "a4"), ((1_520.0, 980.0), "a3")];
    const UPRIGHT: f64 = 715.0;
    let [panel] = &figure.panels[..] else {
        return None;
    };
    if charts::size(&panel.chart, WIDTHS[0]).0 <= UPRIGHT {
        return None;
    }
    let (width, height) = charts::size(&panel.chart, WIDTHS[2]);
    let fits = |room: (f64, f64)| width <= room.0 && height <= room.1;
    let sheet = SHEETS.iter().find(|(room, _)| fits(*room));
    Some(sheet.map_or("a2", |(_, name)| name))
}

fn render_figure(figure: &Figure) -> Markup {
    // The more charts stand side by side, the fewer widths they need.
    let (class, widths) = match figure.panels.len() {
        1 => ("one", WIDTHS.len()),
        2 => ("two", 2),
        _ => ("many", 1),
    };
    html! {
        figure id=(figure.id) class=[paper(figure)] {
            p.figure-title { (figure.title) }
            div.panels.(class) {
                @for (index, panel) in figure.panels.iter().enumerate() {
                    @let id = format!("{}-{}", figure.id, index + 1);
                    @let title = if panel.title.is_empty() { &figure.title } else { &panel.title };
                    @let name = (figure.id == PROFILES).then_some(&panel.title);
                    @let panel_id = (figure.id == PROFILES).then(|| format!("{id}-panel"));
                    div.panel id=[panel_id] data-name=[name] {
                        @if !panel.title.is_empty() { p.panel-title { (panel.title) } }
                        (charts::svg(&panel.chart, &id, widths, title, &panel.alternative))
                    }
                }
            }
            figcaption { (figure.caption) " " (source(&figure.source)) }
        }
    }
}

/// The sentence that names the file of the figures.
fn source(file: &str) -> Markup {
    html! { @if !file.is_empty() { span.source { "From " (file) "." } } }
}
