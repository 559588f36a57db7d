//! The part of the record that is about a request, for whoever may read the request: `GET data_requests/{id}/record/` (design P6), which
//! is ours.

use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;

use super::evidence;
pub use super::reading::{EntryRead, PageRead as Answer};
use super::reading::{did, filled};
use super::views::{EntryPage, EntryView, Place};
use crate::access::Caller;
use crate::ports::Ports;
pub use crate::requests::detail::Error;

/// Which entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The request.
    pub request: RequestId,
    /// Only of acts that are proved to others, of [`PROVABLE`].
    pub provable: bool,
    /// From where on.
    pub place: Place,
    /// The entries on a page.
    pub most: u32,
}

/// What those who read a request are told of. A code that was sent is the business of who got it.
pub const KINDS: [Kind; 15] = [
    Kind::RequestSubmitted,
    Kind::RequestEdited,
    Kind::RequestDecided,
    Kind::DataReleased,
    Kind::LetterIssued,
    Kind::RequestRecalled,
    Kind::RequestResubmitted,
    Kind::CommentAdded,
    Kind::ReplyAdded,
    Kind::CommentResolved,
    Kind::CommentReopened,
    Kind::FeedbackGiven,
    Kind::FeedbackChanged,
    Kind::DocumentOpened,
    Kind::RequestExported,
];

/// Of these the screens offer evidence beside what they show of them (design P4).
pub const PROVABLE: [Kind; 4] = [
    Kind::RequestSubmitted,
    Kind::RequestDecided,
    Kind::DataReleased,
    Kind::RequestResubmitted,
];

/// A page of the entries, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let mut owner = None;
    let scope = caller.scope();
    let kinds: &[Kind] = if query.provable { &PROVABLE } else { &KINDS };
    let page = filled(query.place, |place| {
        let found = views
            .audit()
            .of_request(&scope, query.request, kinds, place, query.most)?;
        Ok(match found {
            Some(part) => {
                owner = Some(part.owner);
                part.page
            }
            None => EntryPage::default(),
        })
    })?;
    let owner = owner.ok_or(Error::NotFound)?;
    let is_own = owner == caller.user;
    let is_named = |entry: &EntryView| !is_own || is_shown_elsewhere(entry.kind) || did(caller, entry);
    Ok(Answer::of(page, is_named, |entry| {
        evidence::is_readable(&scope, entry.kind)
    }))
}

/// Whether the requester learns from the request itself who did it: stages, comments, replies and versions name their authors. Who only
/// read is told nowhere else.
pub(super) const fn is_shown_elsewhere(kind: Kind) -> bool {
    !matches!(kind, Kind::DocumentOpened | Kind::RequestExported)
}
