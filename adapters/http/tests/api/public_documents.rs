//! `GET documents/`, `GET documents/{slug}/` and `GET contact/`.

use std::sync::Arc;

use aditus_application::settings::Settings;
use aditus_domain::accounts::EmailAddress;
use aditus_domain::information::ContactDetails;
use aditus_domain::roles::Role;
use aditus_http::Api;
use serde_json::json;

use crate::on_both_databases;
use crate::people::Installation;
use crate::server::{Running, TestServer};

on_both_databases!(
    the_list_is_public,
    each_document_is_a_pdf_attachment,
    a_cached_document_is_answered_with_304,
    pdfs_are_not_compressed_again,
    documents_call_the_product_by_its_name,
    unknown_names_return_404,
    configured_contact_details_are_returned,
);

fn the_list_is_public(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let documents = server.guest().get("documents/").data(200);
    assert_eq!(documents, ada.client.get("documents").data(200));
    let documents = documents.as_array().unwrap();
    let of_all = |field: &str| -> Vec<&str> {
        documents
            .iter()
            .map(|document| document[field].as_str().unwrap())
            .collect()
    };
    assert_eq!(
        of_all("name"),
        [
            "Data Sharing Agreement",
            "General Data Specification Form",
            "Student Persona Template",
            "SOP on Data Access and Release",
            "User Guide for All Roles",
        ]
    );
    let (request, temporary) = ("Request Document", "Temporary Document");
    assert_eq!(
        of_all("category"),
        [request, request, temporary, temporary, temporary]
    );
    assert!(of_all("description").iter().all(|text| text.ends_with('.')));
    assert_eq!(
        documents[0],
        json!({
            "slug": "data-sharing-agreement",
            "name": "Data Sharing Agreement",
            "description": documents[0]["description"],
            "category": "Request Document",
            "icon": "HandshakeOutlined",
            "url": "/api/v1/documents/data-sharing-agreement/",
        })
    );
}

fn each_document_is_a_pdf_attachment(server: &TestServer) {
    let guest = server.guest();
    for document in guest.get("documents/").data(200).as_array().unwrap() {
        let answer = guest.get(document["url"].as_str().unwrap());
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("application/pdf"))
        );
        let disposition = format!(
            "attachment; filename=\"{}.pdf\"",
            document["slug"].as_str().unwrap()
        );
        assert_eq!(answer.header("content-disposition"), Some(disposition.as_str()));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let text = String::from_utf8(answer.bytes).unwrap();
        assert!(
            text.starts_with("%PDF-") && text.contains(document["name"].as_str().unwrap()),
            "{text}"
        );
    }
}

fn a_cached_document_is_answered_with_304(server: &TestServer) {
    let guest = server.guest();
    let path = "documents/user-guide/";
    let first = guest.get(path);
    let tag = first.header("etag").unwrap().to_owned();
    assert!(tag.starts_with('"') && tag.len() > 10, "{tag}");
    assert!(
        first
            .header("cache-control")
            .unwrap()
            .starts_with("public, max-age=")
    );
    assert_eq!(guest.get(path).header("etag"), Some(tag.as_str()));
    for known in [&tag, &format!("\"other\", {tag}"), &format!("W/{tag}"), "*"] {
        let again = guest.get_with(path, &[("if-none-match", known)]);
        assert_eq!((again.status, again.bytes.len()), (304, 0), "{known}");
        assert_eq!(again.header("etag"), Some(tag.as_str()));
        assert!(
            again
                .header("cache-control")
                .unwrap()
                .starts_with("public, max-age=")
        );
    }
    for unknown in ["\"other\"", "other", "", &tag[1..]] {
        let whole = guest.get_with(path, &[("if-none-match", unknown)]);
        assert_eq!((whole.status, &whole.bytes), (200, &first.bytes), "{unknown}");
    }
    assert_ne!(
        guest.get("documents/data-sharing-agreement/").header("etag"),
        Some(tag.as_str())
    );
}

fn pdfs_are_not_compressed_again(server: &TestServer) {
    let guest = server.guest();
    let path = "documents/sop-data-access-and-release/";
    let plain = guest.get(path);
    for encoding in ["br", "gzip", "gzip, br"] {
        let answer = guest.get_with(path, &[("accept-encoding", encoding)]);
        assert_ne!(answer.header("content-encoding"), Some("br"));
        assert_ne!(answer.header("content-encoding"), Some("gzip"));
        assert_eq!(answer.bytes, plain.bytes, "{encoding}");
    }
}

fn documents_call_the_product_by_its_name(server: &TestServer) {
    let mut ports = server.ports.clone();
    ports.settings = Arc::new(Settings {
        product_name: "Porta".to_owned(),
        ..Settings::clone(&ports.settings)
    });
    let renamed = Running::start(Api::new(ports));
    let path = "documents/user-guide/";
    let (here, there) = (server.guest().get(path), renamed.guest().get(path));
    assert!(String::from_utf8_lossy(&here.bytes).contains("Aditus"));
    let text = String::from_utf8_lossy(&there.bytes);
    assert!(text.contains("Porta") && !text.contains("Aditus"), "{text}");
    assert_ne!(here.header("etag"), there.header("etag"));
}

fn unknown_names_return_404(server: &TestServer) {
    let guest = server.guest();
    for slug in ["nothing", "User-Guide", "user-guide.pdf", "user-guide%00", "1"] {
        let answer = guest.get(&format!("documents/{slug}/"));
        answer.refuses(404, "This document does not exist.");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    let answer = guest.post("documents/", &json!({}));
    answer.refuses(405, "This address does not support this method.");
    assert_eq!(answer.header("allow"), Some("GET, HEAD"));
}

fn configured_contact_details_are_returned(server: &TestServer) {
    let nobody = json!({ "requests_email": null, "support_email": null, "phone": null, "phone_hours": null });
    assert_eq!(server.guest().get("contact/").data(200), nobody);
    let mut ports = server.ports.clone();
    ports.settings = Arc::new(Settings {
        contact: ContactDetails {
            support_email: EmailAddress::parse("support@data.example").ok(),
            phone: Some("+1 555 0100".to_owned()),
            ..ContactDetails::default()
        },
        ..Settings::clone(&ports.settings)
    });
    let configured = Running::start(Api::new(ports));
    let somebody = json!({
        "requests_email": null,
        "support_email": "support@data.example",
        "phone": "+1 555 0100",
        "phone_hours": null,
    });
    assert_eq!(configured.guest().get("contact").data(200), somebody);
}
