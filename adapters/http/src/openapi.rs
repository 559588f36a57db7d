//! The OpenAPI 3.1 document at `/api/v1/openapi.json`, and a page to browse it at `/api/docs`.

mod answers;
mod limits;

use std::sync::OnceLock;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use utoipa::OpenApi;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::problem::{Problem, schema_of_reasons};
use crate::routes::{Description, Routes};
use crate::{idempotency, server};

#[derive(OpenApi)]
#[openapi(info(
    title = "Aditus",
    description = "Requesting access to health data, and deciding on it in the open. Every answer is JSON with `code` \
        and `message`; lists take `page`, `page_size`, `search` and `sort`. Any address that takes GET takes HEAD, and answers it with the \
        same status and headers and no body; any other method is answered with 405, and with the methods that the address takes in `Allow`. \
        An answer with a status from 400 on is a `ProblemBody`, by whose `reason` a program decides.\n\n\
        Before 1.0.0 a new second number may change the ports, the configuration and the HTTP API, and the changelog says how to follow; \
        a new third number may only add to them. The HTTP API stays below `/api/v1/`: until a new second number no path, method, field, \
        code or reason disappears or changes its meaning. New ones may appear at any time, so a program ignores members of answers that it does not \
        know."
))]
struct Head;

/// Returns the document without paths.
fn head() -> utoipa::openapi::OpenApi {
    let mut head = Head::openapi();
    let token = SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(
        "Authorization",
        "The session's token, as `Token {token}`.",
    )));
    let components = head.components.get_or_insert_default();
    components.add_security_scheme("token", token);
    components.schemas.extend([schema_of_reasons()]);
    components.responses.extend(answers::shared());
    head
}

/// Returns the whole document, collected from the handlers.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut described = Description::default();
    server::routes(&mut Routes::Described(&mut described));
    let mut document = head();
    described.add_to(&mut document, server::PREFIX);
    for (path, item) in &mut document.paths.paths {
        if let Some(operation) = item.post.as_mut().filter(|_| idempotency::accepts_key(path)) {
            add_key_header(operation);
        }
        let operations = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.delete,
            &mut item.patch,
        ];
        for operation in operations.into_iter().flatten() {
            limits::limit_parameters(operation);
            answers::complete(operation);
        }
    }
    limits::limit_bodies(&mut document);
    document
}

fn add_key_header(operation: &mut Operation) {
    let key = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(idempotency::MAX_KEY_LENGTH + 2))
        .build();
    let header = ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .description(Some(
            "A random text in quotes. Of calls with one key and the same body one is carried out, and the others get its answer, for 24 \
            hours; with another body they get 409.",
        ))
        .schema(Some(key))
        .build();
    operation
        .parameters
        .get_or_insert_default()
        .push(RefOr::T(header));
    operation
        .responses
        .responses
        .entry("409".to_owned())
        .or_insert_with(|| answers::problem().into());
}

/// The document of an installation, with its product name as the title. It is generated on first
/// use and cached in serialised form.
pub(crate) struct Document {
    product: String,
    json: OnceLock<web::Bytes>,
}

impl Document {
    pub(crate) fn new(product: &str) -> Self {
        Self {
            product: product.to_owned(),
            json: OnceLock::new(),
        }
    }

    fn json(&self) -> web::Bytes {
        let make = || {
            let mut document = document();
            self.product.clone_into(&mut document.info.title);
            web::Bytes::from(document.to_json().unwrap_or_default())
        };
        self.json.get_or_init(make).clone()
    }
}

async fn send(document: web::Data<Document>) -> Result<HttpResponse, Problem> {
    let document = document.into_inner();
    let json = web::block(move || document.json())
        .await
        .map_err(Problem::internal)?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((CACHE_CONTROL, "no-cache"))
        .body(json))
}

/// Serves the document as JSON, and the page that shows it.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    config.route("/api/v1/openapi.json", web::get().to(send));
    // Trailing slashes are removed before routing.
    config.service(web::redirect("/api/docs", "/api/docs/index.html"));
    config.service(SwaggerUi::new("/api/docs/{_:.*}").config(Config::from("/api/v1/openapi.json")));
}
