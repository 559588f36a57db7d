//! Reference data (RD1): what a deployer fills in so that requests can be made. Purposes, ethics committees and equipment types are
//! lists of entries, regions, districts and facilities the places of a tree. All changes are for Super Users alone, and take turns.
//!
//! What a request refers to is never deleted, but deactivated: the wizard does not offer it any more. A rename shows wherever the
//! entry is shown by reference, and leaves the versions of requests as they were, for these hold the names of their time.

pub mod entries;
pub mod first_request;
pub mod offered;
pub mod places;
pub mod repository;
pub mod views;

pub use repository::{NewPlace, ReferenceRecords};
pub use views::ReferenceViews;

use aditus_domain::reference::{EntryRefusal, PlaceRefusal};
use thiserror::Error;

use crate::failure::{Failure, Kind};
use crate::records::{self, refused_as_any_record};

/// Why nothing was done about reference data.
#[derive(Debug, Error)]
pub enum Error {
    /// As with any record.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The entry stays as it is.
    #[error(transparent)]
    Entry(#[from] EntryRefusal),
    /// The place stays as it is.
    #[error(transparent)]
    Place(#[from] PlaceRefusal),
}

refused_as_any_record!(Error);

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Record(error) => error.kind(),
            Self::Place(
                PlaceRefusal::RegionInside
                | PlaceRefusal::NoRegion
                | PlaceRefusal::NoDistrict
                | PlaceRefusal::IntoItself,
            ) => Kind::Invalid,
            Self::Entry(_) | Self::Place(_) => Kind::Conflict,
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        let one = |field: &str| vec![(field.to_owned(), self.to_string())];
        match self {
            Self::Record(error) => error.fields(),
            Self::Entry(EntryRefusal::Taken(list)) => one(list.field()),
            Self::Entry(EntryRefusal::Last(_)) => one("active"),
            Self::Entry(_) => Vec::new(),
            Self::Place(refusal) => refusal.field().map(one).unwrap_or_default(),
        }
    }
}
