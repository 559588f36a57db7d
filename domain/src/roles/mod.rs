//! Roles, their ranks, and the life cycle of an assigned role (1 §1, §4; decisions, "Names and
//! constants").

mod assigned;
mod offer;
mod role;
mod status;

pub use assigned::{AssignedRole, RoleChangeError, StatusChange};
pub use offer::{OfferChange, OfferChangeError};
pub use role::{Role, UnknownRole};
pub use status::{RoleStatus, UnknownRoleStatus};
