//! The audit log (decisions P1): every act that decides, grants, changes or exports data adds an
//! [`Entry`].

mod act;
mod confirmed_decision;
mod entry;
mod field;
pub mod log;
mod record_ref;
pub mod roles;
pub mod states;
pub mod stored;
#[cfg(test)]
mod tests;

pub use act::{Act, Kind, UnknownKind};
pub use confirmed_decision::ConfirmedDecision;
pub use entry::{Actor, Entry};
pub use field::{Bytes, Field, Personal};
pub use record_ref::{RecordKind, RecordRef};
