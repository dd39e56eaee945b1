//! Tables and notes (wrapped paragraphs) for a terminal.

use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Table,
    TableStyle, Width,
};

/// The width of notes in columns if standard output is no terminal.
const NOTE_WIDTH: usize = 80;

/// The style of tables: a line below the header, and only spaces between columns.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '));

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

/// The same table, in which cells take several lines if it would be wider than `width`.
pub fn wrapped(columns: &[Column], rows: &[Vec<String>], gap: u16, width: usize) -> String {
    let mut table = Table::new();
    // The style leaves a space behind the last column, which is cut off.
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    text_of(table, columns, rows, gap)
}

/// A table for a terminal of this width. If it is too wide, columns are closer together and cells
/// take several lines, broken between words as long as all of the longest words fit.
pub fn fitted(columns: &[Column], rows: &[Vec<String>], width: Option<usize>) -> String {
    const NARROW: u16 = 1;
    let whole = self::table(columns, rows, 2);
    let Some(width) = width.filter(|&width| whole.lines().any(|line| line.width() > width)) else {
        return whole;
    };
    let longest = |at: usize| {
        let cells = rows.iter().map(|row| &row[at]).chain([&columns[at].header]);
        let words = cells.flat_map(|cell| cell.split_whitespace());
        words.map(|word| word.width()).max().unwrap_or(0) as u16
    };
    let longest: Vec<u16> = (0..columns.len()).map(longest).collect();
    let needed = longest.iter().map(|width| width + NARROW).sum::<u16>();
    let mut table = Table::new();
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(columns.iter().map(|column| &column.header));
    if usize::from(needed) <= width {
        for (column, longest) in table.column_iter_mut().zip(longest) {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(longest)));
        }
    }
    text_of(table, columns, rows, NARROW)
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

/// A paragraph, wrapped to the width of the terminal, at most 100 columns.
pub fn note(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(NOTE_WIDTH).min(100);
    // Ids with hyphens stay whole, so that they can be copied.
    let options = Options::new(width).word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}
