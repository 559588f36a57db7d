//! `GET data_requests/retrieve_file/{path}`, `data_requests/file_access/{path}` and `/files/{path}`.

use std::sync::Arc;

use aditus_domain::roles::Role;
use aditus_http::{Api, SignedFiles};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::{Running, TestServer};
use crate::submission::{PDF, PNG, submitted};

on_both_databases!(
    documents_are_read_back,
    no_path_leads_to_other_files,
    signed_addresses_open_files
);

fn documents_are_read_back(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    let identification = detail["list_of_staff"][0]["identification_file_path"]
        .as_str()
        .unwrap();
    for (path, bytes, mime, extension) in [
        (
            detail["ethics_doc_path"].as_str().unwrap(),
            PDF,
            "application/pdf",
            "pdf",
        ),
        (identification, PNG, "image/png", "png"),
    ] {
        for person in [&ada, &staff[5]] {
            let answer = person.client.get(&format!("data_requests/retrieve_file/{path}"));
            let body = answer.json();
            assert_eq!((answer.status, &body["code"]), (200, &json!(200)));
            assert_eq!(body["data"], json!({ "mime": mime, "size": bytes.len() }));
            assert_eq!(body["file_type"], extension);
            assert_eq!(
                STANDARD.decode(body["base64_content"].as_str().unwrap()).unwrap(),
                bytes
            );
            assert_eq!(answer.header("cache-control"), Some("private, no-store"));

            let address = person
                .client
                .get(&format!("data_requests/file_access/{path}/"))
                .data(200);
            assert_eq!(address["file_type"], extension);
            assert_eq!(
                address["url"],
                format!("/files/{path}?for=300"),
                "it holds for five minutes"
            );
        }
    }
}

fn no_path_leads_to_other_files(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    staff(&installation);
    let id = submitted(&installation, &ada);
    submitted(&installation, &eve);
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    let path = detail["file_path"].as_str().unwrap().to_owned();
    let name = path.rsplit('/').next().unwrap();
    for (call, message) in [
        ("retrieve_file", "Error retrieving file"),
        ("file_access", "Error accessing the file."),
    ] {
        eve.client
            .get(&format!("data_requests/{call}/{path}"))
            .refuses(404, message);
        server
            .guest()
            .get(&format!("data_requests/{call}/{path}"))
            .refuses(401, "Please sign in to continue.");
        for wrong in [
            format!("requests/..%2frequests%2f{name}"),
            format!("..%2f{path}"),
            format!("%2e%2e/{path}"),
            format!("./{path}"),
            format!("%2f{path}"),
            format!("requests%5c{name}"),
            format!("{path}%00"),
            format!("{path}%00.png"),
            path.to_uppercase(),
            format!("{path}x"),
            name.to_owned(),
            "..%2f..%2f..%2fetc%2fpasswd".to_owned(),
            "%ff".to_owned(),
            "requests/00000000000000000000000000000000.pdf".to_owned(),
            "a".repeat(3000),
        ] {
            let answer = ada.client.get(&format!("data_requests/{call}/{wrong}"));
            assert_eq!(answer.status, 404, "{call}/{wrong}");
            assert_eq!(
                (&answer.json()["code"], answer.json()["message"].is_string()),
                (&json!(404), true)
            );
        }
        assert_eq!(
            ada.client
                .get(&format!("data_requests/{call}/requests%2f{name}"))
                .status,
            200,
            "an escape is no trick"
        );
    }
}

/// Opens one file for one signature.
struct OneFile;

impl SignedFiles for OneFile {
    fn open(&self, key: &str, expires: i64, signature: &str) -> Option<Vec<u8>> {
        (key.starts_with("requests/1.") && expires == 7 && signature == "right").then(|| PDF.to_vec())
    }
}

fn signed_addresses_open_files(server: &TestServer) {
    let without = server
        .guest()
        .get("/files/requests/1.pdf?expires=7&signature=right");
    without.refuses(404, "This does not exist, or you may not see it.");

    let running = Running::start(Api::new(server.ports.clone()).with_signed_files(Arc::new(OneFile)));
    let guest = running.guest();
    let answer = guest.get("/files/requests/1.pdf?expires=7&signature=right");
    assert_eq!((answer.status, answer.bytes.as_slice()), (200, PDF));
    assert_eq!(answer.header("content-type"), Some("application/pdf"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("cache-control"), Some("private, no-store"));
    let policies: Vec<_> = answer.headers.get_all("content-security-policy").iter().collect();
    assert_eq!(policies.len(), 1);
    assert!(
        policies[0]
            .to_str()
            .unwrap()
            .starts_with("sandbox; default-src 'none'"),
        "{policies:?}"
    );

    for wrong in [
        "requests/1.pdf?expires=8&signature=right",
        "requests/1.pdf?expires=7&signature=wrong",
        "requests/2.pdf?expires=7&signature=right",
        "requests/1.svg?expires=7&signature=right",
        "requests/1?expires=7&signature=right",
    ] {
        guest
            .get(&format!("/files/{wrong}"))
            .refuses(404, "This does not exist, or you may not see it.");
    }
    for malformed in [
        "",
        "?expires=x&signature=right",
        "?expires=7",
        "?expires=7&signature=right&more=1",
    ] {
        assert_eq!(
            guest.get(&format!("/files/requests/1.pdf{malformed}")).status,
            400,
            "{malformed}"
        );
    }
}
