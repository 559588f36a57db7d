//! The HTML page for a document URL that is invalid or expired, or whose file cannot be read.

use actix_web::http::header::{CONTENT_TYPE, VARY};
use actix_web::{HttpResponse, ResponseError};
use aditus_application::notifications::mail_template::escape;
use aditus_domain::requests::request_of;

use crate::api::Api;
use crate::problem::Problem;

/// The reason why a valid URL shows no document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotShown {
    /// The URL has expired.
    Expired,
    /// The file store has lost the file.
    Lost,
    /// The file store does not answer now.
    NoAnswer,
}

/// Returns a page that explains the problem and links to the request. `name` is the name of the
/// document if it is trusted; it begins with the reference of the request. The viewer requests a
/// new URL when it finds `data-expired`.
pub(crate) fn render(
    api: &Api,
    problem: &Problem,
    reason: Option<NotShown>,
    name: Option<&str>,
) -> HttpResponse {
    let product = &api.ports().settings.product_name;
    let (title, words) = match reason {
        Some(NotShown::Expired) => (
            "This link has expired",
            "A link to a document works for 5 minutes. Open the document again from its Data Request.",
        ),
        Some(NotShown::Lost) => (
            "This document can't be shown",
            "Its file no longer exists. Its Data Request says more about it.",
        ),
        Some(NotShown::NoAnswer) => (
            "This document can't be shown now",
            "The place where documents are kept doesn't answer. Try again in a moment.",
        ),
        None => (
            "This link doesn't work",
            "It is incomplete, or it was changed. Open the document again from its Data Request.",
        ),
    };
    let (path, action) = match name.and_then(link_to_request) {
        Some((path, reference)) => (path, format!("Open Data Request {reference}")),
        None => ("/".to_owned(), format!("Go to {product}")),
    };
    let expired = if reason == Some(NotShown::Expired) {
        " data-expired"
    } else {
        ""
    };
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"{expired}><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title} - {product}</title>\
         <style>{STYLE}</style></head>\n<body><main><p class=\"product\">{product}</p><h1>{title}</h1><p>{words}</p>\
         <p><a href=\"{path}\" target=\"_top\">{action}</a></p></main></body></html>\n",
        title = escape(title),
        product = escape(product),
        words = escape(words),
        path = escape(&path),
        action = escape(&action),
    );
    HttpResponse::build(problem.status_code())
        .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((VARY, "Accept"))
        .insert_header((
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'",
        ))
        .body(page)
}

/// Returns the path of the document's request, and its reference. Requesters use REQ000015, staff
/// use DAC0015. As in emails, `as` makes anonymous readers sign in first; Org User stands for the
/// selected role.
fn link_to_request(name: &str) -> Option<(String, &str)> {
    let reference = name.split(' ').next()?;
    let request = request_of(reference)?;
    let (screen, role) = if reference.starts_with("REQ") {
        ("/requester/singlerequest", "Data+Requester")
    } else {
        ("/datarequest", "Org+User")
    };
    Some((format!("{screen}?request_id={request}&as={role}"), reference))
}

const STYLE: &str = "body{margin:0;padding:24px 16px;background:#EEF3F4;color:#12262B;\
    font:16px/24px Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}\
    main{max-width:560px;margin:8vh auto 0;padding:24px 32px;background:#fff;border:1px solid #D5DFE1;border-radius:10px}\
    .product{margin:0;font-weight:600;color:#0B5563}h1{margin:8px 0 16px;font-size:22px;line-height:30px}\
    a{color:#0B5563;font-weight:600}\
    @media (prefers-color-scheme:dark){body{background:#0C181B;color:#E3EDEF}main{background:#142429;border-color:#2C4147}\
    .product,a{color:#7CC4D2}}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_back_depends_on_the_kind_of_reference() {
        let back = |name| link_to_request(name).map(|(path, _)| path);
        assert_eq!(
            back("DAC0015 Ethics Approval Letter 2026-11-27 no 57.pdf").as_deref(),
            Some("/datarequest?request_id=15&as=Org+User")
        );
        assert_eq!(
            back("REQ000015 Identification 2026-11-27 no 58.png").as_deref(),
            Some("/requester/singlerequest?request_id=15&as=Data+Requester")
        );
        assert_eq!(back("letter.pdf"), None);
    }
}
