//! Response bodies of dictionary imports.

use aditus_application::dictionary::import::{
    Added, Altered, ImportJob, StoredRemark, Remark, RemarkKind, Tally, UnknownColumns, WrongFile, find,
    preview,
};
use aditus_domain::dictionary::revision::FieldChange;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// Counts of the rows of a file.
#[derive(Serialize, ToSchema)]
pub(super) struct ImportTallyBody {
    /// Rows in the file.
    read: usize,
    /// New rows.
    added: usize,
    /// Rows that differ from the stored ones.
    altered: usize,
    /// Rows that are rejected.
    refused: usize,
}

/// A remark about a line of a file.
#[derive(Serialize, ToSchema)]
pub(super) struct ImportRemarkBody {
    /// `tables` or `variables`.
    file: &'static str,
    /// The line number, starting at 1.
    line: u64,
    text: String,
}

/// The reason why a file is rejected as a whole.
#[derive(Serialize, ToSchema)]
pub(super) struct WrongFileBody {
    /// `tables` or `variables`.
    file: &'static str,
    text: String,
}

/// The columns of a file that the format does not know.
#[derive(Serialize, ToSchema)]
pub(super) struct UnknownColumnsBody {
    /// `tables` or `variables`.
    file: &'static str,
    columns: Vec<String>,
}

/// A new row.
#[derive(Serialize, ToSchema)]
pub(super) struct AddedRowBody {
    /// `tables` or `variables`.
    file: &'static str,
    line: u64,
    /// The table, or table and column.
    name: String,
}

/// A row that differs from the stored one.
#[derive(Serialize, ToSchema)]
pub(super) struct AlteredRowBody {
    /// `tables` or `variables`.
    file: &'static str,
    line: u64,
    /// The stored name of the table, or of table and column.
    name: String,
    fields: Vec<AlteredFieldBody>,
}

/// The value of a field before and after the import.
#[derive(Serialize, ToSchema)]
pub(super) struct AlteredFieldBody {
    field: &'static str,
    before: String,
    after: String,
}

/// The preview of an import. Each list contains at most 500 items; the tallies and `notes_count`
/// contain the full counts.
#[derive(Serialize, ToSchema)]
pub(super) struct ImportPreviewBody {
    /// The normalised name of the source.
    source: String,
    /// The id of the source; null if the import would create it.
    data_source: Option<i64>,
    tables: ImportTallyBody,
    variables: ImportTallyBody,
    /// The columns that the format does not know. With `leave_unknown` they are ignored; otherwise
    /// the import would be rejected.
    unknown: Vec<UnknownColumnsBody>,
    /// The files that are rejected. If there are any, the whole import would be rejected.
    wrong: Vec<WrongFileBody>,
    added: Vec<AddedRowBody>,
    altered: Vec<AlteredRowBody>,
    /// Lines that would be rejected, with the reason.
    refused: Vec<ImportRemarkBody>,
    /// Lines that would be imported incompletely, such as with a dependency on an unknown variable.
    notes: Vec<ImportRemarkBody>,
    notes_count: usize,
}

/// A running or ended import.
#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the call, free of the others"
)]
pub(super) struct ImportBody {
    import_id: i64,
    /// The name of the source.
    source: String,
    /// The id of the source, once it is known.
    data_source: Option<i64>,
    /// True if the import created the source.
    source_added: bool,
    /// One of aditus, omop and redcap.
    format: &'static str,
    /// True if columns that the format does not know are ignored.
    leave_unknown: bool,
    /// True if a data source that the import creates is published.
    publish: bool,
    /// The person who started the import; null if a command on the server did.
    started_by: Option<String>,
    started_on: DateTime<Utc>,
    ended_on: Option<DateTime<Utc>>,
    /// One of comparing, storing, done, cancelled, failed and `broken_off`.
    state: &'static str,
    is_cancel_asked: bool,
    can_be_cancelled: bool,
    /// The counts, which are known after the comparison.
    tables: ImportTallyBody,
    variables: ImportTallyBody,
    rows_to_store: u64,
    rows_stored: u64,
    /// The reason of a failure.
    message: Option<String>,
}

