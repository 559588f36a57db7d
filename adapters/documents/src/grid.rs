//! Rows of cells that go on from page to page.

use aditus_application::ports::DocumentError;

use crate::palette::{ACCENT, FILL, FRAME, INK, MUTED, RULE, text};
use crate::text::{lines, write};
use crate::typeset::{Area, Color, Element, Mm, Position, Rendered, Size, Style};

/// Above and below the text of a cell, in millimetres.
const PADDING_Y: f32 = 1.1;
/// Left and right of it.
const PADDING_X: f32 = 1.6;
/// Rows up to this height stay together; higher ones are split.
const KEPT_TOGETHER: f32 = 70.0;
/// A split row begins only where this much of it fits.
const WORTH_BEGINNING: f32 = 25.0;

/// What stands in a cell: paragraphs, each in a style of its own.
#[derive(Clone, Default)]
pub(crate) struct Cell(Vec<(String, Style)>);

impl Cell {
    pub(crate) fn new(content: impl Into<String>) -> Self {
        Self::default().and(content, text(9, INK))
    }

    pub(crate) fn label(content: impl Into<String>) -> Self {
        Self::default().and(content, text(9, MUTED))
    }

    pub(crate) fn and(mut self, content: impl Into<String>, style: Style) -> Self {
        self.0.push((content.into(), style));
        self
    }

    pub(crate) fn and_note(self, content: impl Into<String>) -> Self {
        self.and(content, text(8, MUTED))
    }

    fn lay_out(&self, width: Mm) -> Vec<(String, Style)> {
        let fitting = |(content, style): &(String, Style)| {
            let style = *style;
            lines(content, style, width)
                .into_iter()
                .map(move |line| (line, style))
        };
        self.0.iter().flat_map(fitting).collect()
    }
}

/// Rows of cells with a rule below each, and a heading that is repeated on every page.
pub(crate) struct Grid {
    weights: Vec<usize>,
    head: Option<Vec<Cell>>,
    rows: Vec<Vec<Cell>>,
    next: usize,
    /// What is left of a row that was begun on the page before.
    rest: Option<Laid>,
    frame: Option<Frame>,
}

/// Lines around every cell, to be filled in by hand.
#[derive(Clone, Copy)]
struct Frame {
    /// Rows are at least this high.
    row: Mm,
    /// Whether every other column holds labels, beginning with the first one.
    labelled: bool,
}

/// A row's lines, cell by cell.
#[derive(Clone)]
struct Laid(Vec<Vec<(String, Style)>>);

impl Grid {
    pub(crate) fn new(weights: &[usize]) -> Self {
        Self {
            weights: weights.to_vec(),
            head: None,
            rows: Vec::new(),
            next: 0,
            rest: None,
            frame: None,
        }
    }

    /// Draws lines around every cell, and makes rows so many millimetres high or higher. In a form, every other column
    /// holds the labels.
    pub(crate) fn framed(mut self, row: f32, labelled: bool) -> Self {
        self.frame = Some(Frame {
            row: Mm::from(row),
            labelled,
        });
        self
    }

    pub(crate) fn with_head(mut self, titles: &[&str]) -> Self {
        let style = text(8, ACCENT).bold();
        self.head = Some(
            titles
                .iter()
                .map(|title| Cell::default().and(*title, style))
                .collect(),
        );
        self
    }

    pub(crate) fn push<const N: usize>(&mut self, cells: [Cell; N]) {
        self.push_row(cells.into());
    }

    pub(crate) fn push_row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// A label and what it says, if there is something to say.
    pub(crate) fn fact(&mut self, label: &str, content: &str) {
        let content = if content.trim().is_empty() { "–" } else { content };
        self.push([Cell::label(label), Cell::new(content)]);
    }

    fn lay_out(&self, cells: &[Cell], area: &Area<'_>) -> Laid {
        let areas = area.split_horizontally(&self.weights);
        let width = |area: &Area<'_>| area.size().width - Mm::from(2.0 * PADDING_X);
        Laid(
            cells
                .iter()
                .zip(&areas)
                .map(|(cell, area)| cell.lay_out(width(area)))
                .collect(),
        )
    }

