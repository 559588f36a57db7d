//! The sealed values in the database: keys of the transparency log, stored responses of idempotent
//! calls, passwords of data sources, and messages in the outbox.

mod repository;
pub mod reseal;

pub use repository::{SealedValue, SealedValues};
