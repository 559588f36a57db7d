//! A place of the tree of facilities: a region, a district or a facility (2 §3; RD1).

use thiserror::Error;

use super::entries::referring;
use super::name::{self, NameError};
use crate::ids::FacilityId;
use crate::requests::all_from;

/// Where in the tree a place stands. It stays there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// At the top.
    Region,
    /// In a region.
    District,
    /// In a district; it is what requests choose.
    Facility,
}

/// A text is the name of no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("A place is a Region, a District or a Facility.")]
pub struct UnknownLevel;

impl Level {
    /// All of them, from the top.
    pub const ALL: [Self; 3] = [Self::Region, Self::District, Self::Facility];

    /// The name, as it is stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Region => "Region",
            Self::District => "District",
            Self::Facility => "Facility",
        }
    }

    /// Reads a name.
    pub fn parse(name: &str) -> Result<Self, UnknownLevel> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or(UnknownLevel)
    }

    /// The level of what it stands in.
    pub const fn above(self) -> Option<Self> {
        match self {
            Self::Region => None,
            Self::District => Some(Self::Region),
            Self::Facility => Some(Self::District),
        }
    }

    /// How many of what stands in it, in words.
    fn held(self, count: usize) -> String {
        let (one, many) = match self {
            Self::Region => ("district", "districts"),
            Self::District | Self::Facility => ("facility", "facilities"),
        };
        format!("{count} {}", if count == 1 { one } else { many })
    }

    const fn asked_for(self) -> &'static str {
        match self {
            Self::Region => "Region Name",
            Self::District => "District Name",
            Self::Facility => "Facility Name",
        }
    }
}

/// The name of a place: one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceName(String);

impl PlaceName {
    /// Reads the name of a place of this level.
    pub fn parse(level: Level, typed: &str) -> Result<Self, NameError> {
        name::read_for_spreadsheets(typed, level.asked_for()).map(Self)
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A place as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which one.
    pub id: FacilityId,
    /// The district of a facility, the region of a district; none for a region.
    pub parent: Option<FacilityId>,
    /// Where in the tree it stands.
    pub level: Level,
    /// Its name.
    pub label: String,
    /// Whether it is offered, as far as it depends on this place alone.
    pub active: bool,
}

impl Place {
    /// What stands in a request that chose a place of this level and name (2 §4): "All facilities from …" for a region or a district.
    pub fn summary(level: Level, label: &str) -> String {
        match level {
            Level::Facility => label.to_owned(),
            Level::Region | Level::District => all_from(label),
        }
    }
}

/// Why a place is not added, stays as it is, or is not deleted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceRefusal {
    /// A region stands in nothing.
    #[error("A region stands at the top of the tree, and in no other place.")]
    RegionInside,
    /// A district stands in a region.
    #[error("Please select the region of the district.")]
    NoRegion,
    /// A facility stands in a district.
    #[error("Please select the district of the facility.")]
    NoDistrict,
    /// The tree would be none any more.
    #[error("A place cannot be moved into itself, or into one that stands in it.")]
    IntoItself,
    /// Nobody could tell the two apart.
    #[error("There is another {} with this name there already.", .0.name().to_lowercase())]
    Taken(Level),
    /// Others stand in it.
    #[error("{}", not_empty(*.level, .label, *.held))]
    NotEmpty {
        /// Its level.
        level: Level,
        /// Its name.
        label: String,
        /// How many places stand in it.
        held: usize,
    },
    /// Requests name it.
    #[error("{}", in_use(*.level, .label, *.requests))]
    InUse {
        /// Its level.
        level: Level,
        /// Its name.
        label: String,
        /// How many requests name it, or all facilities of a place that it stands in.
        requests: u64,
    },
}

impl PlaceRefusal {
    /// The field that is wrong, as the calls spell it; none where the place as a whole cannot be deleted.
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::RegionInside | Self::NoRegion | Self::NoDistrict | Self::IntoItself => Some("parent_id"),
            Self::Taken(_) => Some("label"),
            Self::NotEmpty { .. } | Self::InUse { .. } => None,
        }
    }
}

fn not_empty(level: Level, label: &str, held: usize) -> String {
    let (called, held) = (level.name().to_lowercase(), level.held(held));
    format!("The {called} \"{label}\" cannot be deleted, because it has {held}. Delete or move these first.")
}

fn in_use(level: Level, label: &str, requests: u64) -> String {
    let called = level.name().to_lowercase();
    let refer = referring(requests);
    format!(
        "The {called} \"{label}\" cannot be deleted, because {refer} to it. Deactivate it instead: it is not offered any more then, and stays in these requests."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_come_back_by_their_names() {
        for level in Level::ALL {
            assert_eq!(Level::parse(level.name()), Ok(level));
        }
        assert_eq!(Level::parse("region"), Err(UnknownLevel));
    }

    #[test]
    fn a_name_is_asked_for_by_its_level() {
        let missing = |level| PlaceName::parse(level, "").unwrap_err().to_string();
        assert_eq!(missing(Level::Region), "Please enter the Region Name.");
        assert_eq!(missing(Level::Facility), "Please enter the Facility Name.");
    }

    #[test]
    fn refusals_say_what_to_do() {
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
            "There is another district with this name there already."
        );
    }
}
