//! Approval letters (decisions G3). A letter is created once, when its request is approved, from
//! the template of that day, and stored with its own number. [`crate::procedures::letter`] edits
//! the templates.

pub mod export_pdf;
mod issue;
pub mod read;
pub mod repository;
mod values;

pub(crate) use issue::issue;
pub use repository::{Letter, Letters};
