//! Codes, decisions, recall, comments and tracking.

mod acting;
mod codes;
mod comments;
mod deciding;
mod main_job;
mod recalling;
mod tracking;
