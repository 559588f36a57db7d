//! A version of a data source is committed or changed: `POST data_dictionary/version/` and `PUT .../{id}/` (3 §5, §7).

use aditus_domain::dictionary::RawVersion;
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{AssignedRoleId, VersionId};
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::commit;
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

/// Saves a version. Whoever saves it is its committer. A new one holds all variables of its source ([`commit`] holds some).
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<VersionId, Error> {
    match command.id {
        Some(id) => change(ports, caller, id, command),
        None => commit::execute(
            ports,
            caller,
            &commit::Command {
                version: command.version.clone(),
                commited_by: command.commited_by,
                variables: None,
            },
        ),
    }
}

fn change(ports: &Ports, caller: &Caller, id: VersionId, command: &Command) -> Result<VersionId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let committer = committer(caller, command.commited_by)?;
    let usual = transaction
        .dictionary_records()
        .version_created_on(id)?
        .ok_or(Error::NotFound(Record::Version))?;
    advance::<Error>(transaction.as_mut(), Versioned::Version(id), command.seen)?;
    let version = command.version.check(usual, ports.clock.now())?;
    let no_source = |message: &str| FormFaults::one("data_source", message);
    if transaction
        .dictionary_records()
        .source(version.data_source)?
        .is_none()
    {
        return Err(no_source("Data Source is required").into());
    }
    let revisions = transaction.dictionary_revisions();
    let is_other = revisions.version_source(id)? != Some(version.data_source);
    if is_other && revisions.held(id)? > 0 {
        let message = "The version holds variables of its data source, and stays with it.";
        return Err(no_source(message).into());
    }
    transaction
        .dictionary_records()
        .update_version(id, &version, committer)?;
    transaction.commit()?;
    Ok(id)
}

/// The Super User's role that the caller names, or else the one that is selected, or else any.
pub(super) fn committer(
    caller: &Caller,
    named: Option<AssignedRoleId>,
) -> Result<AssignedRoleId, AccessError> {
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
