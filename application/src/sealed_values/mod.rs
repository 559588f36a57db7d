//! The sealed values in the database: keys of the transparency log, stored responses of idempotent
//! calls, passwords of data sources, messages in the outbox, and secrets of second factors.

mod repository;
pub mod reseal;

pub use repository::{SealedValue, SealedValues};
