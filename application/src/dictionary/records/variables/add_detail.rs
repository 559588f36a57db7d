//! An entry is added on a tab of the details of a variable: `POST data_dictionary/synonyms/`, `timeline_of_changes/`,
//! `input_values/`, `dependencies/` and `variable_metadata/` (3 §2.10, §5, §7).

use aditus_domain::dictionary::{Detail, RawDetail};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{DetailId, VariableId};

pub use super::super::Error;
use super::super::{Record, taken};
use crate::access::Caller;
use crate::dictionary::revisions;
use crate::ports::{Ports, StoreError};
use crate::roles::authority;
use crate::row_versions::{Versioned, advance};

/// What was typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// The variable.
    pub variable: VariableId,
    /// The entry.
    pub detail: RawDetail,
}

/// Adds an entry. It changes the variable, of which whoever had read it has to look at it anew before saving it.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<DetailId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let detail = command.detail.check(command.variable)?;
    let variables = transaction.dictionary_variables();
    let variable = variables.variable(command.variable)?;
    let variable = variable.ok_or(Error::NotFound(Record::Variable))?;
    if let Detail::Dependency { depend_on } = detail {
        let other = variables.variable(depend_on)?;
        if other.is_none_or(|other| other.data_source != variable.data_source) {
            let message = "Choose a variable of the same data source.";
            return Err(FormFaults::one("depend_on", message).into());
        }
    }
    transaction.dictionary_tables().take_turns(variable.data_source)?;
    advance::<Error>(transaction.as_mut(), Versioned::Variable(command.variable), None)?;
    revisions::made_by(transaction.as_mut(), ports, caller);
    let refuse = |error: StoreError| match detail.distinct() {
        Some((field, message)) => taken(field, message)(error),
        None => error.into(),
    };
    let id = transaction
        .dictionary_variables()
        .add_detail(command.variable, &detail)
        .map_err(refuse)?;
    transaction.commit()?;
    Ok(id)
}
