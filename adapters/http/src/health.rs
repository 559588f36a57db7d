//! Probes for whoever watches over the process.

use actix_web::{HttpResponse, get, web};
use aditus_application::ports::StoreError;
use serde_json::json;

use crate::api::Api;

/// The process runs.
#[get("/health/live")]
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "code": 200, "message": "live" }))
}

/// The process can serve: the database answers, and has room for what is to be stored.
#[get("/health/ready")]
pub(crate) async fn ready(api: web::Data<Api>) -> HttpResponse {
    let ports = api.ports().clone();
    match web::block(move || ports.database.ping()).await {
        Ok(Ok(())) => HttpResponse::Ok().json(json!({ "code": 200, "message": "ready" })),
        Ok(Err(error @ StoreError::Full(_))) => {
            HttpResponse::ServiceUnavailable().json(json!({ "code": 503, "message": error.to_string() }))
        }
        _ => HttpResponse::ServiceUnavailable()
            .json(json!({ "code": 503, "message": "the database does not answer" })),
    }
}
