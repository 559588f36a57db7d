//! What the wizard offers to choose from: purposes, ethics committees, equipment types (2 §3, §7).

use super::views::ReferenceData;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Everything is asked for at once; the calls pick their part.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// The lists, for everyone who is signed in.
pub fn execute(ports: &Ports, _caller: &Caller, _query: Query) -> Result<ReferenceData, Error> {
    Ok(ports.database.read()?.requests().reference_data()?)
}
