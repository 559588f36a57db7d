//! Writes a document as PDF/A-2u with tags that conform to PDF/UA-1.

use aditus_application::ports::DocumentError;
use chrono::{Datelike, NaiveDate};
use krilla::action::LinkAction;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Quadrilateral, Rect, Transform};
use krilla::metadata::{DateTime as FileTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{Page as WrittenPage, PageSettings};
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};
use krilla::{Document, SerializeSettings};

use super::canvas::{Canvas, Drawing, HeadingPlace, PAPER, Page, Reading};
use super::code_point;
use super::fault;
use super::fonts::{Face, FontId};
use super::glyphs::Glyph;
use super::lengths::Mm;
use super::lines::{Drawn, Line, Part, TICK_BOX_SIDE};
use super::packed::packed;
use super::raster::Raster;
use super::shaper::{DrawingMethod, Shaper, TICK_BOX};
use super::structure::{NodeId, Structure};
use super::style::{Color, Style};

pub(crate) struct DocumentInfo<'a> {
    pub(crate) title: &'a str,
    /// The date of the document's subject.
    pub(crate) day: NaiveDate,
}

/// Returns the file. The same input gives the same bytes at any time and on any machine.
pub(crate) fn write(info: &DocumentInfo<'_>, canvas: Canvas) -> Result<Vec<u8>, DocumentError> {
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_U)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| fault(format!("{error:?}")))?;
    let mut document = Document::new_with(SerializeSettings {
        configuration,
        enable_tagging: true,
        ..SerializeSettings::default()
    });
    let drawn = canvas.into_drawn();
    let mut structure = drawn.structure;
    let [width, height] = PAPER.map(|length| Mm::from(length).points());
    for page in drawn.pages {
        let settings = PageSettings::from_wh(width, height).ok_or_else(|| fault("a page without size"))?;
        let mut written = document.start_page_with(settings);
        let mut surface = written.surface();
        let links = Pen {
            surface: &mut surface,
            shaper: &drawn.shaper,
            structure: &mut structure,
            links: Links::new(),
        }
        .page(page);
        surface.finish();
        add_links(&mut written, links, &mut structure);
        written.finish();
    }
    document.set_outline(outline(&drawn.headings));
    document.set_tag_tree(structure.into_tree());
    let metadata = Metadata::new()
        .title(info.title.to_owned())
        .language("en".to_owned())
        .creation_date(file_time(info.day)?);
    document.set_metadata(metadata);
    let bytes = document.finish().map_err(|error| fault(format!("{error:?}")))?;
    packed(&bytes)
}

/// The link areas of a page, by their node.
type Links = Vec<(NodeId, Vec<Quadrilateral>)>;

/// Adds link annotations to the page.
fn add_links(page: &mut WrittenPage<'_>, links: Links, structure: &mut Structure) {
    for (part, areas) in links {
        let address = structure.title(part).to_owned();
        let target = Target::Action(LinkAction::new(address.clone()).into());
        let link = LinkAnnotation::new_with_quad_points(areas, target);
        let mark = page.add_tagged_annotation(Annotation::new_link(link, Some(address)));
        structure.mark(part, mark);
    }
}

fn file_time(day: NaiveDate) -> Result<FileTime, DocumentError> {
    let year = u16::try_from(day.year()).map_err(fault)?;
    let part = |part: u32| u8::try_from(part).map_err(fault);
    Ok(FileTime::new(year)
        .month(part(day.month())?)
        .day(part(day.day())?))
}

/// Creates the outline: sections with their subsections. A document without sections has only its
/// title in it.
fn outline(headings: &[HeadingPlace]) -> Outline {
    let mut outline = Outline::new();
    let node = |heading: &HeadingPlace| {
        let place = XyzDestination::new(heading.page, Point::from_xy(0.0, heading.top));
        OutlineNode::new(heading.title.clone(), place)
    };
    let mut open: Option<OutlineNode> = None;
    let has_sections = headings.iter().any(|heading| heading.level > 1);
    for heading in headings
        .iter()
        .filter(|heading| !has_sections || heading.level > 1)
    {
        match open.as_mut().filter(|_| heading.level > 2) {
            Some(section) => section.push_child(node(heading)),
            None => {
                if let Some(section) = open.replace(node(heading)) {
                    outline.push_child(section);
                }
            }
        }
    }
    if let Some(section) = open {
        outline.push_child(section);
    }
    outline
}

