//! Tests of the S3-compatible store against the contract of the port.
//!
//! The test server implements the part of S3 that is used: conditional PUT, GET and DELETE of one
//! object, and listing. It checks that requests are signed, but not the signatures.

use std::time::Duration;

use crate::s3_server::S3Server;
use aditus_application::contract::files::CONTRACT;
use aditus_application::ports::{Authorities, FileError, FileKey, FileStore};
use aditus_files::{ObjectStoreFiles, S3Settings};

fn settings(endpoint: String) -> S3Settings {
    S3Settings {
        bucket: "aditus".to_owned(),
        region: "eu-central-1".to_owned(),
        endpoint: Some(endpoint),
        access_key_id: "TESTKEY".to_owned(),
        secret_access_key: "hush-hush".into(),
        prefix: "production".to_owned(),
        timeout: Duration::from_secs(10),
        authorities: Authorities::default(),
    }
}

fn key(text: &str) -> FileKey {
    FileKey::parse(text).unwrap()
}

#[test]
fn satisfies_the_contract() {
    let server = S3Server::start();
    let store = ObjectStoreFiles::s3(&settings(server.address())).unwrap();
    for (name, clause) in CONTRACT {
        eprintln!("{name}");
        clause(&store);
    }
    assert_eq!(server.unsigned_requests(), 0);
}

#[test]
fn keys_are_stored_below_the_prefix() {
    let server = S3Server::start();
    let store = ObjectStoreFiles::s3(&settings(server.address())).unwrap();
    store.put(&key("requests/a.pdf"), b"%PDF-1.7").unwrap();
    assert_eq!(server.names(), ["/aditus/production/requests/a.pdf"]);
}

#[test]
fn an_address_is_presigned_for_its_lifetime_without_secrets() {
    let server = S3Server::start();
    let store = ObjectStoreFiles::s3(&settings(server.address())).unwrap();
    let address = store
        .signed_address(
            &key("requests/a.pdf"),
            "DAC0015 letter.pdf",
            Duration::from_mins(5),
        )
        .unwrap()
        .0;
    assert!(
        address.starts_with(&format!("{}/aditus/production/requests/a.pdf?", server.address())),
        "{address}"
    );
    assert_eq!(store.origin().unwrap(), server.address());
    for part in [
        "X-Amz-Algorithm=AWS4-HMAC-SHA256",
        "X-Amz-Expires=300",
        "X-Amz-Signature=",
        "response-content-disposition=inline%3B%20filename%3D%22DAC0015%20letter.pdf%22",
        "TESTKEY",
    ] {
        assert!(address.contains(part), "{part} in {address}");
    }
    assert!(!address.contains("hush-hush"));
}

#[test]
fn the_store_works_on_a_thread_of_another_runtime() {
    let server = S3Server::start();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = ObjectStoreFiles::s3(&settings(server.address())).unwrap();
        store.put(&key("a.pdf"), b"%PDF-1.7").unwrap();
        assert_eq!(store.get(&key("a.pdf")).unwrap(), b"%PDF-1.7");
    });
}

#[test]
fn a_refusing_or_unreachable_store_is_unavailable() {
    let server = S3Server::start();
    let refused = ObjectStoreFiles::s3(&S3Settings {
        bucket: "forbidden".to_owned(),
        ..settings(server.address())
    })
    .unwrap();
    assert!(matches!(
        refused.put(&key("a.pdf"), b""),
        Err(FileError::Unavailable(_))
    ));
    assert!(matches!(
        refused.get(&key("a.pdf")),
        Err(FileError::Unavailable(_))
    ));
    let nobody = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let gone = ObjectStoreFiles::s3(&S3Settings {
        timeout: Duration::from_millis(300),
        ..settings(format!("http://{nobody}"))
    })
    .unwrap();
    assert!(matches!(gone.get(&key("a.pdf")), Err(FileError::Unavailable(_))));
}

#[test]
fn debug_output_of_the_settings_hides_the_secret() {
    assert!(!format!("{:?}", settings("https://s3.example".to_owned())).contains("hush-hush"));
}
