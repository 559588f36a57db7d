//! Reference data (decisions RD1), which a deployer enters before requests can be made. Purposes,
//! ethics committees and equipment types are lists of entries; regions, districts and facilities
//! are places of a tree. Changes are limited to Super Users and serialised by a lock.
//!
//! Entries and places that a request refers to are deactivated instead of deleted: the wizard no
//! longer offers them. A rename is visible wherever the entry is shown by reference. Versions of
//! requests keep the names of their time.

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

use crate::failure::{Failure, Kind, Param, Params, Reason};
use crate::records::{self, refused_as_any_record};

/// The operation on reference data failed.
#[derive(Debug, Error)]
pub enum Error {
    /// An error common to all records.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The entry cannot be changed.
    #[error(transparent)]
    Entry(#[from] EntryRefusal),
    /// The place cannot be changed.
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

    fn reason(&self) -> Reason {
        match self {
            Self::Record(error) => error.reason(),
            Self::Entry(EntryRefusal::BuiltIn) => Reason::BuiltIn,
            Self::Entry(EntryRefusal::Last(_)) => Reason::LastEntry,
            Self::Entry(EntryRefusal::InUse { .. }) | Self::Place(PlaceRefusal::InUse { .. }) => {
                Reason::InUse
            }
            Self::Entry(EntryRefusal::Taken(_)) | Self::Place(PlaceRefusal::Taken(_)) => Reason::ValueTaken,
            Self::Place(
                PlaceRefusal::RegionInside
                | PlaceRefusal::NoRegion
                | PlaceRefusal::NoDistrict
                | PlaceRefusal::IntoItself,
            ) => Reason::PlaceMisplaced,
            Self::Place(PlaceRefusal::NotEmpty { .. }) => Reason::PlaceNotEmpty,
        }
    }

    fn params(&self) -> Params {
        match self {
            Self::Record(error) => error.params(),
            Self::Entry(EntryRefusal::InUse { name, requests, .. }) => {
                let mut params = Params::from([("record", name.as_str().into())]);
                params.extend(requests.map(|requests| ("uses", Param::from(requests))));
                params
            }
            Self::Place(PlaceRefusal::InUse { label, requests, .. }) => {
                Params::from([("record", label.as_str().into()), ("uses", (*requests).into())])
            }
            Self::Place(PlaceRefusal::NotEmpty { label, held, .. }) => {
                Params::from([("record", label.as_str().into()), ("places", (*held).into())])
            }
            Self::Entry(_) | Self::Place(_) => Params::new(),
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
