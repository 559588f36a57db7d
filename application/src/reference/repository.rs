//! The store of reference data.

use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Entry, EntryId, EntryName, Level, Place, PlaceName, ReferenceList};

use crate::ports::StoreError;

/// A new place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlace {
    /// Containing place.
    pub parent: Option<FacilityId>,
    /// Level in the tree.
    pub level: Level,
    /// Name.
    pub name: PlaceName,
    /// True if it is active.
    pub active: bool,
}

/// The store of reference data. A change of a missing record MUST return [`StoreError::Reference`].
pub trait ReferenceRecords {
    /// Takes the exclusive lock on reference data until the transaction ends.
    fn lock_exclusive(&mut self) -> Result<(), StoreError>;
    /// Takes the shared lock on reference data until the transaction ends. It blocks changes, but
    /// not other holders of the shared lock.
    fn lock_shared(&mut self) -> Result<(), StoreError>;

    /// Returns the entries of a list, ordered by id.
    fn entries(&mut self, list: ReferenceList) -> Result<Vec<Entry>, StoreError>;
    /// Adds an entry. The id of a deleted entry MUST NOT be reused, because a draft may still refer
    /// to it.
    fn add_entry(
        &mut self,
        list: ReferenceList,
        name: &EntryName,
        active: bool,
    ) -> Result<EntryId, StoreError>;
    /// Renames an entry, or changes whether it is active. Lists of requests MUST show a purpose by
    /// its new name, and searches MUST find requests by it and not by the old one. The versions of
    /// requests MUST stay as they are.
    fn update_entry(&mut self, id: EntryId, name: &EntryName, active: bool) -> Result<(), StoreError>;
    /// Counts requests that refer to an entry, also through deleted devices.
    fn requests_with(&mut self, id: EntryId) -> Result<u64, StoreError>;
    /// Deletes an entry. If it is still referenced, this MUST return [`StoreError::Reference`].
    fn remove_entry(&mut self, id: EntryId) -> Result<(), StoreError>;

    /// Returns all places, ordered by id.
    fn places(&mut self) -> Result<Vec<Place>, StoreError>;
    /// Adds places and returns their ids in the same order. The id of a deleted place MUST NOT be
    /// reused.
    fn add_places(&mut self, places: &[NewPlace]) -> Result<Vec<FacilityId>, StoreError>;
    /// Updates name, parent and activity of a place. Its former name MUST be kept
    /// ([`ReferenceRecords::former_names`]).
    fn update_place(
        &mut self,
        id: FacilityId,
        parent: Option<FacilityId>,
        name: &PlaceName,
        active: bool,
    ) -> Result<(), StoreError>;
    /// Returns the former names of a place, without duplicates.
    fn former_names(&mut self, id: FacilityId) -> Result<Vec<String>, StoreError>;
    /// Counts requests with one of these exact texts among the summaries of their facilities (2
    /// §4).
    fn requests_naming(&mut self, summaries: &[String]) -> Result<u64, StoreError>;
    /// Deletes a place with its former names. If it contains others, this MUST return
    /// [`StoreError::Reference`].
    fn remove_place(&mut self, id: FacilityId) -> Result<(), StoreError>;
}
