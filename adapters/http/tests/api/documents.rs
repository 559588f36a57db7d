//! `GET data_requests/retrieve_file/{path}`, `data_requests/file_access/{path}` and
//! `/files/{path}`.

use std::sync::Arc;
use std::time::Duration;

use aditus_application::ports::{FILE_PART, FileError, FileKey, FilePart, FileStore, Ports, SignedPath};
use aditus_domain::roles::Role;
use aditus_http::{Api, SignedFileError, SignedFiles};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::{Running, TestServer};
use crate::submission::{PDF, PNG, submitted};

on_both_databases!(
    documents_are_read_back,
    long_documents_arrive_whole,
    paths_of_foreign_files_are_refused,
    signed_addresses_open_files,
    a_browser_with_an_invalid_link_gets_a_page,
    parts_of_documents_are_sent,
    a_missing_file_returns_404,
    a_silent_file_store_returns_503,
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
            assert_eq!(answer.header("cache-control"), Some("no-store"));

            let address = person
                .client
                .get(&format!("data_requests/file_access/{path}/"))
                .data(200);
            assert_eq!(address["file_type"], extension);
            let url = address["url"].as_str().unwrap();
            let five_minutes = format!("/files/{path}?for=300&name=");
            let (start, name) = url.split_at(five_minutes.len());
            assert_eq!(start, five_minutes);
            assert!(name.ends_with(&format!(".{extension}")), "{name}");
        }
    }
}

/// Submits a request as this person, and returns the path of its document in this field.
fn document_of(installation: &Installation<'_>, person: &Person, field: &str) -> String {
    staff(installation);
    let id = submitted(installation, person);
    let detail = person
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    detail[field].as_str().unwrap().to_owned()
}

/// Long documents are sent in parts, as JSON or as bytes.
fn long_documents_arrive_whole(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let path = &document_of(&installation, &ada, "ethics_doc_path");
    let key = FileKey::parse(path).unwrap();
    for length in [1, FILE_PART - 1, FILE_PART, FILE_PART + 2, 5 * FILE_PART + 1] {
        let bytes: Vec<u8> = (0..=250).cycle().take(length).collect();
        server.files.remove(&key).unwrap();
        server.files.put(&key, &bytes).unwrap();
        let answer = ada.client.get_with(
            &format!("data_requests/retrieve_file/{path}"),
            &[("accept-encoding", "gzip, br")],
        );
        let json = format!(
            r#"{{"code":200,"message":"OK","base64_content":"{}","file_type":"pdf","data":{{"mime":"application/pdf","size":{length}}}}}"#,
            STANDARD.encode(&bytes)
        );
        assert!(
            answer.status == 200 && answer.bytes == json.as_bytes(),
            "{length}"
        );
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(
            answer.header("content-length"),
            Some(json.len().to_string().as_str())
        );
    }

    let running = with_one_file(server);
    let bytes: Vec<u8> = (0..=250).cycle().take(5 * FILE_PART + 1).collect();
    let key = FileKey::parse("requests/1.pdf").unwrap();
    server.files.remove(&key).unwrap();
    server.files.put(&key, &bytes).unwrap();
    let address = "/files/requests/1.pdf?expires=7&name=1.pdf&signature=right";
    assert!(running.guest().get(address).bytes == bytes);
    let range = format!("bytes={}-{}", FILE_PART - 1, 3 * FILE_PART);
    let part = running.guest().get_with(address, &[("range", range.as_str())]);
    assert!(part.status == 206 && part.bytes == bytes[FILE_PART - 1..=3 * FILE_PART]);
}

