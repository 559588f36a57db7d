//! The public documents as PDFs (3 §2.15; decisions F4). Their texts are in `texts/`; the README
//! there describes the format.

mod block;
mod markup;

use aditus_application::ports::DocumentError;
use aditus_domain::information::PublicDocument;
use chrono::NaiveDate;

use crate::paper::{Layout, make as make_pdf};
use crate::typeset::Fonts;

/// Left and right margins in millimetres. Wider than those of a request, because these texts are
/// read from start to end.
const MARGIN: f32 = 20.0;

/// The date in the files' properties, which PDF/A requires: the day on which the texts were
/// written.
const WRITTEN: NaiveDate = match NaiveDate::from_ymd_opt(2026, 11, 22) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

/// Returns the document as a PDF, with the given product name in its texts.
pub(crate) fn make(fonts: &Fonts, document: PublicDocument, product: &str) -> Result<Vec<u8>, DocumentError> {
    let name = document.name();
    let blocks = markup::read(text_of(document), product)
        .map_err(|fault| DocumentError(format!("{name}: {fault}").into()))?;
    let layout = Layout {
        title: name,
        foot: format!("{product} · {name}"),
        day: WRITTEN,
        margin: MARGIN,
    };
    make_pdf(fonts, &layout, |paper| {
        block::cover(paper, product, name);
        for (index, block) in blocks.iter().enumerate() {
            block.write(paper, blocks.get(index + 1));
        }
    })
}

fn text_of(document: PublicDocument) -> &'static str {
    match document {
        PublicDocument::DataSharingAgreement => include_str!("../../texts/data-sharing-agreement.txt"),
        PublicDocument::GeneralDataSpecificationForm => {
            include_str!("../../texts/general-data-specification-form.txt")
        }
        PublicDocument::StudentPersonaTemplate => include_str!("../../texts/student-persona-template.txt"),
        PublicDocument::AccessAndReleaseProcedure => {
            include_str!("../../texts/sop-data-access-and-release.txt")
        }
        PublicDocument::UserGuide => include_str!("../../texts/user-guide.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::block::Block;
    use super::*;
    use crate::palette::{ACCENT, INK, text};
    use crate::typeset::{Canvas, Mm};

    #[test]
    fn public_texts_parse_and_headings_fit_one_line() {
        let canvas = Canvas::new(Fonts::shipped());
        let page = canvas.page();
        let width = Mm::from(210.0 - 2.0 * MARGIN);
        for document in PublicDocument::ALL {
            let blocks = markup::read(text_of(document), "A product of some length").unwrap();
            assert!(matches!(blocks[0], Block::Summary(_)), "{}", document.name());
            let mut headings = 0;
            for block in blocks {
                let (heading, style) = match block {
                    Block::Heading(heading) => (heading, text(12, ACCENT).bold()),
                    Block::Subheading(heading) => (heading, text(10, INK).bold()),
                    _ => continue,
                };
                headings += 1;
                assert_eq!(page.lines(&heading, style, width).len(), 1, "{heading}");
            }
            assert!(headings >= 5, "{}", document.name());
        }
    }
}
