//! Edits of a request after it was submitted, section by section (2 §4 "Editing after comments"; beyond.md V3 to V6).
//!
//! Each use case checks what was typed, opens an [`edit::Edit`], which asks who may edit the section, writes its rows, and
//! finishes the edit, which notes the change, tells whom it concerns and commits.

pub mod datasets;
pub mod devices;
mod edit;
mod error;
mod files;
pub mod lists;
pub mod patch_documents;
pub mod patch_request;
pub mod repository;
mod source;
pub mod staff;

use aditus_domain::ids::CommentId;
use aditus_domain::requests::VersionNumber;

pub(crate) use edit::sections;
pub use error::Error;
pub use repository::{EditFacts, RequestEdits};

/// What every edit says besides what it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    /// The comment that asked for it: `comment_id`. A pending request needs one.
    pub comment: Option<CommentId>,
    /// The version of the request that the edit began from: `version`. An edit that began from an older one is refused.
    pub began_from: Option<VersionNumber>,
    /// Whether the comment is marked as resolved with the edit: `resolve`.
    pub resolve: bool,
}

/// The edit is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edited {
    /// The version of the request since.
    pub version: VersionNumber,
    /// The message of the specification (2 §8).
    pub message: &'static str,
}
