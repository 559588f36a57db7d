//! Lists the entries about a request, for its readers: `GET data_requests/{id}/record/` (decisions
//! P6), our own addition.

use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;

use super::evidence;
pub use super::reading::{VisibleEntry, VisiblePage as Answer};
use super::reading::{full_page, is_actor};
use super::views::{EntryCursor, EntryPage, EntryView};
use crate::access::Caller;
use crate::ports::Ports;
pub use crate::requests::detail::Error;

/// The request and the page to return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The request.
    pub request: RequestId,
    /// True to return only the kinds of [`PROVABLE`].
    pub provable: bool,
    /// The start of the page.
    pub cursor: EntryCursor,
    /// The size of the page.
    pub page_size: u32,
}

/// The kinds that readers of a request may see. Codes that were sent only concern their recipients.
pub const KINDS: [Kind; 16] = [
    Kind::RequestSubmitted,
    Kind::RequestEdited,
    Kind::RequestDecided,
    Kind::DataReleased,
    Kind::LetterIssued,
    Kind::RequestRecalled,
    Kind::RequestResubmitted,
    Kind::TermExtended,
    Kind::CommentAdded,
    Kind::ReplyAdded,
    Kind::CommentResolved,
    Kind::CommentReopened,
    Kind::FeedbackGiven,
    Kind::FeedbackChanged,
    Kind::DocumentOpened,
    Kind::RequestExported,
];

/// The kinds for which the screens offer evidence (decisions P4).
pub const PROVABLE: [Kind; 4] = [
    Kind::RequestSubmitted,
    Kind::RequestDecided,
    Kind::DataReleased,
    Kind::RequestResubmitted,
];

/// Returns a page of the entries, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let mut owner = None;
    let scope = caller.scope();
    let kinds: &[Kind] = if query.provable { &PROVABLE } else { &KINDS };
    let page = full_page(query.cursor, |cursor| {
        let found = views
            .audit()
            .request_entries(&scope, query.request, kinds, cursor, query.page_size)?;
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
    let is_named = |entry: &EntryView| !is_own || is_shown_elsewhere(entry.kind) || is_actor(caller, entry);
    Ok(Answer::for_reader(page, is_named, |entry| {
        evidence::is_readable(&scope, entry.kind)
    }))
}

/// Returns true if the request itself shows the requester who acted: stages, comments, replies and
/// versions name their authors. Reading a request is shown nowhere else, and an extended term without
/// the person who extended it.
pub(super) const fn is_shown_elsewhere(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::DocumentOpened | Kind::RequestExported | Kind::TermExtended
    )
}
