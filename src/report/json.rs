//! The document as JSON: words, and tables with figures that are not rounded.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Block, Cell, Content, Document, Figure, Table};

#[derive(Serialize)]
struct DocumentObject<'a> {
    title: &'a str,
    lead: &'a [String],
    sections: Vec<SectionObject<'a>>,
}

#[derive(Serialize)]
struct SectionObject<'a> {
    id: &'a str,
    title: &'a str,
    blocks: Vec<Value>,
}

/// The whole document.
#[must_use]
pub fn json(document: &Document) -> String {
    let sections = document.sections.iter().map(|section| SectionObject {
        id: section.id,
        title: &section.title,
        blocks: section.blocks.iter().map(block).collect(),
    });
    crate::text::json(&DocumentObject {
        title: &document.title,
        lead: &document.lead,
        sections: sections.collect(),
    })
}

/// Every block says its kind.
fn block(block: &Block) -> Value {
    match block {
        Block::Heading(words) => json!({ "kind": "heading", "text": words }),
        Block::Text(words) => json!({ "kind": "text", "text": words }),
        Block::List(points) => json!({ "kind": "list", "points": points }),
        Block::Table(one) => table(one),
        Block::Figure(one) => figure(one),
    }
}

fn table(table: &Table) -> Value {
    let cell = |cell: &Cell| match cell.content {
        Content::Words => json!(cell.text),
        Content::Figure(value) => json!(value),
        Content::Interval(low, high) => json!([low, high]),
        Content::Missing => Value::Null,
    };
    let columns: Vec<_> = table.columns.iter().map(|column| &column.title).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(cell).collect());
    json!({
        "kind": "table",
        "caption": table.caption,
        "source": table.source,
        "columns": columns,
        "rows": rows.collect::<Vec<Vec<Value>>>(),
    })
}

fn figure(figure: &Figure) -> Value {
    let panels = figure
        .panels
        .iter()
        .map(|panel| json!({ "title": panel.title, "alternative": panel.alternative, "chart": panel.chart }));
    json!({
        "kind": "figure",
        "id": figure.id,
        "caption": figure.caption,
        "source": figure.source,
        "panels": panels.collect::<Vec<_>>(),
    })
}
