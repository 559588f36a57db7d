//! Roles: offering, requesting, granting and withdrawing them, and switching between them (1 §1,
//! §4, §5.6; 3 §2.3).

pub mod assign;
pub mod assignable;
pub mod assigned;
pub mod attend;
pub mod authority;
pub mod change_status;
pub mod deciding;
pub mod notices;
pub mod of_person;
pub mod offer;
pub mod offered;
pub mod offering;
pub mod repository;
pub mod request;
pub mod super_users;
pub mod switch_role;
pub mod update_status;
pub mod views;
pub mod what_waits;

pub use repository::{Assignment, HeldRole, Roles};
