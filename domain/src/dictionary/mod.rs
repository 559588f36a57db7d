//! The data dictionary: data types, the rows that are imported, how it is searched, and how good the data are (3 §3, §5, §9;
//! 2 §2; 1 §9).

mod aditus;
mod colour;
mod data_type;
mod database_type;
mod format;
mod import_changes;
mod import_file;
mod import_state;
pub mod meaning;
mod omop;
pub mod quality;
mod records;
pub mod revision;
mod row;
pub mod search;
mod source;
mod text;
mod topic;
mod usage;
mod version;

pub use colour::table_type_colour;
pub use data_type::{DataType, UnknownDataType};
pub use database_type::{DatabaseType, UnknownDatabaseType};
pub use format::{Columns, HeadingFault, ImportFormat, UnknownImportFormat};
pub use import_file::{
    ImportFileFault, ImportLine, ImportRows, MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS,
};
pub use import_state::ImportState;
pub use records::{Origin, OriginRecords, TableRecords};
pub use row::{Dependency, RowFault, RowFaults, RowProblem, TableRow, VariableRow};
pub use source::{
    RawSource, SourceDetails, SourceInUse, SourceReferences, UsualSource, name_of_source, password,
};
pub use text::{LONGEST_NAME, LONGEST_TEXT};
pub use topic::{RawTopic, TopicDetails};
pub use usage::{UnknownUsage, Usage};
pub use version::{RawVersion, VersionDetails};
