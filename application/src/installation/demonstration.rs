//! Keeps invented data and real data apart: a mark in the database says which of the two it holds. A demonstration offers its
//! accounts with their password and shows every mail, which must never happen to a database that people work with; and people
//! must not begin to work with accounts that everybody can enter.

use thiserror::Error;

use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Database, DemonstrationMark, Installation, StoreError};

/// What a demonstration finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// An untouched database, which has to be filled.
    Untouched,
    /// The demonstration.
    Demonstration,
}

/// Why the database is not used.
#[derive(Debug, Error)]
pub enum Error {
    /// A demonstration was asked for.
    #[error("it holds data that is not the demonstration's")]
    InUse,
    /// A demonstration was asked for, and an earlier one ended before all of its data was written.
    #[error("an earlier start ended before all of the demonstration's data was written")]
    Unfinished,
    /// No demonstration was asked for.
    #[error("it holds a demonstration, whose accounts everybody can enter")]
    Demonstration,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        InUse | Unfinished | Demonstration => Conflict;
    }
}

/// Refuses a database that does not go with what is asked for, a demonstration or none. Nothing is changed.
pub fn check(database: &dyn Database, is_demonstration: bool) -> Result<(), Error> {
    let mut transaction = database.begin()?;
    let installation = transaction.installation();
    if is_demonstration {
        find(installation).map(|_| ())
    } else {
        match installation.demonstration()? {
            DemonstrationMark::None => Ok(()),
            DemonstrationMark::Begun | DemonstrationMark::Complete => Err(Error::Demonstration),
        }
    }
}

/// Takes the database for a demonstration: one that holds it, or one that is untouched, which is marked and has to be filled; see
/// [`complete`].
pub fn begin(database: &dyn Database) -> Result<Found, Error> {
    let mut transaction = database.begin()?;
    let found = find(transaction.installation())?;
    if found == Found::Untouched {
        transaction
            .installation()
            .mark_demonstration(DemonstrationMark::Begun)?;
        transaction.commit(audit::unrecorded(Unrecorded::Invented))?;
    }
    Ok(found)
}

fn find(installation: &mut dyn Installation) -> Result<Found, Error> {
    match installation.demonstration()? {
        DemonstrationMark::Complete => Ok(Found::Demonstration),
        DemonstrationMark::Begun => Err(Error::Unfinished),
        DemonstrationMark::None if installation.is_untouched()? => Ok(Found::Untouched),
        DemonstrationMark::None => Err(Error::InUse),
    }
}

/// All of the demonstration's data is written.
pub fn complete(database: &dyn Database) -> Result<(), StoreError> {
    let mut transaction = database.begin()?;
    transaction
        .installation()
        .mark_demonstration(DemonstrationMark::Complete)?;
    transaction.commit(audit::unrecorded(Unrecorded::Invented))
}