/// An import with remarks about its lines, at most 500 of each kind.
#[derive(Serialize, ToSchema)]
pub(super) struct ImportDetailBody {
    #[serde(flatten)]
    import: ImportBody,
    /// Lines that were rejected, with the reason.
    refused: Vec<ImportRemarkBody>,
    /// Lines that were imported incompletely, such as with a dependency on an unknown variable.
    notes: Vec<ImportRemarkBody>,
}

fn each<T, B: From<T>>(rows: Vec<T>) -> Vec<B> {
    rows.into_iter().map(B::from).collect()
}

impl From<Tally> for ImportTallyBody {
    fn from(tally: Tally) -> Self {
        Self {
            read: tally.read,
            added: tally.added,
            altered: tally.changed,
            refused: tally.refused,
        }
    }
}

impl From<Remark> for ImportRemarkBody {
    fn from(remark: Remark) -> Self {
        Self {
            file: remark.file.name(),
            line: remark.line,
            text: remark.text,
        }
    }
}

impl From<WrongFile> for WrongFileBody {
    fn from(wrong: WrongFile) -> Self {
        Self {
            file: wrong.file.name(),
            text: wrong.text,
        }
    }
}

impl From<UnknownColumns> for UnknownColumnsBody {
    fn from(unknown: UnknownColumns) -> Self {
        Self {
            file: unknown.file.name(),
            columns: unknown.columns,
        }
    }
}

impl From<Added> for AddedRowBody {
    fn from(added: Added) -> Self {
        Self {
            file: added.file.name(),
            line: added.line,
            name: added.name,
        }
    }
}

impl From<Altered> for AlteredRowBody {
    fn from(altered: Altered) -> Self {
        Self {
            file: altered.file.name(),
            line: altered.line,
            name: altered.name,
            fields: each(altered.fields),
        }
    }
}

impl From<FieldChange> for AlteredFieldBody {
    fn from(change: FieldChange) -> Self {
        Self {
            field: change.field,
            before: change.before,
            after: change.after,
        }
    }
}

impl From<preview::Answer> for ImportPreviewBody {
    fn from(answer: preview::Answer) -> Self {
        Self {
            source: answer.source,
            data_source: answer.data_source.map(|id| id.0),
            tables: answer.tables.into(),
            variables: answer.variables.into(),
            unknown: each(answer.unknown),
            wrong: each(answer.wrong),
            added: each(answer.added),
            altered: each(answer.altered),
            refused: each(answer.refused),
            notes: each(answer.notes),
            notes_count: answer.notes_count,
        }
    }
}

impl From<ImportJob> for ImportBody {
    fn from(job: ImportJob) -> Self {
        Self {
            import_id: job.id.0,
            source: job.source,
            data_source: job.data_source.map(|id| id.0),
            source_added: job.source_added,
            format: job.format.name(),
            leave_unknown: job.leave_unknown,
            publish: job.publish,
            started_by: job.started_by_name,
            started_on: job.started_on,
            ended_on: job.ended_on,
            state: job.state.name(),
            is_cancel_asked: job.is_cancel_asked,
            can_be_cancelled: job.state.may_be_cancelled() && !job.is_cancel_asked,
            tables: job.tables.into(),
            variables: job.variables.into(),
            rows_to_store: job.rows_to_store,
            rows_stored: job.rows_stored,
            message: job.message,
        }
    }
}

impl From<find::Answer> for ImportDetailBody {
    fn from(answer: find::Answer) -> Self {
        let (refused, notes): (Vec<StoredRemark>, Vec<StoredRemark>) = answer
            .remarks
            .into_iter()
            .partition(|kept| kept.kind == RemarkKind::Refused);
        let remarks = |kept: Vec<StoredRemark>| each(kept.into_iter().map(|kept| kept.remark).collect());
        Self {
            import: answer.job.into(),
            refused: remarks(refused),
            notes: remarks(notes),
        }
    }
}
