//! Data Requests: submission, lists, details, files and exports (2 §2 to §4; decisions C3, C5, C12,
//! F1 to F3).

pub mod all;
pub mod approved;
pub(crate) mod binding;
mod choices;
pub mod counts;
pub mod detail;
pub mod document_address;
pub mod drafts;
pub mod edits;
pub mod export;
pub mod export_pdf;
pub mod export_variables;
mod faults;
pub mod figures;
pub mod filter_choices;
pub mod history;
pub mod letters;
pub mod list;
pub mod listing;
pub mod outlook;
pub mod own_tasks;
pub mod read_document;
pub mod reference_data;
pub mod repository;
pub mod submit;
pub(crate) mod uploads;
pub mod versions;
pub mod views;
pub(crate) mod visibility;

pub use repository::{Dataset, LogEntry, NewDocument, NewRequest, NewRound, Request, Requests};
