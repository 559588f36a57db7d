//! Uploaded documents: a folder (the default) or an S3-compatible store, and the check of what a file really is
//! (decisions F1, F2).

mod address;
mod folder;
mod inspector;
#[cfg(feature = "s3")]
mod object_store_files;

pub use address::AddressError;
pub use folder::FolderFiles;
pub use inspector::ContentInspector;
#[cfg(feature = "s3")]
pub use object_store_files::{ObjectStoreFiles, S3Settings};
