//! The document as Markdown, for a terminal or a code host. No line is wider than asked for,
//! except in tables that cannot be narrower.

use rivals_core::document::{Align, Block, Cell, Column, Document, Figure, Table};
use unicode_width::UnicodeWidthStr;

/// The largest width of a line, in columns of a terminal.
const WIDTH: usize = 100;

/// The fewest sections that are listed before the first one.
const CONTENTS: usize = 6;

/// The whole document as Markdown, for a terminal of this width; without one, with lines of at
/// most 100 columns.
#[must_use]
pub fn markdown(document: &Document, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDTH).min(WIDTH);
    let mut text = format!("# {}\n", plain(&document.title));
    let first = (document.sections.first()).and_then(|section| section.blocks.first());
    let (headlines, others) = match first {
        Some(headlines @ Block::Headlines { .. }) => (Some(headlines), &document.sections[1..]),
        _ => (None, &document.sections[..]),
    };
    if let Some(headlines) = headlines {
        text += &block(&render(headlines, width));
    }
    for paragraph in &document.lead {
        text += &block(&wrapped(paragraph, "", "", width));
    }
    if let Some(link) = &document.see_also {
        let link = format!("See also [{}]({}.md).", plain(link.text), link.path);
        text += &block(&filled(&link, "", "", width));
    }
    if others.len() >= CONTENTS {
        let contents: Vec<_> = (others.iter())
            .map(|section| format!("- [{}](#{})", plain(&section.title), anchor(&section.title)))
            .collect();
        text += &block(&contents.join("\n"));
    }
    for section in others {
        // An answer is one section, which is called as the document.
        if section.title != document.title {
            text += &block(&format!("## {}", plain(&section.title)));
        }
        for part in &section.blocks {
            text += &block(&render(part, width));
        }
    }
    text
}

fn render(part: &Block, width: usize) -> String {
    match part {
        Block::Headlines { figures } => (figures.iter())
            .map(|one| format!("{} {}. {}", one.title, one.figure, one.text))
            .map(|point| wrapped(&point, "- ", "  ", width))
            .collect::<Vec<_>>()
            .join("\n"),
        Block::Heading { text } => format!("### {}", plain(text)),
        Block::Text { text } => wrapped(text, "", "", width),
        Block::List { points } => (points.iter())
            .map(|point| wrapped(point, "- ", "  ", width))
            .collect::<Vec<_>>()
            .join("\n"),
        Block::Lines { text } => format!("```text\n{}\n```", text.trim_end()),
        Block::Table(table) => fitted(table, width),
        Block::Figure(figure) => render_figure(figure, width),
    }
}

fn block(text: &str) -> String {
    format!("\n{}\n", text.trim_end())
}

/// The words, with all characters escaped that mean something in Markdown.
fn plain(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for letter in words.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '|') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn wrapped(words: &str, first: &str, others: &str, width: usize) -> String {
    filled(&plain(words), first, others, width)
}

fn filled(text: &str, first: &str, others: &str, width: usize) -> String {
    let options = textwrap::Options::new(width)
        .initial_indent(first)
        .subsequent_indent(others)
        // Words such as paths and xoshiro256++ are not broken.
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .break_words(false);
    textwrap::fill(text, options)
}

/// The anchor that code hosts make of a title.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase();
    (kept.chars())
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// A table in Markdown, without its columns of little worth as far as it is wider than `width`.
fn fitted(table: &Table, width: usize) -> String {
    let drawn = drawn(table, width);
    match table.narrower() {
        Some(narrower) if drawn.lines().any(|line| line.width() > width) => {
            fitted(&narrower, width)
        }
        _ => drawn,
    }
}

/// A table in Markdown, without pipes at the ends of lines, which Markdown does not need.
fn drawn(table: &Table, width: usize) -> String {
    let header = table.columns.iter().map(|column| plain(&column.title));
    let header: Vec<String> = header.collect();
    let cells = |row: &Vec<Cell>| row.iter().map(|cell| plain(&cell.text)).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(cells).collect();
    let longest = |column: usize| {
        let cells = rows.iter().map(|row| row[column].width());
        cells.chain([header[column].width(), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = (0..header.len()).map(longest).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).zip(&table.columns);
        let padded = cells.map(|((cell, &width), column)| {
            let space = " ".repeat(width - cell.width());
            match column.align {
                Align::Left => format!("{cell}{space}"),
                Align::Right => format!("{space}{cell}"),
            }
        });
        padded.collect::<Vec<_>>().join(" | ").trim_end().to_owned()
    };
    let rule = |(&width, column): (&usize, &Column)| match column.align {
        Align::Left => "-".repeat(width),
        Align::Right => "-".repeat(width - 1) + ":",
    };
    let rules: Vec<_> = widths.iter().zip(&table.columns).map(rule).collect();
    let mut lines = match captioned(&table.caption, &table.source) {
        caption if caption.is_empty() => Vec::new(),
        caption => vec![wrapped(&caption, "", "", width), String::new()],
    };
    lines.extend([line(&header), rules.join(" | ")]);
    lines.extend(rows.iter().map(|row| line(row)));
    lines.join("\n")
}

/// The caption, with the source of the figures if there is one.
fn captioned(caption: &str, source: &str) -> String {
    if source.is_empty() { caption.to_owned() } else { format!("{caption} From {source}.") }
}

/// A figure in words: its caption and the text alternatives of its charts.
fn render_figure(figure: &Figure, width: usize) -> String {
    let title = plain(&figure.title);
    let caption = captioned(&figure.caption, &figure.source);
    let panels = figure.panels.iter().map(|panel| {
        let title = match panel.title.as_str() {
            "" => String::new(),
            title => format!("{title}: "),
        };
        wrapped(&(title + &panel.alternative), "- ", "  ", width)
    });
    let panels = panels.collect::<Vec<_>>().join("\n");
    format!("**{title}**\n\n{}\n\n{panels}", wrapped(&caption, "", "", width))
}
