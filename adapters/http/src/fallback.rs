//! Responses to requests that no route matches.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use aditus_application::Reason;
use utoipa::openapi::HttpMethod;

use crate::problem::Problem;
use crate::routes::Routes;
use crate::server;

/// GET routes outside the API.
const GET_ROUTES: [&str; 5] = [
    "/health/live",
    "/health/ready",
    "/log/checkpoint",
    "/log/tile/{path}",
    "/files/{path}",
];

/// The allowed methods of each path, as values of the header `Allow`.
pub(crate) struct Methods(BTreeMap<String, HeaderValue>);

impl Methods {
    /// Collects the methods of all calls.
    pub(crate) fn collect() -> Self {
        let mut listed = BTreeMap::new();
        server::routes(&mut Routes::Listed(&mut listed));
        let methods = listed.into_iter().filter_map(|(path, methods)| {
            HeaderValue::from_str(&allow_value(&methods))
                .ok()
                .map(|methods| (format!("{}{path}", server::PREFIX), methods))
        });
        let read = HeaderValue::from_static("GET, HEAD");
        let read = GET_ROUTES.iter().map(|path| ((*path).to_owned(), read.clone()));
        Self(methods.chain(read).collect())
    }

    /// Returns 405 if only the method is wrong; otherwise 404.
    pub(crate) fn refuse(&self, request: &HttpRequest) -> HttpResponse {
        let allowed = request
            .match_pattern()
            .and_then(|pattern| self.0.get(&pattern.replace(":.*}", "}")).cloned());
        let Some(allowed) = allowed else {
            return HttpResponse::from_error(Problem::not_found());
        };
        let problem = Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            Reason::MethodNotAllowed,
            "This address does not support this method.",
        );
        let mut response = HttpResponse::from_error(problem);
        response.headers_mut().insert(ALLOW, allowed);
        response
    }
}

fn allow_value(allowed: &BTreeSet<HttpMethod>) -> String {
    let methods = [
        ("GET, HEAD", HttpMethod::Get),
        ("POST", HttpMethod::Post),
        ("PUT", HttpMethod::Put),
        ("PATCH", HttpMethod::Patch),
        ("DELETE", HttpMethod::Delete),
    ];
    methods
        .into_iter()
        .filter(|(_, method)| allowed.contains(method))
        .map(|(name, _)| name)
        .collect::<Vec<_>>()
        .join(", ")
}
