//! The second factor of an account: setting it up, using it at sign-in, replacing and removing it
//! (decisions A12, C15).

pub mod confirm_owner;
mod counters;
pub mod enter_code;
pub mod new_recovery_codes;
mod notice;
mod pending;
mod redeem;
pub mod remove;
mod repository;
pub mod reset;
pub mod set_up;
pub mod set_up_at_sign_in;
mod set_up_steps;
pub mod status;

pub use repository::{PendingSignIns, SecondFactors, StoredPendingSignIn, StoredSecondFactor};
pub use set_up_steps::{AppSecret, SetUpError};

/// The number of attempts while other calls change the same account.
const ATTEMPTS: u32 = 10;

/// An error that may be the conflict with another call.
trait MayConflict {
    fn is_conflict(&self) -> bool;
}

/// Repeats an attempt that another call on the same account got ahead of. It then reads what that
/// call left, so a code that was entered twice at the same moment is accepted once.
fn retry_conflicts<T, E: MayConflict>(mut attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    let mut result = attempt();
    for _ in 1..ATTEMPTS {
        match result {
            Err(error) if error.is_conflict() => result = attempt(),
            other => return other,
        }
    }
    result
}

/// Implements [`MayConflict`] for errors with a variant `Store`.
macro_rules! may_conflict {
    ($($error:ty),+) => {$(
        impl $crate::accounts::second_factor::MayConflict for $error {
            fn is_conflict(&self) -> bool {
                matches!(self, Self::Store($crate::ports::StoreError::Conflict))
            }
        }
    )+};
}
use may_conflict;
