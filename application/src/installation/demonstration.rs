//! Keeps invented and real data apart by a mark in the database. A demonstration publishes the
//! password of its accounts and shows every mail, which must never happen to a production database.
//! Conversely, real work must not start with accounts that are open to the public.

use thiserror::Error;

use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Database, DemonstrationMark, Installation, StoreError};

/// The state of a database for a demonstration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// An untouched database, which has to be filled.
    Untouched,
    /// A complete demonstration.
    Demonstration,
}

/// Errors of using the database.
#[derive(Debug, Error)]
pub enum Error {
    /// A demonstration was requested, but the database contains other data.
    #[error("it holds data that is not the demonstration's")]
    InUse,
    /// A demonstration was requested, but an earlier start did not finish writing its data.
    #[error("an earlier start ended before all of the demonstration's data was written")]
    Unfinished,
    /// Normal operation was requested, but the database contains a demonstration.
    #[error("it contains a demonstration, whose accounts anyone can use")]
    Demonstration,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        InUse | Unfinished | Demonstration => Conflict, reason: InstallationInUse;
    }
}

/// Refuses a database that does not fit the requested mode. Changes nothing.
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

/// Opens the database for a demonstration. An untouched database is marked and has to be filled;
/// see [`complete`].
pub fn begin(database: &dyn Database) -> Result<Found, Error> {
    let mut transaction = database.begin()?;
    let found = find(transaction.installation())?;
    if found == Found::Untouched {
        transaction
            .installation()
            .mark_demonstration(DemonstrationMark::Begun)?;
        transaction.commit(audit::unrecorded(Unrecorded::DemoOrTest))?;
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

/// Marks the demonstration as complete, after all of its data was written.
pub fn complete(database: &dyn Database) -> Result<(), StoreError> {
    let mut transaction = database.begin()?;
    transaction
        .installation()
        .mark_demonstration(DemonstrationMark::Complete)?;
    transaction.commit(audit::unrecorded(Unrecorded::DemoOrTest))
}
