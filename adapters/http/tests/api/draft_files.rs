//! `POST data_requests/drafts/{id}/files/`: files that are uploaded as soon as they are chosen.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use aditus_application::testing::papers::{GIF, PDF_WITH_SCRIPT};
use aditus_domain::roles::Role;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::{PDF, drafted, form, upload};

on_both_databases!(
    a_file_is_uploaded_and_read_back,
    files_of_other_types_are_refused_at_the_upload,
    a_form_needs_a_field_and_a_file,
    an_interrupted_upload_stores_nothing,
    a_file_that_the_draft_does_not_name_can_be_removed,
);

fn a_file_is_uploaded_and_read_back(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let (media, body) = form("ethics_doc_path", "../../letter of the board.pdf", PDF);
    let path = format!("data_requests/drafts/{draft}/files/");
    let file = ada.client.send("POST", &path, Some(media), &body).data(201);
    assert_eq!(
        (&file["name"], &file["mime"], &file["size"]),
        (
            &json!("letter of the board.pdf"),
            &json!("application/pdf"),
            &json!(PDF.len())
        )
    );
    let read = ada.client.get(&format!("{path}{}/", file["file_id"]));
    assert_eq!(read.status, 200);
    let content = read.json()["base64_content"].as_str().unwrap().to_owned();
    assert_eq!(STANDARD.decode(content).unwrap(), PDF);
    let stored = ada
        .client
        .get(&format!("data_requests/drafts/{draft}/"))
        .data(200);
    assert_eq!(stored["files"], json!([file]));
    assert_eq!(stored["version"], 1, "a file alone is no save");
}

fn files_of_other_types_are_refused_at_the_upload(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let wrong = "Invalid file type. Please upload a PDF or image file. The file of the Ethics Approval Letter is neither.";
    let sent = |field: &str, bytes: &[u8]| upload(&ada.client, draft, field, bytes);
    sent("ethics_doc_path", b"MZ a program").refuses_field(415, "file", wrong);
    sent("ethics_doc_path", b"").refuses_field(415, "file", wrong);
    sent("identification_file_path", GIF).refuses_field(
        415,
        "file",
        "Invalid file type. Please upload a PDF or image file. The file of the Identification is a GIF picture. Save it as JPEG or PNG, or print it to a PDF.",
    );
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
    sent("ethics_doc_path", heic).refuses_field(
        415,
        "file",
        "Invalid file type. Please upload a PDF or image file. The file of the Ethics Approval Letter is a HEIC picture. Share it \
         as JPEG, or print it to a PDF.",
    );
    sent("ethics_doc_path", PDF_WITH_SCRIPT).refuses_field(
        415,
        "file",
        "The Ethics Approval Letter contains JavaScript or a form that runs it. Print it to a new PDF, and upload that.",
    );
    let large = "The file is too large. The limit is 10 MB.";
    let mut padded = PDF.to_vec();
    padded.resize(10 * 1024 * 1024 + 1, b' ');
    let told = "The file is too large. The limit is 10 MB. Make the file of the Ethics Approval Letter smaller, for example by scanning it in black and white.";
    sent("ethics_doc_path", &padded).refuses_field(413, "file", told);
    padded.resize(11 * 1024 * 1024, b' ');
    sent("ethics_doc_path", &padded).refuses(413, large);
    assert_eq!(server.files.count(), 0);
    assert_eq!(sent("ethics_doc_path", GIF).status, 201);
}

fn a_form_needs_a_field_and_a_file(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let path = format!("data_requests/drafts/{draft}/files/");
    upload(&ada.client, draft, "colour", PDF).refuses_field(
        400,
        "field",
        "There is no document with this name.",
    );
    let (media, body) = form("file_path", "paper.pdf", PDF);
    let cut = &body[..body.len() - 20];
    let refused = ada.client.send("POST", &path, Some(media), cut);
    refused.refuses(400, "The file arrived incomplete. Please upload it again.");
    let only_field =
        b"--cut\r\ncontent-disposition: form-data; name=\"field\"\r\n\r\nfile_path\r\n--cut--\r\n";
    let refused = ada.client.send("POST", &path, Some(media), only_field);
    refused.refuses_field(400, "file", "Please choose a file.");
    let only_file =
        b"--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n%PDF-\r\n--cut--\r\n";
    let refused = ada.client.send("POST", &path, Some(media), only_file);
    refused.refuses_field(400, "field", "Field is required.");
    let other = b"--cut\r\ncontent-disposition: form-data; name=\"other\"\r\n\r\n1\r\n--cut--\r\n";
    let refused = ada.client.send("POST", &path, Some(media), other);
    refused.refuses(
        400,
        "The form must have `field` and `file`, each once, and nothing else.",
    );
    let no_boundary = ada.client.send("POST", &path, Some("multipart/form-data"), &body);
    assert_eq!(no_boundary.status, 400);
    for media in ["application/json", "text/plain", ""] {
        let refused = ada.client.send("POST", &path, Some(media), &body);
        refused.refuses(
            415,
            "Send the file as a form, with the header Content-Type: multipart/form-data.",
        );
    }
    assert_eq!(server.files.count(), 0);
}

fn an_interrupted_upload_stores_nothing(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let (media, body) = form("file_path", "paper.pdf", PDF);
    let head = format!(
        "POST /api/v1/data_requests/drafts/{draft}/files HTTP/1.1\r\nhost: a.example\r\ncontent-type: {media}\r\nauthorization: {}\r\n\
         content-length: {}\r\n\r\n",
        ada.client.authorization(),
        body.len()
    );
    let mut wire = TcpStream::connect(server.address()).unwrap();
    wire.write_all(head.as_bytes()).unwrap();
    wire.write_all(&body[..body.len() / 2]).unwrap();
    wire.shutdown(Shutdown::Write).unwrap();
    // When the connection ends, the server has dropped the body, with or without an answer.
    let mut answer = Vec::new();
    let _ended = wire.read_to_end(&mut answer);
    assert!(
        !answer.starts_with(b"HTTP/1.1 2"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    assert_eq!(server.files.count(), 0);
    let stored = ada
        .client
        .get(&format!("data_requests/drafts/{draft}/"))
        .data(200);
    assert_eq!(stored["files"], json!([]));
    // The second attempt with the same file succeeds.
    upload(&ada.client, draft, "file_path", PDF).data(201);
}

fn a_file_that_the_draft_does_not_name_can_be_removed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let file = upload(&ada.client, draft, "file_path", PDF).data(201)["file_id"].clone();
    let save = |version: i64, document: serde_json::Value| {
        let body = json!({ "version": version, "title": "Malaria", "file_path": document });
        ada.client
            .put(&format!("data_requests/drafts/{draft}/"), &body)
            .status
    };
    let path = format!("data_requests/drafts/{draft}/files/{file}/");
    let remove = || ada.client.call("DELETE", &path, &json!({}));
    assert_eq!(save(1, json!({ "file_id": file })), 200);
    remove().refuses(409, "The draft uses this file. Save the draft without it first.");
    assert_eq!(save(2, json!(null)), 200);
    assert_eq!(remove().status, 204);
    assert_eq!(server.files.count(), 0);
    remove().refuses(404, "This file no longer exists.");
    assert_eq!(ada.client.get(&path).status, 404);
}
