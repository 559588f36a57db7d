//! The files of the frontend's build, each plain and compressed by brotli and gzip.
//!
//! A crate of its own, because the compiler takes seconds to compress them: it does so when the frontend changes, and not with each
//! change of the http adapter, which serves them.

pub use rust_embed_for_web::{EmbedableFile, EmbeddedFile, RustEmbed};

/// The files, by their paths. A checkout whose frontend was never built has none.
#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
pub struct Build;
