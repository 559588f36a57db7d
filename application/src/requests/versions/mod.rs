//! The versions of a request's content: one at submission, and one for each saved change (decisions
//! V1, V2).

pub mod changes;
pub mod list;
mod record;
pub mod repository;
pub mod rounds;
pub mod views;

pub use record::{Change, CurrentVersion, RecordError, begin, record};
pub use repository::{LockedRequest, NewVersion, RequestVersions, StoredVersion};
