//! Tables of data sources, published or not (3 §2.9, §5, §7), and table types.

pub mod repository;
pub mod types;

use aditus_domain::dictionary::{NO_TABLE_TYPE, RawTable, TableDefaults, TableRow};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{DataSourceId, TableId};

use self::repository::TableOfSource;
use super::views::{TableRecord, TableSort};
use super::{Error, Record, value_taken, while_unused};
use crate::access::Caller;
use crate::dictionary::revisions::set_revision_author;
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Tables of data sources. A change is reflected at once in its published data and in the search
/// texts of its variables.
pub enum TableRecords {}

/// Filter, order and page of a list of tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRecordQuery {
    /// Limits the tables to this source.
    pub data_source: Option<DataSourceId>,
    /// Search text in name or description, with order and page.
    pub list: ListQuery<TableSort>,
}

/// Form of a table.
#[derive(Debug, Clone)]
pub struct TableForm {
    /// Source of the table. Optional in a change, which cannot move the table to another source.
    pub data_source: Option<DataSourceId>,
    /// Fields of the table.
    pub table: RawTable,
}

impl Kind for TableRecords {
    type Id = TableId;
    type Error = Error;

    fn recorded(id: TableId) -> (Record, i64) {
        (Record::Table, id.0)
    }
}

impl Listable for TableRecords {
    type Query = TableRecordQuery;
    type Row = TableRecord;

    fn rows(reading: &mut Reading<'_>, query: TableRecordQuery) -> Result<Paged<TableRecord>, StoreError> {
        let records = reading.views().dictionary_records();
        records.table_list(query.data_source, &query.list.folded())
    }
}

impl Readable for TableRecords {
    type One = TableRecord;

    fn read(reading: &mut Reading<'_>, id: TableId) -> Result<TableRecord, Error> {
        let found = reading.views().dictionary_records().table_record(id)?;
        found.ok_or(Error::NotFound(Record::Table))
    }
}

impl Loadable for TableRecords {
    type Loaded = TableOfSource;

    fn load(change: &mut Change<'_>, id: TableId) -> Result<TableOfSource, Error> {
        let tables = change.transaction().dictionary_tables();
        let found = tables.table(id)?.ok_or(Error::NotFound(Record::Table))?;
        tables.lock_exclusive(found.data_source)?;
        // Reads the table again, because it may have changed while waiting for the lock.
        tables.table(id)?.ok_or(Error::NotFound(Record::Table))
    }
}

impl HasForm for TableRecords {
    type Form = TableForm;
    type Checked = TableForm;

    fn check(_: &Caller, form: TableForm) -> Result<TableForm, Error> {
        Ok(form)
    }
}

impl Addable for TableRecords {
    fn add(change: &mut Change<'_>, form: TableForm) -> Result<TableId, Error> {
        let no_source = || FormFaults::one("data_source", "Data Source is required");
        let Some(source) = form.data_source else {
            return Err(no_source()
                .after(form.table.check(TableDefaults::default()))
                .into());
        };
        let row = row(change.transaction(), &form.table, TableDefaults::default())?;
        if change
            .transaction()
            .dictionary_records()
            .source(source)?
            .is_none()
        {
            return Err(no_source().into());
        }
        set_revision_author(change);
        let added = change
            .transaction()
            .dictionary()
            .add_tables(source, std::slice::from_ref(&row))
            .map_err(name_taken())?;
        // One row has one id. An adapter that returns none has added nothing.
        added.first().copied().ok_or(Error::NotFound(Record::Table))
    }
}

impl Updatable for TableRecords {
    fn versioned(id: TableId) -> Versioned {
        Versioned::Table(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: TableId,
        known: TableOfSource,
        form: TableForm,
    ) -> Result<(), Error> {
        let defaults = TableDefaults {
            publish: known.row.publish,
            records: known.row.records.unwrap_or_default(),
        };
        let row = row(change.transaction(), &form.table, defaults)?;
        if form.data_source.is_some_and(|named| named != known.data_source) {
            return Err(
                FormFaults::one("data_source", "You can't move a table to another data source.").into(),
            );
        }
        set_revision_author(change);
        let tables = change.transaction().dictionary_tables();
        tables.update_table(id, &row).map_err(name_taken())
    }
}

impl Removable for TableRecords {
    /// The revisions stay. The last one records the deletion.
    fn remove(change: &mut Change<'_>, id: TableId, _: TableOfSource) -> Result<(), Error> {
        set_revision_author(change);
        let tables = change.transaction().dictionary_tables();
        tables.table_references(id)?.none()?;
        Ok(tables.remove_table(id).map_err(while_unused)?)
    }
}

fn row(
    transaction: &mut dyn Transaction,
    typed: &RawTable,
    defaults: TableDefaults,
) -> Result<TableRow, Error> {
    let (table_type, row) = typed.check(defaults)?;
    let table_type = transaction.dictionary_tables().table_type(table_type)?;
    let table_type = table_type.ok_or_else(|| FormFaults::one("table_type", NO_TABLE_TYPE))?;
    Ok(TableRow { table_type, ..row })
}

fn name_taken() -> impl FnOnce(StoreError) -> Error {
    value_taken(
        "tbl_name",
        "There is already a table with this name in the data source.",
    )
}
