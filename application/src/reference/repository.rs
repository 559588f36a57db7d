//! The store of reference data.

use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Entry, EntryId, EntryName, Level, Place, PlaceName, ReferenceList};

use crate::ports::StoreError;

/// A place to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlace {
    /// What it stands in.
    pub parent: Option<FacilityId>,
    /// Where in the tree it stands.
    pub level: Level,
    /// Its name.
    pub name: PlaceName,
    /// Whether it is offered.
    pub active: bool,
}

/// The store of reference data. A change of a record that is not there MUST be [`StoreError::Reference`].
pub trait ReferenceRecords {
    /// Waits until nobody else changes reference data, and holds the others back until the transaction ends.
    fn take_turns(&mut self) -> Result<(), StoreError>;
    /// Waits until nobody changes reference data, and holds changes back until the transaction ends. Others may hold them back at the
    /// same time.
    fn hold(&mut self) -> Result<(), StoreError>;

    /// The entries of a list, by id.
    fn entries(&mut self, list: ReferenceList) -> Result<Vec<Entry>, StoreError>;
    /// Adds an entry. The number of one that was deleted MUST NOT be given again: a draft may still name it.
    fn add_entry(
        &mut self,
        list: ReferenceList,
        name: &EntryName,
        active: bool,
    ) -> Result<EntryId, StoreError>;
    /// Renames an entry, or changes whether it is offered. Lists of requests MUST show a purpose by its new name from now on, and
    /// requests MUST be found by it and not by the old one. The versions of requests MUST stay as they are.
    fn update_entry(&mut self, id: EntryId, name: &EntryName, active: bool) -> Result<(), StoreError>;
    /// How many requests refer to an entry, by devices that were deleted as well.
    fn requests_with(&mut self, id: EntryId) -> Result<u64, StoreError>;
    /// Deletes an entry to which nothing refers; otherwise it MUST be [`StoreError::Reference`].
    fn remove_entry(&mut self, id: EntryId) -> Result<(), StoreError>;

    /// All places, by id.
    fn places(&mut self) -> Result<Vec<Place>, StoreError>;
    /// Adds places; answers their ids in the same order. Numbers are as those of entries.
    fn add_places(&mut self, places: &[NewPlace]) -> Result<Vec<FacilityId>, StoreError>;
    /// Replaces the name of a place, where it stands, and whether it is offered. Its former name MUST be kept
    /// ([`ReferenceRecords::former_names`]).
    fn update_place(
        &mut self,
        id: FacilityId,
        parent: Option<FacilityId>,
        name: &PlaceName,
        active: bool,
    ) -> Result<(), StoreError>;
    /// The names that a place had before the one it has, each once.
    fn former_names(&mut self, id: FacilityId) -> Result<Vec<String>, StoreError>;
    /// How many requests have one of these texts among the summaries of their facilities (2 §4), written exactly so.
    fn requests_naming(&mut self, summaries: &[String]) -> Result<u64, StoreError>;
    /// Deletes a place with its former names; one that others stand in MUST be [`StoreError::Reference`].
    fn remove_place(&mut self, id: FacilityId) -> Result<(), StoreError>;
}
