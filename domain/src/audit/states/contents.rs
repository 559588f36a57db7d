//! Checks the versions of the content against their audit entries.

use std::collections::BTreeSet;

use super::entry::{RequestAct, RequestEntry};
use super::fault::Fault;
use super::stored::{StoredRequest, StoredVersion};
use crate::requests::VersionNumber;
use crate::review::Section;

/// Adds a fault for each version that no entry created, that is missing, or whose digest, author or
/// section differs from its entry. Also adds one if the request names another version as its newest.
pub(super) fn check_versions(stored: &StoredRequest, entries: &[RequestEntry], faults: &mut Vec<Fault>) {
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

/// Returns true if the act may have created the version. A resubmission may also refer to an
/// earlier version: the submitted one, or one with a section.
fn makes(act: &RequestAct, kept: &StoredVersion) -> bool {
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
