//! The cookie that marks a browser as known to the accounts that have signed in with it (decisions
//! A12). It grants no access.

use actix_web::{HttpRequest, HttpResponse};

use super::host_cookie::HostCookie;
use crate::api::Api;

const KNOWN_BROWSER: HostCookie = HostCookie {
    plain_name: "aditus_browser",
    secure_name: "__Host-aditus_browser",
};

/// Returns the value of the cookie; empty if the browser sent none.
pub(super) fn read(api: &Api, request: &HttpRequest) -> String {
    KNOWN_BROWSER.read(api, request)
}

/// Sets the cookie.
pub(super) fn set(api: &Api, response: &mut HttpResponse, value: &str) {
    let lifetime = api.ports().settings.known_browser_for;
    KNOWN_BROWSER.set(api, response, value, lifetime);
}
