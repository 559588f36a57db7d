//! Read models of reference data.

use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Entry, EntryId, Level, Place, ReferenceList};

use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// An entry of a list, as a Super User sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRecord {
    /// The entry.
    pub entry: Entry,
    /// Whether a request refers to it.
    pub is_used: bool,
    /// The version that a save names.
    pub row_version: RowVersion,
}

/// A place, as a Super User sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceRecord {
    /// The place.
    pub place: Place,
    /// The name of the region, of a district or a facility.
    pub region: Option<String>,
    /// The name of the district, of a facility.
    pub district: Option<String>,
    /// How many places stand in it.
    pub held: u64,
    /// Whether requests may choose it: it is active, and so is what it stands in.
    pub is_offered: bool,
    /// The version that a save names.
    pub row_version: RowVersion,
}

/// What entries are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EntrySort {
    /// In the order in which they were added.
    #[default]
    Added,
    /// Whatever its case and marks.
    Name,
    /// Those that are not offered first.
    Active,
}

/// What places are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlaceSort {
    /// Whatever its case and marks.
    #[default]
    Name,
    /// Those that are not active first; each by name.
    Active,
}

/// Which places are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceQuery {
    /// Those whose name contains the text, in this order.
    pub list: ListQuery<PlaceSort>,
    /// Those of one level only.
    pub level: Option<Level>,
    /// Those that stand in this place only.
    pub parent: Option<FacilityId>,
}

/// Read models of reference data. What is searched for is folded. Records that are the same by what they are sorted by come by id, so
/// that pages never overlap.
pub trait ReferenceViews {
    /// Entries of a list whose name contains the text.
    fn entry_records(
        &mut self,
        list: ReferenceList,
        query: &ListQuery<EntrySort>,
    ) -> Result<Paged<EntryRecord>, StoreError>;
    /// One entry.
    fn entry_record(&mut self, id: EntryId) -> Result<Option<EntryRecord>, StoreError>;
    /// All entries of a list, active or not, by id.
    fn all_entries(&mut self, list: ReferenceList) -> Result<Vec<Entry>, StoreError>;
    /// Places.
    fn place_records(&mut self, query: &PlaceQuery) -> Result<Paged<PlaceRecord>, StoreError>;
    /// One place.
    fn place_record(&mut self, id: FacilityId) -> Result<Option<PlaceRecord>, StoreError>;
    /// All places, active or not, by id.
    fn all_places(&mut self) -> Result<Vec<Place>, StoreError>;
}
