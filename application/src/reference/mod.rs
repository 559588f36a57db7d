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

use aditus_domain::form::FormFaults;
use aditus_domain::reference::{EntryRefusal, Level, PlaceRefusal, ReferenceList};
use thiserror::Error;

use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind, Refused};
use crate::ports::{Ports, StoreError, Transaction};
use crate::roles::authority;
use crate::row_versions::Stale;

/// What a call names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// An entry of a list.
    Entry(ReferenceList),
    /// A region, a district or a facility.
    Place,
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Entry(list) => list.called(),
            Self::Place => Level::Facility.name(),
        })
    }
}

/// Why nothing was done about reference data.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Something that was typed is missing or wrong.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// There is no such record.
    #[error("{0} not found.")]
    NotFound(Record),
    /// The entry stays as it is.
    #[error(transparent)]
    Entry(#[from] EntryRefusal),
    /// The place stays as it is.
    #[error(transparent)]
    Place(#[from] PlaceRefusal),
    /// Somebody else has saved it since it was read.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Access(error) => Self::Access(error),
            Refused::Store(error) => Self::Store(error),
        }
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::Form(_) => Kind::Invalid,
            Self::NotFound(_) => Kind::NotFound,
            Self::Place(
                PlaceRefusal::RegionInside
                | PlaceRefusal::NoRegion
                | PlaceRefusal::NoDistrict
                | PlaceRefusal::IntoItself,
            ) => Kind::Invalid,
            Self::Entry(_) | Self::Place(_) | Self::Stale(_) => Kind::Conflict,
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        let one = |field: &str| vec![(field.to_owned(), self.to_string())];
        match self {
            Self::Form(faults) => faults.by_field(),
            Self::Entry(EntryRefusal::Taken(list)) => one(list.field()),
            Self::Entry(EntryRefusal::Last(_)) => one("active"),
            Self::Place(refusal) => refusal.field().map(one).unwrap_or_default(),
            Self::Stale(stale) => stale.fields(),
            _ => Vec::new(),
        }
    }
}

/// Begins a change: the caller is a Super User still, and nobody else changes reference data until it ends.
fn begin<'a>(ports: &'a Ports, caller: &Caller) -> Result<Box<dyn Transaction + 'a>, Refused> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    transaction.reference().take_turns()?;
    Ok(transaction)
}

/// Something has come to refer to a record since that was looked at.
fn referred_meanwhile(error: StoreError) -> Error {
    match error {
        StoreError::Reference(_) => StoreError::Conflict.into(),
        other => other.into(),
    }
}
