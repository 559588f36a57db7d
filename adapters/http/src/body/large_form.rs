//! A form with large files. Files are stored on disk while they arrive, so that slow clients occupy
//! no memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::future::{Ready, ready};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::rc::Rc;

use actix_multipart::{Field, Multipart};
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest, web};
use aditus_application::Reason;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};

use super::incoming::{Incoming, Media, too_large};
use crate::problem::Problem;

/// Maximum bytes of a form besides the files: boundaries, part headers and the other fields.
const MAX_OVERHEAD: usize = 64 * 1024;

/// Maximum length in bytes of the value of a field other than a file: a name of 255 characters.
const MAX_FIELD_LENGTH: usize = 4 * 255;

/// Bytes of a file that stay in memory, enough to detect its type.
const BEGINNING_LENGTH: usize = 4 * 1024;

/// Bytes of a file per write.
const WRITE_SIZE: usize = 256 * 1024;

/// A form with files. It is not read yet, so that a handler can first check the caller's permission
/// to send it.
pub(crate) struct LargeForm {
    request: HttpRequest,
    payload: Payload,
}

/// The expected fields of a form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FormSpec {
    /// The fields other than files. All are optional.
    pub(crate) fields: &'static [&'static str],
    /// The files. All are optional here; [`SentForm::require`] checks for the required ones.
    pub(crate) files: &'static [&'static str],
    /// Maximum size in bytes of all files together.
    pub(crate) max_bytes: usize,
    /// Returns the message for files that are too large.
    pub(crate) too_large: fn() -> String,
}

pub(crate) struct SentForm {
    fields: BTreeMap<&'static str, String>,
    files: BTreeMap<&'static str, TempFile>,
}

/// An unlinked temporary file, which is deleted when this is dropped or the process ends.
pub(crate) struct TempFile {
    file: File,
    size: usize,
    beginning: Vec<u8>,
}

impl FromRequest for LargeForm {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self {
            request: request.clone(),
            payload: payload.take(),
        }))
    }
}

/// The reason why reading failed. The form parser only sees that there was an error.
type ReadFailure = Rc<RefCell<Option<Problem>>>;

impl LargeForm {
    /// Reads the form: each field and file at most once and nothing else. An incomplete body is
    /// rejected before any of it is processed.
    pub(crate) async fn read(self, spec: FormSpec) -> Result<SentForm, Problem> {
        let limit = spec.max_bytes + MAX_OVERHEAD;
        let files_too_large = || {
            Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                Reason::FilesTooLarge,
                (spec.too_large)(),
            )
        };
        let as_files_too_large = |problem: Problem| {
            if problem.is_too_large() {
                files_too_large()
            } else {
                problem
            }
        };
        let incoming = Incoming::begin(&self.request, self.payload, Media::Multipart, limit)
            .map_err(as_files_too_large)?;
        let failure = ReadFailure::default();
        let stream = bounded(incoming, Rc::clone(&failure), limit);
        let mut form = Multipart::new(self.request.headers(), stream);
        let mut sent = SentForm {
            fields: BTreeMap::new(),
            files: BTreeMap::new(),
        };
        let cause = || as_files_too_large(failure.borrow_mut().take().unwrap_or_else(incomplete_upload));
        while let Some(part) = form.next().await {
            let part = part.map_err(|_| cause())?;
            let name = part.name().unwrap_or_default().to_owned();
            let known = |names: &'static [&'static str]| names.iter().copied().find(|known| *known == name);
            if let Some(field) = known(spec.fields)
                && !sent.fields.contains_key(field)
            {
                let value = text(part, field).await?.map_err(|_| cause())?;
                sent.fields.insert(field, value);
            } else if let Some(field) = known(spec.files)
                && !sent.files.contains_key(field)
            {
                let file = store_part(part).await?.map_err(|_| cause())?;
                sent.files.insert(field, file);
                if sent.size() > spec.max_bytes {
                    return Err(files_too_large());
                }
            } else {
                let names: Vec<&str> = spec.fields.iter().chain(spec.files).copied().collect();
                return Err(Problem::new(
                    StatusCode::BAD_REQUEST,
                    Reason::UnexpectedParts,
                    format!(
                        "The form must have these fields, each once, and nothing else: {}.",
                        names.join(", ")
                    ),
                ));
            }
        }
        Ok(sent)
    }
}

