//! The building blocks of a public document, and their layout.

use crate::grid::{Cell, Grid};
use crate::heading::Heading;
use crate::palette::{ACCENT, INK, MUTED, text};
use crate::paper::Paper;
use crate::prose::{Gap, PageSpace, Prose, TITLE};
use crate::typeset::Style;

/// Font sizes in points.
const BODY: u8 = 10;
const TABLE: u8 = 9;
const NOTE: u8 = 8;
/// Gaps below paragraphs, list items and tables, in millimetres.
const BELOW_PARAGRAPH: f32 = 2.2;
const BELOW_ITEM: f32 = 1.1;
const BELOW_GRID: f32 = 3.0;
/// Gap above a table, in millimetres.
const ABOVE_GRID: f32 = 0.6;
/// Left edge of the text behind a bullet, a number and a letter in brackets, in millimetres.
const BULLET: f32 = 5.0;
const NUMBER: f32 = 9.0;
const LETTER: f32 = 15.0;
/// Height in millimetres that a subheading needs on a page. Otherwise it goes to the next page.
const SUBHEADING_SPACE: f32 = 22.0;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Block {
    /// The purpose of the document, printed below its title.
    Summary(String),
    Heading(String),
    Subheading(String),
    Paragraph(String),
    /// A clause or a list item.
    Item {
        marker: String,
        text: String,
    },
    Sheet(Sheet),
    /// A page break, unless this many millimetres are left.
    PageSpace(f32),
}

/// A table or form.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sheet {
    pub(crate) kind: Kind,
    pub(crate) weights: Vec<usize>,
    /// Minimum height of the rows of a form, in millimetres.
    pub(crate) row: f32,
    /// Rows of cells of lines.
    pub(crate) rows: Vec<Vec<Vec<String>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A table to read. The first row is the head.
    Table,
    /// A list of terms to read. The first column is the term.
    Terms,
    /// A form to fill in. Every other column contains labels.
    Form,
    /// A table to fill in. The first row is the head.
    Sheet,
}

/// Adds the product name and the title, in the same style as the PDF of a request.
pub(super) fn cover(paper: &mut Paper, product: &str, name: &str) {
    paper.push(Prose::new(product, text(10, ACCENT).bold(), 0.5));
    paper.push(Prose::new(name, text(19, INK).bold(), 1.0).heading(TITLE));
}

impl Block {
    /// Adds the block to the paper. The next block determines how much room a heading needs.
    pub(super) fn write(&self, paper: &mut Paper, next: Option<&Self>) {
        match self {
            Self::Summary(summary) => paper.push(Prose::new(summary, text(BODY, MUTED), BELOW_PARAGRAPH)),
            Self::Heading(heading) => {
                paper.push(match next {
                    Some(Self::Sheet(_)) => Heading::new(heading),
                    _ => Heading::with_text(heading),
                });
                paper.push(Gap(2.0));
            }
            Self::Subheading(heading) => {
                paper.push(PageSpace::new(SUBHEADING_SPACE));
                paper.push(Gap(1.15));
                paper.push(Prose::new(heading, text(BODY, INK).bold(), 0.6).heading(Heading::LEVEL + 1));
            }
            Self::Paragraph(paragraph) => {
                paper.push(Prose::new(paragraph, text(BODY, INK), BELOW_PARAGRAPH));
            }
            Self::Item { marker, text: item } => {
                let (outer, inner) = match marker.chars().next() {
                    Some('(') => (NUMBER, LETTER),
                    Some('0'..='9') => (0.0, NUMBER),
                    _ => (0.0, BULLET),
                };
                let prose = Prose::new(item, text(BODY, INK), BELOW_ITEM);
                paper.push(prose.hanging(marker, text(BODY, MUTED), outer, inner));
            }
            Self::Sheet(sheet) => sheet.write(paper),
            Self::PageSpace(needed) => paper.push(PageSpace::new(*needed)),
        }
    }
}

impl Sheet {
    fn write(&self, paper: &mut Paper) {
        let mut grid = Grid::new(&self.weights);
        let mut rows = self.rows.as_slice();
        if let (Kind::Table | Kind::Sheet, Some((head, rest))) = (self.kind, rows.split_first()) {
            let titles: Vec<String> = head.iter().map(|cell| cell.join(" ")).collect();
            grid = grid.with_head(&titles.iter().map(String::as_str).collect::<Vec<_>>());
            rows = rest;
        }
        if matches!(self.kind, Kind::Form | Kind::Sheet) {
            grid = grid.framed(self.row, self.kind == Kind::Form);
        }
        for row in rows {
            let cells = row.iter().enumerate().map(|(column, cell)| {
                let mut lines = cell.iter();
                let first = lines.next().map(String::as_str).unwrap_or_default();
                let (style, further) = self.styles(column);
                let cell = lines.fold(Cell::default().and(first, style), |cell, line| {
                    cell.and(line, further)
                });
                if self.is_label(column) {
                    cell.labelling()
                } else {
                    cell
                }
            });
            grid.push_row(cells.collect());
        }
        paper.push(Prose::new("", text(1, INK), ABOVE_GRID));
        paper.push(grid);
        paper.push(Prose::new("", text(1, INK), BELOW_GRID));
    }

    /// Returns true if the cells of a column are labels.
    fn is_label(&self, column: usize) -> bool {
        match self.kind {
            Kind::Terms => column == 0,
            Kind::Form => column.is_multiple_of(2),
            Kind::Table | Kind::Sheet => false,
        }
    }

    /// Returns the style of the first line of a cell, and that of the other lines.
    fn styles(&self, column: usize) -> (Style, Style) {
        let plain = text(TABLE, INK);
        let note = text(NOTE, MUTED);
        match self.kind {
            Kind::Terms if column == 0 => (plain.bold(), note),
            Kind::Form if column.is_multiple_of(2) => (plain, note),
            _ => (plain, plain),
        }
    }
}
