//! Exports of a request as a document, and of its variables as a table (2 §7).

use actix_web::{HttpResponse, get, web};
use aditus_application::requests::{export_pdf, export_variables as variables};
use aditus_domain::ids::RequestId;

use crate::api::Api;
use crate::attachment::{CSV, PDF, attachment};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;

/// Exports the request as a PDF.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path)), responses(
    (status = 200, content_type = "application/pdf", body = Vec<u8>),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
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
        .run_heavy(&caller.clone(), move |ports| {
            export_pdf::execute(ports, &caller, query)
        })
        .await?;
    Ok(attachment(PDF, answer))
}

/// Exports the requested variables as CSV, named `{title}_requested_variables.csv`.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path)), responses(
    (status = 200, content_type = "text/csv", body = Vec<u8>),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
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
        .run_heavy(&caller.clone(), move |ports| {
            variables::execute(ports, &caller, query)
        })
        .await?;
    Ok(attachment(CSV, answer))
}