    fn draw(&self, laid: &Laid, area: &Area<'_>) -> Result<(), DocumentError> {
        for (lines, area) in laid.0.iter().zip(area.split_horizontally(&self.weights)) {
            let mut y = Mm::from(PADDING_Y);
            for (line, style) in lines {
                write(line, *style, (Mm::from(PADDING_X), y), &area)?;
                y += style.line_height();
            }
        }
        Ok(())
    }

    /// Room to write in, if the grid is to be filled in.
    fn height(&self, row: &Laid) -> Mm {
        let height = row.height();
        self.frame.map_or(height, |frame| height.max(frame.row))
    }

    fn fill_labels(&self, area: &Area<'_>, height: Mm) {
        let columns = area.split_horizontally(&self.weights);
        columns
            .iter()
            .step_by(2)
            .for_each(|column| column.fill(height, FILL));
    }

    fn draw_frame(&self, area: &Area<'_>, height: Mm) {
        for column in area.split_horizontally(&self.weights) {
            let Size { width, .. } = column.size();
            let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
            let corners = corners.map(|(x, y)| Position::new(width * x, height * y));
            column.draw_line(&corners, FRAME);
        }
    }
}

impl Laid {
    fn height(&self) -> Mm {
        let of_cell = |lines: &Vec<(String, Style)>| {
            lines
                .iter()
                .fold(Mm::from(0), |sum, (_, style)| sum + style.line_height())
        };
        self.0.iter().map(of_cell).fold(Mm::from(0), Mm::max) + Mm::from(2.0 * PADDING_Y)
    }

    /// Takes what fits into the height.
    fn take(&mut self, height: Mm) -> Self {
        let part = self.0.iter_mut().map(|lines| {
            let mut used = Mm::from(2.0 * PADDING_Y);
            let fitting = lines.iter().take_while(|(_, style)| {
                used += style.line_height();
                used <= height
            });
            let fitting = fitting.count();
            lines.drain(..fitting).collect()
        });
        Self(part.collect())
    }
}

impl Element for Grid {
    fn render(&mut self, mut area: Area<'_>) -> Result<Rendered, DocumentError> {
        let mut result = Rendered::default();
        if self.next >= self.rows.len() {
            return Ok(result);
        }
        let mut draw =
            |grid: &Self, area: &mut Area<'_>, laid: &Laid, filled: bool| -> Result<(), DocumentError> {
                let height = if filled { laid.height() } else { grid.height(laid) };
                if filled {
                    area.fill(height, FILL);
                } else if grid.frame.is_some_and(|frame| frame.labelled) {
                    grid.fill_labels(area, height);
                }
                grid.draw(laid, area)?;
                if grid.frame.is_some() {
                    grid.draw_frame(area, height);
                }
                area.add_offset(Position::new(0, height));
                if grid.frame.is_none() {
                    rule(area, RULE);
                }
                result.height += height;
                Ok(())
            };
        let head = self.head.as_ref().map(|head| self.lay_out(head, &area));
        let mut head_height = head.as_ref().map_or(Mm::from(0), Laid::height);
        let mut head = head;
        while self.next < self.rows.len() {
            let mut row = self
                .rest
                .take()
                .unwrap_or_else(|| self.lay_out(&self.rows[self.next], &area));
            let room = area.size().height - head_height;
            let needed = self.height(&row);
            let fits = needed <= room;
            if !fits && (needed <= Mm::from(KEPT_TOGETHER) || room < Mm::from(WORTH_BEGINNING)) {
                self.rest = Some(row);
                result.has_more = true;
                return Ok(result);
            }
            // The heading waits for the first row, so that it never stands alone at the foot of a page.
            if let Some(head) = head.take() {
                draw(self, &mut area, &head, true)?;
                head_height = Mm::from(0);
            }
            if fits {
                draw(self, &mut area, &row, false)?;
                self.next += 1;
            } else {
                let part = row.take(room);
                draw(self, &mut area, &part, false)?;
                self.rest = Some(row);
                result.has_more = true;
                return Ok(result);
            }
        }
        Ok(result)
    }
}

pub(crate) fn rule(area: &Area<'_>, color: Color) {
    let Size { width, .. } = area.size();
    area.draw_line(&[Position::new(0, 0), Position::new(width, 0)], color);
}
