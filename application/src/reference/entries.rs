//! Purposes, ethics committees and equipment types: three lists with the same rules.

use std::marker::PhantomData;

use aditus_domain::ids::{CommitteeId, EquipmentTypeId, PurposeId};
use aditus_domain::reference::{
    Entries, Entry, EntryForm, EntryId, EntryRefusal, RawEntry, ReferenceList, Uses,
};

use super::Error;
use super::views::{EntryRecord, EntrySort};
use crate::access::Caller;
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction, Views};
use crate::records::{
    self, Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Record, Removable,
    Updatable, while_unused,
};
use crate::row_versions::Versioned;

/// The entries of one of the lists.
pub struct EntryRecords<L>(PhantomData<L>);

/// Purposes of requests.
pub type PurposeRecords = EntryRecords<PurposeId>;
/// Committees that approve studies.
pub type CommitteeRecords = EntryRecords<CommitteeId>;
/// Types of equipment on which data is handled.
pub type EquipmentTypeRecords = EntryRecords<EquipmentTypeId>;

/// The id type of the entries of one list.
pub trait EntryListId: Copy + Send + From<i64> + Into<i64> + 'static {
    /// The list.
    const LIST: ReferenceList;

    /// Returns the id among the entries of all lists.
    fn entry(self) -> EntryId;
}

impl EntryListId for PurposeId {
    const LIST: ReferenceList = ReferenceList::Purposes;

    fn entry(self) -> EntryId {
        EntryId::Purpose(self)
    }
}

impl EntryListId for CommitteeId {
    const LIST: ReferenceList = ReferenceList::EthicsCommittees;

    fn entry(self) -> EntryId {
        EntryId::Committee(self)
    }
}

impl EntryListId for EquipmentTypeId {
    const LIST: ReferenceList = ReferenceList::EquipmentTypes;

    fn entry(self) -> EntryId {
        EntryId::EquipmentType(self)
    }
}

/// An entry with its possible actions, so that a screen offers none that would be refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRow {
    /// The entry.
    pub record: EntryRecord,
    /// Reason why it cannot be renamed. None if it can.
    pub rename_refused: Option<EntryRefusal>,
    /// Reason why it cannot be deactivated. None if it can, or if it is inactive.
    pub deactivation_refused: Option<EntryRefusal>,
    /// Reason why it cannot be deleted. None if it can.
    pub deletion_refused: Option<EntryRefusal>,
}

impl<L: EntryListId> Kind for EntryRecords<L> {
    type Id = L;
    type Error = Error;

    fn recorded(id: L) -> (Record, i64) {
        (Record::Entry(L::LIST), id.into())
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.reference().lock_exclusive()
    }
}

impl<L: EntryListId> Listable for EntryRecords<L> {
    type Query = ListQuery<EntrySort>;
    type Row = EntryRow;

    fn rows(reading: &mut Reading<'_>, query: Self::Query) -> Result<Paged<EntryRow>, StoreError> {
        let views = reading.views();
        let found = views.reference().entry_records(L::LIST, &query.folded())?;
        let all = read::<L>(views)?;
        Ok(Paged {
            items: found.items.into_iter().map(|record| row(&all, record)).collect(),
            page: found.page,
            total: found.total,
            more: false,
        })
    }
}

impl<L: EntryListId> Readable for EntryRecords<L> {
    type One = EntryRow;

    fn read(reading: &mut Reading<'_>, id: L) -> Result<EntryRow, Error> {
        let views = reading.views();
        let found = views.reference().entry_record(id.entry())?;
        let record = found.ok_or_else(not_found::<L>)?;
        Ok(row(&read::<L>(views)?, record))
    }
}

impl<L: EntryListId> HasForm for EntryRecords<L> {
    type Form = RawEntry;
    type Checked = EntryForm;

    fn check(_: &Caller, form: RawEntry) -> Result<EntryForm, Error> {
        Ok(form.check(L::LIST)?)
    }
}

impl<L: EntryListId> Addable for EntryRecords<L> {
    fn add(change: &mut Change<'_>, form: EntryForm) -> Result<L, Error> {
        stored::<L>(change)?.may_add(&form.name)?;
        // A new entry is active by default.
        let active = form.active.unwrap_or(true);
        let records = change.transaction().reference();
        Ok(L::from(records.add_entry(L::LIST, &form.name, active)?.number()))
    }
}

impl<L: EntryListId> Loadable for EntryRecords<L> {
    type Loaded = (Entries, Entry);

    fn load(change: &mut Change<'_>, id: L) -> Result<(Entries, Entry), Error> {
        let entries = stored::<L>(change)?;
        let entry = entries.get(id.entry()).cloned();
        Ok((entries, entry.ok_or_else(not_found::<L>)?))
    }
}

impl<L: EntryListId> Updatable for EntryRecords<L> {
    fn versioned(id: L) -> Versioned {
        Versioned::Entry(id.entry())
    }

    fn change(
        change: &mut Change<'_>,
        id: L,
        (entries, entry): (Entries, Entry),
        form: EntryForm,
    ) -> Result<(), Error> {
        let active = form.active.unwrap_or(entry.active);
        entries.may_change(&entry, &form.name, active)?;
        let records = change.transaction().reference();
        Ok(records.update_entry(id.entry(), &form.name, active)?)
    }
}

impl<L: EntryListId> Removable for EntryRecords<L> {
    fn remove(change: &mut Change<'_>, id: L, (entries, entry): (Entries, Entry)) -> Result<(), Error> {
        let records = change.transaction().reference();
        let requests = records.requests_with(id.entry())?;
        entries.may_remove(&entry, Uses::counted(requests))?;
        Ok(records.remove_entry(id.entry()).map_err(while_unused)?)
    }
}

fn not_found<L: EntryListId>() -> Error {
    records::Error::NotFound(Record::Entry(L::LIST)).into()
}

fn stored<L: EntryListId>(change: &mut Change<'_>) -> Result<Entries, StoreError> {
    let stored = change.transaction().reference().entries(L::LIST)?;
    Ok(Entries::new(L::LIST, stored))
}

fn read<L: EntryListId>(views: &mut dyn Views) -> Result<Entries, StoreError> {
    Ok(Entries::new(L::LIST, views.reference().all_entries(L::LIST)?))
}

fn row(all: &Entries, record: EntryRecord) -> EntryRow {
    let built_in = record.entry.id.is_built_in().then_some(EntryRefusal::BuiltIn);
    let last = || all.may_deactivate(&record.entry).err();
    EntryRow {
        rename_refused: built_in.clone(),
        deactivation_refused: built_in.or_else(last),
        deletion_refused: all.may_remove(&record.entry, Uses::any(record.is_used)).err(),
        record,
    }
}
