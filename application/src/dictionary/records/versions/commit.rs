//! A version of a data source is committed: `POST data_dictionary/version/` (3 §5, §7; T1).

use std::collections::BTreeSet;

use aditus_domain::dictionary::RawVersion;
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{AssignedRoleId, VariableId, VersionId};

pub use super::super::Error;
use super::save::committer;
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// The most variables that can be chosen. More of them are all of a source, or are added to the version one after the other.
pub const MOST_VARIABLES: usize = 5_000;

/// What was typed and chosen.
#[derive(Debug, Clone)]
pub struct Command {
    /// Its fields.
    pub version: RawVersion,
    /// The role in which the caller commits; if it is named, it must be the caller's.
    pub commited_by: Option<AssignedRoleId>,
    /// The variables that the version is to hold; none for all of the source, and an empty list for a version that is filled afterwards.
    pub variables: Option<Vec<VariableId>>,
}

/// Commits a version, which holds its variables and their tables as they are now. What is changed later leaves it as it is.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<VersionId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let committer = committer(caller, command.commited_by)?;
    let now = ports.clock.now();
    let version = command.version.check(now, now)?;
    let chosen: Option<Vec<VariableId>> = command.variables.as_ref().map(|chosen| {
        chosen
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    });
    let fault = |message: String| FormFaults::one("variables", message);
    if chosen
        .as_ref()
        .is_some_and(|chosen| chosen.len() > MOST_VARIABLES)
    {
        return Err(fault(format!("At most {MOST_VARIABLES} variables can be chosen.")).into());
    }
    let records = transaction.dictionary_records();
    if records.source(version.data_source)?.is_none() {
        return Err(FormFaults::one("data_source", "Data Source is required").into());
    }
    let id = records.add_version(&version, committer)?;
    let held = transaction
        .dictionary_revisions()
        .freeze(id, version.data_source, chosen.as_deref())?;
    if chosen.is_some_and(|chosen| chosen.len() as u64 != held) {
        return Err(fault("Choose variables of the data source only.".to_owned()).into());
    }
    transaction.commit()?;
    Ok(id)
}
