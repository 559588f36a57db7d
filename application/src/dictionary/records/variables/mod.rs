//! Variables of tables, published or not, and what each has several of (3 §2.10).

pub mod add_detail;
pub mod find;
pub mod list;
pub mod remove;
pub mod remove_detail;
pub mod repository;
pub mod save;
