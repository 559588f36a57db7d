//! The transparency log entries of a document, with a QR code that leads to the page on which they
//! are verified (decisions P4).

use aditus_application::ports::{DocumentError, PrintedEntry, PrintedProof};

use crate::grid::{Cell, Grid};
use crate::heading::Heading;
use crate::palette::{INK, MUTED, text};
use crate::paper::Paper;
use crate::prose::{Gap, Prose};
use crate::typeset::{Area, Element, Mm, Position, Raster, Rendered};

/// Side of the QR code, in millimetres.
const SIDE: f32 = 32.0;
/// Gap between the code and the text beside it, in millimetres. A QR code needs a light margin of
/// four modules, and has at least 21 modules a side.
const GAP: f32 = 7.0;
/// Height in millimetres that stays together with the heading: the whole section, unless a text is
/// unusually long.
const KEEP_TOGETHER: f32 = 85.0;
/// Column widths of the labels and their content beside the code.
const FACTS: [usize; 2] = [22, 78];

/// The "Proof" section of a document, with the code already made.
pub(crate) struct Proof {
    proof: PrintedProof,
    code: Raster,
}

impl Proof {
    /// Fails if the address is too long for a QR code.
    pub(crate) fn new(proof: &PrintedProof) -> Result<Self, DocumentError> {
        Ok(Self {
            code: Raster::code(&proof.address)?,
            proof: proof.clone(),
        })
    }

    /// Adds the section. `what` names the recorded part of the document in its first sentence.
    pub(crate) fn print(self, paper: &mut Paper, product: &str, what: &str) {
        let Self { proof, code } = self;
        let waits = proof.entries.iter().any(|entry| entry.index.is_none());
        let mut sentence = format!(
            "{what} is recorded in the transparency log of {product}, in which no change goes unnoticed. The code and the address lead to the \
             page that checks the record."
        );
        if waits {
            sentence.push_str(
                " When this document was made, the record was not in the log yet. Download it again to get its index.",
            );
        }
        paper.push(Heading::new("Proof").keeping(KEEP_TOGETHER));
        paper.push(Gap(2.0));
        paper.push(Prose::new(sentence, text(9, INK), 3.5));
        let alternative_text = format!("QR code that leads to {}", proof.address);
        paper.push(CodeWithFacts {
            code,
            alternative_text,
            is_drawn: false,
            facts: facts(&proof),
        });
    }
}

fn facts(proof: &PrintedProof) -> Grid {
    let mut facts = Grid::new(&FACTS);
    facts.fact("Log", &proof.origin);
    for entry in &proof.entries {
        facts.push([Cell::label(entry.kind.label()), entry_cell(entry)]);
    }
    if let Some((number, digest)) = &proof.version {
        let label = format!("Version {number} of the request");
        let cell = Cell::new("SHA-256 of its canonical form");
        facts.push([
            Cell::label(label),
            cell.and(hex::encode(digest.0), text(7, MUTED)),
        ]);
    }
    facts.push([
        Cell::label("Check it at"),
        Cell::default().leading_to(&proof.address),
    ]);
    facts
}

/// Returns the cell with the id, index and leaf of an entry.
fn entry_cell(entry: &PrintedEntry) -> Cell {
    let version = entry
        .version
        .map(|version| format!(" on version {version}"))
        .unwrap_or_default();
    let index = match entry.index {
        Some(index) => format!("index {index} in the log"),
        None => "not in the log yet".to_owned(),
    };
    Cell::new(format!("Entry {}{version}, {index}", entry.id))
        .and(format!("Leaf {}", hex::encode(entry.leaf.0)), text(7, MUTED))
}

/// The QR code with the facts to the right of it. If the facts continue on another page, the space
/// below the code stays empty.
struct CodeWithFacts {
    code: Raster,
    /// Alternative text of the code.
    alternative_text: String,
    is_drawn: bool,
    facts: Grid,
}

impl Element for CodeWithFacts {
    fn render(&mut self, area: Area<'_>) -> Result<Rendered, DocumentError> {
        let side = Mm::from(SIDE);
        if !self.is_drawn && area.size().height < side {
            return Ok(Rendered {
                has_more: true,
                ..Rendered::default()
            });
        }
        let mut right = area.clone();
        right.add_offset(Position::new(side + Mm::from(GAP), 0));
        let mut rendered = self.facts.render(right)?;
        if !std::mem::replace(&mut self.is_drawn, true) {
            area.picture(&self.code, side, &self.alternative_text);
            rendered.height = rendered.height.max(side);
        }
        Ok(rendered)
    }
}
