//! The data dictionary.

mod browse_sources;
mod browse_tables;
mod browse_variables;
mod custodians;
mod dependencies;
mod details;
mod found;
mod imports;
pub(crate) mod integrity;
mod kept_tables;
mod kept_variables;
mod keys;
mod new_dependencies;
mod particulars;
mod picked_variables;
mod ranking;
mod records;
mod repository;
mod requested;
mod revisions;
mod shown;
pub(crate) mod sources;
mod table_edges;
mod table_list;
mod table_records;
mod tables;
mod topic_tables;
mod topics;
mod variable_columns;
mod variables;
mod versions;
mod views;

pub(crate) use requested::{variables_of_dataset, variables_of_request};
pub(crate) use revisions::pin;
