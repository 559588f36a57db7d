//! The choices that the wizard offers to signed-in users (2 §3, §7).

use super::views::{FacilityNode, ReferenceData};
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Returns purposes, ethics committees and equipment types.
pub fn lists(ports: &Ports) -> Result<ReferenceData, Error> {
    Ok(ports.database.read()?.requests().reference_data()?)
}

/// Returns the regions with their districts and facilities.
pub fn facilities(ports: &Ports) -> Result<Vec<FacilityNode>, Error> {
    Ok(ports.database.read()?.requests().facilities()?)
}
