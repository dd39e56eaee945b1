//! Documents as data: sections of text, tables and charts.
//!
//! A command, a game and a report put what they found into a [`Document`]. The crate `rivals-report`
//! renders it as text, HTML or Markdown. Nothing here renders anything.

mod chart;
mod table;

pub use chart::{
    Axis, Chart, HeatMap, Mark, Plot, Point, Row, RowContent, Rows, Scale, Scatter, Series, Spot,
};
pub use table::{Align, Cell, Column, Columns, Table};

use serde::Serialize;

/// A document: a report, or the answer of a command.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// The title of the report.
    pub title: String,
    /// Paragraphs that explain the report to a reader who does not know the game.
    pub lead: Vec<String>,
    /// Another document that belongs to this one; Markdown and HTML link to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub see_also: Option<Link>,
    /// The sections, in reading order.
    pub sections: Vec<Section>,
}

/// A link to a document that has a file in each format.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    /// What is found there, as words that follow "See also".
    pub text: &'static str,
    /// The path from the folder of the document that has the link, without `.md` or `.html`.
    pub path: &'static str,
}

/// A part with a title of its own, which the table of contents lists.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// Unique in the document: lower-case words joined by `-`.
    pub id: &'static str,
    /// The title of the section.
    pub title: String,
    /// Whether the section has details for readers who look for them; a browser may close it.
    pub detail: bool,
    /// The blocks, in reading order.
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// The figures that a reader sees first.
    Headlines {
        /// The figures, the most important one first.
        figures: Vec<Headline>,
    },
    /// The title of what follows.
    Heading {
        /// Plain words.
        text: String,
    },
    /// A paragraph.
    Text {
        /// Plain words.
        text: String,
    },
    /// Paragraphs, one point each.
    List {
        /// Plain words.
        points: Vec<String>,
    },
    /// Lines that stay as they are, such as those of a file.
    Lines {
        /// The lines, at most 80 columns wide.
        text: String,
    },
    /// A table of figures and words.
    Table(Table),
    /// Charts that belong together, side by side where there is room.
    Figure(Figure),
}

/// A figure that a reader sees first.
#[derive(Clone, Debug, Serialize)]
pub struct Headline {
    /// The question that the figure answers.
    pub title: String,
    /// The figure with its unit, or a name.
    pub figure: String,
    /// A sentence with the interval and what the figure is compared with.
    pub text: String,
}

/// Charts with one caption.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// Unique in the document: lower-case words joined by `-`.
    pub id: String,
    /// What a reader calls the figure.
    pub title: String,
    /// What the charts show and how to read them.
    pub caption: String,
    /// The file with the figures of the charts, by its path in the results folder.
    pub source: String,
    /// The charts, one or more.
    pub panels: Vec<Panel>,
}

/// One chart.
#[derive(Clone, Debug, Serialize)]
pub struct Panel {
    /// The title above the chart; empty if that of the figure is enough.
    pub title: String,
    /// The text alternative: what the chart shows, in words with figures.
    pub alternative: String,
    /// The chart.
    pub chart: Chart,
}

impl Document {
    /// A document of these sections, without figures and lists that are empty.
    #[must_use]
    pub fn new(title: &str, lead: &[&str], mut sections: Vec<Section>) -> Self {
        let empty = |block: &Block| match block {
            Block::Figure(figure) => figure.panels.is_empty(),
            Block::List { points } => points.is_empty(),
            _ => false,
        };
        for section in &mut sections {
            section.blocks.retain(|block| !empty(block));
        }
        let lead = lead.iter().map(|text| (*text).to_owned()).collect();
        Self { title: title.to_owned(), lead, see_also: None, sections }
    }

    /// A document of one section without an introduction, such as the answer of a command.
    #[must_use]
    pub fn answer(title: &str, blocks: Vec<Block>) -> Self {
        Self::new(title, &[], vec![Section::new("answer", title, blocks)])
    }

    /// The same document for a reader in the folder with this name: the names of its files no
    /// longer begin with it.
    #[must_use]
    pub fn within(mut self, folder: &str) -> Self {
        let prefix = format!("{folder}/");
        let blocks = self.sections.iter_mut().flat_map(|part| &mut part.blocks);
        for block in blocks {
            let texts = match block {
                Block::Text { text } => vec![text],
                Block::List { points } => points.iter_mut().collect(),
                Block::Table(table) => vec![&mut table.caption, &mut table.source],
                Block::Figure(figure) => vec![&mut figure.caption, &mut figure.source],
                Block::Headlines { .. } | Block::Heading { .. } | Block::Lines { .. } => Vec::new(),
            };
            for text in texts.into_iter().filter(|text| text.contains(&prefix)) {
                *text = text.replace(&prefix, "");
            }
        }
        self
    }
}

impl Section {
    /// A part of a document.
    pub fn new(id: &'static str, title: &str, blocks: Vec<Block>) -> Self {
        let title = title.to_owned();
        let detail = false;
        Self { id, title, detail, blocks }
    }

    /// The same section, as one of details.
    #[must_use]
    pub fn of_details(self) -> Self {
        let detail = true;
        Self { detail, ..self }
    }
}

impl Block {
    /// The title of what follows.
    pub fn heading(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::Heading { text }
    }

    /// A paragraph.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::Text { text }
    }

    /// Paragraphs, one point each.
    pub fn list(points: Vec<String>) -> Self {
        Self::List { points }
    }

    /// Charts with a title and one caption.
    pub fn figure(
        id: &str,
        title: &str,
        source: &str,
        caption: impl Into<String>,
        panels: impl IntoIterator<Item = Panel>,
    ) -> Self {
        Self::Figure(Figure {
            id: id.to_owned(),
            title: title.to_owned(),
            caption: caption.into(),
            source: source.to_owned(),
            panels: panels.into_iter().collect(),
        })
    }

    /// A table.
    pub fn table(
        source: &str,
        caption: impl Into<String>,
        columns: Vec<Column>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        Self::Table(Table::new(source, caption.into(), columns, rows))
    }
}

impl Panel {
    /// One chart.
    pub fn new(title: impl Into<String>, alternative: impl Into<String>, chart: Chart) -> Self {
        Self { title: title.into(), alternative: alternative.into(), chart }
    }
}
