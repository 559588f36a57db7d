//! The registration of calls. Each module lists its calls once: for the server, for the OpenAPI
//! document, and for the header `Allow`.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::dev::HttpServiceFactory;
use actix_web::web;
use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod, Paths, PathsMap};
use utoipa::openapi::{RefOr, Schema};
use utoipa_actix_web::OpenApiFactory;

/// The target of a registration. Each worker of the server registers the calls when it starts.
/// Descriptions are only generated for the document, because they would take more memory than the
/// rest of the start.
pub(crate) enum Routes<'a> {
    /// A server, which handles the calls.
    Served(&'a mut web::ServiceConfig),
    /// The OpenAPI document, which describes the calls.
    Described(&'a mut Description),
    /// The allowed methods of each path.
    Listed(&'a mut BTreeMap<String, BTreeSet<HttpMethod>>),
}

/// The descriptions of the calls.
#[derive(Default)]
pub(crate) struct Description {
    paths: Paths,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Routes<'_> {
    pub(crate) fn service<F>(&mut self, call: F) -> &mut Self
    where
        F: HttpServiceFactory + OpenApiFactory + utoipa::Path + 'static,
    {
        match self {
            Self::Served(config) => {
                config.service(call);
            }
            Self::Described(description) => {
                description.paths.merge(call.paths());
                call.schemas(&mut description.schemas);
            }
            Self::Listed(methods) => {
                methods.entry(F::path()).or_default().extend(F::methods());
            }
        }
        self
    }

    /// Adds a schema that no call references by its type to the document.
    pub(crate) fn schema<T: ToSchema>(&mut self) -> &mut Self {
        if let Self::Described(description) = self {
            description.schemas.push((T::name().into_owned(), T::schema()));
            T::schemas(&mut description.schemas);
        }
        self
    }

    pub(crate) fn configure(&mut self, register: impl FnOnce(&mut Routes<'_>)) -> &mut Self {
        register(self);
        self
    }
}

impl Description {
    /// Adds the descriptions to a document, with `prefix` before their paths.
    pub(crate) fn add_to(self, document: &mut utoipa::openapi::OpenApi, prefix: &str) {
        let paths = self.paths.paths.into_iter();
        document.paths.paths = paths
            .map(|(path, item)| (format!("{prefix}{path}"), item))
            .collect::<PathsMap<_, _>>();
        let components = document.components.get_or_insert_default();
        components.schemas.extend(self.schemas);
    }
}
