//! A request as a document, and its variables as a table (2 §7).

use actix_web::http::header::{
    CONTENT_TYPE, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue,
};
use actix_web::{HttpResponse, get, web};
use aditus_application::requests::{export_pdf, export_variables as variables};
use aditus_domain::ids::RequestId;

use crate::api::Api;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;

/// The request as a PDF.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path)), responses(
    (status = 200, content_type = "application/pdf", body = Vec<u8>),
    (status = 401, body = ProblemBody),
    (status = 404, body = ProblemBody),
))]
#[get("/data_requests/download-request/{request_id}")]
pub(crate) async fn download_request(
    api: web::Data<Api>,
    caller: SignedIn,
    request_id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let query = export_pdf::Query {
        request: RequestId(request_id.into_inner()),
    };
    let answer = api
        .run(move |ports| export_pdf::execute(ports, &caller, query))
        .await?;
    Ok(attachment("application/pdf", answer.file_name, answer.bytes))
}

/// The requested variables as CSV, named `{title}_requested_variables.csv`.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path)), responses(
    (status = 200, content_type = "text/csv", body = Vec<u8>),
    (status = 401, body = ProblemBody),
    (status = 404, body = ProblemBody),
))]
#[get("/data_requests/export-variables/{request_id}")]
pub(crate) async fn export_variables(
    api: web::Data<Api>,
    caller: SignedIn,
    request_id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let query = variables::Query {
        request: RequestId(request_id.into_inner()),
    };
    let answer = api
        .run(move |ports| variables::execute(ports, &caller, query))
        .await?;
    Ok(attachment(
        "text/csv; charset=utf-8",
        answer.file_name,
        answer.bytes,
    ))
}

/// A file to be saved. Its name stands in the header twice: in ASCII for old clients, in full for the others.
fn attachment(media_type: &'static str, name: String, bytes: Vec<u8>) -> HttpResponse {
    let ascii = name
        .chars()
        .map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '_' })
        .collect();
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![
            DispositionParam::Filename(ascii),
            DispositionParam::FilenameExt(ExtendedValue {
                charset: Charset::Ext("UTF-8".to_owned()),
                language_tag: None,
                value: name.into_bytes(),
            }),
        ],
    };
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header(disposition)
        .body(bytes)
}
