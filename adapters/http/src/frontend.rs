//! The embedded and precompressed (brotli and gzip) build of the frontend.
//!
//! Files with a content hash in their names are cached for a year; all other files are revalidated
//! each time. A path without a file is a screen: it gets the page that was prerendered for it, or
//! `index.html`, and the frontend shows the screen.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use actix_web::http::header::{
    AcceptEncoding, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ContentEncoding,
    ETag, Encoding, EntityTag, Header, HeaderValue, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};
use aditus_frontend::BuiltFile;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::attachment::is_known;
use crate::problem::Problem;

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The product name in the built pages.
const NAME_AS_BUILT: &str = "Aditus";

/// Returns true if this binary contains a frontend. A binary without one serves only the API.
pub fn is_built() -> bool {
    BuiltFile::at("index.html").is_some()
}

/// The pages with the product name that the deployer configured. The frontend reads the name from
/// the page.
pub(crate) struct Pages {
    /// Keyed by the names that `frontend/pages.js` assigns; `_` stands for any single segment.
    screens: HashMap<String, Page>,
    index: Page,
    policy: String,
}

impl Pages {
    /// Returns `None` if the binary contains no frontend. `policy` receives the hashes of the
    /// inline scripts of `index.html`, which all pages share.
    pub(crate) fn with_product_name(product: &str, policy: impl Fn(&[String]) -> String) -> Option<Self> {
        let built = |name: &str| {
            let file = BuiltFile::at(name)?;
            Some(String::from_utf8_lossy(&file.plain).into_owned())
        };
        let index = built("index.html")?;
        let names = built("pages/names.txt").unwrap_or_default();
        let screens = names.lines().filter_map(|name| {
            let page = Page::new(&built(&format!("pages/{name}.html"))?, product);
            Some((name.to_owned(), page))
        });
        Some(Self {
            screens: screens.collect(),
            policy: policy(&hashes_of_scripts(&insert_product_name(&index, product))),
            index: Page::new(&index, product),
        })
    }

    /// Returns the page of a path without its leading slash.
    fn at(&self, path: &str) -> &Page {
        let start = path.rfind('/').map_or(0, |slash| slash + 1);
        let any = format!("{}_", &path[..start]);
        let own = match path {
            "" => "home",
            // The path of this page contains the product name.
            _ if path.starts_with("about-") => "about-_",
            _ => path,
        };
        let found = self.screens.get(own).or_else(|| self.screens.get(&any));
        found.unwrap_or(&self.index)
    }
}

/// Returns the hashes of the inline scripts of a page, in the format of a content security policy.
fn hashes_of_scripts(page: &str) -> Vec<String> {
    let scripts = page.split("<script>").skip(1);
    scripts
        .filter_map(|rest| rest.split_once("</script>"))
        .map(|(script, _)| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script))))
        .collect()
}

struct Page {
    html: web::Bytes,
    tag: EntityTag,
}

/// Inserts the product name into a page.
fn insert_product_name(built: &str, product: &str) -> String {
    built.replace(NAME_AS_BUILT, &escaped(product))
}

impl Page {
    fn new(built: &str, product: &str) -> Self {
        let html = insert_product_name(built, product);
        let mut hasher = DefaultHasher::new();
        html.hash(&mut hasher);
        Self {
            // The tag is weak because the response may be compressed.
            tag: EntityTag::new_weak(format!("{:016x}", hasher.finish())),
            html: web::Bytes::from(html),
        }
    }

    fn answer(&self, request: &HttpRequest, policy: &str) -> HttpResponse {
        let known = is_known(request, &self.tag);
        let mut answer = if known {
            HttpResponse::NotModified()
        } else {
            HttpResponse::Ok()
        };
        // On 304, browsers apply the new headers to the cached page, so they must be sent here too.
        answer
            .insert_header((CACHE_CONTROL, REVALIDATE))
            .insert_header((CONTENT_SECURITY_POLICY, policy))
            .insert_header(ETag(self.tag.clone()));
        if known {
            return answer.finish();
        }
        answer
            .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
            .body(self.html.clone())
    }
}

/// Escapes a text for HTML, also inside attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

pub(crate) async fn serve(
    request: HttpRequest,
    path: web::Path<String>,
    pages: web::Data<Option<Pages>>,
) -> HttpResponse {
    let path = path.into_inner();
    let is_call = matches!(path.split('/').next(), Some("api" | "ws" | "health" | "files"));
    let is_asset = path.starts_with("assets/");
    let is_page = path == "index.html" || path.starts_with("pages/");
    let file = BuiltFile::at(&path).filter(|_| !is_page);
    if is_call || (is_asset && file.is_none()) {
        return HttpResponse::from_error(Problem::not_found());
    }
    match (file, pages.as_ref()) {
        (Some(file), _) => answer_with(&request, file, if is_asset { IMMUTABLE } else { REVALIDATE }),
        (None, Some(pages)) => pages.at(&path).answer(&request, &pages.policy),
        (None, None) => HttpResponse::from_error(Problem::not_found()),
    }
}

