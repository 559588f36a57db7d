//! Reads uploaded documents (2 §7; decisions F2, F3).

mod document_page;

use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT, ACCEPT_RANGES, CONTENT_RANGE, CONTENT_TYPE, ContentEncoding, DispositionType, Header,
    HeaderValue, Range,
};
use actix_web::{HttpRequest, HttpResponse, get, web};
use aditus_application::Reason;
use aditus_application::ports::{FileError, FileKey};
use aditus_application::requests::{document_address, read_document};
use aditus_domain::requests::FileType;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::api::{Api, SignedFileError};
use crate::attachment::{JSON, disposition};
use crate::body::Query;
use crate::problem::Problem;
use crate::routes::Routes;
use crate::sending::{base64_between, stored_file};
use crate::signed_in::SignedIn;
use document_page::NotShown;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes.service(retrieve_file).service(file_access);
}

/// A document in base64.
#[derive(Serialize, ToSchema)]
pub(crate) struct RetrievedBody {
    code: u16,
    message: String,
    base64_content: String,
    /// One of pdf, png, jpg and gif.
    file_type: String,
    data: RetrievedData,
}

/// The type and size of a document.
#[derive(Serialize, ToSchema)]
struct RetrievedData {
    mime: String,
    /// The size in bytes.
    size: usize,
}

impl RetrievedBody {
    /// Responds with a stored file of this type and size, which is read while it is sent.
    pub(crate) fn stream(
        api: web::Data<Api>,
        key: FileKey,
        file_type: FileType,
        size: u64,
    ) -> Result<HttpResponse, Problem> {
        let around = Self::json_around_content(file_type, size)?;
        Ok(HttpResponse::Ok()
            .content_type(JSON)
            // Documents are already compressed, and a compressor's state would take more memory
            // than the parts.
            .insert_header(ContentEncoding::Identity)
            .body(base64_between(api, key, size, around)))
    }

    /// Returns the JSON before and after the content of a file.
    fn json_around_content(file_type: FileType, size: u64) -> Result<(String, String), Problem> {
        const CONTENT: &str = "\"base64_content\":\"";
        let empty = Self {
            code: 200,
            message: "OK".to_owned(),
            file_type: file_type.extension().to_owned(),
            data: RetrievedData {
                mime: file_type.mime().to_owned(),
                size: usize::try_from(size).unwrap_or(usize::MAX),
            },
            base64_content: String::new(),
        };
        let json = serde_json::to_string(&empty).map_err(Problem::internal)?;
        let (before, behind) = json
            .split_once(CONTENT)
            .ok_or_else(|| Problem::internal("the answer has no place for the content of a file"))?;
        Ok((format!("{before}{CONTENT}"), behind.to_owned()))
    }
}

/// The URL of a document.
#[derive(Serialize, ToSchema)]
struct AddressBody {
    code: u16,
    message: String,
    data: AddressData,
}

/// A URL that expires after five minutes.
#[derive(Serialize, ToSchema)]
struct AddressData {
    url: String,
    /// One of pdf, png, jpg and gif.
    file_type: String,
    /// The reference of the request in the form that the caller's role uses: REQ000015 or DAC0015.
    reference: String,
    /// The time at which the document was uploaded.
    uploaded_on: DateTime<Utc>,
}

/// Returns a document in base64, for readers of its request.
#[utoipa::path(tag = "files", security(("token" = [])), params(("path" = String, Path)), responses(
    (status = 200, body = RetrievedBody),
))]
#[get("/data_requests/retrieve_file/{path:.*}")]
async fn retrieve_file(
    api: web::Data<Api>,
    caller: SignedIn,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let query = read_document::Query {
        path: path.into_inner(),
    };
    let document = api
        .run(move |ports| read_document::execute(ports, &caller, &query))
        .await?;
    RetrievedBody::stream(api, document.key, document.file_type, document.size)
}

/// Returns a signed URL of a document that is valid for five minutes, for readers of its request.
#[utoipa::path(tag = "files", security(("token" = [])), params(("path" = String, Path)), responses(
    (status = 200, body = AddressBody),
))]
#[get("/data_requests/file_access/{path:.*}")]
async fn file_access(
    api: web::Data<Api>,
    caller: SignedIn,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let query = document_address::Query {
        path: path.into_inner(),
    };
    let answer = api
        .run(move |ports| document_address::execute(ports, &caller, &query))
        .await?;
    Ok(HttpResponse::Ok().json(AddressBody {
        code: 200,
        message: "OK".to_owned(),
        data: AddressData {
            url: answer.address.0,
            file_type: answer.file_type.extension().to_owned(),
            reference: answer.reference,
            uploaded_on: answer.uploaded_on,
        },
    }))
}

/// The signature of a URL and the values that it signs.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignedQuery {
    expires: i64,
    #[validate(length(max = 240, message = "This address is not valid."))]
    name: String,
    #[validate(length(max = 200, message = "This address is not valid."))]
    signature: String,
}

