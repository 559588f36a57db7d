//! The lines of the tracking graph (2 §7, `request_edges/`).

use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::views::EdgeView;
use crate::access::Caller;
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// Of which request.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// Why it cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not know of it.
    #[error("No tracking information found.")]
    NotFound,
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound => Kind::NotFound,
            Self::Store(error) => error.kind(),
        }
    }
}

/// The links between the stages.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<EdgeView>, Error> {
    ports
        .database
        .read()?
        .review()
        .edges(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
