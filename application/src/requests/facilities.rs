//! Regions with their districts and facilities (2 §3, §7).

use thiserror::Error;

use super::views::FacilityNode;
use crate::access::Caller;
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// The whole tree is asked for.
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

/// The regions, for everyone who is signed in.
pub fn execute(ports: &Ports, _caller: &Caller, _query: Query) -> Result<Vec<FacilityNode>, Error> {
    Ok(ports.database.read()?.requests().facilities()?)
}
