//! The requester's feedback after the release of the data (2 §2, §5; decisions C3).

pub mod distribution;
pub mod give;
pub mod list;
pub mod read;
pub mod repository;
pub mod summary;
pub mod update;
pub mod views;

mod answers;

use aditus_domain::roles::Role;

use crate::access::{AccessError, Caller, UsableRole};

pub use answers::Answers;
pub use repository::FeedbackEntries;

/// Refuses callers without the dashboard, which is for the six staff roles and Super Users (3 §1).
fn may_read_dashboard(caller: &Caller) -> Result<(), AccessError> {
    let reads = |held: &UsableRole| held.role.is_staff() || held.role == Role::SuperUser;
    if caller.roles.iter().any(reads) {
        Ok(())
    } else {
        Err(AccessError::Role)
    }
}
