//! Drawing on a page.

use std::cell::RefCell;

use pdf_writer::{Content, Name, Str};
use subsetter::GlyphRemapper;

use super::fonts::Face;
use super::lengths::{Mm, Position, Size};
use super::style::{Color, Style};

/// Width and height of A4.
pub(super) const PAPER: [f32; 2] = [210.0, 297.0];

/// What is drawn on the page that is being made, and which letters were used on all of them.
#[derive(Default)]
pub(crate) struct Canvas(RefCell<Drawn>);

struct Drawn {
    content: Content,
    is_blank: bool,
    letters: [Letters; Face::ALL.len()],
}

/// The letters of a font that a document uses, under numbers of the document's own.
pub(super) struct Letters {
    pub(super) numbers: GlyphRemapper,
    /// Number, letter and width in thousandths, in the order of the numbers, which begin with 1.
    pub(super) used: Vec<(u16, char, f32)>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self {
            content: Content::new(),
            is_blank: true,
            letters: Default::default(),
        }
    }
}

impl Default for Letters {
    fn default() -> Self {
        Self {
            numbers: GlyphRemapper::new(),
            used: Vec::new(),
        }
    }
}

impl Canvas {
    /// A new page; what was drawn before has been taken away.
    pub(crate) fn page(&self) -> Area<'_> {
        self.0.borrow_mut().is_blank = true;
        let [width, height] = PAPER.map(Mm::from);
        Area {
            canvas: self,
            origin: Position::default(),
            size: Size { width, height },
        }
    }

    /// What was drawn; none where nothing was.
    pub(crate) fn take(&self) -> Option<Vec<u8>> {
        let mut drawn = self.0.borrow_mut();
        let content = std::mem::replace(&mut drawn.content, Content::new())
            .finish()
            .into_vec();
        (!drawn.is_blank).then_some(content)
    }

    pub(super) fn into_letters(self) -> [Letters; Face::ALL.len()] {
        self.0.into_inner().letters
    }
}

/// A part of a page.
#[derive(Clone)]
pub(crate) struct Area<'a> {
    canvas: &'a Canvas,
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

    /// A line of one point from place to place.
    pub(crate) fn draw_line(&self, places: &[Position], Color(red, green, blue): Color) {
        let mut drawn = self.canvas.0.borrow_mut();
        let [red, green, blue] = [red, green, blue].map(share_of_light);
        drawn.is_blank = false;
        let content = &mut drawn.content;
        content.set_stroke_rgb(red, green, blue);
        for (index, place) in places.iter().enumerate() {
            let (x, y) = self.on_page(*place);
            if index == 0 {
                content.move_to(x, y);
            } else {
                content.line_to(x, y);
            }
        }
        content.stroke();
    }

    /// Fills the area down to this height.
    pub(crate) fn fill(&self, height: Mm, Color(red, green, blue): Color) {
        let mut drawn = self.canvas.0.borrow_mut();
        let [red, green, blue] = [red, green, blue].map(share_of_light);
        drawn.is_blank = false;
        let (x, y) = self.on_page(Position::new(0, height));
        drawn
            .content
            .set_fill_rgb(red, green, blue)
            .rect(x, y, self.size.width.points(), height.points())
            .fill_nonzero();
    }

    /// Writes a line of text whose letters stand on the foot of its height. False where the height does not fit.
    pub(crate) fn print_str(&self, at: Position, style: Style, text: &str) -> bool {
        let foot = at.y + style.line_height();
        if foot > self.size.height {
            return false;
        }
        let mut drawn = self.canvas.0.borrow_mut();
        let drawn = &mut *drawn;
        drawn.is_blank = false;
        let letters = &mut drawn.letters[style.face() as usize];
        let numbers: Vec<u8> = text
            .chars()
            .flat_map(|c| letters.number(style, c).to_be_bytes())
            .collect();
        let (x, y) = self.on_page(Position::new(at.x, foot));
        let Color(red, green, blue) = style.color();
        let [red, green, blue] = [red, green, blue].map(share_of_light);
        let content = &mut drawn.content;
        content
            .set_fill_rgb(red, green, blue)
            .begin_text()
            .set_font(Name(style.face().resource()), style.size())
            .next_line(x, y);
        content.show_positioned().items().show(Str(&numbers));
        content.end_text();
        true
    }

    /// In points, from the lower left corner of the page.
    fn on_page(&self, place: Position) -> (f32, f32) {
        let height = Mm::from(PAPER[1]);
        let (x, y) = (self.origin.x + place.x, height - self.origin.y - place.y);
        (x.points(), y.points())
    }
}

/// To a thousandth: no screen shows more.
fn share_of_light(value: u8) -> f32 {
    (f32::from(value) / 255.0 * 1000.0).round() / 1000.0
}

impl Letters {
    fn number(&mut self, style: Style, c: char) -> u16 {
        let glyph = style.glyph(c);
        if let Some(number) = self.numbers.get(glyph.id) {
            return number;
        }
        let number = self.numbers.remap(glyph.id);
        self.used.push((number, c, thousandths(glyph.advance)));
        number
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "widths of letters are below two thousand"
)]
pub(super) fn thousandths(share: f64) -> f32 {
    (share * 1000.0).round() as f32
}
