//! The files of the frontend's build, each plain and, if smaller, compressed by brotli and gzip.
//!
//! The build of the frontend compresses them (`frontend/compress.js`). This is a crate of its own
//! so that changes of the http adapter, which serves the files, do not embed them again.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// The output of the frontend's build. Empty if the frontend was never built.
#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
struct Build;

/// A file of the build.
pub struct BuiltFile {
    /// The uncompressed content.
    pub plain: Cow<'static, [u8]>,
    /// The brotli-compressed content, if it is smaller.
    pub brotli: Option<Cow<'static, [u8]>>,
    /// The gzip-compressed content, if it is smaller.
    pub gzip: Option<Cow<'static, [u8]>>,
    /// SHA-256 of the uncompressed content.
    pub sha256: [u8; 32],
    media_type: String,
}

impl BuiltFile {
    /// Returns the file at a path of the build. Compressed variants have no path of their own.
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

    /// Media type of the file, for `Content-Type`.
    pub fn media_type(&self) -> &str {
        &self.media_type
    }
}

/// Suffixes that `frontend/compress.js` appends to the names of compressed files.
const COMPRESSED: [&str; 2] = [".br", ".gz"];
