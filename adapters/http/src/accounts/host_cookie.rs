//! Cookies that only this server reads.

use actix_web::http::header::{COOKIE, HeaderValue, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse};
use chrono::TimeDelta;
use cookie::time::Duration;
use cookie::{Cookie, SameSite};

use crate::api::Api;

/// A cookie for this host alone. Scripts cannot read it, and browsers do not send it with cross-site
/// POST requests.
pub(super) struct HostCookie {
    /// The name where browsers reach Aditus without TLS, as in development.
    pub plain_name: &'static str,
    /// The name over TLS. Browsers accept the `__Host-` prefix only from the host itself and only
    /// with `Secure`.
    pub secure_name: &'static str,
}

impl HostCookie {
    /// Returns the value of the cookie; empty if the browser sent none.
    pub(super) fn read(&self, api: &Api, request: &HttpRequest) -> String {
        let name = self.name(api.ports().settings.is_reached_over_tls());
        let headers = request.headers().get_all(COOKIE);
        let mut cookies = headers
            .filter_map(|value| value.to_str().ok())
            .flat_map(Cookie::split_parse)
            .filter_map(Result::ok);
        let found = cookies.find(|cookie| cookie.name() == name);
        found.map(|cookie| cookie.value().to_owned()).unwrap_or_default()
    }

    /// Sets the cookie for this long.
    pub(super) fn set(&self, api: &Api, response: &mut HttpResponse, value: &str, lifetime: TimeDelta) {
        let secure = api.ports().settings.is_reached_over_tls();
        let cookie = Cookie::build((self.name(secure), value))
            .path("/")
            .http_only(true)
            .secure(secure)
            .same_site(SameSite::Lax)
            .max_age(Duration::seconds(lifetime.num_seconds()))
            .build();
        if let Ok(header) = HeaderValue::from_str(&cookie.to_string()) {
            response.headers_mut().append(SET_COOKIE, header);
        }
    }

    const fn name(&self, secure: bool) -> &'static str {
        if secure { self.secure_name } else { self.plain_name }
    }
}
