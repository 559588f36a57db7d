//! The variables that a version of a data source holds (3 §2.11).

pub mod find;
pub mod list;
pub mod remove;
pub mod save;
