//! Approval letters (design G3). Each is made once, when its request is approved, of the template of that day, and kept with a number
//! of its own. Its template is edited in [`crate::procedures::letter`].

pub mod export_pdf;
mod issue;
pub mod read;
pub mod repository;
mod values;

pub(crate) use issue::issue;
pub use repository::{Letter, Letters};
