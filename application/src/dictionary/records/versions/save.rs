//! A version of a data source is committed or changed: `POST data_dictionary/version/` and `PUT .../{id}/` (3 §5, §7).

use aditus_domain::dictionary::RawVersion;
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{AssignedRoleId, VersionId};
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use crate::access::{AccessError, Caller};
use crate::ports::Ports;
use crate::roles::authority;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What was typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// The version to change; none to add one.
    pub id: Option<VersionId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// Its fields.
    pub version: RawVersion,
    /// The role in which the caller commits; if it is named, it must be the caller's.
    pub commited_by: Option<AssignedRoleId>,
}

/// Saves a version. Whoever saves it is its committer.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<VersionId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let committer = committer(caller, command.commited_by)?;
    let now = ports.clock.now();
    let usual = match command.id {
        None => now,
        Some(id) => transaction
            .dictionary_records()
            .version_created_on(id)?
            .ok_or(Error::NotFound(Record::Version))?,
    };
    if let Some(id) = command.id {
        advance::<Error>(transaction.as_mut(), Versioned::Version(id), command.seen)?;
    }
    let version = command.version.check(usual, now)?;
    let records = transaction.dictionary_records();
    if records.source(version.data_source)?.is_none() {
        return Err(FormFaults::one("data_source", "Data Source is required").into());
    }
    let id = match command.id {
        None => records.add_version(&version, committer)?,
        Some(id) => {
            records.update_version(id, &version, committer)?;
            id
        }
    };
    transaction.commit()?;
    Ok(id)
}

/// The Super User's role that the caller names, or else the one that is selected, or else any.
fn committer(caller: &Caller, named: Option<AssignedRoleId>) -> Result<AssignedRoleId, AccessError> {
    let is_super_user = |id: &AssignedRoleId| {
        caller
            .assignment(*id)
            .is_some_and(|held| held.role == Role::SuperUser)
    };
    match named {
        Some(named) if is_super_user(&named) => Ok(named),
        Some(_) => Err(AccessError::NotHeld),
        None => match caller.selected.filter(is_super_user) {
            Some(selected) => Ok(selected),
            None => Ok(caller.require(Role::SuperUser)?.id),
        },
    }
}
