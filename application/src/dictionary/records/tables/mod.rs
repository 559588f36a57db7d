//! Tables of data sources, published or not, and the types that they are of (3 §2.9).

pub mod add_type;
pub mod find;
pub mod list;
pub mod remove;
pub mod repository;
pub mod save;
pub mod types;
