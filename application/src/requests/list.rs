//! A list of requests by role and tab (2 §2, §7; decisions C12).

use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::review::Tab;
use thiserror::Error;

use super::listing::{self, RequestListQuery, page_of};
use super::views::RequestRow;
use super::visibility::list_of;
use crate::access::Caller;
use crate::failure::failure;
use crate::paging::Paged;
use crate::ports::Ports;

/// Selects the list and the page.
#[derive(Debug, Clone)]
pub struct Query {
    /// An organisation role of the caller, or any for a Super User. None for the selected role.
    pub org_role: Option<OrganisationRoleId>,
    /// States of the API, each of which names a tab. Empty for all requests.
    pub statuses: Vec<String>,
    /// Filter, order and page.
    pub list: RequestListQuery,
}

/// The list cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// An error common to all lists.
    #[error(transparent)]
    List(#[from] listing::Error),
    /// A state that names no tab.
    #[error(
        "There is no list for one of these states. Use Incoming, Unattended, Pending, Approved, Denied or Recalled."
    )]
    Status,
}

failure! {
    Error {
        forwards List;
        Status => Invalid, reason: InvalidFields, field: "status";
    }
}

/// Returns a page of the requests on the tabs that the statuses name.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    let tabs = tabs(&query.statuses)?;
    let of = list_of(caller, query.org_role).map_err(listing::Error::from)?;
    Ok(page_of(ports, caller, of, &tabs, query.list)?)
}

/// Returns the tabs that these states name (decisions C12). Unattended and Pending name the same
/// tab, as do Denied and Recalled.
fn tabs(statuses: &[String]) -> Result<Vec<Tab>, Error> {
    let names: Vec<&str> = statuses
        .iter()
        .map(|status| status.trim())
        .filter(|status| !status.is_empty())
        .collect();
    if names.is_empty() {
        return Ok(vec![Tab::All]);
    }
    let mut tabs = Vec::new();
    for name in &names {
        let tab = match *name {
            "Incoming" => Tab::Incoming,
            "Unattended" | "Pending" => Tab::Pending,
            "Approved" => Tab::Approved,
            "Denied" | "Recalled" => Tab::Denied,
            _ => return Err(Error::Status),
        };
        if !tabs.contains(&tab) {
            tabs.push(tab);
        }
    }
    Ok(tabs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tabs_of(names: &[&str]) -> Option<Vec<Tab>> {
        tabs(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()).ok()
    }

    #[test]
    fn each_state_adds_its_tab() {
        assert_eq!(tabs_of(&[]), Some(vec![Tab::All]));
        assert_eq!(tabs_of(&["", " "]), Some(vec![Tab::All]));
        assert_eq!(
            tabs_of(&["Approved", "Denied"]),
            Some(vec![Tab::Approved, Tab::Denied])
        );
        assert_eq!(tabs_of(&["Denied", " Recalled"]), Some(vec![Tab::Denied]));
        assert_eq!(
            tabs_of(&["Unattended", "Incoming"]),
            Some(vec![Tab::Pending, Tab::Incoming])
        );
        assert_eq!(tabs_of(&["Approved", "Halted"]), None);
    }
}
