//! The data dictionary: data types, the rows that are imported, how it is searched, and how good the data are (3 §3, §5, §9;
//! 2 §2; 1 §9).

mod aditus;
mod data_type;
mod format;
mod omop;
pub mod quality;
mod records;
mod row;
pub mod search;
mod usage;

pub use data_type::{DataType, UnknownDataType};
pub use format::{ImportFormat, UnknownImportFormat};
pub use records::{Origin, OriginRecords, TableRecords};
pub use row::{Dependency, RowFault, RowFaults, RowProblem, TableRow, VariableRow};
pub use usage::{UnknownUsage, Usage};
