//! The files of a submission, draft or edit: inspected, stored, and removed again if the call
//! fails. Also deletes files that nothing refers to any more.

use std::ops::{Deref, Range};
use std::sync::Arc;

use aditus_domain::ids::UserId;
use aditus_domain::limits::Limit;
use aditus_domain::requests::{
    ContentFault, DetectedFile, DocumentKind, DraftContent, FaultReason, Faults, FileContent,
    FileError as Refusal, FileQuota, FileQuotaExceeded, FileType, MAX_FILE_BYTES, RawSubmission,
};
use aditus_domain::text;
use thiserror::Error;

use super::NewDocument;
use super::submit::Error as SubmitError;
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::limits::{self, LimitError};
use crate::ports::{
    Entropy, ExaminationError, FileError, FileInspector, FileKey, FileScanner, FileStore, Ports, StoreError,
    Transaction,
};

/// A file that was sent with a call.
#[derive(Clone, PartialEq, Eq)]
pub struct Upload {
    /// Kind of document.
    pub kind: DocumentKind,
    /// For an identity document: the index of the staff member in the list, from 0.
    pub staff: Option<usize>,
    /// The file name of the sender. It is for display only: the content determines the type
    /// (decisions F1).
    pub name: Option<String>,
    /// Its content.
    pub bytes: FileBytes,
}

/// The content of a file: a range of the received body. All files of a call share the body, so that
/// each is in memory once.
#[derive(Clone)]
pub struct FileBytes {
    received: Arc<Vec<u8>>,
    part: Range<usize>,
}

impl FileBytes {
    /// Returns this range of the received body. The content is empty if the range exceeds the body.
    pub fn part(received: Arc<Vec<u8>>, part: Range<usize>) -> Self {
        Self { received, part }
    }
}

impl From<Vec<u8>> for FileBytes {
    fn from(bytes: Vec<u8>) -> Self {
        let part = 0..bytes.len();
        Self::part(Arc::new(bytes), part)
    }
}

impl Deref for FileBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.received.get(self.part.clone()).unwrap_or_default()
    }
}

impl PartialEq for FileBytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for FileBytes {}

impl std::fmt::Debug for Upload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upload")
            .field("kind", &self.kind)
            .field("staff", &self.staff)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

impl Upload {
    /// Returns the path of the field that carries the file.
    pub(super) fn field(&self) -> String {
        match self.staff {
            Some(index) => format!("list_of_staff[{index}].{}", self.kind.field()),
            None => self.kind.field().to_owned(),
        }
    }
}

/// An upload with the type that was detected from its content.
pub(super) struct ExaminedUpload<'a> {
    upload: &'a Upload,
    file_type: Option<FileType>,
    is_protected: bool,
}

/// A document that could not be inspected or scanned, and is therefore not accepted.
#[derive(Debug, Error)]
#[error(
    "The {} can't be checked{} right now, and nothing was stored. Please try again in a few minutes.",
    .document.title(),
    match .cause {
        ExaminationError::Inspector(_) => "",
        ExaminationError::Scanner(_) => " for viruses",
    }
)]
pub struct ExaminationFailed {
    document: DocumentKind,
    #[source]
    cause: ExaminationError,
}

impl ExaminationFailed {
    fn for_document(document: DocumentKind) -> impl Fn(ExaminationError) -> Self {
        move |cause| Self { document, cause }
    }
}

/// Files that were counted against [`Limit::Upload`]. Only counted files can be inspected. A file
/// that is rejected, or that crashes the inspecting process, costs as much as an accepted one.
pub(super) struct CountedUploads<'a>(&'a [Upload]);

impl<'a> CountedUploads<'a> {
    /// Counts all files, or refuses all of them.
    pub fn count(ports: &Ports, caller: &Caller, uploads: &'a [Upload]) -> Result<Self, LimitError> {
        if !uploads.is_empty() {
            let counter = limits::caller_counter(ports, Limit::Upload, Some(caller), "");
            let files = u32::try_from(uploads.len()).unwrap_or(u32::MAX);
            limits::spend_times(ports, &counter, files)?;
        }
        Ok(Self(uploads))
    }

    /// Returns the files one by one, for inspection.
    pub fn each(&self) -> impl Iterator<Item = CountedUpload<'a>> + use<'a> {
        self.0.iter().map(CountedUpload)
    }
}

/// A file of [`CountedUploads`].
#[derive(Clone, Copy)]
pub(super) struct CountedUpload<'a>(&'a Upload);

