//! Reference data: the three lists that requests choose from, and the tree of facilities.

pub(crate) mod entries;
pub(crate) mod places;
#[cfg(test)]
mod plans;

use aditus_application::paging::{ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_application::reference::views::{EntryRecord, EntrySort, PlaceQuery, PlaceRecord};
use aditus_application::reference::{NewPlace, ReferenceRecords, ReferenceViews};
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Entry, EntryId, EntryName, Place, PlaceName, ReferenceList};

use crate::dialect::{lock_reference_data, lock_reference_data_shared};
use crate::read_session::ReadSession;
use crate::transaction::WriteTransaction;

impl ReferenceRecords for WriteTransaction {
    fn lock_exclusive(&mut self) -> Result<(), StoreError> {
        self.run(|connection| Ok(lock_reference_data(connection)?))
    }

    fn lock_shared(&mut self) -> Result<(), StoreError> {
        self.run(|connection| Ok(lock_reference_data_shared(connection)?))
    }

    fn entries(&mut self, list: ReferenceList) -> Result<Vec<Entry>, StoreError> {
        self.run(|connection| entries::all(connection, list))
    }

    fn add_entry(
        &mut self,
        list: ReferenceList,
        name: &EntryName,
        active: bool,
    ) -> Result<EntryId, StoreError> {
        self.run(|connection| entries::add(connection, list, name.as_str(), active))
    }

    fn update_entry(&mut self, id: EntryId, name: &EntryName, active: bool) -> Result<(), StoreError> {
        self.run(|connection| entries::update(connection, id, name.as_str(), active))
    }

    fn requests_with(&mut self, id: EntryId) -> Result<u64, StoreError> {
        self.run(|connection| entries::requests_with(connection, id))
    }

    fn remove_entry(&mut self, id: EntryId) -> Result<(), StoreError> {
        self.run(|connection| entries::remove(connection, id))
    }

    fn places(&mut self) -> Result<Vec<Place>, StoreError> {
        self.run(places::all)
    }

    fn add_places(&mut self, places: &[NewPlace]) -> Result<Vec<FacilityId>, StoreError> {
        self.run(|connection| places::add(connection, places))
    }

    fn update_place(
        &mut self,
        id: FacilityId,
        parent: Option<FacilityId>,
        name: &PlaceName,
        active: bool,
    ) -> Result<(), StoreError> {
        self.run(|connection| places::update(connection, id, parent, name.as_str(), active))
    }

    fn former_names(&mut self, id: FacilityId) -> Result<Vec<String>, StoreError> {
        self.run(|connection| places::former_names(connection, id))
    }

    fn requests_naming(&mut self, summaries: &[String]) -> Result<u64, StoreError> {
        self.run(|connection| places::requests_naming(connection, summaries))
    }

    fn remove_place(&mut self, id: FacilityId) -> Result<(), StoreError> {
        self.run(|connection| places::remove(connection, id))
    }
}

impl ReferenceViews for ReadSession {
    fn entry_records(
        &mut self,
        list: ReferenceList,
        query: &ListQuery<EntrySort>,
    ) -> Result<Paged<EntryRecord>, StoreError> {
        self.run(|connection| entries::page(connection, list, query))
    }

    fn entry_record(&mut self, id: EntryId) -> Result<Option<EntryRecord>, StoreError> {
        self.run(|connection| entries::one(connection, id))
    }

    fn all_entries(&mut self, list: ReferenceList) -> Result<Vec<Entry>, StoreError> {
        self.run(|connection| entries::all(connection, list))
    }

    fn place_records(&mut self, query: &PlaceQuery) -> Result<Paged<PlaceRecord>, StoreError> {
        self.run(|connection| places::page(connection, query))
    }

    fn place_record(&mut self, id: FacilityId) -> Result<Option<PlaceRecord>, StoreError> {
        self.run(|connection| places::one(connection, id))
    }

    fn all_places(&mut self) -> Result<Vec<Place>, StoreError> {
        self.run(places::all)
    }
}
