//! Approval procedures.

mod deciding_organisations;
mod drawing;
mod history;
pub(crate) mod keys;
mod next_stages;
mod repository;
mod stage_row;
mod stage_types;
mod stages;
pub(crate) mod term_columns;
mod views;
mod whole;
