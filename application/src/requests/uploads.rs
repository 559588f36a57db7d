//! The files that come with a submission: found out, put into the store, and taken back when the submission fails.

use std::ops::{Deref, Range};
use std::sync::Arc;

use aditus_domain::ids::UserId;
use aditus_domain::limits::Limit;
use aditus_domain::requests::{
    ContentFault, DetectedFile, DocumentKind, DraftContent, FaultReason, Faults, FileContent,
    FileError as Refusal, FileQuota, FileType, MAX_FILE_BYTES, NoRoomForFiles, RawSubmission,
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
};

/// A file as it came with the payload.
#[derive(Clone, PartialEq, Eq)]
pub struct Upload {
    /// What it is.
    pub kind: DocumentKind,
    /// For an identification document: the place of the staff member in the list, from 0.
    pub staff: Option<usize>,
    /// The file name that its sender gave it. It only serves people: the content decides on the type (decisions F1).
    pub name: Option<String>,
    /// Its content.
    pub bytes: FileBytes,
}

/// The content of a file: a part of what was received, so that files are in memory once, however many came together.
#[derive(Clone)]
pub struct FileBytes {
    received: Arc<Vec<u8>>,
    part: Range<usize>,
}

impl FileBytes {
    /// This part of what was received; nothing, where it does not have it.
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
    /// The path of the field that carries the file.
    pub(super) fn field(&self) -> String {
        match self.staff {
            Some(index) => format!("list_of_staff[{index}].{}", self.kind.field()),
            None => self.kind.field().to_owned(),
        }
    }
}

/// An upload and its type by content.
pub(super) struct Examined<'a> {
    upload: &'a Upload,
    file_type: Option<FileType>,
    is_protected: bool,
}

/// A document that could not be examined, and is not taken therefore.
#[derive(Debug, Error)]
#[error(
    "The {} cannot be checked{} at the moment, and nothing was stored. Please try again in a few minutes.",
    .document.title(),
    match .cause {
        ExaminationError::Inspector(_) => "",
        ExaminationError::Scanner(_) => " for viruses",
    }
)]
pub struct Unexamined {
    document: DocumentKind,
    #[source]
    cause: ExaminationError,
}

impl Unexamined {
    fn of(document: DocumentKind) -> impl Fn(ExaminationError) -> Self {
        move |cause| Self { document, cause }
    }
}

/// Files that count against [`Limit::Upload`]. Only such are examined: a file that is refused, or ends the process that inspects it,
/// costs as much as one that is taken.
pub(super) struct Counted<'a>(&'a [Upload]);

impl<'a> Counted<'a> {
    /// Counts each of the files, or refuses all of them.
    pub fn count(ports: &Ports, caller: &Caller, uploads: &'a [Upload]) -> Result<Self, LimitError> {
        if !uploads.is_empty() {
            let counter = limits::of_caller(ports, Limit::Upload, Some(caller), "");
            let files = u32::try_from(uploads.len()).unwrap_or(u32::MAX);
            limits::spend_times(ports, &counter, files)?;
        }
        Ok(Self(uploads))
    }

    /// The files, to be examined one by one.
    pub fn each(&self) -> impl Iterator<Item = CountedUpload<'a>> + use<'a> {
        self.0.iter().map(CountedUpload)
    }
}

/// One of the files of [`Counted`].
#[derive(Clone, Copy)]
pub(super) struct CountedUpload<'a>(&'a Upload);

impl Deref for CountedUpload<'_> {
    type Target = Upload;

    fn deref(&self) -> &Upload {
        self.0
    }
}

impl<'a> CountedUpload<'a> {
    /// Returns what the file is by its content.
    pub fn examine(self, inspector: &dyn FileInspector) -> Result<(DetectedFile, Examined<'a>), Unexamined> {
        let upload = self.0;
        let detected = detect(inspector, &upload.bytes).map_err(Unexamined::of(upload.kind))?;
        let examined = Examined {
            upload,
            file_type: detected.content.file_type(),
            is_protected: detected.content == FileContent::Protected,
        };
        Ok((detected, examined))
    }
}

/// Notes in the submission which documents came with it, and what they are by their content. Each is looked at once.
pub(super) fn attach<'a>(
    inspector: &dyn FileInspector,
    submission: &mut RawSubmission,
    uploads: &Counted<'a>,
) -> Result<Vec<Examined<'a>>, SubmitError> {
    let mut faults = Faults::default();
    let mut examined = Vec::new();
    for upload in uploads.each() {
        match place(submission, upload.kind, upload.staff) {
            Some(free @ None) => {
                let (detected, found) = upload.examine(inspector)?;
                *free = Some(detected);
                examined.push(found);
            }
            Some(Some(_)) | None => faults.add(
                upload.kind.field(),
                "This file belongs to nothing in the request.",
            ),
        }
    }
    if faults.is_empty() {
        Ok(examined)
    } else {
        Err(faults.into())
    }
}

