//! The list of request histories (2 §2, "Request histories page"; decisions C12).

use aditus_domain::ids::OrganisationRoleId;
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
    /// An organisation role that the caller holds (a Super User may name any); none for the role that is selected.
    pub org_role: Option<OrganisationRoleId>,
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

/// The requests whose stage of this organisation role was answered. Requesters and Super Users have no stage of their own
/// to answer: they are shown all that is theirs.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    let of = list_of(caller, query.org_role)?;
    let tab = match of {
        ListOf::OrgRole(_) => Tab::History,
        ListOf::Owner(_) | ListOf::Everything => Tab::All,
    };
    let search = searched_for(query.search);
    let wanted = RequestQuery {
        of,
        tab,
        search,
        direction: query.direction,
        page: query.page,
    };
    Ok(ports.database.read()?.requests().list(&wanted)?)
}
