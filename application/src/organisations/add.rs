//! An organisation is added: `POST users/organizations/` (3 §2.5, §5, §7).

use aditus_domain::form::FormFaults;
use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::roles::Role;
use thiserror::Error;

pub use super::clash::Clash;
use super::clash::{find, stored};
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};
use crate::roles::authority;

/// The organisation as it was typed. It is active unless that is denied.
pub type Command = RawOrganisation;

/// The organisation's id.
pub type Answer = OrganisationId;

/// Why no organisation was added.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User (3 §6).
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Something is wrong with the form.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// Another organisation has the name or the domain.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::Form(_) => Kind::Invalid,
            Self::Clash(_) => Kind::Conflict,
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Form(faults) => faults.by_field(),
            Self::Clash(clash) => vec![(clash.field().to_owned(), clash.to_string())],
            Self::Access(_) | Self::Store(_) => Vec::new(),
        }
    }
}

/// Adds an organisation, which offers no role yet.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let organisation = stored(command.check()?, None);
    let mut transaction = ports.database.begin()?;
    transaction.roles().take_turns()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    if let Some(clash) = find(transaction.as_mut(), &organisation, None)? {
        return Err(clash.into());
    }
    let id = transaction.organisations().add(&organisation)?;
    transaction.commit()?;
    Ok(id)
}
