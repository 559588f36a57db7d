//! The numbers on the badges of the tabs (2 §2; decisions, "The calls": `counts/`).

use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::review::comments::blocking_since;

pub use super::listing::Error;
use super::views::TabCounts;
use super::visibility::list_of;
use crate::access::Caller;
use crate::ports::Ports;

/// Selects the list whose tabs are counted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// An organisation role of the caller, or any for a Super User. None for the selected role.
    pub org_role: Option<OrganisationRoleId>,
}

/// Returns the number of requests on each tab.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<TabCounts, Error> {
    let of = list_of(caller, query.org_role)?;
    let mut views = ports.database.read()?;
    let now = ports.clock.now();
    let demanded_after = blocking_since(now);
    let today = views.deadlines().day_of(now)?;
    Ok(TabCounts {
        overdue: views.requests().overdue(of, today)?,
        with_requester: views.requests().with_requester(of, demanded_after)?,
        ..views.requests().counts(of)?
    })
}
