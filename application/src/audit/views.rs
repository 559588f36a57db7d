//! What is read of the record.

use aditus_domain::audit::Kind;
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use chrono::{DateTime, Utc};

use crate::access::RequestScope;
use crate::ports::{SaltedValue, StoreError};

/// Which entries are wanted; of all when nothing is said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    /// What this person did, or what is about them.
    pub person: Option<UserId>,
    /// Acts of these kinds; of all where none is named.
    pub kinds: Vec<Kind>,
    /// What is about this request.
    pub request: Option<RequestId>,
    /// Not before.
    pub from: Option<DateTime<Utc>>,
    /// Before.
    pub until: Option<DateTime<Utc>>,
}

/// From where on entries are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// From the newest one.
    Newest,
    /// Those before this one, which are older.
    Before(AuditEntryId),
    /// Those after this one, which are newer.
    After(AuditEntryId),
}

/// An entry as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryView {
    /// Its id.
    pub id: AuditEntryId,
    /// When.
    pub at: DateTime<Utc>,
    /// What was done.
    pub kind: Kind,
    /// Who did it, with the name that they have today; none where it was nobody with an account.
    pub person: Option<PersonView>,
    /// Whom it is about, where that is said.
    pub concerns: Option<PersonView>,
    /// The request that it is about.
    pub request: Option<RequestId>,
    /// All of it, as canonical JSON.
    pub canonical: String,
    /// Its place in the log; none while it waits for the sequencer.
    pub log_index: Option<u64>,
    /// How often the person did it within the hour: more than once only where something was opened or exported again. It is no part of the
    /// entry, and nothing proves it.
    pub times: u64,
}

/// An entry with what it commits to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeEntry {
    /// The entry.
    pub entry: EntryView,
    /// What has not been erased of it.
    pub values: Vec<SaltedValue>,
}

/// Somebody with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonView {
    /// The account.
    pub user: UserId,
    /// First name and surname; none where there is no such account.
    pub name: Option<String>,
}

/// Entries, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntryPage {
    /// The entries.
    pub entries: Vec<EntryView>,
    /// Whether there are newer ones than the first.
    pub has_newer: bool,
    /// Whether there are older ones than the last.
    pub has_older: bool,
}

/// The part of the record that is about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPart {
    /// Whose request it is.
    pub owner: UserId,
    /// The entries.
    pub page: EntryPage,
}

/// Reads the record.
pub trait AuditViews {
    /// At most so many of the wanted entries from a place on, newest first whichever way they lie. Those of an entry that is not there are
    /// none. An adapter MUST find them by an index, however many there are.
    fn page(&mut self, wanted: &Wanted, place: Place, most: u32) -> Result<EntryPage, StoreError>;

    /// The same of what is about a request, of these kinds; none if the request is not in scope.
    fn of_request(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        kinds: &[Kind],
        place: Place,
        most: u32,
    ) -> Result<Option<RequestPart>, StoreError>;

    /// An entry that is about a request in scope; of all entries, where everything is. None where there is no such entry.
    fn whole(&mut self, scope: &RequestScope, entry: AuditEntryId) -> Result<Option<WholeEntry>, StoreError>;
}
