//! What happened to a request, in all rounds (decisions C11).

pub use super::tracking::{Error, Query};
use super::views::HistoryView;
use crate::access::Caller;
use crate::ports::Ports;

/// What happened, oldest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<HistoryView>, Error> {
    ports
        .database
        .read()?
        .review()
        .history(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
