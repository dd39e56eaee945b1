//! The document as one HTML file: no network, no script, light and dark.
//!
//! maud escapes every text, so that a player called `<b>` is shown by that name.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Align, Block, Cell, Column, Document, Figure, Section, Table};

/// The page's style sheet.
const STYLE: &str = include_str!("style.css");

/// The document as a whole HTML page.
#[must_use]
pub(crate) fn html(document: &Document) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content="rivals";
                link rel="icon" href="data:,";
                title { (document.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (document.title) }
                    @for paragraph in &document.lead { p { (paragraph) } }
                }
                nav aria-label="Contents" {
                    ol {
                        @for section in &document.sections {
                            li { a href=(format!("#{}", section.id)) { (section.title) } }
                        }
                    }
                }
                main { @for section in &document.sections { (render_section(section)) } }
            }
        }
    };
    page.into_string() + "\n"
}

/// The first chart of the figure with this id, as a separate SVG file, if there is one.
#[must_use]
pub(crate) fn picture(document: &Document, figure: &str) -> Option<String> {
    let mut blocks = document.sections.iter().flat_map(|section| &section.blocks);
    let figure = blocks.find_map(|block| match block {
        Block::Figure(one) if one.id == figure => Some(one),
        _ => None,
    })?;
    let panel = figure.panels.first()?;
    let title = format!("{} {}", panel.title, figure.caption);
    let chart = &panel.chart;
    let picture = chart.picture(&figure.id, &title, &panel.alternative, STYLE);
    Some(picture.into_string() + "\n")
}

fn render_section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            h2 { (section.title) }
            @for (index, block) in section.blocks.iter().enumerate() {
                @match block {
                    Block::Heading { text } => { h3 { (text) } }
                    Block::Text { text } => { p { (text) } }
                    Block::List { points } => { ul { @for point in points { li { (point) } } } }
                    Block::Table(table) => { (render_table(table, &format!("{}-table-{index}", section.id))) }
                    Block::Figure(figure) => { (render_figure(figure)) }
                }
            }
        }
    }
}

fn render_table(table: &Table, id: &str) -> Markup {
    let class = |index: usize, column: &Column| match column.align {
        Align::Right => Some("figure"),
        Align::Left => is_prose(table, index).then_some("prose"),
    };
    let columns = || table.columns.iter().enumerate();
    // The first cell with words is the header of its row.
    let row_header = (table.columns.iter()).position(|column| column.align == Align::Left);
    html! {
        p.caption id=(id) { (table.caption) " " (source(&table.source)) }
        // Tables that are wider than the screen scroll inside their own box.
        div.table tabindex="0" role="region" aria-labelledby=(id) {
            table {
                thead {
                    tr {
                        @for (index, column) in columns() {
                            th scope="col" class=[class(index, column)] { (column.title) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for ((index, column), cell) in columns().zip(row) {
                                @if Some(index) == row_header {
                                    th scope="row" class=[class(index, column)] { (cell.text) }
                                } @else {
                                    td class=[class(index, column)] { (cell.text) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Whether a column has sentences, which may take several lines.
fn is_prose(table: &Table, column: usize) -> bool {
    let words = |row: &Vec<Cell>| row[column].text.chars().count();
    table.rows.iter().map(words).max().unwrap_or(0) > 40
}

fn render_figure(figure: &Figure) -> Markup {
    let class = match figure.panels.len() {
        1 => "one",
        2 => "two",
        _ => "many",
    };
    html! {
        figure id=(figure.id) {
            div.panels.(class) {
                @for (index, panel) in figure.panels.iter().enumerate() {
                    @let id = format!("{}-{}", figure.id, index + 1);
                    @let title = if panel.title.is_empty() { &figure.caption } else { &panel.title };
                    div.panel {
                        @if !panel.title.is_empty() { p.panel-title { (panel.title) } }
                        (panel.chart.svg(&id, title, &panel.alternative))
                    }
                }
            }
            figcaption { (figure.caption) " " (source(&figure.source)) }
        }
    }
}

/// The sentence that names the file of the figures.
fn source(file: &str) -> Markup {
    html! { span.source { "From " (file) "." } }
}
