//! The store of imports: their progress, and their files until they end.

use aditus_domain::dictionary::{ImportFormat, ImportState};
use aditus_domain::ids::{DataSourceId, ImportId, UserId};
use chrono::{DateTime, Utc};

use super::files::Files;
use super::{File, Remark, Tally};
use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;

/// A lease on an import. It expires unless each step renews it, so an import whose process died can
/// be taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// The import.
    pub import: ImportId,
    /// Random id of the holder.
    pub holder: [u8; 16],
}

/// A new import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewImport {
    /// Name of the source as it was entered.
    pub source: String,
    /// The format of the files.
    pub format: ImportFormat,
    /// Ignores unknown columns.
    pub leave_unknown: bool,
    /// Publishes the source if the import adds it.
    pub publish: bool,
    /// Initiator. None for a command on the server.
    pub started_by: Option<UserId>,
    /// Start time.
    pub started_on: DateTime<Utc>,
    /// Holder of the lease.
    pub holder: [u8; 16],
    /// Expiry of the lease.
    pub held_until: DateTime<Utc>,
}

/// An import, running or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "two are choices of the importer and two describe the outcome, each free of the others"
)]
pub struct ImportJob {
    /// Id of the import.
    pub id: ImportId,
    /// Name of the source as it was entered.
    pub source: String,
    /// Id of the source, once it is known.
    pub data_source: Option<DataSourceId>,
    /// True if the import added the source.
    pub source_added: bool,
    /// The format of the files.
    pub format: ImportFormat,
    /// Ignores unknown columns.
    pub leave_unknown: bool,
    /// Publishes the source if the import adds it.
    pub publish: bool,
    /// Initiator. None for a command on the server.
    pub started_by: Option<UserId>,
    /// Current name of the initiator. Saving ignores it.
    pub started_by_name: Option<String>,
    /// Start time.
    pub started_on: DateTime<Utc>,
    /// End time.
    pub ended_on: Option<DateTime<Utc>>,
    /// State of the import.
    pub state: ImportState,
    /// True if a cancellation was requested.
    pub is_cancel_asked: bool,
    /// Tally of the tables, known after the comparison.
    pub tables: Tally,
    /// Tally of the variables, known after the comparison.
    pub variables: Tally,
    /// Number of rows to write.
    pub rows_to_store: u64,
    /// Number of rows written.
    pub rows_stored: u64,
    /// Number of times that it was taken over from a process that died while writing.
    pub takeovers: u32,
    /// Reason of the failure.
    pub message: Option<String>,
}

/// Order of a list of imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum ImportSort {
    /// Newest first, regardless of the direction.
    #[default]
    Newest,
    StartedOn,
    Source,
}

/// An open import with the holder of its lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedImport {
    /// The import.
    pub job: ImportJob,
    /// Holder of the lease.
    pub holder: [u8; 16],
}

/// The kind of a remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkKind {
    /// The line was refused.
    Refused,
    /// The line was imported with a change.
    Note,
}

impl RemarkKind {
    /// Returns its name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Note => "note",
        }
    }

    /// Parses a name of the database.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Refused, Self::Note]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

/// A remark stored with its import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRemark {
    /// Kind of remark.
    pub kind: RemarkKind,
    /// Line and text.
    pub remark: Remark,
}

/// The store of imports.
pub trait DictionaryImports {
    /// Adds an import in the state `comparing`. If an import of the same source (ignoring case) is
    /// open, an adapter MUST return [`StoreError::Duplicate`], also for concurrent calls.
    fn add(&mut self, new: &NewImport) -> Result<ImportId, StoreError>;
    /// Counts open imports.
    fn count_open(&mut self) -> Result<u64, StoreError>;
    /// Returns the import while this lease is held, otherwise none.
    fn find_leased(&mut self, lease: &Lease) -> Result<Option<ImportJob>, StoreError>;
    /// Saves the progress. Returns [`StoreError::Conflict`] if the lease was lost, or if a
    /// cancellation was requested since the import was read.
    fn save(&mut self, lease: &Lease, job: &ImportJob, held_until: DateTime<Utc>) -> Result<(), StoreError>;
    /// Adds to the number of rows written by the current transaction. Returns
    /// [`StoreError::Conflict`] if the lease was lost.
    fn advance(&mut self, lease: &Lease, rows: u64, held_until: DateTime<Utc>) -> Result<(), StoreError>;
    /// Takes over an import whose lease has expired, and increments its counter. Returns false if
    /// the lease was renewed or another process was faster.
    fn take_over(
        &mut self,
        dead: &LeasedImport,
        holder: [u8; 16],
        now: DateTime<Utc>,
        held_until: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// Requests the cancellation of an import in the state `comparing`. Returns false for any other
    /// state or an unknown import.
    fn ask_to_cancel(&mut self, import: ImportId) -> Result<bool, StoreError>;
    /// Stores a part of a file. Parts are numbered from 0.
    fn add_file_part(
        &mut self,
        import: ImportId,
        file: File,
        number: u32,
        content: &[u8],
    ) -> Result<(), StoreError>;
    /// Returns the reassembled files.
    fn files(&mut self, import: ImportId) -> Result<Files, StoreError>;
    /// Deletes the stored files.
    fn delete_files(&mut self, import: ImportId) -> Result<(), StoreError>;
    /// Stores remarks.
    fn remark(&mut self, import: ImportId, remarks: &[StoredRemark]) -> Result<(), StoreError>;
    /// Deletes imports that ended before this time, with their remarks. Returns their number.
    fn delete_expired(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// Read models of imports for screens and workers.
pub trait ImportViews {
    /// Finds a source by name like
    /// [`Dictionary::source_by_name`](crate::dictionary::Dictionary::source_by_name), without
    /// blocking writers.
    fn source_by_name(&mut self, source: &str) -> Result<Option<DataSourceId>, StoreError>;
    /// Returns the import with this id.
    fn import(&mut self, id: ImportId) -> Result<Option<ImportJob>, StoreError>;
    /// Returns the remarks on an import: refused lines first, ordered by file and line.
    fn remarks(&mut self, id: ImportId) -> Result<Vec<StoredRemark>, StoreError>;
    /// Returns a page of imports.
    fn imports(&mut self, query: &ListQuery<ImportSort>) -> Result<Paged<ImportJob>, StoreError>;
    /// Returns open imports with an expired lease, oldest first.
    fn abandoned(&mut self, now: DateTime<Utc>) -> Result<Vec<LeasedImport>, StoreError>;
}
