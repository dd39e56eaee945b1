//! Documents as text for a terminal: tables whose columns are aligned, and wrapped paragraphs.

use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Table,
    TableStyle, Width,
};
use rivals_core::document::{self, Align, Block, Document};

/// The width of notes in columns if standard output is not a terminal.
const NOTE_WIDTH: usize = 80;

/// The largest width of notes, and that of tables with sentences if standard output is not a terminal.
const WIDEST: usize = 100;

/// The width from which a cell is a sentence.
const SENTENCE: usize = 50;

/// The style of tables: a line below the header, and only spaces between columns.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '));

/// The document as text for a terminal of `width` columns; without a terminal, with all columns of
/// tables. A document of one section is written without its titles.
#[must_use]
pub fn text(document: &Document, width: Option<usize>) -> String {
    let titled = document.sections.len() > 1;
    let mut text = if titled { note(&document.title, width) } else { String::new() };
    text.extend(document.lead.iter().map(|paragraph| note(paragraph, width)));
    for section in &document.sections {
        if titled {
            text += &format!("\n{}\n\n", section.title.to_uppercase());
        }
        let mut before: Option<&Block> = None;
        for block in &section.blocks {
            let close = |before: &Block| match (before, block) {
                (Block::Text { .. }, Block::Text { .. }) => true,
                (before, _) => matches!(before, Block::Heading { .. }),
            };
            if !before.is_none_or(close) {
                text.push('\n');
            }
            text += &self::block(block, width);
            before = Some(block);
        }
    }
    text
}

fn block(block: &Block, width: Option<usize>) -> String {
    let list = |points: &mut dyn Iterator<Item = String>| {
        points
            .map(|point| line(&format!("- {point}"), 2, width.or(Some(NOTE_WIDTH))))
            .collect::<String>()
    };
    match block {
        Block::Headlines { figures } => list(
            &mut figures.iter().map(|one| format!("{} {}. {}", one.title, one.figure, one.text)),
        ),
        Block::Heading { text } | Block::Text { text } => note(text, width),
        Block::List { points } => list(&mut points.iter().cloned()),
        Block::Lines { text } => text.clone(),
        Block::Table(table) if table.caption.is_empty() => fitted(table, width),
        Block::Table(table) => note(&table.caption, width) + "\n" + &fitted(table, width),
        Block::Figure(figure) => {
            let panels = figure.panels.iter().map(|panel| match &*panel.title {
                "" => panel.alternative.clone(),
                title => format!("{title}: {}", panel.alternative),
            });
            note(&format!("{}. {}", figure.title, figure.caption), width) + &list(&mut { panels })
        }
    }
}

/// A table that is no wider than `width`: columns are closer together, those of the least
/// priority are left out, which a note says, cells take several lines, or the table has two parts.
fn fitted(table: &document::Table, width: Option<usize>) -> String {
    let has_sentences = || table.rows.iter().flatten().any(|cell| cell.text.width() > SENTENCE);
    let Some(width) = width.or_else(|| has_sentences().then_some(WIDEST)) else {
        return drawn(table, 2, None);
    };
    let fits = |text: &String| text.lines().all(|line| line.width() <= width);
    let mut shown = table.clone();
    let text = loop {
        if let Some(text) = [2, 1].map(|gap| drawn(&shown, gap, None)).into_iter().find(fits) {
            break text;
        }
        match shown.narrower() {
            Some(narrower) => shown = narrower,
            None => break in_lines(shown.clone(), width),
        }
    };
    text + &left_out(table, &shown, width)
}

