//! The data dictionary: data types, the rows that are imported, how it is searched, and how good the data are (3 §3, §5, §9;
//! 2 §2; 1 §9).

mod aditus;
mod color;
mod data_type;
mod database_type;
mod format;
pub mod meaning;
mod omop;
pub mod quality;
mod records;
mod row;
pub mod search;
mod source;
mod text;
mod topic;
mod usage;
mod version;

pub use color::table_type_color;
pub use data_type::{DataType, UnknownDataType};
pub use database_type::{DatabaseType, UnknownDatabaseType};
pub use format::{Columns, HeadingFault, ImportFormat, UnknownImportFormat};
pub use records::{Origin, OriginRecords, TableRecords};
pub use row::{Dependency, RowFault, RowFaults, RowProblem, TableRow, VariableRow};
pub use source::{RawSource, SourceDetails, SourceInUse, SourceReferences, UsualSource, password};
pub use text::{LONGEST_NAME, LONGEST_TEXT};
pub use topic::{RawTopic, TopicDetails};
pub use usage::{UnknownUsage, Usage};
pub use version::{RawVersion, VersionDetails};
