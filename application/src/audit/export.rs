//! Exports the audit log as CSV, for Super Users: `GET audit/entries/csv/` (decisions P6), our own
//! addition.

use aditus_domain::audit::Act;
use aditus_domain::requests::StaffReference;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::views::{EntryCursor, EntryFilter, EntryView, PersonView};
use crate::access::{AccessError, Caller};
use crate::exports;
pub use crate::exports::Export as Answer;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{DocumentError, Ports, StoreError};

/// The maximum number of entries in a document.
pub const MAX_ENTRIES: usize = 100_000;

/// The number of entries that are read and written in one batch.
const AT_ONCE: u32 = 1_000;

/// A line of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLogLine {
    /// The id of the entry.
    pub entry_id: i64,
    /// The time of the act.
    pub at: DateTime<Utc>,
    /// The name of the kind of act.
    pub kind: &'static str,
    /// The kind of act in words.
    pub act: &'static str,
    /// The person who acted.
    pub person: Option<PersonView>,
    /// The person whom the act concerns.
    pub concerns: Option<PersonView>,
    /// The request, by its staff reference; empty if there is none.
    pub request: String,
    /// The canonical form of the entry.
    pub canonical: String,
    /// The number of times that the person did this within the hour.
    pub times: u64,
}

/// Errors of exporting the audit log.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is not a Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller made too many exports recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// There are too many entries for one document.
    #[error(
        "More than {MAX_ENTRIES} entries match. Choose a shorter period, one person, one kind of action or one Data Request."
    )]
    TooMany,
    /// The document could not be made.
    #[error("The audit log could not be exported.")]
    Document(#[from] DocumentError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Store;
        TooMany => Invalid, reason: TooManyEntries, params: { most: MAX_ENTRIES };
        Document(_) => Internal, reason: Internal;
    }
}

impl From<EntryView> for AuditLogLine {
    fn from(entry: EntryView) -> Self {
        Self {
            entry_id: entry.id.0,
            at: entry.at,
            kind: entry.kind.name(),
            act: entry.kind.label(),
            person: entry.person,
            concerns: entry.concerns,
            request: entry
                .request
                .map(|request| StaffReference(request).to_string())
                .unwrap_or_default(),
            canonical: entry.canonical,
            times: entry.times,
        }
    }
}

/// Returns the filtered entries, newest first, and adds an audit entry about the export.
pub fn execute(ports: &Ports, caller: &Caller, filter: &EntryFilter) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    exports::limit(ports, caller)?;
    let (bytes, entries) = document(ports, filter)?;
    let act = Act::RecordExported {
        entries: i64::try_from(entries).unwrap_or(i64::MAX),
    };
    exports::record(ports, caller, act)?;
    Ok(Answer {
        file_name: format!("record_of_acts_{}.csv", ports.clock.now().format("%Y-%m-%d")),
        bytes,
    })
}

/// Returns the document and its number of entries. It is written in batches, so that only one batch
/// of entries is in memory beside it.
fn document(ports: &Ports, filter: &EntryFilter) -> Result<(Vec<u8>, usize), Error> {
    let mut views = ports.database.read()?;
    let mut bytes = ports.documents.audit_log_csv_heading()?;
    let (mut cursor, mut entries) = (EntryCursor::Newest, 0);
    loop {
        let page = views.audit().page(filter, cursor, AT_ONCE)?;
        let Some(last) = page.entries.last() else { break };
        cursor = EntryCursor::Before(last.id);
        entries += page.entries.len();
        if entries > MAX_ENTRIES {
            return Err(Error::TooMany);
        }
        let lines: Vec<AuditLogLine> = page.entries.into_iter().map(AuditLogLine::from).collect();
        bytes.extend(ports.documents.audit_log_csv_lines(&lines)?);
        if !page.has_older {
            break;
        }
    }
    Ok((bytes, entries))
}
