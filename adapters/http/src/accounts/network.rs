//! The `User-Agent` header of the caller.

use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;

/// Returns the `User-Agent` header, cut to the 300 characters that are stored.
pub(crate) fn user_agent(request: &HttpRequest) -> String {
    let agent = request.headers().get(USER_AGENT);
    let agent = agent.and_then(|value| value.to_str().ok()).unwrap_or_default();
    agent.chars().take(300).collect()
}
