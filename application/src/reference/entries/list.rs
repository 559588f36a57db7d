//! A list of reference data as Super Users keep it.

use aditus_domain::reference::{Entries, EntryRefusal, ReferenceList, Uses};
use aditus_domain::roles::Role;

use super::super::views::{EntryRecord, EntrySort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::{Ports, StoreError, Views};

/// An entry with what can be done about it, so that a screen offers nothing that is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRow {
    /// The entry.
    pub record: EntryRecord,
    /// Why it cannot be renamed; none when it can.
    pub rename_refused: Option<EntryRefusal>,
    /// Why it cannot be deactivated; none when it can, or is not active.
    pub deactivation_refused: Option<EntryRefusal>,
    /// Why it cannot be deleted; none when it can.
    pub deletion_refused: Option<EntryRefusal>,
}

/// A page of entries whose name contains the text.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    list: ReferenceList,
    query: ListQuery<EntrySort>,
) -> Result<Paged<EntryRow>, Error> {
    caller.require(Role::SuperUser)?;
    let query = query.folded();
    let mut views = ports.database.read()?;
    let found = views.reference().entry_records(list, &query)?;
    let all = all(views.as_mut(), list)?;
    Ok(Paged {
        items: found.items.into_iter().map(|record| row(&all, record)).collect(),
        page: found.page,
        total: found.total,
    })
}

pub(super) fn all(views: &mut dyn Views, list: ReferenceList) -> Result<Entries, StoreError> {
    Ok(Entries::new(list, views.reference().all_entries(list)?))
}

pub(super) fn row(all: &Entries, record: EntryRecord) -> EntryRow {
    let built_in = record.entry.id.is_built_in().then_some(EntryRefusal::BuiltIn);
    let last = || all.may_go(&record.entry).err();
    EntryRow {
        rename_refused: built_in.clone(),
        deactivation_refused: built_in.or_else(last),
        deletion_refused: all.may_remove(&record.entry, Uses::any(record.is_used)).err(),
        record,
    }
}
