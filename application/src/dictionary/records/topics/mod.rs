//! Topics, under which tables are brought together (3 §2.8).

pub mod find;
pub mod list;
pub mod remove;
pub mod save;
