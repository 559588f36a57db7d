//! The versions of the content, and the entries that name them.

use std::collections::BTreeSet;

use super::entry::{RequestAct, RequestEntry};
use super::fault::Fault;
use super::stored::{KeptVersion, StoredRequest};
use crate::requests::VersionNumber;
use crate::review::Section;

/// Each version came about by an entry, and is what entries say that it is.
pub(super) fn compare(stored: &StoredRequest, entries: &[RequestEntry], faults: &mut Vec<Fault>) {
    let mut recorded: BTreeSet<VersionNumber> = BTreeSet::new();
    for entry in entries {
        let Some(named) = entry.act.content() else {
            continue;
        };
        let version = named.version;
        let Some(kept) = stored.versions.iter().find(|kept| kept.number == version) else {
            faults.push(Fault::NoVersion {
                entry: entry.id,
                version,
            });
            continue;
        };
        if kept.digest != named.digest {
            faults.push(Fault::Digest {
                entry: entry.id,
                version,
            });
        }
        if makes(&entry.act, kept)
            && recorded.insert(version)
            && (Some(kept.author) != entry.user || kept.section != section_of(&entry.act))
        {
            faults.push(Fault::Author {
                entry: entry.id,
                version,
            });
        }
    }
    let unrecorded = stored.versions.iter().map(|kept| kept.number);
    faults.extend(
        unrecorded
            .filter(|number| !recorded.contains(number))
            .map(Fault::VersionUnrecorded),
    );
    if stored
        .versions
        .last()
        .is_some_and(|last| (last.number, last.digest) != stored.newest)
    {
        faults.push(Fault::Newest);
    }
}

/// Whether the version may have come about by the act. Of a resubmission it may be an earlier one, which has a section unless it was
/// submitted.
fn makes(act: &RequestAct, kept: &KeptVersion) -> bool {
    match act {
        RequestAct::Submitted(_) | RequestAct::Edited { .. } => true,
        RequestAct::Resubmitted { .. } => kept.section.is_none() && kept.number != VersionNumber::FIRST,
        _ => false,
    }
}

fn section_of(act: &RequestAct) -> Option<Section> {
    match act {
        RequestAct::Edited { section, .. } => *section,
        _ => None,
    }
}
