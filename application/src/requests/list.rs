//! A list of requests by role and tab (2 §2, §7; decisions C12).

use aditus_domain::ids::OrganisationRoleId;
use thiserror::Error;

use super::listing::{self, Wanted, page_of};
use super::views::{RequestRow, Tab};
use super::whose::list_of;
use crate::access::Caller;
use crate::failure::{Failure, Kind};
use crate::paging::Paged;
use crate::ports::Ports;

/// Which list is wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// An organisation role that the caller holds (a Super User may name any); none for the role that is selected.
    pub org_role: Option<OrganisationRoleId>,
    /// The states of the API, which name a tab; none for all requests.
    pub statuses: Vec<String>,
    /// Which page.
    pub wanted: Wanted,
}

/// Why the list cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// As for every list.
    #[error(transparent)]
    List(#[from] listing::Error),
    /// The states name no tab.
    #[error(
        "There is no list for the status {0}. Use Incoming, Unattended, Pending, Approved, Denied or Recalled."
    )]
    Status(String),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::List(error) => error.kind(),
            Self::Status(_) => Kind::Invalid,
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Status(_) => vec![("status".to_owned(), self.to_string())],
            Self::List(_) => Vec::new(),
        }
    }
}

/// A page of the list.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    let tab = tab(&query.statuses)?;
    let of = list_of(caller, query.org_role).map_err(listing::Error::from)?;
    Ok(page_of(ports, of, tab, query.wanted)?)
}

/// The tab that a list of states names: a stage's turn has come wherever Unattended or Pending stands in it.
fn tab(statuses: &[String]) -> Result<Tab, Error> {
    let names: Vec<&str> = statuses
        .iter()
        .map(|status| status.trim())
        .filter(|status| !status.is_empty())
        .collect();
    let only = |known: &[&str]| names.iter().all(|name| known.contains(name));
    if names.is_empty() {
        Ok(Tab::All)
    } else if only(&["Incoming"]) {
        Ok(Tab::Incoming)
    } else if only(&["Unattended", "Pending", "Incoming"]) {
        Ok(Tab::Pending)
    } else if only(&["Approved"]) {
        Ok(Tab::Approved)
    } else if only(&["Denied", "Recalled"]) {
        Ok(Tab::Denied)
    } else {
        Err(Error::Status(names.join(", ")))
    }
}