/// Looks for viruses in files of which nothing else is wrong.
pub(super) fn scan<E>(scanner: &dyn FileScanner, uploads: &[Upload]) -> Result<(), E>
where
    E: From<Unexamined> + From<Faults>,
{
    scan_named(scanner, uploads, Upload::field)
}

/// As [`scan`], where the fields that carry the files have these names.
pub(super) fn scan_named<E>(
    scanner: &dyn FileScanner,
    uploads: &[Upload],
    field: impl Fn(&Upload) -> String,
) -> Result<(), E>
where
    E: From<Unexamined> + From<Faults>,
{
    let mut faults = Faults::default();
    for upload in uploads {
        let infected = scanner
            .is_infected(&upload.bytes)
            .map_err(Unexamined::of(upload.kind))?;
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

/// Where a submission says of a document that it came, and what it is; none where there is no such place.
pub(super) fn place(
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
    // What is too large is refused for that, whatever it holds.
    let content = if size > MAX_FILE_BYTES {
        FileContent::Other
    } else {
        inspector.inspect(bytes)?
    };
    Ok(DetectedFile { content, size })
}

/// The last part of a path, without invisible characters, and not longer than a name may be.
fn shown_name(name: &str) -> Option<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = text::line(&text::draft(last)).ok()?;
    let plain: String = plain.chars().take(DraftContent::LONGEST_FILE_NAME).collect();
    (!plain.is_empty()).then_some(plain)
}

fn size_of(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// Files that lie in the store for a submission that is not committed yet. Dropped without [`StoredFiles::keep`], it takes
/// them back, so that a refused submission leaves nothing behind.
pub(super) struct StoredFiles<'a> {
    store: &'a dyn FileStore,
    documents: Vec<NewDocument>,
    /// Where those lie that were put into the store here.
    put: Vec<FileKey>,
    kept: bool,
}

impl<'a> StoredFiles<'a> {
    /// Puts the files into the store under random keys. Their types were checked before: one without a known type is left
    /// out. Files for which `owner` has no room are refused.
    pub fn put<E>(ports: &'a Ports, owner: UserId, files: &[Examined<'_>]) -> Result<Self, E>
    where
        E: From<FileError> + From<StoreError> + From<NoRoomForFiles>,
    {
        if !files.is_empty() {
            let more = files.iter().map(|examined| size_of(&examined.upload.bytes)).sum();
            let stored = ports.database.read()?.requests().stored_bytes(owner)?;
            FileQuota::check(stored, more, ports.settings.stored_bytes)?;
        }
        let mut noted = Vec::with_capacity(files.len());
        for examined in files {
            if let Some(file_type) = examined.file_type {
                let key = random_key(ports.entropy.as_ref(), file_type)?;
                noted.push((key, file_type, examined));
            }
        }
        if !noted.is_empty() {
            // Should the process end before the submission is committed, they are known to belong to nothing.
            let keys: Vec<FileKey> = noted.iter().map(|(key, ..)| key.clone()).collect();
            let mut transaction = ports.database.begin_aside()?;
            transaction.requests().begin_uploads(&keys, ports.clock.now())?;
            transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        }
        let mut stored = Self {
            store: ports.files.as_ref(),
            documents: Vec::with_capacity(files.len()),
            put: Vec::with_capacity(files.len()),
            kept: false,
        };
        for (
            key,
            file_type,
            Examined {
                upload, is_protected, ..
            },
        ) in noted
        {
            // Noted before it is put, so that a file of which the store says nothing clear is taken back as well.
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
            stored.put.push(key.clone());
            stored.store.put(&key, &upload.bytes)?;
        }
        Ok(stored)
    }

    /// Adds documents that lie in the store already, and stay there whatever becomes of the submission.
    pub fn with(mut self, documents: impl IntoIterator<Item = NewDocument>) -> Self {
        self.documents.extend(documents);
        self
    }

    /// What is stored about the files.
    pub fn documents(&self) -> &[NewDocument] {
        &self.documents
    }

    /// The submission is committed: the files stay.
    pub fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for StoredFiles<'_> {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        for key in &self.put {
            if let Err(error) = self.store.remove(key) {
                tracing::warn!(
                    key = key.as_str(),
                    error = &error as &dyn std::error::Error,
                    "a file of a refused submission stays behind"
                );
            }
        }
    }
}

/// A key that nobody can guess: 128 random bits.
fn random_key(entropy: &dyn Entropy, file_type: FileType) -> Result<FileKey, FileError> {
    let mut random = [0; 16];
    entropy.fill(&mut random);
    FileKey::parse(&format!(
        "requests/{:032x}.{}",
        u128::from_be_bytes(random),
        file_type.extension()
    ))
}
