//! Codes, decisions, recall, comments and tracking.

mod acting;
mod codes;
mod comments;
mod deciding;
mod four_eyes;
mod main_job;
mod passkeys;
pub mod procedures;
mod recalling;
mod replies;
mod resubmitting;
mod small_procedures;
mod tracking;
