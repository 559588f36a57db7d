//! The cookie that marks a browser as known to the accounts that have signed in with it (decisions
//! A12). It grants no access.

use actix_web::http::header::{COOKIE, HeaderValue, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};

use crate::api::Api;

/// The cookie name where browsers reach Aditus without TLS, as in development.
const PLAIN_NAME: &str = "aditus_browser";

/// The cookie name over TLS. Browsers accept the `__Host-` prefix only from the host itself and
/// only with `Secure`.
const SECURE_NAME: &str = "__Host-aditus_browser";

/// Returns the value of the cookie; empty if the browser sent none.
pub(super) fn read(api: &Api, request: &HttpRequest) -> String {
    let name = name(api.ports().settings.is_reached_over_tls());
    let headers = request.headers().get_all(COOKIE);
    let mut cookies = headers
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok);
    let found = cookies.find(|cookie| cookie.name() == name);
    found.map(|cookie| cookie.value().to_owned()).unwrap_or_default()
}

/// Sets the cookie. Scripts cannot read it, and browsers do not send it with cross-site POST
/// requests.
pub(super) fn set(api: &Api, response: &mut HttpResponse, value: &str) {
    let settings = &api.ports().settings;
    let secure = settings.is_reached_over_tls();
    let cookie = Cookie::build((name(secure), value))
        .path("/")
        .http_only(true)
        .secure(secure)
        .same_site(SameSite::Lax)
        .max_age(Duration::seconds(settings.known_browser_for.num_seconds()))
        .build();
    if let Ok(header) = HeaderValue::from_str(&cookie.to_string()) {
        response.headers_mut().append(SET_COOKIE, header);
    }
}

const fn name(secure: bool) -> &'static str {
    if secure { SECURE_NAME } else { PLAIN_NAME }
}
