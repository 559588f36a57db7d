//! The frontend's build, embedded and precompressed (brotli and gzip).
//!
//! Files whose names carry a hash of their content are cached for a year; everything else is asked for again each time.
//! An address that is no file is a screen: it gets `index.html`, and the frontend shows what belongs there.

use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use actix_web_rust_embed_responder::IntoResponse;
use rust_embed_for_web::RustEmbed;

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
struct Build;

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// Whether this binary holds a frontend; one built without it serves the API alone.
pub fn is_built() -> bool {
    Build::get("index.html").is_some()
}

pub(crate) async fn serve(request: HttpRequest, path: web::Path<String>) -> HttpResponse {
    let path = path.into_inner();
    let is_call = ["api/", "ws/", "health/", "files/"]
        .iter()
        .any(|prefix| path.starts_with(prefix));
    let is_asset = path.starts_with("assets/");
    let file = Build::get(&path);
    if is_call || (is_asset && file.is_none()) {
        return actix_web::ResponseError::error_response(&Problem::not_found());
    }
    let Some(file) = file.or_else(|| Build::get("index.html")) else {
        return actix_web::ResponseError::error_response(&Problem::not_found());
    };
    let mut response = file.into_response().respond_to(&request).map_into_boxed_body();
    response
        .headers_mut()
        .insert(CACHE_CONTROL, if is_asset { IMMUTABLE } else { ASK_AGAIN });
    response
}
