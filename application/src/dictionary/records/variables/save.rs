//! A variable is added to a table or changed: `POST data_dictionary/variables_dd/` and `PUT .../{id}/` (3 §5, §7).

use aditus_domain::dictionary::{NO_TABLE, RawVariable};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{TableId, VariableId};

pub use super::super::Error;
use super::super::{Record, taken};
use crate::access::Caller;
use crate::dictionary::revisions;
use crate::ports::Ports;
use crate::roles::authority;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What was typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// The variable to change; none to add one.
    pub id: Option<VariableId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// The table that it is of. A change may leave it out, and name no other.
    pub tbl: Option<TableId>,
    /// Its fields.
    pub variable: RawVariable,
}

/// Saves a variable. What it has several of stays as it is.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<VariableId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let known = match command.id {
        None => None,
        Some(id) => {
            let found = transaction.dictionary_variables().variable(id)?;
            let found = found.ok_or(Error::NotFound(Record::Variable))?;
            transaction.dictionary_tables().take_turns(found.data_source)?;
            advance::<Error>(transaction.as_mut(), Versioned::Variable(id), command.seen)?;
            Some((id, found))
        }
    };
    let usual = known.as_ref().map(|(_, known)| &known.details);
    let details = command.variable.check(usual)?;
    let fault = |message: &str| FormFaults::one("tbl", message);
    let table = match (&known, command.tbl) {
        (Some((_, known)), None) => known.table,
        (Some((_, known)), Some(named)) if named == known.table => named,
        (Some(_), Some(_)) => return Err(fault("A variable stays in its table.").into()),
        (None, Some(named)) if transaction.dictionary_tables().table(named)?.is_some() => named,
        (None, _) => return Err(fault(NO_TABLE).into()),
    };
    revisions::made_by(transaction.as_mut(), ports, caller);
    let taken = taken(
        "ids_column_name",
        "There is a variable with this column name in the table already.",
    );
    let variables = transaction.dictionary_variables();
    let id = match known {
        None => variables.add_variable(table, &details).map_err(taken)?,
        Some((id, _)) => {
            variables.update_variable(id, &details).map_err(taken)?;
            id
        }
    };
    transaction.commit()?;
    Ok(id)
}
