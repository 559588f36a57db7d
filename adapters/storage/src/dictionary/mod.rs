//! The data dictionary.

mod browse_sources;
mod browse_tables;
mod browse_variables;
mod custodians;
mod dependencies;
mod details;
mod found;
mod keys;
mod missing_keys;
mod particulars;
mod picked_variables;
mod records;
mod repository;
mod requested;
mod shown;
mod sources;
mod table_edges;
mod table_list;
mod table_records;
mod tables;
mod topics;
mod variables;
mod versions;
mod views;

pub(crate) use missing_keys::write_missing;
pub(crate) use requested::{variables_of_dataset, variables_of_request};
