//! Reads a file that is sent as a form (RFC 7578), as browsers send it.

use std::future::{Ready, ready};

use actix_multipart::{Field, Multipart};
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest, web};
use aditus_application::Reason;
use aditus_domain::requests::MAX_FILE_BYTES;
use futures_util::StreamExt;
use futures_util::stream::once;

use super::incoming::{CompleteBody, Media, read};
use super::memory::BodyReservation;
use crate::problem::Problem;

/// Maximum bytes of a form besides the file: boundaries, part headers and the other fields.
const MAX_OVERHEAD: u64 = 64 * 1024;

/// Maximum length in bytes of the value of a field other than the file.
const MAX_FIELD_LENGTH: usize = 255;

/// A form with one file of at most [`MAX_FILE_BYTES`]. It is not read yet, so that a handler can
/// first check the caller's permission to send it.
pub(crate) struct FormBody {
    request: HttpRequest,
    payload: Payload,
}

/// A complete file, and the field that it belongs to. Dropping `reservation` returns its share of
/// the memory for bodies.
pub(crate) struct SentFile {
    /// The file name that the client sent.
    pub(crate) name: Option<String>,
    pub(crate) bytes: Vec<u8>,
    /// The value of the field `field`.
    pub(crate) field: String,
    pub(crate) reservation: BodyReservation,
}

/// A complete file from a form without other fields. Otherwise like [`SentFile`].
pub(crate) struct SingleFile {
    pub(crate) bytes: Vec<u8>,
    pub(crate) reservation: BodyReservation,
}

impl FromRequest for FormBody {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self {
            request: request.clone(),
            payload: payload.take(),
        }))
    }
}

impl FormBody {
    /// Reads the form: the field `field`, and the file in the field `file`, each once and nothing
    /// else. An incomplete body is rejected before any of it is processed.
    pub(crate) async fn read(self) -> Result<SentFile, Problem> {
        const SHAPE: &str = "The form must have `field` and `file`, each once, and nothing else.";
        let Parts {
            field,
            file,
            reservation,
        } = self.parts(SHAPE, MAX_FILE_BYTES).await?;
        let field = field.ok_or_else(|| Problem::field("field", "Field is required."))?;
        let (name, bytes) = file.ok_or_else(no_file)?;
        Ok(SentFile {
            name,
            bytes,
            field,
            reservation,
        })
    }

    /// Reads a form that contains only the file, in the field `file`.
    pub(crate) async fn read_file(self) -> Result<SingleFile, Problem> {
        self.read_file_of(MAX_FILE_BYTES).await
    }

    /// Does the same for a file of at most `max_bytes`, a number of whole MiB. The use case refuses
    /// a file that exceeds them by a little, because the form may have as much around it.
    pub(crate) async fn read_file_of(self, max_bytes: u64) -> Result<SingleFile, Problem> {
        const SHAPE: &str = "The form must have `file`, once, and nothing else.";
        let Parts {
            field,
            file,
            reservation,
        } = self.parts(SHAPE, max_bytes).await?;
        if field.is_some() {
            return Err(Problem::new(
                StatusCode::BAD_REQUEST,
                Reason::UnexpectedParts,
                SHAPE,
            ));
        }
        let (_, bytes) = file.ok_or_else(no_file)?;
        Ok(SingleFile { bytes, reservation })
    }

    async fn parts(self, shape: &str, max_bytes: u64) -> Result<Parts, Problem> {
        let limit = usize::try_from(max_bytes + MAX_OVERHEAD).unwrap_or(usize::MAX);
        let CompleteBody { bytes, reservation } = read(&self.request, self.payload, Media::Multipart, limit)
            .await
            .map_err(|problem| as_file_too_large(problem, max_bytes))?;
        let stream = once(ready(Ok(web::Bytes::from(bytes))));
        let mut form = Multipart::new(self.request.headers(), stream);
        let (mut field, mut file) = (None, None);
        while let Some(part) = form.next().await {
            let part = part.map_err(|_| incomplete_upload())?;
            match part.name() {
                Some("field") if field.is_none() => field = Some(text(part).await?),
                Some("file") if file.is_none() => file = Some(content(part).await?),
                _ => {
                    return Err(Problem::new(
                        StatusCode::BAD_REQUEST,
                        Reason::UnexpectedParts,
                        shape,
                    ));
                }
            }
        }
        Ok(Parts {
            field,
            file,
            reservation,
        })
    }
}

struct Parts {
    field: Option<String>,
    /// The name and the content of the file.
    file: Option<(Option<String>, Vec<u8>)>,
    reservation: BodyReservation,
}

fn no_file() -> Problem {
    Problem::field("file", "Please choose a file.")
}

/// Reports an oversized form as an oversized file, because the other parts are small.
fn as_file_too_large(problem: Problem, max_bytes: u64) -> Problem {
    if problem.is_too_large() {
        let most_mb = max_bytes / 1024 / 1024;
        return Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            Reason::FileTooLarge,
            format!("The file is too large. The limit is {most_mb} MB."),
        )
        .with_param("most_mb", most_mb);
    }
    problem
}

async fn text(mut part: Field) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.next().await {
        bytes.extend_from_slice(&chunk.map_err(|_| incomplete_upload())?);
        if bytes.len() > MAX_FIELD_LENGTH {
            return Err(Problem::field("field", "There is no document with this name."));
        }
    }
    String::from_utf8(bytes).map_err(|_| incomplete_upload())
}

async fn content(mut part: Field) -> Result<(Option<String>, Vec<u8>), Problem> {
    let name = part
        .content_disposition()
        .and_then(|disposition| disposition.get_filename())
        .map(ToOwned::to_owned);
    let mut bytes = Vec::new();
    while let Some(chunk) = part.next().await {
        bytes.extend_from_slice(&chunk.map_err(|_| incomplete_upload())?);
    }
    Ok((name, bytes))
}

fn incomplete_upload() -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        Reason::BodyIncomplete,
        "The file arrived incomplete. Please upload it again.",
    )
}
