//! The data dictionary: data types, imports, search and data quality (3 §3, §5, §9; 2 §2; 1 §9).

mod aditus;
mod color;
mod data_type;
mod database_type;
mod detail;
mod format;
mod heading;
mod import_changes;
mod import_file;
mod import_state;
pub mod meaning;
mod omop;
pub mod quality;
mod records;
mod redcap;
mod references;
pub mod revision;
mod row;
pub mod search;
mod source;
mod spelling;
mod table;
mod table_topic;
mod text;
mod topic;
mod usage;
mod variable;
mod version;

pub use color::table_type_colors;
pub use data_type::{DataType, UnknownDataType};
pub use database_type::{DatabaseType, UnknownDatabaseType};
pub use detail::{Detail, DetailTab, RawDetail};
pub use format::{ImportFormat, UnknownImportFormat};
pub use heading::{Columns, HeadingFault};
pub use import_file::{
    ImportFileFault, ImportLine, ImportNote, ImportRows, MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS,
    MAX_IMPORT_ROWS,
};
pub use import_state::ImportState;
pub use records::{Origin, OriginRecords, TableRecords};
pub(crate) use row::shortened;
pub use row::{Dependency, RowFault, RowFaults, RowProblem, TableRow, VariableRow, lookup_key};
pub use source::{DataSource, RawSource, SourceInUse, SourceReferences, name_of_source, password};
pub use table::{
    NO_TABLE_TYPE, RawOriginRecords, RawTable, TableDefaults, TableInUse, TableReferences, table_type_name,
};
pub use table_topic::{NO_TABLE, NO_TOPIC, RawTableTopic, TableTopicDetails};
pub use text::{LONGEST_NAME, LONGEST_PROSE, LONGEST_TEXT};
pub use topic::{RawTopic, TopicDetails, TopicInUse, TopicReferences};
pub use usage::{UnknownUsage, Usage};
pub use variable::{RawVariable, VariableDefaults, VariableDetails, VariableInUse, VariableReferences};
pub use version::{RawVersion, VersionDetails};
