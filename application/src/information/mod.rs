//! Public information that needs no session: the public documents, the contact for help (3 §2.15;
//! decisions F4) and the figures of the landing page.

pub mod contact_details;
pub mod figures;
pub mod list_documents;
pub mod read_document;
