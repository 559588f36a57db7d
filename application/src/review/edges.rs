//! The lines of the tracking graph (2 §7, `request_edges/`).

pub use super::tracking::{Error, Query};
use super::views::EdgeView;
use crate::access::Caller;
use crate::ports::Ports;

/// The links between the stages.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<EdgeView>, Error> {
    ports
        .database
        .read()?
        .review()
        .edges(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
