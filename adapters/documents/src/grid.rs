//! A table whose rows continue from page to page.

use std::collections::VecDeque;

use aditus_application::ports::DocumentError;

use crate::palette::{ACCENT, FILL, FRAME, INK, MUTED, RULE, text};
use crate::typeset::{Area, Color, Element, Line, Mm, NodeId, Position, Rendered, Role, Size, Style, fault};

/// Padding above and below the text of a cell, in millimetres.
const PADDING_Y: f32 = 1.1;
/// Padding left and right of the text, in millimetres.
const PADDING_X: f32 = 1.6;
/// Rows up to this height, in millimetres, stay on one page. Higher rows are split.
const KEPT_TOGETHER: f32 = 70.0;
/// A row is only split where at least this height, in millimetres, is left on the page.
const WORTH_BEGINNING: f32 = 25.0;

/// The content of a cell: paragraphs, each with its own style.
#[derive(Clone, Default)]
pub(crate) struct Cell {
    paragraphs: Vec<(String, Style)>,
    /// Link target of the last paragraph.
    address: Option<String>,
    /// True for a cell that labels the other cells of its row.
    is_label: bool,
}

impl Cell {
    pub(crate) fn new(content: impl Into<String>) -> Self {
        Self::default().and(content, text(9, INK))
    }

    pub(crate) fn label(content: impl Into<String>) -> Self {
        Self::default().and(content, text(9, MUTED)).labelling()
    }

    /// Marks the cell as the label of its row.
    pub(crate) fn labelling(self) -> Self {
        Self {
            is_label: true,
            ..self
        }
    }

    /// Appends a paragraph.
    pub(crate) fn and(mut self, content: impl Into<String>, style: Style) -> Self {
        self.paragraphs.push((content.into(), style));
        self
    }

    /// Appends the address as a link to itself.
    pub(crate) fn leading_to(self, address: &str) -> Self {
        Self {
            address: Some(address.to_owned()),
            ..self.and(address, text(9, ACCENT))
        }
    }

    /// Appends a paragraph in small grey letters.
    pub(crate) fn and_note(self, content: impl Into<String>) -> Self {
        self.and(content, text(8, MUTED))
    }

    /// Breaks each paragraph into lines.
    fn lay_out(&self, area: &Area<'_>) -> Vec<Vec<Line>> {
        let width = area.size().width - Mm::from(2.0 * PADDING_X);
        let fitting = |(content, style): &(String, Style)| area.lines(content, *style, width);
        self.paragraphs.iter().map(fitting).collect()
    }
}

/// Returns the content, or a dash if it is blank.
pub(crate) fn or_dash(content: &str) -> &str {
    if content.trim().is_empty() { "–" } else { content }
}

/// Rows of cells with a rule below each, and a head that is repeated on every page.
pub(crate) struct Grid {
    weights: Vec<usize>,
    head: Option<Vec<Cell>>,
    rows: Vec<Vec<Cell>>,
    next: usize,
    /// The remainder of a row that was split by a page break.
    rest: Option<Laid>,
    /// The head, if it was postponed to a page on which the first row fits.
    waiting: Option<Laid>,
    is_head_drawn: bool,
    frame: Option<Frame>,
    /// The table in the structure tree (tagged PDF), once it was started.
    part: Option<NodeId>,
}

/// Lines around every cell, for forms that are filled in by hand.
#[derive(Clone, Copy)]
struct Frame {
    /// Minimum height of a row.
    row: Mm,
    /// True if every other column, starting with the first, contains labels.
    labelled: bool,
}

/// The laid out lines of a row by cell, each with its node of the structure tree. Lines of a
/// repeated head have no node, because screen readers have read them already.
struct Laid(Vec<VecDeque<(Line, Option<NodeId>)>>);

impl Grid {
    pub(crate) fn new(weights: &[usize]) -> Self {
        Self {
            weights: weights.to_vec(),
            head: None,
            rows: Vec::new(),
            next: 0,
            rest: None,
            waiting: None,
            is_head_drawn: false,
            frame: None,
            part: None,
        }
    }

    /// Draws lines around every cell and makes rows at least `row` millimetres high. With
    /// `labelled`, every other column contains labels.
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

    /// Adds a row with a label and its content, or a dash if the content is blank.
    pub(crate) fn fact(&mut self, label: &str, content: &str) {
        self.push([Cell::label(label), Cell::new(or_dash(content))]);
    }

