//! The records of the dictionary that a Super User keeps: data sources, their custodians and versions, and topics
//! (3 §2.8). All of it is for Super Users alone (3 §6).

pub mod custodians;
pub mod repository;
pub mod sources;
pub mod tables;
pub mod topics;
pub mod versions;
pub mod views;

pub use crate::records::{Error, Record};
pub(crate) use crate::records::{taken, while_unused};
