//! The tree of facilities as a file of the columns `region,district,facility`, which can be read again.

use aditus_domain::reference::Places;
use aditus_domain::roles::Role;
use thiserror::Error;

use crate::access::{AccessError, Caller};
use crate::exports;
pub use crate::exports::Export as Answer;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{DocumentError, Ports, StoreError};

/// Why there is no file.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller has taken out too much in a while.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// It could not be made.
    #[error("The document could not be made. Please try again later.")]
    Document(#[from] DocumentError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Store;
        Document(_) => Internal;
    }
}

/// Every facility, offered or not, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    exports::limit(ports, caller)?;
    let places = Places::new(ports.database.read()?.reference().all_places()?);
    Ok(Answer {
        file_name: "facilities.csv".to_owned(),
        bytes: ports.documents.facilities_csv(&places.lines())?,
    })
}
