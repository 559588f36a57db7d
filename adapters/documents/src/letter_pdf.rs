//! An approval letter as a PDF (decisions G3).

use aditus_application::ports::{DocumentError, LetterSheet};

use crate::palette::{ACCENT, INK, MUTED, text};
use crate::paper::{Layout, make as make_pdf};
use crate::proof::Proof;
use crate::prose::{Gap, Prose, TITLE};
use crate::sections::day;
use crate::typeset::Fonts;

/// Left and right margins in millimetres, as wide as those of the public documents: a letter is
/// continuous text.
const MARGIN: f32 = 20.0;
/// Font size in points.
const BODY: u8 = 11;
/// Gaps below paragraphs and below the heading, in millimetres.
const BELOW_PARAGRAPH: f32 = 3.2;
const BELOW_HEADING: f32 = 3.0;
/// Marks previews, so that they cannot pass for a letter.
const SPECIMEN: &str = "Specimen. This is not an approval.";

pub(crate) fn make(fonts: &Fonts, letter: &LetterSheet, product: &str) -> Result<Vec<u8>, DocumentError> {
    let number = letter.number.to_string();
    let foot = if letter.is_specimen {
        format!("{product} · {SPECIMEN}")
    } else {
        format!("{product} · {number} · {}", day(letter.made_on))
    };
    let layout = Layout {
        title: &letter.text.heading,
        foot,
        day: letter.made_on,
        margin: MARGIN,
    };
    let proof = letter.proof.as_ref().filter(|_| !letter.is_specimen);
    let proof = proof.map(Proof::new).transpose()?;
    make_pdf(fonts, &layout, |paper| {
        paper.push(Prose::new(product, text(10, ACCENT).bold(), 0.5));
        if letter.is_specimen {
            paper.push(Prose::new(SPECIMEN, text(10, MUTED).bold(), 0.5));
        }
        let heading = Prose::new(letter.text.heading.as_str(), text(17, INK).bold(), BELOW_HEADING);
        paper.push(heading.heading(TITLE));
        paper.push(Gap(2.0));
        for paragraph in paragraphs(&letter.text.body) {
            paper.push(Prose::new(paragraph, text(BODY, INK), BELOW_PARAGRAPH));
        }
        if let Some(proof) = proof {
            proof.print(paper, product, "This letter");
        }
    })
}

/// Splits a body into paragraphs at empty lines. Line breaks within a paragraph are kept.
fn paragraphs(body: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in body.lines() {
        if line.trim().is_empty() {
            is_open = false;
            continue;
        }
        match paragraphs.last_mut().filter(|_| is_open) {
            Some(paragraph) => {
                paragraph.push('\n');
                paragraph.push_str(line);
            }
            None => paragraphs.push(line.to_owned()),
        }
        is_open = true;
    }
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_separate_paragraphs() {
        assert_eq!(
            paragraphs("\n\nDear Amara,\n \n\none\ntwo\n\nEnd\n"),
            ["Dear Amara,", "one\ntwo", "End"]
        );
        assert_eq!(paragraphs(" \n"), [""; 0]);
    }
}