/// A note on the columns of a table that are not shown, and how to see them; empty if there are none.
fn left_out(table: &document::Table, shown: &document::Table, width: usize) -> String {
    let kept = shown.columns.iter().map(|column| column.priority).min();
    let name = |at: usize| {
        let title = &table.columns[at].title;
        let repeats = table.columns.iter().filter(|column| column.title == *title).count() > 1;
        // The column before an interval says what it is of.
        match at.checked_sub(1).filter(|_| repeats) {
            Some(before) => format!("{title} ({})", table.columns[before].title),
            None => title.clone(),
        }
    };
    let columns = table.columns.iter().enumerate();
    let left_out = columns.filter(|(_, column)| Some(column.priority) < kept);
    let titles: Vec<String> = left_out.map(|(at, _)| name(at)).collect();
    if titles.is_empty() {
        return String::new();
    }
    let needed = drawn(table, 1, None).lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let titles = titles.join("; ");
    let said = format!(
        "Left out in {width} columns: {titles}. A terminal of {needed} columns or --format html shows \
         them."
    );
    note(&said, Some(width))
}

/// A table whose cells take several lines, or which has two parts.
fn in_lines(mut table: document::Table, width: usize) -> String {
    for cell in table.rows.iter_mut().flatten() {
        cell.text = broken_after_brackets(&cell.text, width / 2);
    }
    let longest = |at: usize| {
        let cells = table.rows.iter().map(|row| &row[at].text).chain([&table.columns[at].title]);
        let words = cells.flat_map(|cell| cell.split_whitespace());
        words.map(UnicodeWidthStr::width).max().unwrap_or(0)
    };
    let longest: Vec<usize> = (0..table.columns.len()).map(longest).collect();
    let names = table.columns.iter().take_while(|column| column.align == Align::Left).count();
    let figures = longest.len() - names;
    if longest.iter().map(|width| width + 1).sum::<usize>() <= width || figures < 2 {
        return drawn(&table, 1, Some((width, &longest)));
    }
    let middle = names + figures.div_ceil(2);
    let parts = [table.only(|at| at < middle), table.only(|at| at < names || at >= middle)];
    parts.map(|part| fitted(&part, Some(width))).join("\n")
}

/// The text of a cell; if it is one word that is wider than `width`, with line breaks after some
/// of its brackets, so that the options of `pimc:WORLDS[:endgame=ENDGAME][:tricks=TRICKS]` stay
/// whole.
fn broken_after_brackets(text: &str, width: usize) -> String {
    if text.contains(' ') {
        return text.to_owned();
    }
    text.split_inclusive(']').fold(String::new(), |broken, part| {
        let line = broken.lines().last().unwrap_or_default();
        let full = !line.is_empty() && line.width() + part.width() > width;
        broken + if full { "\n" } else { "" } + part
    })
}

/// A table with this gap between columns; with a width, its cells take several lines, and columns
/// are at least as wide as these words if all fit.
fn drawn(shown: &document::Table, gap: u16, width: Option<(usize, &[usize])>) -> String {
    // A title takes two lines only where that makes its column narrower. A per cent sign goes with the
    // word before it, but only where space is scarce.
    let broken = |(at, column): (usize, &document::Column)| {
        let cells = shown.rows.iter().map(|row| row[at].text.width());
        let stem = column.title.strip_suffix(" %").filter(|_| gap == 1);
        let (first, second) = stem.unwrap_or(&column.title).rsplit_once(' ')?;
        let unit = if stem.is_some() { " %" } else { "" };
        let narrower = second != "%" && column.title.width() > cells.max()?;
        narrower.then(|| format!("{first}\n{second}{unit}"))
    };
    let titles: Vec<Option<String>> = shown.columns.iter().enumerate().map(broken).collect();
    let above = if titles.iter().any(Option::is_some) { "\n" } else { "" };
    let column = |(column, title): (&document::Column, Option<String>)| {
        let header = title.unwrap_or_else(|| format!("{above}{}", column.title));
        match column.align {
            Align::Left => Column::left(header),
            Align::Right => Column::right(header),
        }
    };
    let columns: Vec<Column> = shown.columns.iter().zip(titles).map(column).collect();
    let texts = |row: &Vec<document::Cell>| row.iter().map(|cell| cell.text.clone()).collect();
    let rows: Vec<Vec<String>> = shown.rows.iter().map(texts).collect();
    let mut table = Table::new();
    if let Some((width, longest)) = width {
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header(columns.iter().map(|column| &column.header));
        if longest.iter().map(|width| width + 1).sum::<usize>() <= width {
            for (column, longest) in table.column_iter_mut().zip(longest) {
                let longest = Width::Fixed(u16::try_from(*longest).unwrap_or(u16::MAX));
                column.set_constraint(ColumnConstraint::LowerBoundary(longest));
            }
        }
    }
    text_of(table, &columns, &rows, gap)
}