/// Serves the document of a signed URL, or the requested range. The browser displays it and does
/// not guess another type than the stored one. If the URL is invalid, a browser gets an HTML page
/// and other clients get JSON.
#[get("/files/{path:.*}")]
pub(crate) async fn signed_file(
    api: web::Data<Api>,
    request: HttpRequest,
    path: web::Path<String>,
    query: Result<Query<SignedQuery>, Problem>,
) -> Result<HttpResponse, Problem> {
    let (name, opened) = match query {
        Ok(Query(signed)) => {
            let name = signed.name.clone();
            (Some(name), open(&api, &request, path.into_inner(), signed).await)
        }
        Err(problem) => (None, Err((problem, None))),
    };
    match opened {
        Err((problem, reason)) if accepts_html(&request) => {
            let known = reason.and(name);
            Ok(document_page::render(&api, &problem, reason, known.as_deref()))
        }
        Err((problem, _)) => Err(problem),
        Ok(response) => Ok(response),
    }
}

/// Returns true if a person sees the response: browsers accept HTML when they navigate to a URL or
/// frame it.
fn accepts_html(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(ACCEPT);
    accepted.is_some_and(|accepted| accepted.to_str().is_ok_and(|types| types.contains("text/html")))
}

async fn open(
    api: &web::Data<Api>,
    request: &HttpRequest,
    path: String,
    signed: SignedQuery,
) -> Result<HttpResponse, (Problem, Option<NotShown>)> {
    let unknown = || (Problem::not_found(), None);
    let files = api.signed_files().ok_or_else(unknown)?;
    let file_type = path
        .rsplit_once('.')
        .and_then(|(_, extension)| FileType::from_extension(extension));
    let file_type = file_type.ok_or_else(unknown)?;
    let SignedQuery {
        expires,
        name,
        signature,
    } = signed;
    let key = files
        .verify(&path, &name, expires, &signature)
        .map_err(|error| not_opened(&error))?;
    let length = length_of(api, &key).await?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CONTENT_TYPE, file_type.mime()))
        .insert_header(disposition(DispositionType::Inline, name))
        .insert_header((ACCEPT_RANGES, "bytes"))
        // Ranges count the bytes of the document, so the response is not compressed.
        .insert_header(ContentEncoding::Identity)
        // An uploaded document must not run scripts, even in browsers that allow them in PDFs or
        // pictures.
        .insert_header((
            "Content-Security-Policy",
            "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        ));
    match requested_part(request, length) {
        Part::Whole => Ok(response.body(stored_file(api.clone(), key, 0..length))),
        Part::Range { first, last } => Ok(response
            .status(StatusCode::PARTIAL_CONTENT)
            .insert_header((CONTENT_RANGE, format!("bytes {first}-{last}/{length}")))
            .body(stored_file(api.clone(), key, first..last.saturating_add(1)))),
        Part::Unsatisfiable => {
            let problem = Problem::new(
                StatusCode::RANGE_NOT_SATISFIABLE,
                Reason::RangeNotSatisfiable,
                "The document does not have this part.",
            );
            let mut response = HttpResponse::from_error(problem);
            if let Ok(value) = HeaderValue::from_str(&format!("bytes */{length}")) {
                response.headers_mut().insert(CONTENT_RANGE, value);
            }
            Ok(response)
        }
    }
}

fn not_opened(error: &SignedFileError) -> (Problem, Option<NotShown>) {
    match error {
        SignedFileError::Forged => (Problem::not_found(), None),
        SignedFileError::Expired => (
            Problem::new(
                StatusCode::FORBIDDEN,
                Reason::DocumentLinkExpired,
                error.to_string(),
            ),
            Some(NotShown::Expired),
        ),
    }
}

/// Returns the size of the file. Fails if the file store cannot read it.
async fn length_of(api: &Api, key: &FileKey) -> Result<u64, (Problem, Option<NotShown>)> {
    let first = api.read_part(key.clone(), 0, 1).await;
    match first.map_err(|problem| (problem, None))? {
        Ok(first) => Ok(first.size),
        Err(cause @ FileError::Unavailable(_)) => {
            Err((Problem::from_failure(&cause), Some(NotShown::NoAnswer)))
        }
        Err(cause) => Err(lost(&cause)),
    }
}

fn lost(cause: &FileError) -> (Problem, Option<NotShown>) {
    tracing::error!(
        %cause,
        "the file store has lost a document, so the caller gets 404; `aditus check --deep` names all that are missing"
    );
    (
        Problem::new(
            StatusCode::NOT_FOUND,
            Reason::DocumentNotFound,
            "Error retrieving file",
        ),
        Some(NotShown::Lost),
    )
}

/// The requested part of a document (RFC 9110, 14.2).
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Whole,
    /// A range from the first to the last byte, inclusive.
    Range {
        first: u64,
        last: u64,
    },
    /// The range is outside the document.
    Unsatisfiable,
}

/// Parses the `Range` header. An invalid header or several ranges return the whole document.
fn requested_part(request: &HttpRequest, length: u64) -> Part {
    match Range::parse(request) {
        Ok(Range::Bytes(ranges)) => match ranges.as_slice() {
            [range] => match range.to_satisfiable_range(length) {
                Some((first, last)) => Part::Range { first, last },
                None => Part::Unsatisfiable,
            },
            _ => Part::Whole,
        },
        _ => Part::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streamed_answer_is_the_json_of_its_body() {
        let (before, behind) = RetrievedBody::json_around_content(FileType::Pdf, 3).unwrap();
        assert_eq!(
            format!("{before}QUJD{behind}"),
            r#"{"code":200,"message":"OK","base64_content":"QUJD","file_type":"pdf","data":{"mime":"application/pdf","size":3}}"#
        );
    }
}
