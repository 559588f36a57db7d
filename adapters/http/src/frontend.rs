//! The frontend's build, embedded and precompressed (brotli and gzip).
//!
//! Files whose names carry a hash of their content are cached for a year; everything else is asked for again each time.
//! An address that is no file is a screen: it gets `index.html`, and the frontend shows what belongs there.

use std::hash::{DefaultHasher, Hash, Hasher};

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETag, EntityTag, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use actix_web_rust_embed_responder::IntoResponse;
use rust_embed_for_web::{EmbedableFile, RustEmbed};

use crate::attachment::is_known;
use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
struct Build;

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// What the product is called in `index.html` as it is built.
const NAME_AS_BUILT: &str = "Aditus";

/// Whether this binary holds a frontend; one built without it serves the API alone.
pub fn is_built() -> bool {
    Build::get("index.html").is_some()
}

/// `index.html` with the name under which the deployer runs the product. The frontend reads the name there.
#[derive(Clone)]
pub(crate) struct Index {
    html: web::Bytes,
    tag: EntityTag,
}

impl Index {
    /// None where the binary holds no frontend.
    pub(crate) fn named(product: &str) -> Option<Self> {
        let file = Build::get("index.html")?;
        let built = String::from_utf8_lossy(file.data()).into_owned();
        Some(Self::of(&built, product))
    }

    fn of(built: &str, product: &str) -> Self {
        let html = built.replace(NAME_AS_BUILT, &escaped(product));
        let mut hasher = DefaultHasher::new();
        html.hash(&mut hasher);
        Self {
            // It is compressed on its way, which a strong tag would deny.
            tag: EntityTag::new_weak(format!("{:016x}", hasher.finish())),
            html: web::Bytes::from(html),
        }
    }

    fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let keep = (CACHE_CONTROL, ASK_AGAIN);
        if is_known(request, &self.tag) {
            return HttpResponse::NotModified()
                .insert_header(keep)
                .insert_header(ETag(self.tag.clone()))
                .finish();
        }
        HttpResponse::Ok()
            .insert_header(keep)
            .insert_header(ETag(self.tag.clone()))
            .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
            .body(self.html.clone())
    }
}

/// A text as HTML has it, in an attribute too.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

pub(crate) async fn serve(
    request: HttpRequest,
    path: web::Path<String>,
    index: web::Data<Option<Index>>,
) -> HttpResponse {
    let path = path.into_inner();
    let is_call = matches!(path.split('/').next(), Some("api" | "ws" | "health" | "files"));
    let is_asset = path.starts_with("assets/");
    let file = Build::get(&path).filter(|_| path != "index.html");
    if is_call || (is_asset && file.is_none()) {
        return HttpResponse::from_error(Problem::not_found());
    }
    match (file, index.as_ref()) {
        (Some(file), _) => {
            let mut response = file.into_response().respond_to(&request).map_into_boxed_body();
            response
                .headers_mut()
                .insert(CACHE_CONTROL, if is_asset { IMMUTABLE } else { ASK_AGAIN });
            response
        }
        (None, Some(index)) => index.answer(&request),
        (None, None) => HttpResponse::from_error(Problem::not_found()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_stands_wherever_it_was_built_in() {
        let built = r#"<meta name="application-name" content="Aditus" /><title>Aditus</title>"#;
        let index = Index::of(built, r#"Porta & "Sons" <b>"#);
        assert_eq!(
            std::str::from_utf8(&index.html).unwrap(),
            "<meta name=\"application-name\" content=\"Porta &amp; &quot;Sons&quot; &lt;b&gt;\" />\
            <title>Porta &amp; &quot;Sons&quot; &lt;b&gt;</title>"
        );
        assert_ne!(index.tag, Index::of(built, "Aditus").tag);
    }
}
