//! What has to be stored so that one drawing becomes another.

use std::collections::BTreeMap;

use super::{Drawing, DrawnStage};
use crate::ids::StageId;
use crate::procedures::Link;

/// The difference of two drawings. It is to be stored in this order: links removed, stages removed, stages added, stages changed, links
/// added.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DrawingChange {
    /// Links that are gone; each stands for all links between the same two stages.
    pub removed_links: Vec<Link>,
    /// Stages that are gone. No link names them any more.
    pub removed: Vec<StageId>,
    /// Stages that are new, with the numbers by which the links that were added name them.
    pub added: Vec<DrawnStage>,
    /// Stages that are there and look another way.
    pub changed: Vec<DrawnStage>,
    /// Links that are new.
    pub added_links: Vec<Link>,
}

impl DrawingChange {
    pub(super) fn between(before: &Drawing, after: &Drawing) -> Self {
        let (old, new) = (counted(&before.links), counted(&after.links));
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

    /// Whether nothing has to be stored.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How many links there are between each two stages.
fn counted(links: &[Link]) -> BTreeMap<Link, usize> {
    let mut counted = BTreeMap::new();
    for link in links {
        *counted.entry(*link).or_default() += 1;
    }
    counted
}
