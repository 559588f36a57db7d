//! A place in the tree of facilities: a region, a district or a facility (2 §3; decisions RD1).

use thiserror::Error;

use super::entries::referring;
use super::name::{self, NameError};
use crate::ids::FacilityId;

/// The level of a place in the tree. It never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The top level.
    Region,
    /// A district within a region.
    District,
    /// A facility within a district. Requests choose facilities.
    Facility,
}

/// The error for a text that is not the name of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("A place must be a Region, a District or a Facility.")]
pub struct UnknownLevel;

impl Level {
    /// All levels, from the top.
    pub const ALL: [Self; 3] = [Self::Region, Self::District, Self::Facility];

    /// The name as stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Region => "Region",
            Self::District => "District",
            Self::Facility => "Facility",
        }
    }

    /// Parses the name of a level.
    pub fn parse(name: &str) -> Result<Self, UnknownLevel> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or(UnknownLevel)
    }

    /// The level of the parent.
    pub const fn above(self) -> Option<Self> {
        match self {
            Self::Region => None,
            Self::District => Some(Self::Region),
            Self::Facility => Some(Self::District),
        }
    }

    fn children_in_words(self, count: usize) -> String {
        let (one, many) = match self {
            Self::Region => ("district", "districts"),
            Self::District | Self::Facility => ("facility", "facilities"),
        };
        format!("{count} {}", if count == 1 { one } else { many })
    }

    const fn field_label(self) -> &'static str {
        match self {
            Self::Region => "Region Name",
            Self::District => "District Name",
            Self::Facility => "Facility Name",
        }
    }
}

/// The name of a place, a single line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceName(String);

impl PlaceName {
    /// Parses the name of a place of this level.
    pub fn parse(level: Level, typed: &str) -> Result<Self, NameError> {
        name::read_for_spreadsheets(typed, level.field_label()).map(Self)
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A stored place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its id.
    pub id: FacilityId,
    /// The district of a facility, or the region of a district; `None` for a region.
    pub parent: Option<FacilityId>,
    /// Its level.
    pub level: Level,
    /// Its name.
    pub label: String,
    /// Its own active flag. A place is offered only if all its parents are active too.
    pub active: bool,
}

impl Place {
    /// The text that a request stores for a place of this level and name (2 §4): "All facilities
    /// from …" for a region or a district.
    pub fn summary(level: Level, label: &str) -> String {
        match level {
            Level::Facility => label.to_owned(),
            Level::Region | Level::District => format!("All facilities from {label}"),
        }
    }
}

/// The reason why a place cannot be added, changed or deleted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceRefusal {
    /// A region has no parent.
    #[error("A region can't be inside another place.")]
    RegionInside,
    /// The parent of a district has to be a region.
    #[error("Please select the region of the district.")]
    NoRegion,
    /// The parent of a facility has to be a district.
    #[error("Please select the district of the facility.")]
    NoDistrict,
    /// The move would create a cycle.
    #[error("A place can't be moved into itself or its own sub-place.")]
    IntoItself,
    /// Another place with the same parent has the same or a similar name.
    #[error("There is already another {} with this name there.", .0.name().to_lowercase())]
    Taken(Level),
    /// Other places are within it.
    #[error("{}", not_empty_message(*.level, .label, *.held))]
    NotEmpty {
        /// Its level.
        level: Level,
        /// Its name.
        label: String,
        /// The number of places within it.
        held: usize,
    },
    /// Requests refer to it.
    #[error("{}", in_use_message(*.level, .label, *.requests))]
    InUse {
        /// Its level.
        level: Level,
        /// Its name.
        label: String,
        /// The number of requests that refer to it, or to all facilities of a parent.
        requests: u64,
    },
}

impl PlaceRefusal {
    /// The API field with the error; `None` if a place cannot be deleted.
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::RegionInside | Self::NoRegion | Self::NoDistrict | Self::IntoItself => Some("parent_id"),
            Self::Taken(_) => Some("label"),
            Self::NotEmpty { .. } | Self::InUse { .. } => None,
        }
    }
}

fn not_empty_message(level: Level, label: &str, held: usize) -> String {
    let (called, held) = (level.name().to_lowercase(), level.children_in_words(held));
    format!("The {called} \"{label}\" cannot be deleted, because it has {held}. Delete or move these first.")
}

fn in_use_message(level: Level, label: &str, requests: u64) -> String {
    let called = level.name().to_lowercase();
    let refer = referring(requests);
    format!(
        "The {called} \"{label}\" cannot be deleted, because {refer} to it. Deactivate it instead: it is then no longer offered, but stays in these requests."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_names_parse_back() {
        for level in Level::ALL {
            assert_eq!(Level::parse(level.name()), Ok(level));
        }
        assert_eq!(Level::parse("region"), Err(UnknownLevel));
    }

    #[test]
    fn a_missing_name_is_reported_with_the_label_of_its_level() {
        let missing = |level| PlaceName::parse(level, "").unwrap_err().to_string();
        assert_eq!(missing(Level::Region), "Please enter the Region Name.");
        assert_eq!(missing(Level::Facility), "Please enter the Facility Name.");
    }

    #[test]
    fn refusals_have_helpful_messages() {
        let full = |level, held| PlaceRefusal::NotEmpty {
            level,
            label: "Karrow".to_owned(),
            held,
        };
        assert_eq!(
            full(Level::District, 1).to_string(),
            "The district \"Karrow\" cannot be deleted, because it has 1 facility. Delete or move these first."
        );
        assert!(full(Level::Region, 2).to_string().contains("it has 2 districts."));
        assert_eq!(
            PlaceRefusal::Taken(Level::District).to_string(),
            "There is already another district with this name there."
        );
    }
}
