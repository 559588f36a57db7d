//! The places of the tree of facilities, as Super Users keep them.

use aditus_domain::roles::Role;

use super::super::views::{PlaceQuery, PlaceRecord};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::Paged;
use crate::ports::Ports;

/// A page of places whose name contains the text.
pub fn execute(ports: &Ports, caller: &Caller, query: PlaceQuery) -> Result<Paged<PlaceRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let query = PlaceQuery {
        list: query.list.folded(),
        ..query
    };
    Ok(ports.database.read()?.reference().place_records(&query)?)
}
