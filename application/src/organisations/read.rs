//! One organisation with all its fields: `GET users/organizations/{org_id}/` (3 §7).

use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::OrganisationRow;
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// No organisation has this id.
    #[error("Organisation not found.")]
    NotFound,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::NotFound => Kind::NotFound,
            Self::Store(error) => error.kind(),
        }
    }
}

/// Reads an organisation, active or not, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: OrganisationId) -> Result<OrganisationRow, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.organisations().one(id)?;
    found.ok_or(Error::NotFound)
}
