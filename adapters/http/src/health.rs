//! Liveness and readiness probes.

use actix_web::{HttpResponse, get, web};
use serde_json::json;

use crate::api::Api;

/// Reports that the process is running.
#[get("/health/live")]
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "code": 200, "message": "live" }))
}

/// Reports readiness: the database responds and is writable, and use-case slots become free.
#[get("/health/ready")]
pub(crate) async fn ready(api: web::Data<Api>) -> HttpResponse {
    match api.readiness().await {
        Ok(()) => HttpResponse::Ok().json(json!({ "code": 200, "message": "ready" })),
        Err(reason) => {
            HttpResponse::ServiceUnavailable().json(json!({ "code": 503, "message": reason.to_string() }))
        }
    }
}
