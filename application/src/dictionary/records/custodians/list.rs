//! The list of data custodians: `GET data_dictionary/data_custodian/` (3 §2.8).

use aditus_domain::dictionary::search::fold;
use aditus_domain::roles::Role;

use super::super::views::{CustodianRecord, CustodianSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// A page of data custodians, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    query: ListQuery<CustodianSort>,
) -> Result<Paged<CustodianRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let query = query.folded();
    let roles: Vec<Role> = match &query.search {
        Some(text) => Role::ALL
            .into_iter()
            .filter(|role| fold(role.name()).contains(text.as_str()))
            .collect(),
        None => Vec::new(),
    };
    Ok(ports
        .database
        .read()?
        .dictionary_records()
        .custodian_records(&query, &roles)?)
}
