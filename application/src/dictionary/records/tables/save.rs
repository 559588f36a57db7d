//! A table is added to a data source or changed: `POST data_dictionary/table_dd/` and `PUT .../{id}/` (3 §5, §7).

use aditus_domain::dictionary::{NO_TABLE_TYPE, RawTable, UsualTable};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{DataSourceId, TableId};

pub use super::super::Error;
use super::super::{Record, taken};
use super::repository::TableOfSource;
use crate::access::Caller;
use crate::dictionary::revisions;
use crate::ports::{Ports, Transaction};
use crate::roles::authority;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What was typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// The table to change; none to add one.
    pub id: Option<TableId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// The source that it is of. A change may leave it out, and name no other.
    pub data_source: Option<DataSourceId>,
    /// Its fields.
    pub table: RawTable,
}

/// Saves a table. What is published of it, and the name that its variables are found by, follow at once.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<TableId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let known = match command.id {
        None => None,
        Some(id) => {
            let found = transaction.dictionary_tables().table(id)?;
            let found = found.ok_or(Error::NotFound(Record::Table))?;
            transaction.dictionary_tables().take_turns(found.data_source)?;
            advance::<Error>(transaction.as_mut(), Versioned::Table(id), command.seen)?;
            Some((id, found))
        }
    };
    let details = command
        .table
        .check(usual(known.as_ref().map(|(_, table)| table)))?;
    let source = source(transaction.as_mut(), command.data_source, known.as_ref())?;
    let table_type = transaction.dictionary_tables().table_type(details.table_type)?;
    let table_type = table_type.ok_or_else(|| FormFaults::one("table_type", NO_TABLE_TYPE))?;
    let row = details.row(table_type);
    revisions::made_by(transaction.as_mut(), ports, caller);
    let taken = taken(
        "tbl_name",
        "There is a table with this name in the data source already.",
    );
    let id = match known {
        Some((id, _)) => {
            transaction
                .dictionary_tables()
                .update_table(id, &row)
                .map_err(taken)?;
            id
        }
        None => {
            let added = transaction
                .dictionary()
                .add_tables(source, std::slice::from_ref(&row));
            // One row, one id: an adapter that answers none has added nothing.
            *added
                .map_err(taken)?
                .first()
                .ok_or(Error::NotFound(Record::Table))?
        }
    };
    transaction.commit()?;
    Ok(id)
}

fn usual(known: Option<&TableOfSource>) -> UsualTable {
    known.map_or_else(UsualTable::default, |known| UsualTable {
        publish: known.row.publish,
        records: known.row.records.unwrap_or_default(),
    })
}

fn source(
    transaction: &mut dyn Transaction,
    named: Option<DataSourceId>,
    known: Option<&(TableId, TableOfSource)>,
) -> Result<DataSourceId, Error> {
    let fault = |message| FormFaults::one("data_source", message);
    match (known, named) {
        (Some((_, known)), None) => Ok(known.data_source),
        (Some((_, known)), Some(named)) if named == known.data_source => Ok(named),
        (Some(_), Some(_)) => Err(fault("A table stays in its data source.").into()),
        (None, Some(named)) if transaction.dictionary_records().source(named)?.is_some() => Ok(named),
        (None, _) => Err(fault("Data Source is required").into()),
    }
}
