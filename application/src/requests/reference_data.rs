//! What the wizard offers to choose from: purposes, ethics committees, equipment types (2 §3, §7).

use thiserror::Error;

use super::views::ReferenceData;
use crate::access::Caller;
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// Everything is asked for at once; the calls pick their part.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// Why it cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("No information available")]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        let Self::Store(error) = self;
        error.kind()
    }
}

/// The lists, for everyone who is signed in.
pub fn execute(ports: &Ports, _caller: &Caller, _query: Query) -> Result<ReferenceData, Error> {
    Ok(ports.database.read()?.requests().reference_data()?)
}
