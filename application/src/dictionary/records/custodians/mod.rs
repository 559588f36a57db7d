//! Who has which data source in custody (3 §2.8; decisions C5).

pub mod find;
pub mod list;
pub mod remove;
pub mod save;
