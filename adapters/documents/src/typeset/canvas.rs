//! The drawing operations of a document's pages, before they are written to a file.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::fonts::Fonts;
use super::lengths::{Mm, Position, Size};
use super::lines::Line;
use super::raster::Raster;
use super::shaper::Shaper;
use super::structure::{Marks, NodeId, Role, Structure};
use super::style::{Color, Style};

/// Width and height of A4 in millimetres.
pub(super) const PAPER: [f32; 2] = [210.0, 297.0];

/// Maximum number of characters of a heading in the outline.
const LISTED: usize = 200;

/// The pages of a document, its structure tree and its outline, with the shaper for its text.
pub(crate) struct Canvas {
    shaper: Shaper,
    pages: RefCell<Vec<Page>>,
    structure: RefCell<Structure>,
    headings: RefCell<Vec<HeadingPlace>>,
}

/// The drawing operations of a page, in order.
pub(super) type Page = Vec<Drawing>;

/// Coordinates are in points from the upper left corner of the page.
pub(super) enum Drawing {
    /// A line of text, with the left end of its baseline.
    Text(Line, [f32; 2], Reading),
    /// A polyline of one point.
    Lines(Vec<[f32; 2]>, Color),
    /// An empty node of the structure tree that still has to be written.
    Nothing(NodeId),
    /// A filled rectangle: left, top, width and height.
    Filled([f32; 4], Color),
    /// A picture with its upper left corner and side. The title of its node is the alternative
    /// text.
    Picture(Raster, [f32; 2], f32, NodeId),
    /// A link area: left, top, width and height. The title of the node is the address.
    Link([f32; 4], NodeId),
}

/// The role of a text for screen readers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reading {
    /// Read as a part of the document.
    Part(NodeId),
    /// Not read: a rule or another decoration, or a table head that is repeated on a later page.
    Repeated,
    /// Not read: the footer of a page.
    Foot,
}

/// The position of a heading, for the outline.
pub(super) struct HeadingPlace {
    pub(super) level: u16,
    pub(super) title: String,
    pub(super) page: usize,
    /// Points from the top of the page.
    pub(super) top: f32,
}

/// All that is needed to write a file.
pub(super) struct Drawn {
    pub(super) shaper: Shaper,
    pub(super) pages: Vec<Page>,
    pub(super) structure: Structure,
    pub(super) headings: Vec<HeadingPlace>,
}

impl Canvas {
    pub(crate) fn new(fonts: Fonts) -> Self {
        Self {
            shaper: Shaper::new(fonts),
            pages: RefCell::default(),
            structure: RefCell::default(),
            headings: RefCell::default(),
        }
    }

    /// Adds a page.
    pub(crate) fn page(&self) -> Area<'_> {
        let mut pages = self.pages.borrow_mut();
        pages.push(Page::new());
        self.area(pages.len() - 1, Within::Document)
    }

    /// Returns the area of an existing page for its footer.
    pub(crate) fn foot(&self, page: usize) -> Area<'_> {
        self.area(page, Within::Foot)
    }

    fn area(&self, page: usize, within: Within) -> Area<'_> {
        let [width, height] = PAPER.map(Mm::from);
        Area {
            canvas: self,
            page,
            within,
            origin: Position::default(),
            size: Size { width, height },
        }
    }

    /// Removes the last page if it is blank.
    pub(crate) fn drop_blank(&self) {
        let mut pages = self.pages.borrow_mut();
        if pages.last().is_some_and(Vec::is_empty) {
            pages.pop();
        }
    }

    /// Returns the number of pages.
    pub(crate) fn count(&self) -> usize {
        self.pages.borrow().len()
    }

    /// Returns the characters drawn so far that no font contains.
    pub(crate) fn missing(&self) -> BTreeSet<char> {
        self.shaper.missing()
    }

    pub(super) fn into_drawn(self) -> Drawn {
        Drawn {
            shaper: self.shaper,
            pages: self.pages.into_inner(),
            structure: self.structure.into_inner(),
            headings: self.headings.into_inner(),
        }
    }
}

/// The part of the document to which the drawings of an area belong.
#[derive(Debug, Clone, Copy)]
enum Within {
    Document,
    Part(NodeId),
    Repeated,
    Foot,
}

/// A rectangle on a page in which content is drawn.
#[derive(Clone)]
pub(crate) struct Area<'a> {
    canvas: &'a Canvas,
    page: usize,
    within: Within,
    origin: Position,
    size: Size,
}

impl<'a> Area<'a> {
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn set_height(&mut self, height: Mm) {
        self.size.height = height;
    }

    /// Adds margins at the top and bottom, and at the left and right.
    pub(crate) fn add_margins(&mut self, vertical: Mm, horizontal: Mm) {
        self.add_offset(Position::new(horizontal, vertical));
        self.size.width -= horizontal;
        self.size.height -= vertical;
    }

    /// Removes a strip at the left and at the top.
    pub(crate) fn add_offset(&mut self, offset: Position) {
        self.origin.x += offset.x;
        self.origin.y += offset.y;
        self.size.width -= offset.x;
        self.size.height -= offset.y;
    }

