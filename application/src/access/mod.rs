//! The access policy: the caller, and what they may see and do. Use cases enforce it; screens only
//! mirror it.

pub(crate) mod call_log;
mod caller;
mod error;
mod scope;

pub use caller::{Caller, UsableRole, usable_roles};
pub use error::{AccessError, PASSWORD_NEEDED};
pub use scope::RequestScope;
