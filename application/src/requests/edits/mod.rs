//! Edits of a submitted request, section by section (2 §4 "Editing after comments"; decisions V3 to
//! V6).
//!
//! Each use case checks the typed values, opens an [`edit::Edit`], writes its rows and finishes the
//! edit. Opening checks the permission. Finishing stores a version, notifies people and commits.

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

/// The parts that all edits have in common, beside the changed values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EditBasis {
    /// The comment that asked for the edit: `comment_id`. Required while the request is pending.
    pub comment: Option<CommentId>,
    /// The version of the request on which the edit is based: `version`. An edit based on an older
    /// version is refused.
    pub began_from: Option<VersionNumber>,
    /// True to mark the comment as resolved with the edit: `resolve`.
    pub resolve: bool,
}

/// The edit was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edited {
    /// Version of the request after the edit.
    pub version: VersionNumber,
    /// The message of the specification (2 §8).
    pub message: &'static str,
}
