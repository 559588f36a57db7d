//! What happened to a request, in all rounds (decisions C11).

use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::views::HistoryView;
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

/// What happened, oldest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<HistoryView>, Error> {
    ports
        .database
        .read()?
        .review()
        .history(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
