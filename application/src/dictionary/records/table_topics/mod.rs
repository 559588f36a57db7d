//! Tables under topics (3 §2.12; T5).

pub mod find;
pub mod list;
pub mod remove;
pub mod save;
