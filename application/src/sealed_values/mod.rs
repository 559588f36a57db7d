//! The sealed values in the database: keys of the transparency log, kept answers, passwords of data sources, and messages that wait.

mod repository;
pub mod reseal;

pub use repository::{SealedValue, SealedValues};
