//! The installation as a whole: what its database is for, and what is swept from it.

pub mod demonstration;
pub mod in_use;
pub mod retention;
pub mod secrets;
pub mod sweep;
pub mod watched;
