//! A form with large files. They are kept on disk while they come, so that whoever sends slowly takes no memory.

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
use aditus_application::failure::NO_ROOM;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};

use super::incoming::{Incoming, Media, too_large};
use crate::problem::Problem;

/// What stands around the files: boundaries, heads and the other fields.
const MOST_AROUND: usize = 64 * 1024;

/// The longest value of a field that is no file, in bytes: a name of 255 characters.
const LONGEST_FIELD: usize = 4 * 255;

/// So many bytes of a file stay in memory: enough to tell what kind of file it is.
const BEGINNING: usize = 4 * 1024;

/// So much of a file is written at once.
const WRITTEN_AT_ONCE: usize = 256 * 1024;

/// A form with files. It is not read yet: a handler asks first whether the caller may send it at all.
pub(crate) struct LargeForm {
    request: HttpRequest,
    payload: Payload,
}

/// What a form may hold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// The fields that are no files. Each may be left out.
    pub(crate) fields: &'static [&'static str],
    /// The files, all of which are needed.
    pub(crate) files: &'static [&'static str],
    /// The most bytes of all files together.
    pub(crate) most: usize,
    /// What is said of more.
    pub(crate) too_large: fn() -> String,
}

/// A form that came whole.
pub(crate) struct SentForm {
    fields: BTreeMap<&'static str, String>,
    files: BTreeMap<&'static str, KeptFile>,
}

/// A file on disk that has no name there, and is gone when this is dropped or the process ends.
pub(crate) struct KeptFile {
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

/// Why the body could not be read on: the form is told of an error, and not of which.
type Refused = Rc<RefCell<Option<Problem>>>;

impl LargeForm {
    /// Reads the form: each field and file at most once and nothing else. A body that ends before it is whole is refused before anything
    /// is made of it.
    pub(crate) async fn read(self, wanted: Wanted) -> Result<SentForm, Problem> {
        let limit = wanted.most + MOST_AROUND;
        let files_too_large = || Problem::new(StatusCode::PAYLOAD_TOO_LARGE, (wanted.too_large)());
        let in_words = |problem: Problem| {
            if problem.is_too_large() {
                files_too_large()
            } else {
                problem
            }
        };
        let incoming =
            Incoming::begin(&self.request, self.payload, Media::Multipart, limit).map_err(in_words)?;
        let refused = Refused::default();
        let stream = bounded(incoming, Rc::clone(&refused), limit);
        let mut form = Multipart::new(self.request.headers(), stream);
        let mut sent = SentForm {
            fields: BTreeMap::new(),
            files: BTreeMap::new(),
        };
        let cause = || in_words(refused.borrow_mut().take().unwrap_or_else(broken));
        while let Some(part) = form.next().await {
            let part = part.map_err(|_| cause())?;
            let name = part.name().unwrap_or_default().to_owned();
            let known = |names: &'static [&'static str]| names.iter().copied().find(|known| *known == name);
            if let Some(field) = known(wanted.fields)
                && !sent.fields.contains_key(field)
            {
                let value = text(part, field).await?.map_err(|_| cause())?;
                sent.fields.insert(field, value);
            } else if let Some(field) = known(wanted.files)
                && !sent.files.contains_key(field)
            {
                let file = kept(part).await?.map_err(|_| cause())?;
                sent.files.insert(field, file);
                if sent.size() > wanted.most {
                    return Err(files_too_large());
                }
            } else {
                let names: Vec<&str> = wanted.fields.iter().chain(wanted.files).copied().collect();
                return Err(Problem::new(
                    StatusCode::BAD_REQUEST,
                    format!(
                        "The form holds these, each once, and nothing else: {}.",
                        names.join(", ")
                    ),
                ));
            }
        }
        Ok(sent)
    }
}

impl SentForm {
    /// Returns the text that was sent in this field; none if it was left out.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    /// Refuses the form where one of these files was left out.
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

    /// Returns true if this file was sent.
    pub(crate) fn has_file(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// The bytes of all files together.
    pub(crate) fn size(&self) -> usize {
        self.files.values().map(|file| file.size).sum()
    }

    /// Takes a file out.
    pub(crate) fn take_file(&mut self, name: &str) -> Result<KeptFile, Problem> {
        self.files
            .remove(name)
            .ok_or_else(|| Problem::internal("a form has no such file"))
    }
}

impl KeptFile {
    /// The first bytes, at most [`BEGINNING`].
    pub(crate) fn beginning(&self) -> &[u8] {
        &self.beginning
    }

    /// The content. This blocks.
    pub(crate) fn read(mut self) -> io::Result<Vec<u8>> {
        self.file.rewind()?;
        let mut content = Vec::with_capacity(self.size);
        self.file.read_to_end(&mut content)?;
        Ok(content)
    }
}

/// The body, as long as it keeps pace and has at most so many bytes.
fn bounded(
    incoming: Incoming,
    refused: Refused,
    limit: usize,
) -> impl Stream<Item = Result<web::Bytes, PayloadError>> {
    unfold(
        (incoming, refused, 0),
        move |(mut incoming, refused, before)| async move {
            let problem = match incoming.next().await {
                Ok(None) => return None,
                Ok(Some(chunk)) => {
                    let size = before + chunk.len();
                    if size <= limit {
                        return Some((Ok(chunk), (incoming, refused, size)));
                    }
                    too_large(limit)
                }
                Err(problem) => problem,
            };
            *refused.borrow_mut() = Some(problem);
            Some((Err(PayloadError::Incomplete(None)), (incoming, refused, before)))
        },
    )
    // A form that has seen the end of its body may look again.
    .fuse()
}

/// The body broke off, or is no form.
struct Broken;

async fn text(mut part: Field, name: &str) -> Result<Result<String, Broken>, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.next().await {
        let Ok(chunk) = chunk else {
            return Ok(Err(Broken));
        };
        bytes.extend_from_slice(&chunk);
        if bytes.len() > LONGEST_FIELD {
            return Err(Problem::field(name, "This is too long."));
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| Problem::field(name, "This is no text in UTF-8."))?;
    if text.chars().any(super::is_control) {
        return Err(Problem::field(name, super::CONTROL_CHARACTERS));
    }
    Ok(Ok(text))
}

async fn kept(mut part: Field) -> Result<Result<KeptFile, Broken>, Problem> {
    let mut file = web::block(tempfile::tempfile)
        .await
        .map_err(Problem::internal)?
        .map_err(|error| not_kept(&error))?;
    let mut size = 0;
    let mut beginning = Vec::new();
    let mut unwritten = Vec::with_capacity(WRITTEN_AT_ONCE);
    loop {
        let chunk = part.next().await;
        let is_whole = chunk.is_none();
        match chunk {
            Some(Ok(chunk)) => unwritten.extend_from_slice(&chunk),
            Some(Err(_)) => return Ok(Err(Broken)),
            None => {}
        }
        if is_whole || unwritten.len() >= WRITTEN_AT_ONCE {
            if size == 0 {
                beginning = unwritten.iter().copied().take(BEGINNING).collect();
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
                .map_err(|error| not_kept(&error))?;
        }
        if is_whole {
            return Ok(Ok(KeptFile {
                file,
                size,
                beginning,
            }));
        }
    }
}

fn not_kept(error: &io::Error) -> Problem {
    if error.kind() == ErrorKind::StorageFull {
        tracing::error!(%error, "there is no room left for a file that is sent");
        return Problem::new(StatusCode::SERVICE_UNAVAILABLE, NO_ROOM);
    }
    Problem::internal(error)
}

fn broken() -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "The files did not arrive whole. Please send them again.",
    )
}
