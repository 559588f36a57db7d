//! What is drawn on the pages of a document, before it is written into a file.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::fonts::Fonts;
use super::lengths::{Mm, Position, Size};
use super::lines::Line;
use super::raster::Raster;
use super::shaper::Shaper;
use super::structure::{Marks, NodeId, Role, Structure};
use super::style::{Color, Style};

/// Width and height of A4.
pub(super) const PAPER: [f32; 2] = [210.0, 297.0];

/// So many characters of a heading are shown where headings are listed.
const LISTED: usize = 200;

/// The pages of a document, what its parts are, and what shapes its text.
pub(crate) struct Canvas {
    shaper: Shaper,
    pages: RefCell<Vec<Page>>,
    structure: RefCell<Structure>,
    headings: RefCell<Vec<HeadingPlace>>,
}

/// What is drawn on a page, in this order.
pub(super) type Page = Vec<Drawing>;

/// Places are counted in points from the upper left corner.
pub(super) enum Drawing {
    /// A line of text that stands on this place.
    Text(Line, [f32; 2], Reading),
    /// A line of one point from place to place.
    Lines(Vec<[f32; 2]>, Color),
    /// Marks where a part begins.
    Nothing(NodeId),
    /// Left, top, width and height of an area.
    Filled([f32; 4], Color),
    /// A picture with its upper left corner and its side, for everybody: who does not see it is read its part.
    Picture(Raster, [f32; 2], f32, NodeId),
    /// Left, top, width and height of what leads where its part says.
    Link([f32; 4], NodeId),
}

/// Who is read a text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reading {
    /// Everybody, as a part of the document.
    Part(NodeId),
    /// Who sees the page: a head that is repeated.
    Repeated,
    /// Who sees the page: its foot.
    Foot,
}

/// Where a heading stands, to go there.
pub(super) struct HeadingPlace {
    pub(super) level: u16,
    pub(super) title: String,
    pub(super) page: usize,
    /// Points from the top.
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

    /// A new page.
    pub(crate) fn page(&self) -> Area<'_> {
        let mut pages = self.pages.borrow_mut();
        pages.push(Page::new());
        self.area(pages.len() - 1, Within::Document)
    }

    /// The foot of a page that was drawn already.
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

    /// Takes the last page away if nothing is drawn on it.
    pub(crate) fn drop_blank(&self) {
        let mut pages = self.pages.borrow_mut();
        if pages.last().is_some_and(Vec::is_empty) {
            pages.pop();
        }
    }

    /// How many pages there are.
    pub(crate) fn count(&self) -> usize {
        self.pages.borrow().len()
    }

    /// What no font holds of the text so far.
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

#[derive(Debug, Clone, Copy)]
enum Within {
    Document,
    Part(NodeId),
    Repeated,
    Foot,
}

/// A part of a page.
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

    /// Leaves so much free at the top and the foot, and at the left and the right.
    pub(crate) fn add_margins(&mut self, vertical: Mm, horizontal: Mm) {
        self.add_offset(Position::new(horizontal, vertical));
        self.size.width -= horizontal;
        self.size.height -= vertical;
    }

    /// Takes so much away at the left and the top.
    pub(crate) fn add_offset(&mut self, offset: Position) {
        self.origin.x += offset.x;
        self.origin.y += offset.y;
        self.size.width -= offset.x;
        self.size.height -= offset.y;
    }

    /// Columns beside each other, of widths in this proportion.
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

    /// The same area, in which a new part of the document is drawn.
    pub(crate) fn open(&self, role: Role) -> (NodeId, Area<'a>) {
        let within = match self.within {
            Within::Part(part) => Some(part),
            _ => None,
        };
        let part = self.canvas.structure.borrow_mut().open(within, role);
        (part, self.within(part))
    }

    /// Begins a part that is there although nothing is drawn in it: a cell of a table.
    pub(crate) fn open_at_least_empty(&self, role: Role) -> NodeId {
        let (part, _) = self.open(role);
        self.draw(Drawing::Nothing(part));
        part
    }

    /// The same area, in which a list is drawn, or goes on.
    pub(crate) fn list(&self, marks: Marks) -> Area<'a> {
        let list = self.canvas.structure.borrow_mut().list(marks);
        self.within(list)
    }

    /// The same area, in which a part of the document goes on that was begun before.
    pub(crate) fn within(&self, part: NodeId) -> Area<'a> {
        Area {
            within: Within::Part(part),
            ..self.clone()
        }
    }

    /// The same area, in which something is drawn that was read already.
    pub(crate) fn repeated(&self) -> Area<'a> {
        Area {
            within: Within::Repeated,
            ..self.clone()
        }
    }

    /// Begins a heading, to which a reader can go.
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

    /// Begins a text that leads to an address.
    pub(crate) fn link(&self, address: &str) -> NodeId {
        let (part, _) = self.open(Role::Link);
        self.canvas.structure.borrow_mut().entitle(part, address);
        part
    }

    /// Draws a picture into the upper left corner. Who does not see it is read what is said.
    pub(crate) fn picture(&self, raster: &Raster, side: Mm, said: &str) {
        let (part, _) = self.open(Role::Figure);
        let place @ [left, top] = self.on_page(Position::default());
        let side = side.points();
        let mut structure = self.canvas.structure.borrow_mut();
        structure.entitle(part, said);
        structure.enclose(part, self.page, [left, top, side, side]);
        drop(structure);
        self.draw(Drawing::Picture(raster.clone(), place, side, part));
    }

    /// The lines of a text, none wider than `width`.
    pub(crate) fn lines(&self, text: &str, style: Style, width: Mm) -> Vec<Line> {
        self.canvas.shaper.lines(text, style, width)
    }

    /// A line of one point from place to place.
    pub(crate) fn draw_line(&self, places: &[Position], color: Color) {
        let places = places.iter().map(|place| self.on_page(*place)).collect();
        self.draw(Drawing::Lines(places, color));
    }

    /// Fills the area down to this height.
    pub(crate) fn fill(&self, height: Mm, color: Color) {
        let [left, top] = self.on_page(Position::default());
        self.draw(Drawing::Filled(
            [left, top, self.size.width.points(), height.points()],
            color,
        ));
    }

    /// Writes a line whose upper left corner is at this place. False where its height does not fit.
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

    /// In points, from the upper left corner of the page.
    fn on_page(&self, place: Position) -> [f32; 2] {
        [self.origin.x + place.x, self.origin.y + place.y].map(Mm::points)
    }
}
