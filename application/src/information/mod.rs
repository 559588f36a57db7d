//! What everybody may read without signing in: the public documents, and whom to ask for help (3 §2.15; decisions F4).

pub mod contact_details;
pub mod list_documents;
pub mod read_document;
