//! The choices of the filters of a list.

use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;

use super::counts::Query;
pub use super::listing::Error;
use super::views::FilterChoices;
use super::visibility::list_of;
use crate::access::Caller;
use crate::ports::Ports;

/// Replaces the name of the organisation whose requesters typed the name of their own one.
const NOT_REGISTERED: &str = "Not registered";

/// Returns the data sources and organisations that occur in the list.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<FilterChoices, Error> {
    let of = list_of(caller, query.org_role)?;
    let mut choices = ports.database.read()?.requests().filter_choices(of)?;
    for (organisation, name) in &mut choices.organisations {
        if *organisation == DATA_REQUESTER_ORGANISATION {
            NOT_REGISTERED.clone_into(name);
        }
    }
    Ok(choices)
}
