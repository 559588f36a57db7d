//! The dictionary in time: revisions of tables and variables, what versions of a source hold of them, and what differs between two
//! versions (T1 to T3).

pub mod compare;
pub mod compare_csv;
pub mod history;
pub mod repository;
pub mod version_variables;
pub mod views;

use crate::records::Change;
use repository::Reviser;

/// Says that the revisions of this change are those of whoever makes it, made now.
pub(crate) fn made_by_whoever_changes(change: &mut Change<'_>) {
    let reviser = Reviser {
        user: Some(change.caller.user),
        at: change.ports.clock.now(),
    };
    change.transaction().dictionary_revisions().made_by(reviser);
}
