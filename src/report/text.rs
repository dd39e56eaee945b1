//! Tables and notes for a terminal.

use comfy_table::{CellAlignment, ContentLineStyle, LineStyle, Table, TableStyle};

/// Where no terminal says how wide it is, notes are wrapped here.
const NOTE_WIDTH: usize = 80;

/// A line below the header, a space between columns: figures need no fences.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '));

/// A table with a ruled header; columns listed in `left` are left-aligned, all
/// others right-aligned.
pub fn table(header: &[String], rows: &[Vec<String>], left: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(header);
    table.add_rows(rows);
    for (i, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 0));
        if !left.contains(&i) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text: String = table
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect();
    text.push('\n');
    text
}

/// A paragraph, wrapped to the terminal but never wider than reads well.
pub fn note(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(NOTE_WIDTH).min(100);
    textwrap::fill(text, width) + "\n"
}
