//! The data dictionary: data types, the rows that are imported, and how it is searched (3 §3, §5, §9; 2 §2).

mod aditus;
mod data_type;
mod database_type;
mod format;
mod omop;
mod row;
pub mod search;
mod source;
mod text;
mod topic;
mod usage;
mod version;

pub use data_type::{DataType, UnknownDataType};
pub use database_type::{DatabaseType, UnknownDatabaseType};
pub use format::{ImportFormat, UnknownImportFormat};
pub use row::{Dependency, RowFault, RowFaults, RowProblem, TableRow, VariableRow};
pub use source::{RawSource, SourceDetails, SourceInUse, SourceReferences, password};
pub use topic::{RawTopic, TopicDetails};
pub use usage::{UnknownUsage, Usage};
pub use version::{RawVersion, VersionDetails};
