//! The data quality assessment for Data Analysts: completeness and validity of the published tables
//! of a source (1 §1, §9; decisions, "Data quality").

pub mod export_csv;
pub mod list;
pub mod sources;
pub mod summary;
pub mod worst;

use aditus_domain::dictionary::TableRecords;
use aditus_domain::dictionary::quality::Assessment;
use aditus_domain::ids::{DataSourceId, TableId};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::{SourceView, TableRecordsView};
use crate::access::{AccessError, Caller};
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{DocumentError, Ports, StoreError};

/// Maximum number of table ids in a call.
pub const MAX_TABLES: usize = 1000;

/// Selection of tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSelection {
    /// Source of the tables. Required.
    pub data_source: Option<DataSourceId>,
    /// Ids of tables. None for all published tables.
    pub tables: Option<Vec<TableId>>,
}

/// The assessment of a table with the figures behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableQuality {
    pub tbl_id: TableId,
    pub tbl_name: String,
    pub entity_name: String,
    pub records: TableRecords,
    pub assessment: Assessment,
}

impl TableQuality {
    fn new(table: TableRecordsView) -> Self {
        Self {
            assessment: table.records.assess(),
            tbl_id: table.tbl_id,
            tbl_name: table.tbl_name,
            entity_name: table.entity_name,
            records: table.records,
        }
    }
}

/// The assessment was refused or failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is not a Data Analyst.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// No source was chosen.
    #[error("Please select the Data Source Name.")]
    NoSource,
    /// More than [`MAX_TABLES`] ids.
    #[error("At most {MAX_TABLES} tables can be chosen at once.")]
    TooManyTables,
    /// The source does not exist or is not published.
    #[error("Data source not found.")]
    NotFound,
    /// The caller exceeded the export limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The document could not be rendered.
    #[error("Error retrieving file")]
    Document(#[from] DocumentError),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Store;
        NoSource => Invalid, reason: InvalidFields, field: "data_source";
        TooManyTables => Invalid, reason: TooManyTables, params: { most: MAX_TABLES }, field: "tables";
        NotFound => NotFound, reason: DataSourceNotFound;
        Document(_) => Internal, reason: Internal;
    }
}

/// Returns the source and its chosen tables with their assessments, ordered by name. All tables are
/// read at once, because summaries need all of them and lists may be ordered by computed values.
fn assessed(
    ports: &Ports,
    caller: &Caller,
    selection: &TableSelection,
) -> Result<(SourceView, Vec<TableQuality>), Error> {
    caller.require(Role::DataAnalyst)?;
    let data_source = selection.data_source.ok_or(Error::NoSource)?;
    let tables = selection.tables.as_deref();
    if tables.is_some_and(|tables| tables.len() > MAX_TABLES) {
        return Err(Error::TooManyTables);
    }
    let mut views = ports.database.read()?;
    let dictionary = views.dictionary();
    let source = dictionary.source(data_source)?.ok_or(Error::NotFound)?;
    let tables = dictionary.table_records(data_source, tables)?;
    Ok((source, tables.into_iter().map(TableQuality::new).collect()))
}
