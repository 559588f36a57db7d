//! The changes to store when one drawing replaces another.

use std::collections::BTreeMap;

use super::{Drawing, DrawnStage};
use crate::ids::StageId;
use crate::procedures::Link;

/// The difference between two drawings. Store it in this order: removed links, removed stages,
/// added stages, changed stages, added links.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DrawingChange {
    /// Removed links. Each stands for all links between the same two stages.
    pub removed_links: Vec<Link>,
    /// Removed stages. After the links are removed, no link refers to them.
    pub removed: Vec<StageId>,
    /// New stages, with the temporary ids that the added links use.
    pub added: Vec<DrawnStage>,
    /// Existing stages with changed fields.
    pub changed: Vec<DrawnStage>,
    /// New links.
    pub added_links: Vec<Link>,
}

impl DrawingChange {
    pub(super) fn between(before: &Drawing, after: &Drawing) -> Self {
        let (old, new) = (link_counts(&before.links), link_counts(&after.links));
        let mut change = Self {
            removed: before
                .stages
                .iter()
                .map(|stage| stage.id)
                .filter(|id| after.stage(*id).is_none())
                .collect(),
            ..Self::default()
        };
        for (link, count) in &old {
            if new.get(link).copied().unwrap_or_default() < *count {
                change.removed_links.push(*link);
            }
        }
        // In the order of the drawing, because links are listed by their ids.
        for link in &after.links {
            let (had, has) = (old.get(link).copied().unwrap_or_default(), new.get(link).copied());
            let stays = if has.unwrap_or_default() < had { 0 } else { had };
            let added = change.added_links.iter().filter(|other| *other == link).count();
            if stays + added < has.unwrap_or_default() {
                change.added_links.push(*link);
            }
        }
        for stage in &after.stages {
            match before.stage(stage.id) {
                None => change.added.push(stage.clone()),
                Some(known) if known != stage => change.changed.push(stage.clone()),
                Some(_) => {}
            }
        }
        change
    }

    /// Returns true if there is nothing to store.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn link_counts(links: &[Link]) -> BTreeMap<Link, usize> {
    let mut counted = BTreeMap::new();
    for link in links {
        *counted.entry(*link).or_default() += 1;
    }
    counted
}
