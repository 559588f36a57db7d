//! Public information that needs no session: the public documents and the contact for help (3
//! §2.15; decisions F4).

pub mod contact_details;
pub mod list_documents;
pub mod read_document;