impl Deref for CountedUpload<'_> {
    type Target = Upload;

    fn deref(&self) -> &Upload {
        self.0
    }
}

impl<'a> CountedUpload<'a> {
    /// Detects the type of the file from its content.
    pub fn examine(
        self,
        inspector: &dyn FileInspector,
    ) -> Result<(DetectedFile, ExaminedUpload<'a>), ExaminationFailed> {
        let upload = self.0;
        let detected =
            detect(inspector, &upload.bytes).map_err(ExaminationFailed::for_document(upload.kind))?;
        let examined = ExaminedUpload {
            upload,
            file_type: detected.content.file_type(),
            is_protected: detected.content == FileContent::Protected,
        };
        Ok((detected, examined))
    }
}

/// Fills in the documents of the submission with the detected types of the uploads. Each file is
/// inspected once.
pub(super) fn attach<'a>(
    inspector: &dyn FileInspector,
    submission: &mut RawSubmission,
    uploads: &CountedUploads<'a>,
) -> Result<Vec<ExaminedUpload<'a>>, SubmitError> {
    let mut faults = Faults::default();
    let mut examined = Vec::new();
    for upload in uploads.each() {
        match document_field(submission, upload.kind, upload.staff) {
            Some(free @ None) => {
                let (detected, found) = upload.examine(inspector)?;
                *free = Some(detected);
                examined.push(found);
            }
            Some(Some(_)) | None => faults.add(
                upload.kind.field(),
                "This file doesn't belong to any part of the request.",
            ),
        }
    }
    if faults.is_empty() {
        Ok(examined)
    } else {
        Err(faults.into())
    }
}

/// Scans files for viruses. Called last, for files that passed all other checks.
pub(super) fn scan<E>(scanner: &dyn FileScanner, uploads: &[Upload]) -> Result<(), E>
where
    E: From<ExaminationFailed> + From<Faults>,
{
    scan_named(scanner, uploads, Upload::field)
}

/// Does the same as [`scan`] for other names of the fields that carry the files.
pub(super) fn scan_named<E>(
    scanner: &dyn FileScanner,
    uploads: &[Upload],
    field: impl Fn(&Upload) -> String,
) -> Result<(), E>
where
    E: From<ExaminationFailed> + From<Faults>,
{
    let mut faults = Faults::default();
    for upload in uploads {
        let infected = scanner
            .is_infected(&upload.bytes)
            .map_err(ExaminationFailed::for_document(upload.kind))?;
        if infected {
            let refusal = Refusal::Unsound(upload.kind, ContentFault::Infected);
            faults.push(field(upload), refusal.to_string(), FaultReason::FileType);
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.into())
    }
}

/// Returns the field of the submission for this document. None if the submission has no such field.
pub(super) fn document_field(
    submission: &mut RawSubmission,
    kind: DocumentKind,
    staff: Option<usize>,
) -> Option<&mut Option<DetectedFile>> {
    match (kind, staff) {
        (DocumentKind::EthicsApprovalLetter, None) => Some(&mut submission.ethics_doc_path),
        (DocumentKind::AdditionalEthicsLetter, None) => Some(&mut submission.additional_irb_file_path),
        (DocumentKind::DataSharingAgreement, None) => Some(&mut submission.file_path),
        (DocumentKind::DataSpecification, None) => Some(&mut submission.data_specs_path),
        (DocumentKind::StaffIdentification, Some(index)) => submission
            .list_of_staff
            .get_mut(index)
            .map(|member| &mut member.identification_file_path),
        _ => None,
    }
}

fn detect(inspector: &dyn FileInspector, bytes: &[u8]) -> Result<DetectedFile, ExaminationError> {
    let size = size_of(bytes);
    // Files that are too large are refused for their size, so they are not inspected.
    let content = if size > MAX_FILE_BYTES {
        FileContent::Other
    } else {
        inspector.inspect(bytes)?
    };
    Ok(DetectedFile { content, size })
}

/// Returns the last part of a path without invisible characters, cut to the maximum length of a
/// file name.
fn shown_name(name: &str) -> Option<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = text::line(&text::draft(last)).ok()?;
    let plain: String = plain.chars().take(DraftContent::MAX_FILE_NAME).collect();
    (!plain.is_empty()).then_some(plain)
}

fn size_of(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// Files in the store whose submission, draft or edit is not committed yet. Dropping the value
/// without [`StoredFiles::keep`] removes them, so that a failed call leaves nothing behind.
pub(super) struct StoredFiles<'a> {
    store: &'a dyn FileStore,
    documents: Vec<NewDocument>,
    /// Keys of the files that were stored by this value.
    stored_keys: Vec<FileKey>,
    kept: bool,
}

