//! Who is asking, and what they may see and do. Use cases ask here; screens only mirror it.

mod caller;

pub use caller::{AccessError, Caller, PASSWORD_NEEDED, RequestScope, UsableRole, usable_roles};
