//! The security headers of all responses (OWASP ASVS 5.0, 3.4).

use actix_web::http::header::{CACHE_CONTROL, STRICT_TRANSPORT_SECURITY};
use actix_web::middleware::DefaultHeaders;

/// One year, as browsers and their preload lists require, including subdomains.
const ONLY_BY_TLS: &str = "max-age=31536000; includeSubDomains";

/// Returns the default headers of all responses. Responses contain personal data unless the handler
/// sets its own `Cache-Control`, so browsers and proxies must not store them. `public_url` is the
/// public address of Aditus: with https, browsers never use http.
pub(crate) fn default_headers(public_url: &str, file_origin: Option<&str>) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add((CACHE_CONTROL, "no-store"))
        .add((
            "Content-Security-Policy",
            content_security_policy(public_url, file_origin, &[]),
        ))
        .add(("X-Content-Type-Options", "nosniff"))
        .add(("Referrer-Policy", "same-origin"))
        .add(("X-Frame-Options", "SAMEORIGIN"))
        .add(("Cross-Origin-Opener-Policy", "same-origin"))
        .add(("Cross-Origin-Resource-Policy", "same-origin"))
        .add(("Permissions-Policy", "camera=(), microphone=(), geolocation=()"));
    if is_bound_to_tls(public_url) {
        return headers.add((STRICT_TRANSPORT_SECURITY, ONLY_BY_TLS));
    }
    headers
}

/// Returns true for https, except on `localhost`: there, the header would also bind other servers
/// on this machine.
fn is_bound_to_tls(public_url: &str) -> bool {
    let Some(rest) = public_url.strip_prefix("https://") else {
        return false;
    };
    rest.split([':', '/', '?', '#']).next() != Some("localhost")
}

/// Returns the content security policy. Scripts, styles and pictures come from Aditus itself.
/// Inline styles are allowed, because MUI writes its styles at run time. Inline scripts are allowed
/// only by the given hashes. Uploaded documents are shown in frames and as pictures from `blob:`
/// and from the object store, if there is one. Older browsers do not apply `'self'` to websockets,
/// so the policy contains their address.
pub(crate) fn content_security_policy(
    public_url: &str,
    file_origin: Option<&str>,
    scripts: &[String],
) -> String {
    let scripts = [&["'self'".to_owned()], scripts].concat().join(" ");
    let files = file_origin.map_or_else(String::new, |origin| format!(" {origin}"));
    let websocket = websocket_address(public_url).map_or_else(String::new, |address| format!(" {address}"));
    format!(
        "default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:{files}; \
        font-src 'self' data:; connect-src 'self'{websocket}; frame-src 'self' blob:{files}; object-src 'none'; \
        base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    )
}

/// Returns an address such as `wss://data.example/ws/notifications`; `None` if a policy cannot
/// contain the address.
fn websocket_address(public_url: &str) -> Option<String> {
    let (scheme, rest) = public_url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    if host.is_empty() || !host.chars().all(is_plain) {
        return None;
    }
    let scheme = if scheme == "https" { "wss" } else { "ws" };
    Some(format!("{scheme}://{host}/ws/notifications"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hsts_is_sent_for_https_except_on_localhost() {
        for (public_url, bound) in [
            ("https://data.example", true),
            ("https://localhost.example:8443/aditus", true),
            ("http://data.example", false),
            ("https://localhost:8443", false),
            ("https://localhost", false),
        ] {
            assert_eq!(is_bound_to_tls(public_url), bound, "{public_url}");
        }
    }

    #[test]
    fn the_websocket_address_uses_the_public_host() {
        for (public_url, expected) in [
            (
                "https://data.example",
                Some("wss://data.example/ws/notifications"),
            ),
            (
                "http://localhost:8080",
                Some("ws://localhost:8080/ws/notifications"),
            ),
            (
                "https://data.example/aditus",
                Some("wss://data.example/ws/notifications"),
            ),
            ("https://[::1]:8443", Some("wss://[::1]:8443/ws/notifications")),
            ("https://a;script-src *", None),
            ("https://", None),
            ("data.example", None),
        ] {
            assert_eq!(websocket_address(public_url).as_deref(), expected, "{public_url}");
        }
    }
}