/// Serves a file in the best encoding that the client accepts, or 304 if the client already has it.
fn answer_with(request: &HttpRequest, file: BuiltFile, cache_control: HeaderValue) -> HttpResponse {
    // The tag is weak because all encodings of the content share it.
    let tag = EntityTag::new_weak(STANDARD.encode(file.sha256));
    let known = is_known(request, &tag);
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((CACHE_CONTROL, cache_control))
        .insert_header((VARY, "accept-encoding"))
        .insert_header(ETag(tag));
    if known {
        return answer.finish();
    }
    answer.insert_header((CONTENT_TYPE, file.media_type()));
    let compressed = [
        (ContentEncoding::Brotli, file.brotli),
        (ContentEncoding::Gzip, file.gzip),
    ];
    let available: Vec<Encoding> = compressed
        .iter()
        .filter(|(_, data)| data.is_some())
        .map(|(encoding, _)| Encoding::Known(*encoding))
        .collect();
    let negotiated = AcceptEncoding::parse(request)
        .ok()
        .and_then(|accepted| accepted.negotiate(available.iter()));
    for (encoding, data) in compressed {
        if let Some(data) = data.filter(|_| negotiated == Some(Encoding::Known(encoding))) {
            return answer
                .insert_header((CONTENT_ENCODING, encoding.as_str()))
                .body(bytes(data));
        }
    }
    answer.body(bytes(file.plain))
}

/// Borrows embedded data, which is static, without a copy.
fn bytes(data: Cow<'static, [u8]>) -> web::Bytes {
    match data {
        Cow::Borrowed(data) => web::Bytes::from_static(data),
        Cow::Owned(data) => web::Bytes::from(data),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use actix_web::http::header::{ACCEPT_ENCODING, ETAG, IF_NONE_MATCH};
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn files_use_the_accepted_encoding_and_are_revalidated() {
        // A build without a frontend contains no file.
        if BuiltFile::at("pages/names.txt").is_none() {
            return;
        }
        let answer = |accepted: &str, known: &str| {
            let request = TestRequest::default()
                .insert_header((ACCEPT_ENCODING, accepted))
                .insert_header((IF_NONE_MATCH, known))
                .to_http_request();
            answer_with(&request, BuiltFile::at("pages/names.txt").unwrap(), REVALIDATE)
        };
        let encoding = |accepted: &str| {
            let answer = answer(accepted, "\"other\"");
            assert_eq!(answer.status(), StatusCode::OK);
            let encoding = answer.headers().get(CONTENT_ENCODING);
            encoding.map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(encoding("br, gzip").as_deref(), Some("br"));
        assert_eq!(encoding("gzip;q=1, br;q=0.5").as_deref(), Some("gzip"));
        assert_eq!(encoding("gzip").as_deref(), Some("gzip"));
        assert_eq!(encoding("zstd"), None);
        assert_eq!(encoding("identity"), None);
        let tag = answer("", "\"other\"").headers().get(ETAG).cloned().unwrap();
        let again = answer("br", tag.to_str().unwrap());
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(again.headers().get(ETAG), Some(&tag));
    }

    #[test]
    fn the_product_name_is_replaced_and_escaped_everywhere() {
        let built = r#"<meta name="application-name" content="Aditus" /><title>Aditus</title>"#;
        let page = Page::new(built, r#"Porta & "Sons" <b>"#);
        assert_eq!(
            std::str::from_utf8(&page.html).unwrap(),
            "<meta name=\"application-name\" content=\"Porta &amp; &quot;Sons&quot; &lt;b&gt;\" />\
            <title>Porta &amp; &quot;Sons&quot; &lt;b&gt;</title>"
        );
        assert_ne!(page.tag, Page::new(built, "Aditus").tag);
    }

    #[test]
    fn each_path_gets_its_page_or_the_index() {
        let names = ["home", "datatable", "datatable/_", "about-_"];
        let pages = Pages {
            screens: names
                .iter()
                .map(|name| ((*name).to_owned(), Page::new(name, "Porta")))
                .collect(),
            index: Page::new("index", "Porta"),
            policy: String::new(),
        };
        for (path, expected) in [
            ("", "home"),
            ("home", "home"),
            ("datatable", "datatable"),
            ("datatable/12", "datatable/_"),
            ("datatable/12/more", "index"),
            ("about-porta-partners", "about-_"),
            ("nowhere", "index"),
            ("superuser/nowhere", "index"),
        ] {
            assert_eq!(pages.at(path).html, expected, "{path}");
        }
    }

    #[test]
    fn a_not_modified_page_has_the_security_policy() {
        let page = Page::new("page", "Porta");
        let known = page.tag.to_string();
        for (tag, status) in [
            ("\"other\"", StatusCode::OK),
            (known.as_str(), StatusCode::NOT_MODIFIED),
        ] {
            let request = TestRequest::default()
                .insert_header((IF_NONE_MATCH, tag))
                .to_http_request();
            let answer = page.answer(&request, "default-src 'self'");
            assert_eq!(answer.status(), status);
            let policy = answer.headers().get(CONTENT_SECURITY_POLICY).unwrap();
            assert_eq!(policy, "default-src 'self'");
        }
    }

    #[test]
    fn only_inline_scripts_are_hashed_for_the_security_policy() {
        let page = "<script>alert(1)</script><script type=\"module\" src=\"/a.js\"></script>";
        assert_eq!(
            hashes_of_scripts(page),
            ["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"]
        );
    }
}
