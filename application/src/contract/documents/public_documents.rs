//! Public documents, which can be read without signing in.

use std::sync::Arc;

use aditus_domain::information::PublicDocument;

use super::{Clause, PRODUCT, TestDocuments, assert_says, text};

/// The clauses of `public_document`, by name.
pub const PUBLIC_DOCUMENTS: [(&str, Clause); 2] = [
    (
        "public_documents_name_the_product",
        public_documents_name_the_product,
    ),
    ("a_public_document_is_made_once", a_public_document_is_made_once),
];

/// Only the name of this installation is printed. Another name results in another digest.
fn public_documents_name_the_product(adapter: &dyn TestDocuments) {
    for document in PublicDocument::ALL {
        let made = |product| adapter.documents().public_document(document, product).unwrap();
        let (porta, aditus) = (made(PRODUCT), made("Aditus"));
        assert_ne!(porta.digest, aditus.digest, "{}", document.name());
        let text = text(adapter, &porta.bytes);
        assert_says(&text, PRODUCT);
        assert!(!text.contains("Aditus"), "{text}");
    }
}

/// Anonymous callers may request it any number of times.
fn a_public_document_is_made_once(adapter: &dyn TestDocuments) {
    let documents = adapter.documents();
    for document in PublicDocument::ALL {
        let first = documents.public_document(document, PRODUCT).unwrap();
        let second = documents.public_document(document, PRODUCT).unwrap();
        assert!(Arc::ptr_eq(&first.bytes, &second.bytes), "{}", document.name());
        assert_eq!(first.digest, second.digest);
        assert!(first.digest.chars().all(|digit| digit.is_ascii_hexdigit()) && !first.digest.is_empty());
    }
}
