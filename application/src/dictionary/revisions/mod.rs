//! The history of the dictionary: revisions of tables and variables, contents of versions, and
//! differences between two versions (decisions T1 to T3).

pub mod compare;
pub mod compare_csv;
pub mod history;
pub mod repository;
pub mod version_variables;
pub mod views;

use crate::records::Change;
use repository::RevisionAuthor;

/// Sets the caller and the current time as author and date of the revisions of this change.
pub(crate) fn set_revision_author(change: &mut Change<'_>) {
    let author = RevisionAuthor {
        user: Some(change.caller.user),
        at: change.ports.clock.now(),
    };
    change.transaction().dictionary_revisions().set_author(author);
}
