//! What is wrong with a drawing, each thing at its place.

use std::fmt::Write as _;

use super::Drawing;
use crate::form::FormFaults;
use crate::procedures::LocatedFault;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawingFault {
    /// Where: `stages[2].role`, `stages[2]`, `links[0].next`, `links[0]`, `letter.body`, `name`. Several, where a fault is about several
    /// stages, and none where it is about the procedure as a whole.
    pub places: Vec<String>,
    /// What the person reads.
    pub message: String,
}

/// Everything that is wrong with a drawing, in its order, at least one thing. `Display` is the first message and says how many more
/// there are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DrawingFaults(Vec<DrawingFault>);

impl DrawingFaults {
    /// The faults of C1 in a drawing whose fields are right; none where it is valid.
    pub fn of(drawing: &Drawing) -> Option<Self> {
        let found = drawing.faults();
        let faults: Vec<_> = found.iter().map(|located| located_in(drawing, located)).collect();
        (!faults.is_empty()).then_some(Self(faults))
    }

    /// Every fault, in order.
    pub fn list(&self) -> &[DrawingFault] {
        &self.0
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As answers carry them: every message under each of its places, and those without a place under `faults`.
    pub fn by_field(&self) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for fault in &self.0 {
            if fault.places.is_empty() {
                pairs.push(("faults".to_owned(), fault.message.clone()));
            }
            let at_place = |place: &String| (place.clone(), fault.message.clone());
            pairs.extend(fault.places.iter().map(at_place));
        }
        pairs
    }

    /// Notes what is wrong at a place.
    pub(crate) fn note(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.0.push(DrawingFault {
            places: vec![place.into()],
            message: message.into(),
        });
    }

    /// Notes what is wrong with a form that stands at `prefix`, such as `stages[2]`; with the fields themselves where that is empty.
    pub(crate) fn note_form(&mut self, prefix: &str, faults: &FormFaults) {
        for fault in faults.list() {
            let mut place = prefix.to_owned();
            if !prefix.is_empty() {
                place.push('.');
            }
            place.push_str(fault.field);
            self.note(place, fault.message.clone());
        }
    }

    /// Says what is wrong at a place in other words.
    pub(crate) fn reword(&mut self, place: &str, message: &str) {
        for fault in &mut self.0 {
            if fault.places.iter().any(|other| other == place) {
                message.clone_into(&mut fault.message);
            }
        }
    }

    /// Adds the faults of a later step behind those of this one.
    pub(crate) fn append(&mut self, later: Self) {
        self.0.extend(later.0);
    }

    /// The value, unless something is wrong.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, Self> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

fn located_in(drawing: &Drawing, located: &LocatedFault) -> DrawingFault {
    let stages = drawing
        .stages
        .iter()
        .enumerate()
        .filter(|(_, stage)| located.stages.contains(&stage.id))
        .map(|(index, _)| format!("stages[{index}]"));
    let links = drawing
        .links
        .iter()
        .enumerate()
        .filter(|(_, link)| located.links.contains(link))
        .map(|(index, _)| format!("links[{index}]"));
    DrawingFault {
        places: stages.chain(links).collect(),
        message: located.fault.to_string(),
    }
}

impl std::fmt::Display for DrawingFaults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        if let Some(first) = self.0.first() {
            text.push_str(&first.message);
        }
        match self.0.len().saturating_sub(1) {
            0 => {}
            1 => text.push_str(" One more fault was found."),
            more => write!(text, " {more} more faults were found.")?,
        }
        f.write_str(&text)
    }
}

impl std::error::Error for DrawingFaults {}
