//! Who calls, as far as the network tells.

use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;

/// What the browser calls itself, as much of it as is kept.
pub(crate) fn user_agent(request: &HttpRequest) -> String {
    let agent = request.headers().get(USER_AGENT);
    let agent = agent.and_then(|value| value.to_str().ok()).unwrap_or_default();
    agent.chars().take(300).collect()
}