impl SentForm {
    /// Returns the text of this field; `None` if it is missing.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    /// Returns an error if one of these files is missing.
    pub(crate) fn require(&self, files: &[&str]) -> Result<(), Problem> {
        let missing = files.iter().filter(|name| !self.files.contains_key(*name));
        let faults: Vec<(String, String)> = missing
            .map(|name| ((*name).to_owned(), format!("Please choose the file of {name}.")))
            .collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Problem::fields(faults))
        }
    }

    pub(crate) fn has_file(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    pub(crate) fn size(&self) -> usize {
        self.files.values().map(|file| file.size).sum()
    }

    pub(crate) fn take_file(&mut self, name: &str) -> Result<TempFile, Problem> {
        self.files
            .remove(name)
            .ok_or_else(|| Problem::internal("a form has no such file"))
    }
}

impl TempFile {
    /// Returns the first bytes, at most [`BEGINNING_LENGTH`].
    pub(crate) fn beginning(&self) -> &[u8] {
        &self.beginning
    }

    /// Reads the content. This blocks.
    pub(crate) fn read(mut self) -> io::Result<Vec<u8>> {
        self.file.rewind()?;
        let mut content = Vec::with_capacity(self.size);
        self.file.read_to_end(&mut content)?;
        Ok(content)
    }
}

/// Returns the body as a stream that ends with an error if it is too slow or longer than `limit`.
fn bounded(
    incoming: Incoming,
    failure: ReadFailure,
    limit: usize,
) -> impl Stream<Item = Result<web::Bytes, PayloadError>> {
    unfold(
        (incoming, failure, 0),
        move |(mut incoming, failure, before)| async move {
            let problem = match incoming.next().await {
                Ok(None) => return None,
                Ok(Some(chunk)) => {
                    let size = before + chunk.len();
                    if size <= limit {
                        return Some((Ok(chunk), (incoming, failure, size)));
                    }
                    too_large(limit)
                }
                Err(problem) => problem,
            };
            *failure.borrow_mut() = Some(problem);
            Some((Err(PayloadError::Incomplete(None)), (incoming, failure, before)))
        },
    )
    // The form parser may poll the stream again after its end.
    .fuse()
}

/// The body is incomplete, or is not a valid form.
struct Broken;

async fn text(mut part: Field, name: &str) -> Result<Result<String, Broken>, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.next().await {
        let Ok(chunk) = chunk else {
            return Ok(Err(Broken));
        };
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_FIELD_LENGTH {
            return Err(Problem::field(name, "This is too long."));
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| Problem::field(name, "This is not text in UTF-8."))?;
    if text.chars().any(super::is_control) {
        return Err(Problem::field(name, super::CONTROL_CHARACTERS));
    }
    Ok(Ok(text))
}

async fn store_part(mut part: Field) -> Result<Result<TempFile, Broken>, Problem> {
    let mut file = web::block(tempfile::tempfile)
        .await
        .map_err(Problem::internal)?
        .map_err(|error| storage_error(&error))?;
    let mut size = 0;
    let mut beginning = Vec::new();
    let mut unwritten = Vec::with_capacity(WRITE_SIZE);
    loop {
        let chunk = part.next().await;
        let is_complete = chunk.is_none();
        match chunk {
            Some(Ok(chunk)) => unwritten.extend_from_slice(&chunk),
            Some(Err(_)) => return Ok(Err(Broken)),
            None => {}
        }
        if is_complete || unwritten.len() >= WRITE_SIZE {
            if size == 0 {
                beginning = unwritten.iter().copied().take(BEGINNING_LENGTH).collect();
            }
            size += unwritten.len();
            let written = web::block(move || {
                file.write_all(&unwritten)?;
                unwritten.clear();
                Ok::<_, io::Error>((file, unwritten))
            });
            (file, unwritten) = written
                .await
                .map_err(Problem::internal)?
                .map_err(|error| storage_error(&error))?;
        }
        if is_complete {
            return Ok(Ok(TempFile {
                file,
                size,
                beginning,
            }));
        }
    }
}

fn storage_error(error: &io::Error) -> Problem {
    if error.kind() == ErrorKind::StorageFull {
        tracing::error!(%error, "no disk space left for an uploaded file");
        return Problem::disk_full();
    }
    Problem::internal(error)
}

fn incomplete_upload() -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        Reason::BodyIncomplete,
        "The files arrived incomplete. Please upload them again.",
    )
}
