//! The data dictionary: the provider's data, described by variable (2 §2, §3; 3 §3).

pub mod browse;
pub mod import;
pub mod quality;
pub mod records;
pub mod repository;
pub mod revisions;
pub mod views;

pub use repository::{Custodian, Dictionary, StoredSource, StoredTable, StoredVariable};