fn paths_of_foreign_files_are_refused(server: &TestServer) {
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

/// Accepts a single signature.
struct OneFile;

impl SignedFiles for OneFile {
    fn verify(
        &self,
        key: &str,
        name: &str,
        expires: i64,
        signature: &str,
    ) -> Result<FileKey, SignedFileError> {
        match (key, expires, signature) {
            _ if name == "Forged name.pdf" => Err(SignedFileError::Forged),
            ("requests/1.pdf" | "requests/3.pdf", 7, "right") => Ok(FileKey::parse(key).unwrap()),
            ("requests/1.pdf", 6, "right") => Err(SignedFileError::Expired),
            _ => Err(SignedFileError::Forged),
        }
    }
}

/// Starts a server that serves one file by its address; the file of another address is missing.
fn with_one_file(server: &TestServer) -> Running {
    let key = FileKey::parse("requests/1.pdf").unwrap();
    server.files.put(&key, PDF).unwrap();
    Running::start(Api::new(server.ports.clone()).with_signed_files(Arc::new(OneFile)))
}

/// The `Accept` header that browsers send when a link is followed or a frame is loaded.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

fn a_browser_with_an_invalid_link_gets_a_page(server: &TestServer) {
    let running = with_one_file(server);
    let guest = running.guest();
    let staff = "&name=DAC0015%20Ethics%20Approval%20Letter.pdf";
    let own = "&name=REQ000015%20Ethics%20Approval%20Letter.pdf";
    let (request, own_request) = (
        "href=\"/datarequest?request_id=15&amp;as=Org+User\"",
        "href=\"/requester/singlerequest?request_id=15&amp;as=Data+Requester\"",
    );
    let (expired, lost, wrong) = (
        "This link has expired",
        "This document can&#39;t be shown",
        "This link doesn&#39;t work",
    );
    for (address, status, title, way_back) in [
        (
            format!("1.pdf?expires=6&signature=right{staff}"),
            403,
            expired,
            request,
        ),
        (
            format!("1.pdf?expires=6&signature=right{own}"),
            403,
            expired,
            own_request,
        ),
        (
            "1.pdf?expires=6&name=1.pdf&signature=right".to_owned(),
            403,
            expired,
            "href=\"/\"",
        ),
        (
            format!("3.pdf?expires=7&signature=right{staff}"),
            404,
            lost,
            request,
        ),
        (
            format!("1.pdf?expires=7&signature=wrong{staff}"),
            404,
            wrong,
            "href=\"/\"",
        ),
        ("1.pdf?expires=7".to_owned(), 400, wrong, "href=\"/\""),
    ] {
        let path = format!("/files/requests/{address}");
        let page = guest.get_with(&path, &[("accept", BROWSER)]);
        assert_eq!(
            (page.status, page.header("content-type")),
            (status, Some("text/html; charset=utf-8"))
        );
        let text = String::from_utf8(page.bytes).unwrap();
        assert!(text.contains(&format!("<h1>{title}</h1>")), "{address}: {text}");
        assert!(text.contains(way_back), "{address}: {text}");
        assert_eq!(text.contains("data-expired"), title == expired, "{address}");
        for program in ["application/json", "*/*", "image/avif,image/webp,*/*;q=0.8"] {
            let answer = guest.get_with(&path, &[("accept", program)]);
            let media = answer.header("content-type");
            assert_eq!(
                (answer.status, media),
                (status, Some("application/json")),
                "{address}"
            );
        }
    }
    let shown = guest.get_with(
        &format!("/files/requests/1.pdf?expires=7&signature=right{staff}"),
        &[("accept", BROWSER)],
    );
    assert_eq!((shown.status, shown.bytes.as_slice()), (200, PDF));
    assert_eq!(
        shown.header("content-disposition"),
        Some(
            "inline; filename=\"DAC0015 Ethics Approval Letter.pdf\"; \
             filename*=UTF-8''DAC0015%20Ethics%20Approval%20Letter.pdf"
        )
    );
}

fn signed_addresses_open_files(server: &TestServer) {
    let without = server
        .guest()
        .get("/files/requests/1.pdf?expires=7&name=1.pdf&signature=right");
    without.refuses(404, "This does not exist, or you may not see it.");

    let running = with_one_file(server);
    let guest = running.guest();
    let answer = guest.get("/files/requests/1.pdf?expires=7&name=1.pdf&signature=right");
    assert_eq!((answer.status, answer.bytes.as_slice()), (200, PDF));
    assert_eq!(answer.header("content-type"), Some("application/pdf"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(
        answer.header("content-disposition"),
        Some("inline; filename=\"1.pdf\"; filename*=UTF-8''1.pdf")
    );
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
        "requests/1.pdf?expires=8&name=1.pdf&signature=right",
        "requests/1.pdf?expires=7&name=1.pdf&signature=wrong",
        "requests/2.pdf?expires=7&name=1.pdf&signature=right",
        "requests/1.svg?expires=7&name=1.pdf&signature=right",
        "requests/1?expires=7&name=1.pdf&signature=right",
        "requests/1.pdf?expires=7&signature=right&name=Forged%20name.pdf",
    ] {
        guest
            .get(&format!("/files/{wrong}"))
            .refuses(404, "This does not exist, or you may not see it.");
    }
    guest
        .get("/files/requests/1.pdf?expires=6&name=1.pdf&signature=right")
        .refuses(403, "This link has expired. Open the document again.");
    guest
        .get("/files/requests/3.pdf?expires=7&name=1.pdf&signature=right")
        .refuses(404, "Error retrieving file");
    for malformed in [
        "",
        "?expires=x&name=1.pdf&signature=right",
        "?expires=7&name=1.pdf",
        "?expires=7&signature=right",
        "?expires=7&name=1.pdf&signature=right&more=1",
    ] {
        assert_eq!(
            guest.get(&format!("/files/requests/1.pdf{malformed}")).status,
            400,
            "{malformed}"
        );
    }
}

fn parts_of_documents_are_sent(server: &TestServer) {
    let running = with_one_file(server);
    let guest = running.guest();
    let path = "/files/requests/1.pdf?expires=7&name=1.pdf&signature=right";
    let length = PDF.len();
    let head = guest.send("HEAD", path, None, b"");
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some(length.to_string().as_str()));
    assert_eq!(head.header("accept-ranges"), Some("bytes"));
    for (range, part) in [
        ("bytes=0-3", 0..4),
        ("bytes=2-2", 2..3),
        ("bytes=4-", 4..length),
        ("bytes=-5", length - 5..length),
        ("bytes=3-999999", 3..length),
    ] {
        let headers = [("range", range), ("accept-encoding", "gzip, br")];
        let answer = guest.get_with(path, &headers);
        assert_eq!(
            (answer.status, &answer.bytes[..]),
            (206, &PDF[part.clone()]),
            "{range}"
        );
        let sent = format!("bytes {}-{}/{length}", part.start, part.end - 1);
        assert_eq!(answer.header("content-range"), Some(sent.as_str()), "{range}");
        assert_eq!(answer.header("content-encoding"), Some("identity"), "{range}");
    }
    let beyond = guest.get_with(path, &[("range", "bytes=999999-")]);
    beyond.refuses(416, "The document does not have this part.");
    assert_eq!(
        beyond.header("content-range"),
        Some(format!("bytes */{length}").as_str())
    );
    for whole in ["bytes=0-1,3-4", "lines=1-2", "bytes=x"] {
        let answer = guest.get_with(path, &[("range", whole)]);
        assert_eq!((answer.status, answer.bytes.len()), (200, length), "{whole}");
    }
}

fn a_missing_file_returns_404(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let path = &document_of(&installation, &ada, "file_path");
    server.files.remove(&FileKey::parse(path).unwrap()).unwrap();
    ada.client
        .get(&format!("data_requests/retrieve_file/{path}"))
        .refuses(404, "Error retrieving file");
}

/// A file store that does not answer.
struct SilentFiles;

impl FileStore for SilentFiles {
    fn put(&self, _: &FileKey, _: &[u8]) -> Result<(), FileError> {
        Err(FileError::Unavailable("no answer".into()))
    }
    fn get(&self, _: &FileKey) -> Result<Vec<u8>, FileError> {
        Err(FileError::Unavailable("no answer".into()))
    }
    fn read_part(&self, _: &FileKey, _: u64, _: usize) -> Result<FilePart, FileError> {
        Err(FileError::Unavailable("no answer".into()))
    }
    fn remove(&self, _: &FileKey) -> Result<(), FileError> {
        Err(FileError::Unavailable("no answer".into()))
    }
    fn signed_address(&self, _: &FileKey, _: &str, _: Duration) -> Result<SignedPath, FileError> {
        Err(FileError::Unavailable("no answer".into()))
    }
}

/// A document that cannot be read for a moment is not reported as gone.
fn a_silent_file_store_returns_503(server: &TestServer) {
    let ports = Ports {
        files: Arc::new(SilentFiles),
        ..server.ports.clone()
    };
    let running = Running::start(Api::new(ports).with_signed_files(Arc::new(OneFile)));
    let address = "/files/requests/1.pdf?expires=7&name=1.pdf&signature=right";
    let page = running.guest().get_with(address, &[("accept", BROWSER)]);
    let text = String::from_utf8(page.bytes).unwrap();
    assert_eq!(page.status, 503);
    assert!(
        text.contains("<h1>This document can&#39;t be shown now</h1>"),
        "{text}"
    );
    assert_eq!(running.guest().get(address).status, 503);
}
