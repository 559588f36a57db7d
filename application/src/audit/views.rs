//! Read models of the audit log.

use std::collections::{BTreeMap, BTreeSet};

use aditus_domain::audit::{Kind, RecordRef};
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use chrono::{DateTime, Utc};

use crate::access::RequestScope;
use crate::ports::{SaltedValue, StoreError};

/// A filter of entries. The default matches all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntryFilter {
    /// Matches entries by or about this person.
    pub person: Option<UserId>,
    /// The kinds of acts; all kinds if it is empty.
    pub kinds: Vec<Kind>,
    /// The kinds of acts to leave out.
    pub without: Vec<Kind>,
    /// The request that an act concerns.
    pub request: Option<RequestId>,
    /// The earliest time, inclusive.
    pub from: Option<DateTime<Utc>>,
    /// The latest time, exclusive.
    pub until: Option<DateTime<Utc>>,
}

/// The start of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryCursor {
    /// Starts at the newest entry.
    Newest,
    /// Returns older entries than this one.
    Before(AuditEntryId),
    /// Returns newer entries than this one.
    After(AuditEntryId),
}

/// An entry as shown in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryView {
    /// Its id.
    pub id: AuditEntryId,
    /// The time of the act.
    pub at: DateTime<Utc>,
    /// The kind of act.
    pub kind: Kind,
    /// The person who acted, with their current name; `None` if it was no person with an account.
    pub person: Option<PersonView>,
    /// The person whom the act concerns, if any.
    pub concerns: Option<PersonView>,
    /// The request that the act concerns.
    pub request: Option<RequestId>,
    /// The complete entry, as canonical JSON.
    pub canonical: String,
    /// Its leaf index in the log; `None` while it waits for the sequencer.
    pub log_index: Option<u64>,
    /// The number of times that the person did this within the hour. It is greater than 1 only for
    /// repeated reads and exports. It is not part of the entry, and nothing proves it.
    pub times: u64,
}

/// An entry with the values to which it commits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryWithValues {
    /// The entry.
    pub entry: EntryView,
    /// The values that have not been erased.
    pub values: Vec<SaltedValue>,
}

/// A person with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonView {
    /// The account.
    pub user: UserId,
    /// First name and surname; `None` if there is no such account.
    pub name: Option<String>,
}

/// The current name of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordName {
    /// The name. A record without one has that of the record that it describes.
    pub name: String,
    /// The id and the name of the record that it belongs to, such as the table of a variable.
    pub parent: Option<(i64, String)>,
}

/// A page of entries, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntryPage {
    /// The entries.
    pub entries: Vec<EntryView>,
    /// True if there are newer entries than the first.
    pub has_newer: bool,
    /// True if there are older entries than the last.
    pub has_older: bool,
}

/// A page of the entries about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestEntries {
    /// The owner of the request.
    pub owner: UserId,
    /// The entries.
    pub page: EntryPage,
}

/// Reads audit entries.
pub trait AuditViews {
    /// Returns at most `limit` of the filtered entries from a cursor on, always newest first. If
    /// the cursor names a missing entry, the page is empty. An adapter MUST use an index, for any
    /// number of entries.
    fn page(
        &mut self,
        filter: &EntryFilter,
        cursor: EntryCursor,
        limit: u32,
    ) -> Result<EntryPage, StoreError>;

    /// Returns a page of the entries of these kinds about a request, or `None` if the request is
    /// not in scope.
    fn request_entries(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        kinds: &[Kind],
        cursor: EntryCursor,
        limit: u32,
    ) -> Result<Option<RequestEntries>, StoreError>;

    /// Returns an entry about a request in scope, or any entry if the scope is everything. `None`
    /// if there is no such entry.
    fn entry_with_values(
        &mut self,
        scope: &RequestScope,
        entry: AuditEntryId,
    ) -> Result<Option<EntryWithValues>, StoreError>;

    /// Returns the current names of these records, without those that do not exist any more. An
    /// adapter MUST NOT query more than once per kind.
    fn record_names(
        &mut self,
        records: &BTreeSet<RecordRef>,
    ) -> Result<BTreeMap<RecordRef, RecordName>, StoreError>;
}
