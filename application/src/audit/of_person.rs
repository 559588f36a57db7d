//! What the caller did, and what is about the caller: `GET users/activity/` (design P6), which is ours.

use aditus_domain::audit::Kind;

pub use super::reading::{EntryRead, PageRead as Answer};
use super::reading::{did, filled};
use super::views::{EntryView, Place, Wanted};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Which entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// From where on.
    pub place: Place,
    /// The entries on a page.
    pub most: u32,
}

/// A page of the entries, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let wanted = Wanted {
        person: Some(caller.user),
        ..Wanted::default()
    };
    let mut views = ports.database.read()?;
    let page = filled(query.place, |place| {
        views.audit().page(&wanted, place, query.most)
    })?;
    let is_named = |entry: &EntryView| did(caller, entry) || is_shown_elsewhere(entry.kind);
    // What is about no request is proved to Super Users alone, and what is about one to those who read it, where they do.
    Ok(Answer::of(page, is_named, |_| false))
}

/// Whether people learn elsewhere who did it to them: the history of a role names who decided on it.
const fn is_shown_elsewhere(kind: Kind) -> bool {
    matches!(kind, Kind::RoleDecided)
}
