//! The http adapter of Aditus: routes, bodies, the OpenAPI document, and the frontend.
//!
//! A handler parses its input, calls one use case on the blocking pool and writes the response. It
//! makes no decisions: the use case checks access.

// The kernel: the building blocks of slices. It imports no slice.
mod answer;
pub mod api;
mod attachment;
mod body;
mod call_id;
mod caller_address;
pub mod demo;
mod idempotency;
pub mod load;
mod memory;
mod optional_fields;
mod passkey;
mod problem;
mod queue;
mod readiness;
mod reading_threads;
mod records;
mod routes;
mod sending;
mod short_list;
mod signed_in;
mod sort;
mod trusted_proxies;
mod watch;

// The slices: calls, their bodies, and the use cases that they run.
mod accounts;
mod audit;
mod deadlines;
mod dictionary;
mod feedback;
mod files;
mod information;
mod notifications;
mod organisations;
mod procedures;
mod reference;
mod requests;
mod review;
mod roles;

// The server: it assembles the slices and wraps their calls in middleware.
mod call_span;
mod charset;
mod connections;
mod fallback;
pub mod frontend;
mod head;
mod health;
mod openapi;
mod security_headers;
mod server;
pub mod tls;
mod untrusted_proxy;

pub use api::{Api, SignedFileError, SignedFiles};
pub use load::LoadLimits;
pub use openapi::document as openapi_document;
pub use readiness::ReadinessLimits;
pub use server::{ServerError, ServerOptions, serve, server};
pub use trusted_proxies::{ForwardedHeader, NetworkError, TrustedProxies};
pub use watch::{QueueState, TRACED, Watch, use_case_name};
