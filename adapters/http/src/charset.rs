//! Adds the UTF-8 charset to texts (OWASP ASVS 5.0, 4.1.1): static files of the frontend and of the
//! API documentation have a media type that is guessed from their names, without a charset.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::middleware::Next;

/// Adds the charset to the content type of a text response that has none.
pub(crate) async fn add_charset<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    let with_charset = headers.get(CONTENT_TYPE).and_then(with_charset);
    if let Some(with_charset) = with_charset {
        headers.insert(CONTENT_TYPE, with_charset);
    }
    Ok(response)
}

/// Returns the content type with a charset; `None` if it is not a text or already has one.
fn with_charset(kind: &HeaderValue) -> Option<HeaderValue> {
    let kind = kind.to_str().ok()?;
    let lower = kind.to_ascii_lowercase();
    if !lower.starts_with("text/") || lower.contains("charset") {
        return None;
    }
    HeaderValue::from_str(&format!("{kind}; charset=utf-8")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_a_charset_gets_one() {
        let announced = |kind: &'static str| with_charset(&HeaderValue::from_static(kind));
        assert_eq!(announced("text/html").unwrap(), "text/html; charset=utf-8");
        assert_eq!(announced("Text/Plain").unwrap(), "Text/Plain; charset=utf-8");
        for kind in [
            "text/csv; charset=utf-8",
            "text/html;charset=UTF-8",
            "application/json",
            "image/png",
        ] {
            assert_eq!(announced(kind), None, "{kind}");
        }
    }
}
