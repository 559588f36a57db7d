//! Repeats calls that conflict with other calls on the same account.

/// The number of attempts while other calls change the same account.
const ATTEMPTS: u32 = 10;

/// An error that may be the conflict with another call.
pub(super) trait MayConflict {
    fn is_conflict(&self) -> bool;
}

/// Repeats an attempt that another call on the same account got ahead of. It then reads what that
/// call left, so a code that was entered twice at the same moment is accepted once.
pub(super) fn retry_conflicts<T, E: MayConflict>(mut attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
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
        impl $crate::accounts::conflicts::MayConflict for $error {
            fn is_conflict(&self) -> bool {
                matches!(self, Self::Store($crate::ports::StoreError::Conflict))
            }
        }
    )+};
}
pub(super) use may_conflict;
