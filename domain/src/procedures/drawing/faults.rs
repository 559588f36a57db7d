//! Faults of a drawing with their places.

use std::fmt::Write as _;

use super::Drawing;
use crate::form::FormFaults;
use crate::procedures::{LocatedFault, Warning};

/// One fault or warning of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawingFault {
    /// The places of the fault, such as `stages[2].role`, `stages[2]`, `links[0].next`, `links[0]`,
    /// `letter.body` or `name`. Several if the fault is about several stages, none if it is about
    /// the whole procedure.
    pub places: Vec<String>,
    /// The message for the user.
    pub message: String,
}

impl DrawingFault {
    /// Returns a warning with the places of its stages. Activities are unique in a valid drawing,
    /// so they identify the stages.
    pub fn from_warning(drawing: &Drawing, warning: &Warning) -> Self {
        let stages = drawing.stages.iter().enumerate();
        let concerned = stages.filter(|(_, stage)| warning.stages().contains(&stage.activity));
        Self {
            places: concerned.map(|(index, _)| stage_place(index)).collect(),
            message: warning.to_string(),
        }
    }
}

/// All faults of a drawing in its order, at least one. `Display` shows the first message and the
/// number of further ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DrawingFaults(Vec<DrawingFault>);

impl DrawingFaults {
    /// Returns the faults of a drawing whose fields are valid (decisions C1); `None` if there are
    /// none.
    pub fn from_drawing(drawing: &Drawing) -> Option<Self> {
        let found = drawing.faults();
        let faults: Vec<_> = found.iter().map(|located| located_in(drawing, located)).collect();
        (!faults.is_empty()).then_some(Self(faults))
    }

    /// Returns every fault, in order.
    pub fn list(&self) -> &[DrawingFault] {
        &self.0
    }

    /// Returns true if there are no faults.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the messages in the form of the API: one entry for each place of each fault. Faults
    /// without a place are under `faults`.
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

    pub(crate) fn note(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.0.push(DrawingFault {
            places: vec![place.into()],
            message: message.into(),
        });
    }

    /// Adds the validation errors of a form at `prefix`, such as `stages[2]`. An empty prefix
    /// stands for the top level.
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

    /// Replaces the message of the faults at a place.
    pub(crate) fn reword(&mut self, place: &str, message: &str) {
        for fault in &mut self.0 {
            if fault.places.iter().any(|other| other == place) {
                message.clone_into(&mut fault.message);
            }
        }
    }

    pub(crate) fn append(&mut self, later: Self) {
        self.0.extend(later.0);
    }

    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, Self> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

fn stage_place(index: usize) -> String {
    format!("stages[{index}]")
}

fn located_in(drawing: &Drawing, located: &LocatedFault) -> DrawingFault {
    let stages = drawing
        .stages
        .iter()
        .enumerate()
        .filter(|(_, stage)| located.stages.contains(&stage.id))
        .map(|(index, _)| stage_place(index));
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
