//! The data dictionary: data types, the rows that are imported, and how it is searched (3 §3, §5, §9; 2 §2).

mod aditus;
mod data_type;
mod format;
mod omop;
mod row;
pub mod search;
mod usage;

pub use data_type::{DataType, UnknownDataType};
pub use format::{ImportFormat, UnknownImportFormat};
pub use row::{Dependency, RowFault, RowFaults, RowProblem, TableRow, VariableRow};
pub use usage::{UnknownUsage, Usage};