/// A column: its header, which may have two lines, and how it is aligned.
#[derive(Clone)]
pub struct Column {
    header: String,
    alignment: CellAlignment,
}

impl Column {
    /// A right-aligned column, for numbers.
    pub fn right(header: impl Into<String>) -> Self {
        Self { header: header.into(), alignment: CellAlignment::Right }
    }

    /// A left-aligned column, for words.
    pub fn left(header: impl Into<String>) -> Self {
        Self { alignment: CellAlignment::Left, ..Self::right(header) }
    }

    /// A centred column, for ranges.
    pub fn centre(header: impl Into<String>) -> Self {
        Self { alignment: CellAlignment::Center, ..Self::right(header) }
    }
}

/// A table with a ruled header and `gap` spaces, at least 1, between columns.
pub fn table(columns: &[Column], rows: &[Vec<String>], gap: u16) -> String {
    text_of(Table::new(), columns, rows, gap)
}

fn text_of(mut table: Table, columns: &[Column], rows: &[Vec<String>], gap: u16) -> String {
    table.load_style(STYLE);
    table.set_header(columns.iter().map(|column| &column.header));
    table.add_rows(rows);
    for (column, described) in table.column_iter_mut().zip(columns) {
        // One space of the gap is the style's.
        column.set_padding((0, gap - 1));
        column.set_cell_alignment(described.alignment);
    }
    (table.lines()).map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// A line, wrapped to the width of the terminal if there is one; the lines after the first are
/// indented by as many columns.
pub fn line(text: &str, indent: usize, width: Option<usize>) -> String {
    let Some(width) = width else {
        return text.to_owned() + "\n";
    };
    let indent = " ".repeat(indent);
    let options = Options::new(width).word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options.subsequent_indent(&indent)) + "\n"
}

/// A paragraph, wrapped to the width of the terminal, at most [`WIDEST`] columns.
pub fn note(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(NOTE_WIDTH).min(WIDEST);
    // Ids with hyphens stay whole, so that they can be copied.
    let options = Options::new(width).word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::document::{Cell, Column, Table};

    /// Players' rates stay in a narrow terminal, in titles of two lines, and a note says what does not.
    #[test]
    fn what_is_left_out_is_said() {
        let columns = [
            Column::words("target"),
            Column::figures("Hold at 10 %"),
            Column::figures("95 %").priority(1),
            Column::figures("Hold at 20 %"),
            Column::figures("95 %").priority(1),
        ];
        let cells = ["50", "35.77", "34.41 to 36.02", "55.87", "54.00 to 57.00"].map(Cell::words);
        let table = Table::new("", String::new(), columns.to_vec(), [cells.to_vec()]);
        let wide = fitted(&table, Some(60));
        assert!(wide.contains("34.41 to 36.02") && !wide.contains("Left out"), "{wide}");
        let narrow = fitted(&table, Some(40));
        assert!(narrow.contains("35.77") && narrow.contains("55.87"), "{narrow}");
        assert!(narrow.lines().all(|line| line.width() <= 40), "{narrow}");
        let said = narrow.replace('\n', " ");
        let names =
            "Left out in 40 columns: 95 % (Hold at 10 %); 95 % (Hold at 20 %). A terminal of 5";
        assert!(said.contains(names) && said.contains("--format html"), "{said}");
        let least = fitted(&table, Some(24));
        assert!(least.contains("10 %    20 %"), "{least}");
    }
}
