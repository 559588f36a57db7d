//! Regions with their districts and facilities (2 §3, §7).

use super::views::FacilityNode;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The whole tree is asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// The regions, for everyone who is signed in.
pub fn execute(ports: &Ports, _caller: &Caller, _query: Query) -> Result<Vec<FacilityNode>, Error> {
    Ok(ports.database.read()?.requests().facilities()?)
}
