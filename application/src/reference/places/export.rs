//! Exports the tree of facilities as a file with the columns `region,district,facility`, which can
//! be imported again.

use aditus_domain::reference::Places;
use aditus_domain::roles::Role;
use thiserror::Error;

use crate::access::{AccessError, Caller};
use crate::exports;
pub use crate::exports::Export as Answer;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{DocumentError, Ports, StoreError};

/// The export failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is not a Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller exceeded the export limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The document could not be rendered.
    #[error("The document could not be made. Please try again later.")]
    Document(#[from] DocumentError),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Store;
        Document(_) => Internal, reason: Internal;
    }
}

/// Exports every facility, offered or not, as a CSV file for Super Users.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    exports::limit(ports, caller)?;
    let places = Places::new(ports.database.read()?.reference().all_places()?);
    Ok(Answer {
        file_name: "facilities.csv".to_owned(),
        bytes: ports.documents.facilities_csv(&places.lines())?,
    })
}
