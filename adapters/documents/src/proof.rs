//! Where a document stands in the transparency log, and the code that leads to the page where that is checked (design P4).

use aditus_application::ports::{DocumentError, PrintedEntry, PrintedProof};

use crate::grid::{Cell, Grid};
use crate::heading::Heading;
use crate::palette::{INK, MUTED, text};
use crate::paper::Paper;
use crate::prose::{Gap, Prose};
use crate::typeset::{Area, Element, Mm, Position, Raster, Rendered};

/// The side of the code, in millimetres.
const SIDE: f32 = 32.0;
/// Between the code and what stands beside it. Four squares of the code have to stay light around it, and it has 17 of them at least.
const APART: f32 = 7.0;
/// So much of the part stands together with its heading, in millimetres: all of it, where no text is uncommonly long.
const COMPANY: f32 = 85.0;
/// The widths of a label and what it says, beside the code.
const FACTS: [usize; 2] = [22, 78];

/// The part of a document that says so, with its code made.
pub(crate) struct Proof {
    proof: PrintedProof,
    code: Raster,
}

impl Proof {
    /// Fails for an address that is too long for a code.
    pub(crate) fn new(proof: &PrintedProof) -> Result<Self, DocumentError> {
        Ok(Self {
            code: Raster::code(&proof.address)?,
            proof: proof.clone(),
        })
    }

    /// Writes it, beginning with what of the document is recorded.
    pub(crate) fn print(self, paper: &mut Paper, product: &str, what: &str) {
        let Self { proof, code } = self;
        let waits = proof.entries.iter().any(|entry| entry.index.is_none());
        let mut said = format!(
            "{what} is recorded in the transparency log of {product}, in which nobody alters anything unnoticed. The code and the address lead to the \
             page where the record is checked."
        );
        if waits {
            said.push_str(
                " When this document was made, the record was not in the log yet. Download it again to have it with its index.",
            );
        }
        paper.push(Heading::new("Proof").keeping(COMPANY));
        paper.push(Gap(2.0));
        paper.push(Prose::new(said, text(9, INK), 3.5));
        let said = format!("QR code that leads to {}", proof.address);
        paper.push(Beside {
            code,
            said,
            is_drawn: false,
            facts: facts(&proof),
        });
    }
}

fn facts(proof: &PrintedProof) -> Grid {
    let mut facts = Grid::new(&FACTS);
    facts.fact("Log", &proof.origin);
    for entry in &proof.entries {
        facts.push([Cell::label(entry.kind.words()), place(entry)]);
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

/// Where an entry is found.
fn place(entry: &PrintedEntry) -> Cell {
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

/// A code, and the facts at its right. Where these go on on another page, the room below the code stays free.
struct Beside {
    code: Raster,
    /// What is read of the code.
    said: String,
    is_drawn: bool,
    facts: Grid,
}

impl Element for Beside {
    fn render(&mut self, area: Area<'_>) -> Result<Rendered, DocumentError> {
        let side = Mm::from(SIDE);
        if !self.is_drawn && area.size().height < side {
            return Ok(Rendered {
                has_more: true,
                ..Rendered::default()
            });
        }
        let mut right = area.clone();
        right.add_offset(Position::new(side + Mm::from(APART), 0));
        let mut rendered = self.facts.render(right)?;
        if !std::mem::replace(&mut self.is_drawn, true) {
            area.picture(&self.code, side, &self.said);
            rendered.height = rendered.height.max(side);
        }
        Ok(rendered)
    }
}