struct Pen<'a, 'b> {
    surface: &'a mut Surface<'b>,
    shaper: &'a Shaper,
    structure: &'a mut Structure,
    links: Links,
}

impl Pen<'_, '_> {
    /// Draws the page. Returns its link areas.
    fn page(mut self, page: Page) -> Links {
        for drawing in page {
            match drawing {
                Drawing::Text(line, at, reading) => self.text_line(&line, at, reading),
                Drawing::Nothing(part) => {
                    self.begin(None, Reading::Part(part));
                    self.surface.end_tagged();
                }
                Drawing::Lines(places, color) => {
                    self.begin(None, Reading::Repeated);
                    self.polyline(&places, color);
                    self.surface.end_tagged();
                }
                Drawing::Filled([left, top, width, height], color) => {
                    self.begin(None, Reading::Repeated);
                    self.fill(left, top, width, height, color);
                    self.surface.end_tagged();
                }
                Drawing::Picture(raster, place, side, part) => {
                    let mark = self.surface.start_tagged(ContentTag::Other);
                    self.structure.mark(part, mark);
                    self.raster(&raster, place, side);
                    self.surface.end_tagged();
                }
                Drawing::Link([left, top, width, height], part) => {
                    let area = Rect::from_xywh(left, top, width, height).map(Quadrilateral::from);
                    match self.links.last_mut().filter(|(last, _)| *last == part) {
                        Some((_, areas)) => areas.extend(area),
                        None => self.links.extend(area.map(|area| (part, vec![area]))),
                    }
                }
            }
        }
        self.links
    }

    /// Draws the code as a single path, so that no seams show between rectangles. Coordinates are
    /// modules, which keeps the path short.
    fn raster(&mut self, raster: &Raster, [left, top]: [f32; 2], side: f32) {
        let mut path = PathBuilder::new();
        for dark in &raster.dark {
            let [left, top, right, bottom] = [dark.left, dark.top, dark.right, dark.bottom].map(f32::from);
            if let Some(area) = Rect::from_ltrb(left, top, right, bottom) {
                path.push_rect(area);
            }
        }
        let Some(path) = path.finish() else {
            return;
        };
        let unit = side / f32::from(raster.side.max(1));
        self.set_fill(Color(0, 0, 0));
        self.surface
            .push_transform(&Transform::from_row(unit, 0.0, 0.0, unit, left, top));
        self.surface.draw_path(&path);
        self.surface.pop();
    }

