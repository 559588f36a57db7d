//! What the readings of the record have in common.

use super::views::{EntryPage, EntryView, Place};
use crate::access::Caller;
use crate::ports::StoreError;

/// An entry as it is told to somebody who reads a part of the record. Of its canonical form they read what was done, and nothing of who
/// did it: that is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRead {
    /// The entry.
    pub entry: EntryView,
    /// It is not the reader's to know who did it; the entry has no person then.
    pub withheld: bool,
    /// Its evidence is handed to the reader.
    pub has_evidence: bool,
}

/// Such entries, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRead {
    /// The entries.
    pub entries: Vec<EntryRead>,
    /// Whether there are newer ones than the first.
    pub has_newer: bool,
    /// Whether there are older ones than the last.
    pub has_older: bool,
}

impl PageRead {
    /// A page, without those who are not named to its reader.
    pub(super) fn of(
        page: EntryPage,
        is_named: impl Fn(&EntryView) -> bool,
        is_proved: impl Fn(&EntryView) -> bool,
    ) -> Self {
        let entries = page.entries.into_iter().map(|mut entry| {
            let withheld = entry.person.is_some() && !is_named(&entry);
            if withheld {
                entry.person = None;
            }
            EntryRead {
                withheld,
                has_evidence: entry.log_index.is_some() && is_proved(&entry),
                entry,
            }
        });
        Self {
            entries: entries.collect(),
            has_newer: page.has_newer,
            has_older: page.has_older,
        }
    }
}

/// Whether the reader did it.
pub(super) fn did(reader: &Caller, entry: &EntryView) -> bool {
    let person = entry.person.as_ref();
    person.is_some_and(|person| person.user == reader.user)
}

/// Reads a page; where fewer than a page are newer than an entry, the newest page, so that it is full.
pub(super) fn filled(
    place: Place,
    mut read: impl FnMut(Place) -> Result<EntryPage, StoreError>,
) -> Result<EntryPage, StoreError> {
    let page = read(place)?;
    let ends_at_the_newest = matches!(place, Place::After(_)) && !page.has_newer;
    if ends_at_the_newest && page.has_older {
        return read(Place::Newest);
    }
    Ok(page)
}
