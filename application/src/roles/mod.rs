//! Roles that people hold, and switching between them (1 §4).

pub mod repository;
pub mod switch_role;

pub use repository::{HeldRole, Roles};
