//! The answers to calls that no route takes.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use utoipa::openapi::{OpenApi, PathItem};

use crate::problem::Problem;

/// Which methods each path takes, as the header `Allow` lists them.
pub(crate) struct Methods(BTreeMap<String, HeaderValue>);

impl Methods {
    /// Reads them off the OpenAPI document.
    pub(crate) fn of(document: &OpenApi) -> Self {
        let methods = document.paths.paths.iter().filter_map(|(path, item)| {
            HeaderValue::from_str(&listed(item))
                .ok()
                .map(|methods| (path.clone(), methods))
        });
        Self(methods.collect())
    }

    /// 405 where the path is right and the method is not; else 404.
    pub(crate) fn refuse(&self, request: &HttpRequest) -> HttpResponse {
        let allowed = request
            .match_pattern()
            .and_then(|pattern| self.0.get(&pattern.replace(":.*}", "}")).cloned());
        let Some(allowed) = allowed else {
            return HttpResponse::from_error(Problem::not_found());
        };
        let problem = Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "This address does not take this method.",
        );
        let mut response = HttpResponse::from_error(problem);
        response.headers_mut().insert(ALLOW, allowed);
        response
    }
}

fn listed(item: &PathItem) -> String {
    let methods = [
        ("GET, HEAD", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
        ("PATCH", &item.patch),
        ("DELETE", &item.delete),
    ];
    methods
        .into_iter()
        .filter(|(_, operation)| operation.is_some())
        .map(|(name, _)| name)
        .collect::<Vec<_>>()
        .join(", ")
}
