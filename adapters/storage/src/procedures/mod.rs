//! Approval procedures.

mod held;
pub(crate) mod keys;
mod next_stages;
mod repository;
mod stage_types;
mod stages;
mod views;
mod whole;
