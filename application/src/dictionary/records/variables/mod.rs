//! Variables of tables, published or not (3 §2.10, §5, §7), and their details.

pub mod details;
pub mod repository;

use aditus_domain::dictionary::{NO_TABLE, RawVariable};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};

use self::repository::VariableOfTable;
use super::views::{VariableRecord, VariableRecordQuery, WholeVariable};
use super::{Error, Record, value_taken, while_unused};
use crate::access::Caller;
use crate::dictionary::revisions::set_revision_author;
use crate::paging::Paged;
use crate::ports::StoreError;
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Variables of tables. Changing a variable leaves its details unchanged.
pub enum VariableRecords {}

/// Form of a variable.
#[derive(Debug, Clone)]
pub struct VariableForm {
    /// Table of the variable. Optional in a change, which cannot move the variable to another
    /// table.
    pub tbl: Option<TableId>,
    /// Source of the table. Optional; it must match if given.
    pub data_source: Option<DataSourceId>,
    /// Fields of the variable.
    pub variable: RawVariable,
}

impl Kind for VariableRecords {
    type Id = VariableId;
    type Error = Error;

    fn recorded(id: VariableId) -> (Record, i64) {
        (Record::Variable, id.0)
    }
}

impl Listable for VariableRecords {
    type Query = VariableRecordQuery;
    type Row = VariableRecord;

    fn rows(
        reading: &mut Reading<'_>,
        query: VariableRecordQuery,
    ) -> Result<Paged<VariableRecord>, StoreError> {
        let query = VariableRecordQuery {
            list: query.list.folded(),
            ..query
        };
        reading.views().dictionary_variables().variable_records(&query)
    }
}

impl Readable for VariableRecords {
    type One = WholeVariable;

    fn read(reading: &mut Reading<'_>, id: VariableId) -> Result<WholeVariable, Error> {
        let found = reading.views().dictionary_variables().whole_variable(id)?;
        found.ok_or(Error::NotFound(Record::Variable))
    }
}

impl Loadable for VariableRecords {
    type Loaded = VariableOfTable;

    fn load(change: &mut Change<'_>, id: VariableId) -> Result<VariableOfTable, Error> {
        let found = change.transaction().dictionary_variables().variable(id)?;
        let found = found.ok_or(Error::NotFound(Record::Variable))?;
        let tables = change.transaction().dictionary_tables();
        tables.lock_exclusive(found.data_source)?;
        // Reads the variable again, because it may have changed while waiting for the lock.
        let variable = change.transaction().dictionary_variables().variable(id)?;
        variable.ok_or(Error::NotFound(Record::Variable))
    }
}

impl HasForm for VariableRecords {
    type Form = VariableForm;
    type Checked = VariableForm;

    fn check(_: &Caller, form: VariableForm) -> Result<VariableForm, Error> {
        Ok(form)
    }
}

impl Addable for VariableRecords {
    fn add(change: &mut Change<'_>, form: VariableForm) -> Result<VariableId, Error> {
        let no_table = || FormFaults::one("tbl", NO_TABLE);
        let Some(named) = form.tbl else {
            return Err(no_table().after(form.variable.check(None)).into());
        };
        let details = form.variable.check(None)?;
        let tables = change.transaction().dictionary_tables();
        let table = tables.table(named)?.ok_or_else(no_table)?;
        refuse_other_source(form.data_source, table.data_source)?;
        tables.lock_exclusive(table.data_source)?;
        set_revision_author(change);
        let variables = change.transaction().dictionary_variables();
        variables.add_variable(named, &details).map_err(column_taken())
    }
}

impl Updatable for VariableRecords {
    fn versioned(id: VariableId) -> Versioned {
        Versioned::Variable(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: VariableId,
        known: VariableOfTable,
        form: VariableForm,
    ) -> Result<(), Error> {
        let details = form.variable.check(Some(&known.details))?;
        if form.tbl.is_some_and(|named| named != known.table) {
            return Err(FormFaults::one("tbl", "You can't move a variable to another table.").into());
        }
        refuse_other_source(form.data_source, known.data_source)?;
        set_revision_author(change);
        let variables = change.transaction().dictionary_variables();
        variables.update_variable(id, &details).map_err(column_taken())
    }
}

impl Removable for VariableRecords {
    /// Versions of its source keep its revisions, and its last revision records the deletion.
    fn remove(change: &mut Change<'_>, id: VariableId, _: VariableOfTable) -> Result<(), Error> {
        set_revision_author(change);
        let variables = change.transaction().dictionary_variables();
        variables.variable_references(id)?.none()?;
        Ok(variables.remove_variable(id).map_err(while_unused)?)
    }
}

fn refuse_other_source(named: Option<DataSourceId>, actual: DataSourceId) -> Result<(), FormFaults> {
    match named {
        Some(named) if named != actual => {
            let message = "The table doesn't belong to this data source.";
            Err(FormFaults::one("data_source", message))
        }
        _ => Ok(()),
    }
}

fn column_taken() -> impl FnOnce(StoreError) -> Error {
    value_taken(
        "ids_column_name",
        "There is already a variable with this column name in the table.",
    )
}
