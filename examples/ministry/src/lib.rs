//! The adapters of the ministry, which `tests/` holds to the contracts of their ports.

mod journal;
mod queue;

pub use journal::{Journal, Journalled};
pub use queue::Queue;
