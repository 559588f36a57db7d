//! Reads an import: `GET data_dictionary/import/{import_id}/`.
//!
//! The response is `{import_id, source, data_source, source_added, format, leave_unknown, publish,
//! started_by, started_on, ended_on, state, is_cancel_asked, can_be_cancelled, tables, variables,
//! rows_to_store, rows_stored, message, refused, notes}`. `state` is `comparing`, `storing`,
//! `done`, `cancelled`, `failed` or `broken_off`. The tallies are those of the preview, and known
//! from `storing` on. An open screen polls every second.

use aditus_domain::ids::ImportId;

use super::repository::{ImportJob, StoredRemark};
use super::{Error, Importer};
use crate::ports::Ports;

/// An import with its remarks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The import.
    pub job: ImportJob,
    /// First remarks of each kind, refused lines first, ordered by file and line.
    pub remarks: Vec<StoredRemark>,
}

/// Reads the import with this id, for Super Users and the operator.
pub fn execute(ports: &Ports, importer: Importer<'_>, id: ImportId) -> Result<Answer, Error> {
    importer.check()?;
    let mut views = ports.database.read()?;
    let imports = views.dictionary_imports();
    let job = imports.import(id)?.ok_or(Error::NotFound)?;
    let remarks = imports.remarks(id)?;
    Ok(Answer { job, remarks })
}
