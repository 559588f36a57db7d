//! Drafts: requests that were begun and not submitted (decisions D1 to D3). A draft belongs to its
//! owner alone. For all others, in any role, it does not exist.

pub mod add_file;
pub mod begin;
pub mod delete;
pub mod end;
pub(crate) mod files;
pub mod list;
pub mod not_offered;
pub mod read;
pub mod read_file;
pub(in crate::requests) mod refusal;
pub mod remove_file;
pub mod repository;
pub mod save;
pub mod start_from;
pub mod variables;

pub use refusal::Error;
pub use repository::{Draft, DraftFile, DraftRow, DraftViews, Drafts, ExpiringDraft, NewDraftFile};
