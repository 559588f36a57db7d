//! The files of an edit, inspected like those of a submission (decisions F1).

use aditus_domain::limits::Limit;
use aditus_domain::requests::{DetectedFile, DocumentKind, VersionNumber};

use super::Error;
use super::edit::Edit;
use crate::access::Caller;
use crate::limits;
use crate::ports::{Ports, StoreError};
use crate::requests::uploads::{CountedUploads, ExaminedUpload, StoredFiles, Upload, scan_named};

/// Refuses a caller over the limit of submissions. Edits with files count against it.
pub(super) fn refuse_early(ports: &Ports, caller: &Caller) -> Result<(), Error> {
    let counter = limits::caller_counter(ports, Limit::Submission, Some(caller), "");
    Ok(limits::refuse_early(ports, &counter)?)
}

/// Files with the types that were detected from their contents.
pub(super) struct Files<'a> {
    examined: Vec<ExaminedUpload<'a>>,
    detected: Vec<(DocumentKind, DetectedFile)>,
    uploads: &'a [Upload],
}

impl<'a> Files<'a> {
    /// Counts the files against the caller's limit, and inspects each once.
    pub fn examine(ports: &Ports, caller: &Caller, uploads: &'a [Upload]) -> Result<Self, Error> {
        let mut files = Self {
            examined: Vec::with_capacity(uploads.len()),
            detected: Vec::with_capacity(uploads.len()),
            uploads,
        };
        for upload in CountedUploads::count(ports, caller, uploads)?.each() {
            let (detected, examined) = upload.examine(ports.inspector.as_ref())?;
            files.examined.push(examined);
            files.detected.push((upload.kind, detected));
        }
        Ok(files)
    }

    /// Returns the detected type of the file of this kind, if there is one.
    pub fn detected_type(&self, kind: DocumentKind) -> Option<DetectedFile> {
        let found = self.detected.iter().find(|(known, _)| *known == kind);
        found.map(|(_, detected)| *detected)
    }

    /// Scans the files for viruses and stores them. Called last, for files that passed all other
    /// checks.
    pub fn put<'p>(&self, ports: &'p Ports, caller: &Caller) -> Result<StoredFiles<'p>, Error> {
        if let Some(scanner) = &ports.scanner {
            scan_named::<Error>(scanner.as_ref(), self.uploads, |upload| {
                upload.kind.edit_field().to_owned()
            })?;
        }
        // Files are written before the transaction begins, so that they do not block the only
        // writer of the database.
        StoredFiles::put(ports, caller.user, &self.examined)
    }
}

/// Counts the edit against the limit of submissions, because it has files.
pub(super) fn spend(ports: &Ports, caller: &Caller, edit: &mut Edit<'_>) -> Result<(), Error> {
    let counter = limits::caller_counter(ports, Limit::Submission, Some(caller), "");
    Ok(limits::spend_within(
        ports,
        edit.transaction().limited_events(),
        &counter,
    )?)
}

/// Finishes an edit with files. The files are kept if it is committed.
pub(super) fn finish(edit: Edit<'_>, files: StoredFiles<'_>) -> Result<VersionNumber, Error> {
    match edit.finish() {
        Ok(version) => {
            files.keep();
            Ok(version)
        }
        Err(error @ Error::Store(StoreError::Unavailable(_))) => {
            // The connection failed during the commit, so the edit may be stored. A file without a
            // document does less harm than a document without its file.
            files.keep();
            Err(error)
        }
        Err(error) => Err(error),
    }
}
