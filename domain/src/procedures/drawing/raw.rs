//! A drawing as received from the client, and its validation.

use std::collections::HashSet;

use super::{Drawing, DrawingFaults, DrawnStage};
use crate::form::FormFault;
use crate::ids::{StageId, StageTypeId};
use crate::procedures::editing::MISSING_IN_STAGE;
use crate::procedures::{Link, MAX_STAGES, RawStage, StageType};

/// The maximum number of links. More than a legible procedure of [`MAX_STAGES`] stages has.
pub const MAX_LINKS: usize = 1_000;

/// An existing stage type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownType {
    /// Its id.
    pub id: StageTypeId,
    /// Its name.
    pub name: String,
    /// The behaviour of stages of this type.
    pub behaves_as: StageType,
}

/// A drawing as received.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RawDrawing {
    /// The stages.
    pub stages: Vec<RawDrawnStage>,
    /// The links.
    pub links: Vec<RawLink>,
}

/// A stage of a drawing as received.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RawDrawnStage {
    /// The id of an existing stage, or a temporary id below 1 for a new one.
    pub stage_id: Option<i64>,
    /// Its fields. `approval_procedure` is ignored. Without a target, an existing stage keeps its
    /// target.
    pub form: RawStage,
}

/// A link of a drawing as received. It refers to stages by their `stage_id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawLink {
    pub current_stage: Option<i64>,
    pub next: Option<i64>,
}

impl RawDrawing {
    /// Parses the fields of all stages and links, or returns all validation errors in their order.
    /// `types` are the existing stage types, `stored` is the stored drawing of the procedure. The
    /// graph is validated by [`DrawingFaults::from_drawing`].
    pub fn check(&self, types: &[KnownType], stored: &Drawing) -> Result<Drawing, DrawingFaults> {
        let mut faults = DrawingFaults::default();
        if self.stages.len() > MAX_STAGES {
            faults.note(
                "stages",
                format!("The procedure has too many stages. The limit is {MAX_STAGES}."),
            );
        }
        if self.links.len() > MAX_LINKS {
            faults.note(
                "links",
                format!("The procedure has too many links. The limit is {MAX_LINKS}."),
            );
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut seen = HashSet::new();
        let mut stages = Vec::with_capacity(self.stages.len());
        for (index, stage) in self.stages.iter().enumerate() {
            stages.extend(stage.check(index, (types, stored), &mut seen, &mut faults));
        }
        let mut links = Vec::with_capacity(self.links.len());
        for (index, link) in self.links.iter().enumerate() {
            links.extend(link.check(index, &seen, &mut faults));
        }
        faults.finish(Some(Drawing { stages, links }))
    }
}

impl RawDrawnStage {
    fn check(
        &self,
        index: usize,
        (types, stored): (&[KnownType], &Drawing),
        seen: &mut HashSet<StageId>,
        faults: &mut DrawingFaults,
    ) -> Option<DrawnStage> {
        let place = format!("stages[{index}]");
        let id = self.stage_id.map(StageId);
        let known = id.and_then(|id| stored.stage(id));
        match id {
            None => faults.note(
                format!("{place}.stage_id"),
                "Please give the stage its id, or a number below 1 if it is new.",
            ),
            Some(id) if !seen.insert(id) => faults.note(
                format!("{place}.stage_id"),
                "Another stage of the drawing already has this number.",
            ),
            Some(id) if id.0 > 0 && known.is_none() => faults.note(
                format!("{place}.stage_id"),
                "The procedure has no such stage. Give a new one a number below 1.",
            ),
            Some(_) => {}
        }
        let form = RawStage {
            approval_procedure: Some(0),
            ..self.form.clone()
        };
        let details = match form.check(known.and_then(|known| known.target)) {
            Ok(details) => Some(details),
            Err(wrong) => {
                for fault in wrong.list() {
                    faults.note(format!("{place}.{}", fault.field), beside_field(fault));
                }
                None
            }
        };
        // A type that was not selected is already reported by the form.
        let chosen = self.form.stage_type.map(StageTypeId);
        let stage_type = types.iter().find(|known| Some(known.id) == chosen);
        if chosen.is_some() && stage_type.is_none() {
            faults.note(format!("{place}.stage_type"), "Please select the Stage Type.");
        }
        let (id, details, stage_type) = (id?, details?, stage_type?);
        if let Err(wrong) = details.check_type(stage_type.behaves_as) {
            faults.note_form(&place, &wrong);
        }
        Some(details.drawn(id, stage_type.clone()))
    }
}

/// Returns the inline message for a validation error. The drawing shows messages beside the fields,
/// because a toast for each of its stages would be too many (3 §5).
fn beside_field(fault: &FormFault) -> &str {
    let missing = MISSING_IN_STAGE
        .iter()
        .find(|(field, toast, _)| *field == fault.field && *toast == fault.message);
    missing.map_or(&fault.message, |(_, _, inline)| inline)
}

impl RawLink {
    fn check(self, index: usize, drawn: &HashSet<StageId>, faults: &mut DrawingFaults) -> Option<Link> {
        let place = format!("links[{index}]");
        let link = match Link::parse(self.current_stage, self.next) {
            Ok(link) => link,
            Err(wrong) => {
                faults.note_form(&place, &wrong);
                return None;
            }
        };
        for (field, stage) in [("current_stage", link.from), ("next", link.to)] {
            if !drawn.contains(&stage) {
                faults.note(
                    format!("{place}.{field}"),
                    "The link names a stage that is not in the drawing.",
                );
            }
        }
        Some(link)
    }
}
