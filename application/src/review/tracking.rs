//! The parts of the tracking screen: the stages of a request, the links between them, and its
//! history (2 §3, §4, §7; decisions C11).

use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::views::{EdgeView, HistoryView, StateView};
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The tracking information cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("No tracking information found.")]
    NotFound,
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: TrackingNotFound;
    }
}

/// Returns the stages, ordered by number.
pub fn states(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<StateView>, Error> {
    let states = ports.database.read()?.review().states(&caller.scope(), request)?;
    states.ok_or(Error::NotFound)
}

/// Returns the links between the stages.
pub fn edges(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<EdgeView>, Error> {
    let edges = ports.database.read()?.review().edges(&caller.scope(), request)?;
    edges.ok_or(Error::NotFound)
}

/// Returns the history of all rounds, oldest first.
pub fn history(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<HistoryView>, Error> {
    let history = ports
        .database
        .read()?
        .review()
        .history(&caller.scope(), request)?;
    history.ok_or(Error::NotFound)
}