    /// Lays out a row and opens its nodes in the structure tree.
    fn lay_out(&mut self, cells: &[Cell], kind: Kind, area: &Area<'_>) -> Laid {
        let columns = area.split_horizontally(&self.weights);
        let cells = cells.iter().zip(&columns);
        // A grid of one column is not tagged as a table. Its cells become plain paragraphs.
        if self.weights.len() == 1 {
            let paragraphs = cells.flat_map(|(cell, column)| cell.lay_out(column));
            let lines = paragraphs.flat_map(|paragraph| {
                let (part, _) = area.open(Role::Paragraph);
                paragraph.into_iter().map(move |line| (line, Some(part)))
            });
            return Laid(vec![lines.collect()]);
        }
        let row = (kind != Kind::Repeated).then(|| {
            let table = *self.part.get_or_insert_with(|| area.open(Role::Table).0);
            area.within(table).open(Role::Row).1
        });
        let cells = cells.map(|(cell, column)| {
            let role = match kind {
                Kind::Head => Role::ColumnHead,
                _ if cell.is_label => Role::RowHead,
                _ => Role::Cell,
            };
            let part = row.as_ref().map(|row| row.open_at_least_empty(role));
            let mut paragraphs = cell.lay_out(column);
            let last = cell.address.as_ref().and_then(|_| paragraphs.pop());
            let link = part.zip(cell.address.as_deref());
            let link = link.map(|(part, address)| area.within(part).link(address));
            let lines = paragraphs.into_iter().flatten().map(|line| (line, part));
            let last = last.into_iter().flatten().map(|line| (line, link));
            lines.chain(last).collect()
        });
        Laid(cells.collect())
    }

    fn draw(&self, laid: Laid, area: &Area<'_>) -> Result<(), DocumentError> {
        for (lines, column) in laid.0.into_iter().zip(area.split_horizontally(&self.weights)) {
            let mut y = Mm::from(PADDING_Y);
            for (line, part) in lines {
                let height = line.height();
                let area = part.map_or_else(|| column.repeated(), |part| column.within(part));
                if !area.print(Position::new(PADDING_X, y), line) {
                    return Err(fault("a line did not fit its page"));
                }
                y += height;
            }
        }
        Ok(())
    }

    /// Returns the height of the row, including the minimum height of a form.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Head,
    /// The head on a later page, which screen readers have read already.
    Repeated,
    Body,
}

impl Laid {
    fn height(&self) -> Mm {
        let of_cell = |lines: &VecDeque<(Line, Option<NodeId>)>| {
            lines
                .iter()
                .fold(Mm::from(0), |sum, (line, _)| sum + line.height())
        };
        self.0.iter().map(of_cell).fold(Mm::from(0), Mm::max) + Mm::from(2.0 * PADDING_Y)
    }

    /// Removes and returns the lines that fit into the height.
    fn take(&mut self, height: Mm) -> Self {
        let part = self.0.iter_mut().map(|lines| {
            let mut used = Mm::from(2.0 * PADDING_Y);
            let fitting = lines.iter().take_while(|(line, _)| {
                used += line.height();
                used <= height
            });
            let fitting = fitting.count();
            lines.drain(..fitting).collect()
        });
        Self(part.collect())
    }
}

impl Grid {
    /// Returns the head for a page. Returns none if no rows are left, or if the table has no head.
    fn next_head(&mut self, kind: Kind, area: &Area<'_>) -> Option<Laid> {
        if self.next >= self.rows.len() {
            return None;
        }
        if let Some(head) = self.waiting.take() {
            return Some(head);
        }
        let cells = self.head.take()?;
        let head = self.lay_out(&cells, kind, area);
        self.head = Some(cells);
        Some(head)
    }

    /// Draws a row and moves the area below it. Returns the height of the row.
    fn place(&self, laid: Laid, kind: Kind, area: &mut Area<'_>) -> Result<Mm, DocumentError> {
        let is_head = kind != Kind::Body;
        let height = if is_head {
            laid.height()
        } else {
            self.height(&laid)
        };
        if is_head {
            area.fill(height, FILL);
        } else if self.frame.is_some_and(|frame| frame.labelled) {
            self.fill_labels(area, height);
        }
        self.draw(laid, area)?;
        if self.frame.is_some() {
            self.draw_frame(area, height);
        }
        area.add_offset(Position::new(0, height));
        if self.frame.is_none() {
            rule(area, RULE);
        }
        Ok(height)
    }
}

impl Element for Grid {
    fn render(&mut self, mut area: Area<'_>) -> Result<Rendered, DocumentError> {
        let mut result = Rendered::default();
        let kind = if self.is_head_drawn {
            Kind::Repeated
        } else {
            Kind::Head
        };
        let mut head = self.next_head(kind, &area);
        while self.next < self.rows.len() {
            let mut row = if let Some(rest) = self.rest.take() {
                rest
            } else {
                let cells = std::mem::take(&mut self.rows[self.next]);
                self.lay_out(&cells, Kind::Body, &area)
            };
            let head_height = head.as_ref().map_or(Mm::from(0), Laid::height);
            let room = area.size().height - head_height;
            let needed = self.height(&row);
            let fits = needed <= room;
            if !fits && (needed <= Mm::from(KEPT_TOGETHER) || room < Mm::from(WORTH_BEGINNING)) {
                self.rest = Some(row);
                self.waiting = head;
                result.has_more = true;
                return Ok(result);
            }
            // The head is drawn together with the first row, so that it is never alone at the foot
            // of a page.
            if let Some(head) = head.take() {
                result.height += self.place(head, kind, &mut area)?;
                self.is_head_drawn = true;
            }
            if fits {
                result.height += self.place(row, Kind::Body, &mut area)?;
                self.next += 1;
            } else {
                let part = row.take(room);
                result.height += self.place(part, Kind::Body, &mut area)?;
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