impl<'a> StoredFiles<'a> {
    /// Stores the files under random keys, or refuses them if they exceed the quota of `owner`. The
    /// types were checked before, so a file of unknown type is left out.
    pub fn put<E>(ports: &'a Ports, owner: UserId, files: &[ExaminedUpload<'_>]) -> Result<Self, E>
    where
        E: From<FileError> + From<StoreError> + From<FileQuotaExceeded>,
    {
        if !files.is_empty() {
            let more = files.iter().map(|examined| size_of(&examined.upload.bytes)).sum();
            let stored = ports.database.read()?.requests().stored_bytes(owner)?;
            FileQuota::check(stored, more, ports.settings.stored_bytes)?;
        }
        let mut registered = Vec::with_capacity(files.len());
        for examined in files {
            if let Some(file_type) = examined.file_type {
                let key = random_key(ports.entropy.as_ref(), file_type)?;
                registered.push((key, file_type, examined));
            }
        }
        if !registered.is_empty() {
            // If the process ends before the commit, the cleanup finds the files by this
            // registration.
            let keys: Vec<FileKey> = registered.iter().map(|(key, ..)| key.clone()).collect();
            let mut transaction = ports.database.begin_separate()?;
            transaction.requests().begin_uploads(&keys, ports.clock.now())?;
            transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        }
        let mut stored = Self {
            store: ports.files.as_ref(),
            documents: Vec::with_capacity(files.len()),
            stored_keys: Vec::with_capacity(files.len()),
            kept: false,
        };
        for (
            key,
            file_type,
            ExaminedUpload {
                upload, is_protected, ..
            },
        ) in registered
        {
            // Added before the write, so that a file is also removed if the result of its write is
            // unclear.
            stored.documents.push(NewDocument {
                kind: upload.kind,
                staff: upload.staff,
                key: key.clone(),
                name: upload.name.as_deref().and_then(shown_name),
                file_type,
                is_protected: *is_protected,
                size: size_of(&upload.bytes),
                sha256: ports.encoding.sha256(&upload.bytes),
            });
            stored.stored_keys.push(key.clone());
            stored.store.put(&key, &upload.bytes)?;
        }
        Ok(stored)
    }

    /// Adds documents that were stored earlier. They are kept even if the submission fails.
    pub fn with(mut self, documents: impl IntoIterator<Item = NewDocument>) -> Self {
        self.documents.extend(documents);
        self
    }

    /// Returns the metadata of the documents.
    pub fn documents(&self) -> &[NewDocument] {
        &self.documents
    }

    /// Keeps the files, after the commit.
    pub fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for StoredFiles<'_> {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        for key in &self.stored_keys {
            if let Err(error) = self.store.remove(key) {
                tracing::warn!(
                    key = key.as_str(),
                    error = &error as &dyn std::error::Error,
                    "cannot delete a file whose submission, edit or draft was not stored; the cleanup deletes it after a day"
                );
            }
        }
    }
}

/// Removes files from the file store that nothing refers to any more, with their registrations as
/// uploads. Files that cannot be removed now are cleaned up later.
pub(crate) fn delete_unreferenced_files(ports: &Ports, keys: &[FileKey]) {
    let mut removed = Vec::with_capacity(keys.len());
    for key in keys {
        match ports.files.remove(key) {
            Ok(()) => removed.push(key.clone()),
            Err(error) => tracing::warn!(
                key = key.as_str(),
                error = &error as &dyn std::error::Error,
                "cannot delete a file that is no longer referenced; the cleanup retries after a day"
            ),
        }
    }
    if removed.is_empty() {
        return;
    }
    let forgotten = ports
        .database
        .begin_separate()
        .and_then(|mut transaction: Box<dyn Transaction + '_>| {
            transaction.requests().end_uploads(&removed)?;
            transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))
        });
    if let Err(error) = forgotten {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "deleted files, but not their upload records; the cleanup deletes the records after a day"
        );
    }
}

/// Returns an unguessable key of 128 random bits.
fn random_key(entropy: &dyn Entropy, file_type: FileType) -> Result<FileKey, FileError> {
    let mut random = [0; 16];
    entropy.fill(&mut random);
    FileKey::parse(&format!(
        "requests/{:032x}.{}",
        u128::from_be_bytes(random),
        file_type.extension()
    ))
}
