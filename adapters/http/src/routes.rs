//! Where calls are registered: each module names its calls once, for the server that answers them, for the OpenAPI document, and for the
//! header `Allow`.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::dev::HttpServiceFactory;
use actix_web::web;
use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod, Paths, PathsMap};
use utoipa::openapi::{RefOr, Schema};
use utoipa_actix_web::OpenApiFactory;

/// What a module registers its calls with. Every worker of the server does so as it starts; what the document says of the calls is made
/// where the document is, because it takes more memory than all else at the start.
pub(crate) enum Routes<'a> {
    /// A server, which answers the calls.
    Served(&'a mut web::ServiceConfig),
    /// What the OpenAPI document says of them.
    Described(&'a mut Description),
    /// The methods that each path takes.
    Listed(&'a mut BTreeMap<String, BTreeSet<HttpMethod>>),
}

/// What calls say of themselves.
#[derive(Default)]
pub(crate) struct Description {
    paths: Paths,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Routes<'_> {
    /// Registers a call.
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

    /// Adds a schema to the document which no call names by its type.
    pub(crate) fn schema<T: ToSchema>(&mut self) -> &mut Self {
        if let Self::Described(description) = self {
            description.schemas.push((T::name().into_owned(), T::schema()));
            T::schemas(&mut description.schemas);
        }
        self
    }

    /// Registers the calls of another module.
    pub(crate) fn configure(&mut self, register: impl FnOnce(&mut Routes<'_>)) -> &mut Self {
        register(self);
        self
    }
}

impl Description {
    /// Adds this to a document; its paths begin with `prefix` there.
    pub(crate) fn add_to(self, document: &mut utoipa::openapi::OpenApi, prefix: &str) {
        let paths = self.paths.paths.into_iter();
        document.paths.paths = paths
            .map(|(path, item)| (format!("{prefix}{path}"), item))
            .collect::<PathsMap<_, _>>();
        let components = document.components.get_or_insert_default();
        components.schemas.extend(self.schemas);
    }
}
