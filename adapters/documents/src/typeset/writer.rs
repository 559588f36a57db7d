//! The file: pages, fonts and what a reader is told of the document.

use std::io::Write;

use aditus_application::ports::DocumentError;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::canvas::{Canvas, Letters, PAPER, thousandths};
use super::fault;
use super::fonts::Face;
use super::lengths::Mm;

const IDENTITY: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// A file while it is written.
pub(crate) struct Writer {
    pdf: Pdf,
    next: i32,
    catalog: Ref,
    tree: Ref,
    fonts: [Ref; Face::ALL.len()],
    pages: Vec<Page>,
}

struct Page {
    id: Ref,
    contents: Vec<Ref>,
}

impl Writer {
    /// A file without pages.
    pub(crate) fn begin(title: &str) -> Self {
        let mut writer = Self {
            pdf: Pdf::new(),
            next: 1,
            catalog: Ref::new(1),
            tree: Ref::new(2),
            fonts: [Ref::new(3), Ref::new(4)],
            pages: Vec::new(),
        };
        writer.next = 5;
        let info = writer.id();
        writer.pdf.document_info(info).title(TextStr(title));
        let mut catalog = writer.pdf.catalog(writer.catalog);
        catalog.pages(writer.tree).lang(TextStr("en"));
        // A window shows the title, not the file's name.
        catalog.viewer_preferences().display_doc_title(true);
        catalog.finish();
        writer
    }

    fn id(&mut self) -> Ref {
        let id = Ref::new(self.next);
        self.next += 1;
        id
    }

    /// Adds a page with what is drawn on it.
    pub(crate) fn add_page(&mut self, content: Vec<u8>) -> Result<(), DocumentError> {
        let id = self.id();
        self.pages.push(Page {
            id,
            contents: Vec::new(),
        });
        self.add_to_page(self.pages.len() - 1, content)
    }

    /// Draws something more on a page.
    pub(crate) fn add_to_page(&mut self, page: usize, mut content: Vec<u8>) -> Result<(), DocumentError> {
        // The parts of a page follow each other as if they were one.
        content.push(b'\n');
        let id = self.add_stream(&content)?;
        if let Some(page) = self.pages.get_mut(page) {
            page.contents.push(id);
        }
        Ok(())
    }

    fn add_stream(&mut self, content: &[u8]) -> Result<Ref, DocumentError> {
        let id = self.id();
        self.pdf
            .stream(id, &compressed(content)?)
            .filter(Filter::FlateDecode);
        Ok(id)
    }

    /// The whole file, with the letters that were used on its pages.
    pub(crate) fn finish(mut self, canvas: Canvas) -> Result<Vec<u8>, DocumentError> {
        let count = i32::try_from(self.pages.len()).map_err(fault)?;
        let pages = std::mem::take(&mut self.pages);
        self.pdf
            .pages(self.tree)
            .kids(pages.iter().map(|page| page.id))
            .count(count);
        let [width, height] = PAPER.map(|length| Mm::from(length).points());
        for page in pages {
            let mut written = self.pdf.page(page.id);
            written
                .parent(self.tree)
                .media_box(Rect::new(0.0, 0.0, width, height))
                .contents_array(page.contents);
            let mut resources = written.resources();
            let mut fonts = resources.fonts();
            for (face, id) in Face::ALL.into_iter().zip(self.fonts) {
                fonts.pair(Name(face.resource()), id);
            }
        }
        for ((face, letters), id) in Face::ALL.into_iter().zip(canvas.into_letters()).zip(self.fonts) {
            self.add_font(id, face, &letters)?;
        }
        Ok(self.pdf.finish())
    }

    fn add_font(&mut self, id: Ref, face: Face, letters: &Letters) -> Result<(), DocumentError> {
        let font = face.font();
        let [cid_font, descriptor, to_unicode, file] = [self.id(), self.id(), self.id(), self.id()];
        // Six letters and a plus say that these are not all letters of the font.
        let name = format!("ADITUS+{}", font.name);
        let name = Name(name.as_bytes());
        self.pdf
            .type0_font(id)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid_font)
            .to_unicode(to_unicode);

        let mut described = self.pdf.cid_font(cid_font);
        described
            .subtype(CidFontType::Type2)
            .base_font(name)
            .system_info(IDENTITY)
            .font_descriptor(descriptor)
            .default_width(thousandths(font.glyph('\0').advance))
            .cid_to_gid_map_predefined(Name(b"Identity"));
        let widths = letters.used.iter().map(|(_, _, width)| *width);
        if let Some((first, _, _)) = letters.used.first() {
            described.widths().consecutive(*first, widths);
        }
        described.finish();

        let [left, bottom, right, top] = font.bounds.map(thousandths);
        self.pdf
            .font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(thousandths(font.ascent))
            .descent(thousandths(font.descent))
            .cap_height(thousandths(font.cap_height))
            .stem_v(80.0)
            .font_file2(file);

        let mut letters_of_numbers = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
        for (number, letter, _) in &letters.used {
            letters_of_numbers.pair(*number, *letter);
        }
        let map = compressed(letters_of_numbers.finish().as_slice())?;
        self.pdf.cmap(to_unicode, &map).filter(Filter::FlateDecode);

        let data =
            subsetter::subset(font.data, 0, &letters.numbers).map_err(|error| fault(error.to_string()))?;
        let length = i32::try_from(data.len()).map_err(fault)?;
        let data = compressed(&data)?;
        let mut stream = self.pdf.stream(file, &data);
        stream.filter(Filter::FlateDecode);
        stream.pair(Name(b"Length1"), length);
        Ok(())
    }
}

fn compressed(content: &[u8]) -> Result<Vec<u8>, DocumentError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).map_err(fault)?;
    encoder.finish().map_err(fault)
}
