//! What the parts of the tracking screen have in common: of which request they are, and how they fail (2 §4).

use aditus_domain::ids::RequestId;
use thiserror::Error;

use crate::failure::failure;
use crate::ports::StoreError;

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

failure! {
    Error {
        forwards Store;
        NotFound => NotFound;
    }
}
