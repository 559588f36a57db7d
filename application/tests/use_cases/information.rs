//! The public documents (3 §2.15; decisions F4).

use crate::world::World;
use aditus_application::information::{list_documents, read_document};
use aditus_application::settings::Settings;
use aditus_application::testing::settings;
use aditus_application::{Failure, Kind};
use aditus_domain::information::{MAX_LISTED, PublicDocument};

#[test]
fn all_public_documents_are_listed_and_readable() {
    let world = World::configured(Settings {
        product_name: "Porta".to_owned(),
        ..settings()
    });
    let listed = list_documents::execute(list_documents::Query);
    assert_eq!(listed, PublicDocument::ALL);
    assert!(listed.len() <= MAX_LISTED);
    for document in listed {
        let query = read_document::Query {
            slug: document.slug().to_owned(),
        };
        let answer = read_document::execute(&world.ports, &query).unwrap();
        assert_eq!(answer.file_name, format!("{}.pdf", document.slug()));
        let text = String::from_utf8(answer.pdf.bytes.to_vec()).unwrap();
        assert!(text.contains("Porta") && text.contains(document.name()), "{text}");
        let again = read_document::execute(&world.ports, &query).unwrap();
        assert_eq!(again.pdf, answer.pdf);
    }
}

#[test]
fn other_documents_cannot_be_read() {
    let world = World::new();
    for slug in ["", "contract", "user-guide.pdf", "../user-guide", "USER-GUIDE"] {
        let query = read_document::Query {
            slug: slug.to_owned(),
        };
        let error = read_document::execute(&world.ports, &query).unwrap_err();
        assert_eq!(error.kind(), Kind::NotFound, "{slug}");
        assert_eq!(error.to_string(), "This document does not exist.");
    }
}
