//! The store of imports: how far each has come, and its files until it has ended.

use aditus_domain::dictionary::{ImportFormat, ImportState};
use aditus_domain::ids::{DataSourceId, ImportId, UserId};
use chrono::{DateTime, Utc};

use super::files::Files;
use super::{File, Remark, Tally};
use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;

/// The right to carry an import out. It is held for some time and renewed with each step; whoever dies loses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// The import.
    pub import: ImportId,
    /// Who holds it: random bytes.
    pub holder: [u8; 16],
}

/// An import that begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewImport {
    /// The name of the source, as it was given.
    pub source: String,
    /// The format of the files.
    pub format: ImportFormat,
    /// Columns that the format does not know are left aside.
    pub leave_unknown: bool,
    /// A source that the import adds is published.
    pub publish: bool,
    /// Who imports; nobody where it is a command on the server.
    pub started_by: Option<UserId>,
    /// When it begins.
    pub started_on: DateTime<Utc>,
    /// Who carries it out.
    pub holder: [u8; 16],
    /// Until when, unless it is renewed.
    pub held_until: DateTime<Utc>,
}

/// An import, running or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "two are choices of the importer and two describe the outcome, each free of the others"
)]
pub struct ImportJob {
    /// Its id.
    pub id: ImportId,
    /// The name of the source, as it was given.
    pub source: String,
    /// The source, once it is known.
    pub data_source: Option<DataSourceId>,
    /// Whether the import added it.
    pub source_added: bool,
    /// The format of the files.
    pub format: ImportFormat,
    /// Columns that the format does not know are left aside.
    pub leave_unknown: bool,
    /// A source that the import adds is published.
    pub publish: bool,
    /// Who imports; nobody where it is a command on the server.
    pub started_by: Option<UserId>,
    /// The name of that person as it is now; a save leaves it alone.
    pub started_by_name: Option<String>,
    /// When it began.
    pub started_on: DateTime<Utc>,
    /// When it ended.
    pub ended_on: Option<DateTime<Utc>>,
    /// How far it has come.
    pub state: ImportState,
    /// Somebody wants it to stop.
    pub is_cancel_asked: bool,
    /// What becomes of the rows of tables; known once they were compared.
    pub tables: Tally,
    /// What becomes of the rows of variables.
    pub variables: Tally,
    /// The rows that have to be written.
    pub rows_to_store: u64,
    /// Those of them that are written.
    pub rows_stored: u64,
    /// How often it was taken over from a process that died while it wrote.
    pub takeovers: u32,
    /// Why it failed.
    pub message: Option<String>,
}

/// What imports are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum ImportSort {
    /// The last one first, whatever the direction.
    #[default]
    Newest,
    StartedOn,
    Source,
}

/// An open import and who holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldImport {
    /// The import.
    pub job: ImportJob,
    /// Who holds it.
    pub holder: [u8; 16],
}

/// Whether a line was refused, or taken with something left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkKind {
    /// The line was not taken.
    Refused,
    /// It was taken otherwise than it stands there.
    Note,
}

impl RemarkKind {
    /// The name by which it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Note => "note",
        }
    }

    /// The kind of this name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Refused, Self::Note]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

/// A remark that is kept with its import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRemark {
    /// What kind.
    pub kind: RemarkKind,
    /// Where, and what.
    pub remark: Remark,
}

/// The store of imports.
pub trait DictionaryImports {
    /// Adds an import that compares. An adapter MUST refuse with [`StoreError::Duplicate`] where one of the same source, in whatever
    /// case its name is given, is open, also when both begin at once.
    fn add(&mut self, new: &NewImport) -> Result<ImportId, StoreError>;
    /// How many imports are open.
    fn count_open(&mut self) -> Result<u64, StoreError>;
    /// The import, as long as this lease is held; none otherwise.
    fn held(&mut self, lease: &Lease) -> Result<Option<ImportJob>, StoreError>;
    /// Saves how far it has come. [`StoreError::Conflict`] where the lease is no longer held, or where somebody has asked to cancel
    /// since the import was read.
    fn save(&mut self, lease: &Lease, job: &ImportJob, held_until: DateTime<Utc>) -> Result<(), StoreError>;
    /// Counts rows that this very transaction writes. [`StoreError::Conflict`] where the lease is no longer held.
    fn advance(&mut self, lease: &Lease, rows: u64, held_until: DateTime<Utc>) -> Result<(), StoreError>;
    /// Takes an import over from a holder who died, and counts it; false where somebody else did or the holder lives.
    fn take_over(
        &mut self,
        dead: &HeldImport,
        holder: [u8; 16],
        now: DateTime<Utc>,
        held_until: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// Asks an import that compares to stop; false where it does not compare, or there is none.
    fn ask_to_cancel(&mut self, import: ImportId) -> Result<bool, StoreError>;
    /// Keeps a part of a file; parts are numbered from 0.
    fn keep_part(
        &mut self,
        import: ImportId,
        file: File,
        number: u32,
        content: &[u8],
    ) -> Result<(), StoreError>;
    /// The files, put together again.
    fn files(&mut self, import: ImportId) -> Result<Files, StoreError>;
    /// Forgets the files.
    fn forget_files(&mut self, import: ImportId) -> Result<(), StoreError>;
    /// Keeps remarks.
    fn remark(&mut self, import: ImportId, remarks: &[KeptRemark]) -> Result<(), StoreError>;
    /// Removes imports that ended before this time, with their remarks; answers how many.
    fn sweep(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// What screens and workers read of imports.
pub trait ImportViews {
    /// The source with this name, as [`Dictionary::source_by_name`](crate::dictionary::Dictionary::source_by_name) finds it, without
    /// keeping anybody from writing.
    fn source_by_name(&mut self, source: &str) -> Result<Option<DataSourceId>, StoreError>;
    /// The import with this id.
    fn import(&mut self, id: ImportId) -> Result<Option<ImportJob>, StoreError>;
    /// Its remarks: what was refused first, then by file and line.
    fn remarks(&mut self, id: ImportId) -> Result<Vec<KeptRemark>, StoreError>;
    /// A page of imports.
    fn imports(&mut self, query: &ListQuery<ImportSort>) -> Result<Paged<ImportJob>, StoreError>;
    /// Open imports whose lease has run out, the oldest first.
    fn abandoned(&mut self, now: DateTime<Utc>) -> Result<Vec<HeldImport>, StoreError>;
}
