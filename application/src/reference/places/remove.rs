//! A place of the tree of facilities is deleted.

use aditus_domain::ids::FacilityId;

pub use super::super::Error;
use super::super::{begin, referred_meanwhile};
use super::known;
use crate::access::Caller;
use crate::ports::Ports;

/// Deletes a place that holds no other and that no request names, by any name that it has or had.
pub fn execute(ports: &Ports, caller: &Caller, id: FacilityId) -> Result<(), Error> {
    let mut transaction = begin(ports, caller)?;
    let (places, place) = known(transaction.as_mut(), id)?;
    // A place that holds others is refused before any request is looked at.
    places.may_remove(&place, 0)?;
    let records = transaction.reference();
    let former = records.former_names(id)?;
    let requests = records.requests_naming(&places.summaries_of(&place, &former))?;
    places.may_remove(&place, requests)?;
    records.remove_place(id).map_err(referred_meanwhile)?;
    Ok(transaction.commit()?)
}