    /// Splits the area into columns with widths in proportion to the weights.
    pub(crate) fn split_horizontally(&self, weights: &[usize]) -> Vec<Area<'a>> {
        let share = |weight: usize| f64::from(u32::try_from(weight).unwrap_or(u32::MAX));
        let total: f64 = weights.iter().copied().map(share).sum();
        let mut left = self.clone();
        weights
            .iter()
            .map(|weight| {
                let mut column = left.clone();
                column.size.width = self.size.width * (share(*weight) / total);
                left.add_offset(Position::new(column.size.width, 0));
                column
            })
            .collect()
    }

    /// Opens a node of the structure tree within the current one. Returns it and this area, in
    /// which drawings belong to the new node.
    pub(crate) fn open(&self, role: Role) -> (NodeId, Area<'a>) {
        let within = match self.within {
            Within::Part(part) => Some(part),
            _ => None,
        };
        let part = self.canvas.structure.borrow_mut().open(within, role);
        (part, self.within(part))
    }

    /// Opens a node that is written even if nothing is drawn in it, such as a cell of a table.
    pub(crate) fn open_at_least_empty(&self, role: Role) -> NodeId {
        let (part, _) = self.open(role);
        self.draw(Drawing::Nothing(part));
        part
    }

    /// Returns this area for drawing a list. Continues the last list if it has the same kind of
    /// markers.
    pub(crate) fn list(&self, marks: Marks) -> Area<'a> {
        let list = self.canvas.structure.borrow_mut().list(marks);
        self.within(list)
    }

    /// Returns this area, in which drawings belong to a node that was opened earlier.
    pub(crate) fn within(&self, part: NodeId) -> Area<'a> {
        Area {
            within: Within::Part(part),
            ..self.clone()
        }
    }

    /// Returns this area for repeated content, which screen readers skip.
    pub(crate) fn repeated(&self) -> Area<'a> {
        Area {
            within: Within::Repeated,
            ..self.clone()
        }
    }

    /// Opens a heading and adds it to the outline.
    pub(crate) fn heading(&self, level: u16, title: &str) -> Area<'a> {
        let (part, area) = self.open(Role::Heading(level));
        let title: String = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let title: String = title.chars().take(LISTED).collect();
        self.canvas.structure.borrow_mut().entitle(part, &title);
        self.canvas.headings.borrow_mut().push(HeadingPlace {
            level,
            title,
            page: self.page,
            top: self.origin.y.points(),
        });
        area
    }

    pub(crate) fn link(&self, address: &str) -> NodeId {
        let (part, _) = self.open(Role::Link);
        self.canvas.structure.borrow_mut().entitle(part, address);
        part
    }

    /// Draws a picture in the upper left corner, with its alternative text.
    pub(crate) fn picture(&self, raster: &Raster, side: Mm, alternative_text: &str) {
        let (part, _) = self.open(Role::Figure);
        let place @ [left, top] = self.on_page(Position::default());
        let side = side.points();
        let mut structure = self.canvas.structure.borrow_mut();
        structure.entitle(part, alternative_text);
        structure.enclose(part, self.page, [left, top, side, side]);
        drop(structure);
        self.draw(Drawing::Picture(raster.clone(), place, side, part));
    }

    /// Breaks a text into lines that are not wider than `width`.
    pub(crate) fn lines(&self, text: &str, style: Style, width: Mm) -> Vec<Line> {
        self.canvas.shaper.lines(text, style, width)
    }

    /// Draws a polyline of one point.
    pub(crate) fn draw_line(&self, places: &[Position], color: Color) {
        let places = places.iter().map(|place| self.on_page(*place)).collect();
        self.draw(Drawing::Lines(places, color));
    }

    /// Fills the upper `height` of the area.
    pub(crate) fn fill(&self, height: Mm, color: Color) {
        let [left, top] = self.on_page(Position::default());
        self.draw(Drawing::Filled(
            [left, top, self.size.width.points(), height.points()],
            color,
        ));
    }

    /// Draws a line with its upper left corner at `at`. Returns false if the height of the line
    /// does not fit.
    pub(crate) fn print(&self, at: Position, line: Line) -> bool {
        if at.y + line.height() > self.size.height {
            return false;
        }
        let place = self.on_page(Position::new(at.x + line.indent, at.y + line.ascent));
        let reading = match self.within {
            Within::Part(part) => Reading::Part(part),
            Within::Document | Within::Repeated => Reading::Repeated,
            Within::Foot => Reading::Foot,
        };
        if !line.parts.is_empty() {
            if let Reading::Part(part) = reading
                && self.canvas.structure.borrow().is_link(part)
            {
                let [left, top] = self.on_page(Position::new(at.x + line.indent, at.y));
                let (width, height) = (line.width().points(), line.height().points());
                self.draw(Drawing::Link([left, top, width, height], part));
            }
            self.draw(Drawing::Text(line, place, reading));
        }
        true
    }

    fn draw(&self, drawing: Drawing) {
        if let Some(page) = self.canvas.pages.borrow_mut().get_mut(self.page) {
            page.push(drawing);
        }
    }

    /// Converts a position in the area to points from the upper left corner of the page.
    fn on_page(&self, place: Position) -> [f32; 2] {
        [self.origin.x + place.x, self.origin.y + place.y].map(Mm::points)
    }
}
