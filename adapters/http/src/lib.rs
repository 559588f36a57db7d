//! The HTTP face of Aditus: routes, bodies, the OpenAPI document, and the frontend.
//!
//! A handler reads its input, calls one use case on the blocking pool and writes the answer. It decides nothing: access
//! is the use case's business.

mod accounts;
mod answer;
pub mod api;
mod attachment;
mod audit;
mod body;
mod call_id;
mod call_span;
mod caller_address;
mod charset;
mod connections;
pub mod demo;
mod dictionary;
mod document_page;
mod fallback;
mod feedback;
mod files;
pub mod frontend;
mod given;
mod head;
mod health;
mod idempotency;
mod information;
pub mod load;
mod memory;
mod notifications;
mod openapi;
mod organisations;
mod problem;
mod procedures;
mod queue;
mod readiness;
mod reading_threads;
mod records;
mod reference;
mod requests;
mod review;
mod roles;
mod routes;
mod security_headers;
mod sending;
mod server;
mod short_list;
mod signed_in;
mod sort;
pub mod tls;
mod untrusted_proxy;
mod watch;

pub use api::{Api, SignedFileError, SignedFiles};
pub use caller_address::{ForwardedHeader, NetworkError, TrustedProxies};
pub use load::LoadLimits;
pub use openapi::document as openapi_document;
pub use readiness::ReadinessLimits;
pub use server::{ServerError, ServerOptions, serve, server};
pub use watch::{QueueState, TRACED, Watch, use_case_name};
