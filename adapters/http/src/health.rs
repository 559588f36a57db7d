//! Probes of liveness and readiness.

use actix_web::{HttpResponse, get, web};
use serde_json::json;

use crate::api::Api;

/// The process runs.
#[get("/health/live")]
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "code": 200, "message": "live" }))
}

/// Calls can be carried out: the database answers and can be written to, and slots for calls become free.
#[get("/health/ready")]
pub(crate) async fn ready(api: web::Data<Api>) -> HttpResponse {
    match api.readiness().await {
        Ok(()) => HttpResponse::Ok().json(json!({ "code": 200, "message": "ready" })),
        Err(reason) => {
            HttpResponse::ServiceUnavailable().json(json!({ "code": 503, "message": reason.to_string() }))
        }
    }
}
