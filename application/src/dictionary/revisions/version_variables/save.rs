//! A variable is added to a version, or put in the place of another: `POST data_dictionary/version_variable/` and `PUT .../{id}/`
//! (3 §5, §7).

use aditus_domain::form::FormFaults;
use aditus_domain::ids::{VariableId, VersionId, VersionVariableId};

use crate::access::Caller;
pub use crate::dictionary::records::Error;
use crate::dictionary::records::{Record, taken};
use crate::ports::Ports;
use crate::roles::authority;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// The variable of a version to replace; none to add one.
    pub id: Option<VersionVariableId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// The version of the source. A change names the one that it is of.
    pub version: Option<VersionId>,
    /// The variable, whose present revision the version will hold.
    pub variable: Option<VariableId>,
}

/// Has a version hold a variable as it is now.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<VersionVariableId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let known = match command.id {
        None => None,
        Some(id) => {
            let found = transaction.dictionary_revisions().version_of(id)?;
            let found = found.ok_or(Error::NotFound(Record::VersionVariable))?;
            advance::<Error>(transaction.as_mut(), Versioned::VersionVariable(id), command.seen)?;
            Some((id, found))
        }
    };
    let fault = |field, message: &str| FormFaults::one(field, message);
    let version = command
        .version
        .ok_or_else(|| fault("version", "Version is required"))?;
    let source = transaction
        .dictionary_revisions()
        .version_source(version)?
        .ok_or_else(|| fault("version", "Version is required"))?;
    if known.is_some_and(|(_, known)| known != version) {
        return Err(fault("version", "A variable stays in its version.").into());
    }
    let variable = command
        .variable
        .ok_or_else(|| fault("variable", "Variable is required"))?;
    let found = transaction
        .dictionary_variables()
        .variable(variable)?
        .ok_or_else(|| fault("variable", "Variable is required"))?;
    if found.data_source != source {
        let message = "This variable is not of the data source of the version.";
        return Err(fault("variable", message).into());
    }
    let taken = taken("variable", "The version has this variable already.");
    let revisions = transaction.dictionary_revisions();
    let id = match known {
        None => revisions.hold(version, variable).map_err(taken)?,
        Some((id, _)) => {
            revisions.hold_instead(id, variable).map_err(taken)?;
            id
        }
    };
    transaction.commit()?;
    Ok(id)
}
