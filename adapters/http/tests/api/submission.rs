//! Fixtures of a complete submission.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::people::{Installation, Person};

pub use aditus_application::testing::papers::{PDF, PNG};

/// A file of the payload.
pub fn file(mime: &str, bytes: &[u8]) -> Value {
    json!({ "mime": mime, "data": STANDARD.encode(bytes) })
}

/// Returns the complete payload, for data in six weeks.
pub fn complete(installation: &Installation<'_>, requester: &Person) -> Value {
    let today = installation.server.ports.clock.now().date_naive();
    let in_days = |days| (today + chrono::TimeDelta::days(days)).to_string();
    json!({
        "requester": requester.assigned_role.0,
        "title": "Waiting times in maternity wards",
        "needed_on": in_days(42),
        "ethics_committee": 1,
        "protocol_ref_num": "IRB/2026/017",
        "ethics_doc_path": file("application/pdf", PDF),
        "ethics_approval_letter": "Yes",
        "data_source_id": installation.source.0,
        "dataset_description": "Visits of the last five years, by ward",
        "data_format": "Electronic",
        "file_path": file("application/pdf", PDF),
        "isPrincipal": true,
        "submitted": true,
        "request_purposes": [{ "purpose": 1, "purpose_description": null }],
        "dataset_variables": installation.variables.iter().map(|id| id.0).collect::<Vec<_>>(),
        "list_of_devices": [{
            "equipment_name": "Office laptop",
            "equipment_type": 1,
            "serial_number": "SN-0042",
            "used_by": "Ada Okello",
            "organisation": "Institute of Public Health",
            "usage_from": in_days(43),
            "usage_to": in_days(120),
        }],
        "list_of_staff": [{
            "first_name": "Noor",
            "surname": "Achieng",
            "phone": "+256772000111",
            "email": "noor@people.example",
            "identification_type": "Passport",
            "identification_number": "P1234567",
            "position_in_organisation": "Statistician",
            "identification_file_path": file("image/png", PNG),
            "confidentiality_protocols": true,
        }],
        "filters": { "facility_filter": [], "date_range_filter": { "start_value": null, "end_value": null } },
    })
}

/// Returns the content of a draft of the same request, without files.
pub fn typed(installation: &Installation<'_>, requester: &Person) -> Value {
    let mut payload = complete(installation, requester);
    for document in ["ethics_doc_path", "file_path"] {
        payload[document] = Value::Null;
    }
    payload["submitted"] = json!(false);
    payload["facilities"] = json!([1]);
    payload["list_of_staff"][0]["identification_file_path"] = Value::Null;
    payload["list_of_staff"][0]["id"] = json!("staff-1");
    payload["list_of_devices"][0]["id"] = json!("device-1");
    payload
}

/// Returns the form that uploads a file to a draft, and its media type.
pub fn form(field: &str, name: &str, bytes: &[u8]) -> (&'static str, Vec<u8>) {
    let head = format!(
        "--cut\r\ncontent-disposition: form-data; name=\"field\"\r\n\r\n{field}\r\n--cut\r\ncontent-disposition: form-data; \
         name=\"file\"; filename=\"{name}\"\r\ncontent-type: application/octet-stream\r\n\r\n"
    );
    let body = [head.as_bytes(), bytes, b"\r\n--cut--\r\n"].concat();
    ("multipart/form-data; boundary=cut", body)
}

/// Uploads a file to a draft.
pub fn upload(client: &Client, draft: i64, field: &str, bytes: &[u8]) -> Answer {
    let (media, body) = form(field, "paper.pdf", bytes);
    client.send(
        "POST",
        &format!("data_requests/drafts/{draft}/files/"),
        Some(media),
        &body,
    )
}

/// Creates a draft and returns its id.
pub fn drafted(requester: &Person, content: &Value) -> i64 {
    let draft = requester.client.post("data_requests/", content).data(201);
    draft["draft_id"].as_i64().unwrap()
}

/// Uploads an agreement for a draft of version 1, and saves the draft with it. Returns the id of
/// the file.
pub fn named_file(requester: &Person, draft: i64, content: &Value) -> i64 {
    let file = upload(&requester.client, draft, "file_path", PDF).data(201)["file_id"].clone();
    let mut content = content.clone();
    content["file_path"] = json!({ "file_id": file });
    content["version"] = json!(1);
    let saved = requester
        .client
        .put(&format!("data_requests/drafts/{draft}/"), &content);
    assert_eq!(saved.status, 200, "{}", saved.json());
    file.as_i64().unwrap()
}

/// Submits the complete payload and returns the id.
pub fn submitted(installation: &Installation<'_>, requester: &Person) -> i64 {
    submitted_as(installation, requester, "Waiting times in maternity wards")
}

/// Submits the complete payload under this title and returns the id.
pub fn submitted_as(installation: &Installation<'_>, requester: &Person, title: &str) -> i64 {
    let mut payload = complete(installation, requester);
    payload["title"] = Value::from(title);
    requester.client.post("data_requests/submit/", &payload).data(201)["request_id"]
        .as_i64()
        .unwrap()
}
