//! Storage of uploaded documents in a folder (the default) or an S3-compatible store, and the
//! inspection of their content (decisions F1, F2).

mod address;
mod clamd;
mod folder;
mod inspector;
#[cfg(feature = "s3")]
mod object_store_files;

pub use address::{AddressError, Addresses};
pub use clamd::{ClamdAddress, ClamdAddressError, ClamdScanner};
pub use folder::FolderFiles;
pub use inspector::{ContentInspector, IsolatedInspector, answer_inspector};
#[cfg(feature = "s3")]
pub use object_store_files::{ObjectStoreFiles, S3Settings};
