//! The files of the frontend's build, each plain and, where that makes it smaller, compressed by brotli and gzip.
//!
//! A crate of its own: what is embedded is compiled when the frontend changes, and not with each change of the http adapter, which serves it.
//! The frontend's build compresses them (`frontend/compress.js`).

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// What the build wrote. A checkout whose frontend was never built has nothing there.
#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
struct Build;

/// A file of the build.
pub struct BuiltFile {
    /// As it was built.
    pub plain: Cow<'static, [u8]>,
    /// By brotli, where that is worth it.
    pub brotli: Option<Cow<'static, [u8]>>,
    /// By gzip, where that is worth it.
    pub gzip: Option<Cow<'static, [u8]>>,
    /// The SHA-256 of its content.
    pub sha256: [u8; 32],
    media_type: String,
}

impl BuiltFile {
    /// The file at a path of the build. What is compressed has no path of its own.
    pub fn at(path: &str) -> Option<Self> {
        if COMPRESSED.iter().any(|ending| path.ends_with(ending)) {
            return None;
        }
        let [brotli, gzip] =
            COMPRESSED.map(|ending| Build::get(&format!("{path}{ending}")).map(|file| file.data));
        let file = Build::get(path)?;
        Some(Self {
            brotli,
            gzip,
            sha256: file.metadata.sha256_hash(),
            media_type: file.metadata.mimetype().to_owned(),
            plain: file.data,
        })
    }

    /// What it is, as HTTP calls it.
    pub fn media_type(&self) -> &str {
        &self.media_type
    }
}

/// What `frontend/compress.js` puts behind the name of a file.
const COMPRESSED: [&str; 2] = [".br", ".gz"];
