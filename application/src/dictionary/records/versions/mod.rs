//! Versions of data sources (3 §2.8).

pub mod commit;
pub mod find;
pub mod list;
pub mod remove;
pub mod save;
