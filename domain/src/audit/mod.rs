//! The record of acts: whatever decides, grants, changes or reads out something leaves an [`Entry`] (design P1).

mod act;
mod entry;
mod field;
pub mod log;
pub mod roles;
pub mod states;
pub mod stored;
#[cfg(test)]
mod tests;

pub use act::{Act, Kind, UnknownKind};
pub use entry::{By, Entry};
pub use field::{Field, Personal};
