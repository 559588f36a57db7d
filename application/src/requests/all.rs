//! All requests (2 §7, `all/` and `allrequest/`): a Super User's are everybody's, others get what is theirs.

use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::{ListOf, RequestQuery, RequestRow, Tab};
use super::whose::{list_of, searched_for};
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::paging::{Direction, Page, Paged};
use crate::ports::{Ports, StoreError};

/// Which page of the list is wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Text that a row must contain.
    pub search: Option<String>,
    /// By date of creation, then id.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// Why the list cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller does not hold the organisation role.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }
}

/// A page of the list, of everything or in the role that the caller has selected.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    let of = if caller.holds(Role::SuperUser) {
        ListOf::Everything
    } else {
        list_of(caller, None)?
    };
    let search = searched_for(query.search);
    let wanted = RequestQuery {
        of,
        tab: Tab::All,
        search,
        direction: query.direction,
        page: query.page,
    };
    Ok(ports.database.read()?.requests().list(&wanted)?)
}
