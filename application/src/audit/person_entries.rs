//! Lists the entries by and about the caller: `GET users/activity/` (decisions P6), our own
//! addition.

use aditus_domain::audit::{Kind, RecordKind};
use aditus_domain::roles::Role;

use super::named::named_records;
pub use super::reading::{VisibleEntry, VisiblePage as Answer};
use super::reading::{full_page, is_actor};
use super::views::{EntryCursor, EntryFilter, EntryView};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The page to return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The start of the page.
    pub cursor: EntryCursor,
    /// The size of the page.
    pub page_size: u32,
}

/// Returns a page of the entries, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let filter = EntryFilter {
        person: Some(caller.user),
        ..EntryFilter::default()
    };
    let mut views = ports.database.read()?;
    let page = full_page(query.cursor, |cursor| {
        views.audit().page(&filter, cursor, query.page_size)
    })?;
    // Organisations are public. Other records, such as unpublished sources, are for Super Users,
    // also if the caller was one when they changed them.
    let is_super_user = caller.require(Role::SuperUser).is_ok();
    let records = named_records(ports, views.audit(), &page.entries, |kind| {
        is_super_user || kind == RecordKind::Organisation
    })?;
    let is_named = |entry: &EntryView| is_actor(caller, entry) || is_shown_elsewhere(entry.kind);
    // Evidence is not offered here. For entries about no request it is for Super Users only; for
    // others the page of the request offers it.
    Ok(Answer {
        records,
        ..Answer::for_reader(page, is_named, |_| false)
    })
}

/// Returns true if the person concerned learns elsewhere who acted: the history of a role names the
/// decider.
const fn is_shown_elsewhere(kind: Kind) -> bool {
    matches!(kind, Kind::RoleDecided)
}
