//! Shared parts of the lists of audit entries.

use super::named::NamedRecords;
use super::views::{EntryCursor, EntryPage, EntryView};
use crate::access::Caller;
use crate::ports::StoreError;

/// An entry as shown to a reader of a part of the audit log. The response takes only the act from
/// the canonical form; the person is given here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleEntry {
    /// The entry.
    pub entry: EntryView,
    /// True if the reader may not know who acted. The entry has no person then.
    pub withheld: bool,
    /// True if the reader may get the evidence of the entry.
    pub has_evidence: bool,
}

/// A page of such entries, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisiblePage {
    /// The entries.
    pub entries: Vec<VisibleEntry>,
    /// The records that the entries refer to, as far as the reader may know them.
    pub records: NamedRecords,
    /// True if there are newer entries than the first.
    pub has_newer: bool,
    /// True if there are older entries than the last.
    pub has_older: bool,
}

impl VisiblePage {
    /// Creates a page without the persons that the reader may not know.
    pub(super) fn for_reader(
        page: EntryPage,
        is_named: impl Fn(&EntryView) -> bool,
        is_proved: impl Fn(&EntryView) -> bool,
    ) -> Self {
        let entries = page.entries.into_iter().map(|mut entry| {
            let withheld = entry.person.is_some() && !is_named(&entry);
            if withheld {
                entry.person = None;
            }
            VisibleEntry {
                withheld,
                has_evidence: entry.log_index.is_some() && is_proved(&entry),
                entry,
            }
        });
        Self {
            entries: entries.collect(),
            records: NamedRecords::new(),
            has_newer: page.has_newer,
            has_older: page.has_older,
        }
    }
}

pub(super) fn is_actor(reader: &Caller, entry: &EntryView) -> bool {
    let person = entry.person.as_ref();
    person.is_some_and(|person| person.user == reader.user)
}

/// Reads a page. If fewer entries than a page follow the given one, it returns the newest page
/// instead, so that the page is full.
pub(super) fn full_page(
    cursor: EntryCursor,
    mut read: impl FnMut(EntryCursor) -> Result<EntryPage, StoreError>,
) -> Result<EntryPage, StoreError> {
    let page = read(cursor)?;
    let ends_at_the_newest = matches!(cursor, EntryCursor::After(_)) && !page.has_newer;
    if ends_at_the_newest && page.has_older {
        return read(EntryCursor::Newest);
    }
    Ok(page)
}
