//! The stages of a request, as the approval chain and the tracking graph show them (2 §3, §4).

pub use super::tracking::{Error, Query};
use super::views::StateView;
use crate::access::Caller;
use crate::ports::Ports;

/// The stages, by number.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<StateView>, Error> {
    ports
        .database
        .read()?
        .review()
        .states(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