    /// Starts tagged content. `text` replaces the text of the drawn glyphs.
    fn begin(&mut self, text: Option<&str>, reading: Reading) {
        let tag = match reading {
            Reading::Part(_) => ContentTag::Span(SpanTag::empty().with_actual_text(text)),
            Reading::Repeated => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
            Reading::Foot => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Footer)),
        };
        let mark = self.surface.start_tagged(tag);
        if let Reading::Part(part) = reading {
            self.structure.mark(part, mark);
        }
    }

    fn text_line(&mut self, line: &Line, [left, base]: [f32; 2], reading: Reading) {
        let size = line.style.size();
        let mut is_open = false;
        for Part { x, drawn } in &line.parts {
            let at = Point::from_xy(left + x.points(), base);
            match drawn {
                Drawn::Glyphs(font, glyphs) => {
                    if !std::mem::replace(&mut is_open, true) {
                        self.begin(None, reading);
                    }
                    self.glyphs(at, glyphs, *font, &line.text, line.style.color(), size);
                }
                Drawn::Spelled(font, glyphs, part) => {
                    if std::mem::take(&mut is_open) {
                        self.surface.end_tagged();
                    }
                    self.begin(line.text.get(part.clone()), reading);
                    self.glyphs(at, glyphs, *font, &line.text, line.style.color(), size);
                    self.surface.end_tagged();
                }
                Drawn::CodePoints(missing) => {
                    if !is_open {
                        self.begin(None, reading);
                    }
                    let glyphs: Vec<Glyph> = missing.iter().flat_map(|(_, glyph)| glyph.spanned()).collect();
                    let font = FontId::first(Face::Regular);
                    self.glyphs(at, &glyphs, font, &line.text, line.style.color(), size);
                    self.surface.end_tagged();
                    is_open = false;
                    // Screen readers read the character; the box is an artifact.
                    self.begin(None, Reading::Repeated);
                    self.code_points(missing.iter().map(|(c, _)| *c), at, line.style);
                    self.surface.end_tagged();
                }
                Drawn::TickBox => {
                    if std::mem::take(&mut is_open) {
                        self.surface.end_tagged();
                    }
                    self.begin(Some(TICK_BOX.encode_utf8(&mut [0; 4])), reading);
                    let edge = size * TICK_BOX_SIDE;
                    self.frame([at.x, at.y - edge, at.x + edge, at.y], line.style.color());
                    self.surface.end_tagged();
                }
            }
        }
        if is_open {
            self.surface.end_tagged();
        }
    }

    fn glyphs(&mut self, at: Point, glyphs: &[Glyph], font: FontId, text: &str, color: Color, size: f32) {
        if let Some(font) = self.shaper.fonts().get(font) {
            self.set_fill(color);
            self.surface
                .draw_glyphs(at, glyphs, font.embedded.clone(), text, size, false);
        }
    }

    /// Draws glyphs as shapes, which cannot be copied or read aloud.
    fn shapes(&mut self, at: Point, glyphs: &[Glyph], font: FontId, text: &str, color: Color, size: f32) {
        if let Some(font) = self.shaper.fonts().get(font) {
            self.set_fill(color);
            self.surface
                .draw_glyphs(at, glyphs, font.embedded.clone(), text, size, true);
        }
    }

    fn code_points(&mut self, missing: impl Iterator<Item = char>, at: Point, style: Style) {
        let size = style.size();
        let mut x = at.x;
        for c in missing {
            let left = x + code_point::box_left() * size;
            let right = left + code_point::box_width(c) * size;
            let (top, bottom) = (at.y - code_point::TOP * size, at.y - code_point::BOTTOM * size);
            self.frame([left, top, right, bottom], style.color());
            for (digits, from_left, above) in code_point::rows(c) {
                self.digits(&digits, [x + from_left * size, at.y - above * size], style);
            }
            x += code_point::width(c) * size;
        }
    }

    /// Draws the small digits of a code point as shapes, so that copied text contains the character
    /// instead.
    fn digits(&mut self, digits: &str, [left, base]: [f32; 2], style: Style) {
        for item in self.shaper.items(digits, 0..digits.len(), Face::Regular, false) {
            if let DrawingMethod::Font(font) = item.method {
                let glyphs = self.shaper.shape(digits, &item);
                let (at, size) = (
                    Point::from_xy(left, base),
                    style.size() * code_point::DIGIT_FONT_SIZE,
                );
                self.shapes(at, &glyphs, font, digits, style.color(), size);
            }
        }
    }

    fn frame(&mut self, [left, top, right, bottom]: [f32; 4], color: Color) {
        let corners = [
            [left, top],
            [right, top],
            [right, bottom],
            [left, bottom],
            [left, top],
        ];
        self.stroke(&corners, color, 0.5);
    }

    fn polyline(&mut self, places: &[[f32; 2]], color: Color) {
        self.stroke(places, color, 1.0);
    }

    fn stroke(&mut self, places: &[[f32; 2]], color: Color, width: f32) {
        let mut path = PathBuilder::new();
        for (index, [x, y]) in places.iter().enumerate() {
            if index == 0 {
                path.move_to(*x, *y);
            } else {
                path.line_to(*x, *y);
            }
        }
        let Some(path) = path.finish() else {
            return;
        };
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(Stroke {
            paint: paint(color).into(),
            width,
            ..Stroke::default()
        }));
        self.surface.draw_path(&path);
        self.surface.set_stroke(None);
    }

    fn fill(&mut self, left: f32, top: f32, width: f32, height: f32, color: Color) {
        let Some(area) = Rect::from_xywh(left, top, width, height) else {
            return;
        };
        let mut path = PathBuilder::new();
        path.push_rect(area);
        if let Some(path) = path.finish() {
            self.set_fill(color);
            self.surface.draw_path(&path);
        }
    }

    fn set_fill(&mut self, color: Color) {
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(Fill {
            paint: paint(color).into(),
            opacity: NormalizedF32::ONE,
            rule: FillRule::NonZero,
        }));
    }
}

fn paint(Color(red, green, blue): Color) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}
