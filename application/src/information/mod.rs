//! What everybody may read without signing in: the public documents (3 §2.15; decisions F4).

pub mod list_documents;
pub mod read_document;
