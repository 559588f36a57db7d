//! The data dictionary.

mod browse_sources;
mod browse_tables;
mod browse_variables;
mod dependencies;
mod details;
mod keys;
mod repository;
mod shown;
mod table_records;
mod tables;
mod variables;
mod views;

pub(crate) use shown::variables_of_request;
