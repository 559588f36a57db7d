//! Read models of reference data.

use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Entry, EntryId, Level, Place, ReferenceList};

use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// An entry of a list, as Super Users see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRecord {
    /// The entry.
    pub entry: Entry,
    /// True if a request refers to it.
    pub is_used: bool,
    /// Row version for the next save.
    pub row_version: RowVersion,
}

/// A place, as Super Users see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceRecord {
    /// The place.
    pub place: Place,
    /// Name of the region of a district or facility.
    pub region: Option<String>,
    /// Name of the district of a facility.
    pub district: Option<String>,
    /// Number of places directly in it.
    pub held: u64,
    /// True if requests may choose it: the place and its containing places are active.
    pub is_offered: bool,
    /// Row version for the next save.
    pub row_version: RowVersion,
}

/// Order of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EntrySort {
    /// In the order of creation.
    #[default]
    Added,
    /// Sorted by name, ignoring case and accents.
    Name,
    /// Inactive entries first.
    Active,
}

/// Order of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlaceSort {
    /// Sorted by name, ignoring case and accents.
    #[default]
    Name,
    /// Inactive places first, then by name.
    Active,
}

/// Filter, order and page of a list of places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceQuery {
    /// Search text in the name, with order and page.
    pub list: ListQuery<PlaceSort>,
    /// Limits the places to this level.
    pub level: Option<Level>,
    /// Limits the places to those directly in this place.
    pub parent: Option<FacilityId>,
}

/// Read models of reference data. Search texts are folded. Ties in the order are broken by id, so
/// that pages never overlap.
pub trait ReferenceViews {
    /// Returns entries of a list whose name contains the text.
    fn entry_records(
        &mut self,
        list: ReferenceList,
        query: &ListQuery<EntrySort>,
    ) -> Result<Paged<EntryRecord>, StoreError>;
    /// Returns an entry.
    fn entry_record(&mut self, id: EntryId) -> Result<Option<EntryRecord>, StoreError>;
    /// Returns all entries of a list, active or not, ordered by id.
    fn all_entries(&mut self, list: ReferenceList) -> Result<Vec<Entry>, StoreError>;
    /// Returns a page of places.
    fn place_records(&mut self, query: &PlaceQuery) -> Result<Paged<PlaceRecord>, StoreError>;
    /// Returns a place.
    fn place_record(&mut self, id: FacilityId) -> Result<Option<PlaceRecord>, StoreError>;
    /// Returns all places, active or not, ordered by id.
    fn all_places(&mut self) -> Result<Vec<Place>, StoreError>;
}
