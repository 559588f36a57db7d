//! Next-stage links: which stage of a procedure follows which (3 §2.7, §3).

pub mod detail;
pub mod list;
pub mod remove;
pub mod save;
