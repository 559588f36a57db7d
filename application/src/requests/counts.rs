//! The numbers on the badges of the tabs (2 §2; decisions, "The calls": `counts/`).

use aditus_domain::ids::OrganisationRoleId;
use thiserror::Error;

use super::views::TabCounts;
use super::whose::list_of;
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// Whose tabs are counted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// An organisation role that the caller holds (a Super User may name any); none for the role that is selected.
    pub org_role: Option<OrganisationRoleId>,
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

/// The numbers.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<TabCounts, Error> {
    let of = list_of(caller, query.org_role)?;
    Ok(ports.database.read()?.requests().counts(of)?)
}
