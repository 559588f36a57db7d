//! The installation as a whole: the mode of its database, secrets, retention, cleanup and
//! monitoring.

pub mod cleanup;
pub mod demonstration;
pub mod in_use;
pub mod monitoring;
pub mod retention;
pub mod secrets;
