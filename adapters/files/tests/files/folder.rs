//! Tests of the folder: the contract of the port, permissions, and addresses.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use aditus_application::contract::files::CONTRACT;
use aditus_application::ports::{Clock, FileKey, FileStore, KeyPurpose, Keys, SealError, SealedPlace};
use aditus_files::{AddressError, Addresses, FolderFiles};
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

struct Noon;

impl Clock for Noon {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000, 0).unwrap()
    }
}

/// Keys of one byte. A hash by one key does not match another key.
struct ByteKeys(u8);

impl Keys for ByteKeys {
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32] {
        assert_eq!(purpose, KeyPurpose::FileAddress);
        Sha256::new()
            .chain_update([self.0])
            .chain_update(data)
            .finalize()
            .into()
    }

    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool {
        left == right
    }

    fn seal(&self, _: &SealedPlace, _: &[u8]) -> Result<Vec<u8>, SealError> {
        Err(SealError)
    }

    fn open(&self, _: &SealedPlace, _: &[u8]) -> Result<Vec<u8>, SealError> {
        Err(SealError)
    }
}

fn keys(byte: u8) -> Arc<dyn Keys> {
    Arc::new(ByteKeys(byte))
}

fn folder(root: &Path) -> FolderFiles {
    FolderFiles::open(root, keys(1), Arc::new(Noon)).unwrap()
}

fn addresses(byte: u8) -> Addresses {
    Addresses::new(keys(byte), Arc::new(Noon))
}

fn key(text: &str) -> FileKey {
    FileKey::parse(text).unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn satisfies_the_contract() {
    let place = tempfile::tempdir().unwrap();
    let store = folder(place.path());
    for (name, clause) in CONTRACT {
        eprintln!("{name}");
        clause(&store);
    }
}

#[test]
fn files_and_folders_are_private_to_the_owner() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("files");
    fs::create_dir(&root).unwrap();
    fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).unwrap();
    folder(&root).put(&key("requests/a.pdf"), b"%PDF-1.7").unwrap();
    assert_eq!(mode(&root), 0o700);
    assert_eq!(mode(&root.join("requests")), 0o700);
    assert_eq!(mode(&root.join("requests/a.pdf")), 0o600);
}

#[test]
fn a_refused_put_leaves_no_unfinished_file() {
    let place = tempfile::tempdir().unwrap();
    let store = folder(place.path());
    store.put(&key("a.pdf"), b"first").unwrap();
    store.put(&key("a.pdf"), b"second").unwrap_err();
    let names: Vec<_> = fs::read_dir(place.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["a.pdf"]);
}

#[test]
fn files_survive_reopening_the_folder() {
    let place = tempfile::tempdir().unwrap();
    folder(place.path()).put(&key("requests/a.pdf"), b"kept").unwrap();
    assert_eq!(folder(place.path()).get(&key("requests/a.pdf")).unwrap(), b"kept");
}

const NAME: &str = "DAC0015 Ethics Approval Letter 2026-11-27 no 57.pdf";

fn parts(address: &str) -> (String, i64, String) {
    let (path, query) = address.split_once('?').unwrap();
    let (expires, rest) = query.split_once("&name=").unwrap();
    let (name, signature) = rest.split_once('&').unwrap();
    assert_eq!(
        name,
        "DAC0015%20Ethics%20Approval%20Letter%202026%2D11%2D27%20no%2057%2Epdf"
    );
    (
        path.strip_prefix("/files/").unwrap().to_owned(),
        expires.strip_prefix("expires=").unwrap().parse().unwrap(),
        signature.strip_prefix("signature=").unwrap().to_owned(),
    )
}

#[test]
fn an_address_is_valid_until_it_expires() {
    let place = tempfile::tempdir().unwrap();
    let store = folder(place.path());
    let address = store
        .signed_address(&key("requests/a.pdf"), NAME, Duration::from_mins(5))
        .unwrap();
    let (path, expires, signature) = parts(&address.0);
    assert_eq!(expires, Noon.now().timestamp() + 300);
    let at = |seconds| {
        addresses(1).verify(
            &key(&path),
            NAME,
            expires,
            &signature,
            Noon.now() + TimeDelta::seconds(seconds),
        )
    };
    assert_eq!(at(0), Ok(()));
    assert_eq!(at(299), Ok(()));
    assert_eq!(at(300), Err(AddressError::Expired));
    assert_eq!(at(86_400), Err(AddressError::Expired));
}

#[test]
fn an_altered_address_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let store = folder(place.path());
    let address = store
        .signed_address(&key("requests/a.pdf"), NAME, Duration::from_mins(5))
        .unwrap();
    let (path, expires, signature) = parts(&address.0);
    let verify = |path: &str, expires, signature: &str| {
        addresses(1).verify(&key(path), NAME, expires, signature, Noon.now())
    };
    assert_eq!(verify(&path, expires, &signature), Ok(()));
    assert_eq!(
        verify("requests/b.pdf", expires, &signature),
        Err(AddressError::Forged)
    );
    for name in ["Passport.pdf", ""] {
        let renamed = addresses(1).verify(&key(&path), name, expires, &signature, Noon.now());
        assert_eq!(renamed, Err(AddressError::Forged), "{name}");
    }
    assert_eq!(verify(&path, expires + 1, &signature), Err(AddressError::Forged));
    assert_eq!(
        verify(&path, expires - 3_600, &signature),
        Err(AddressError::Forged)
    );
    for forged in [
        "",
        "00",
        "not hexadecimal",
        &"0".repeat(64),
        &signature[1..],
        &format!("{signature}00"),
    ] {
        assert_eq!(
            verify(&path, expires, forged),
            Err(AddressError::Forged),
            "{forged}"
        );
    }
    assert_eq!(
        addresses(2).verify(&key(&path), NAME, expires, &signature, Noon.now()),
        Err(AddressError::Forged)
    );
}

#[test]
fn an_unlimited_lifetime_is_accepted() {
    let place = tempfile::tempdir().unwrap();
    let address = folder(place.path())
        .signed_address(&key("a.pdf"), NAME, Duration::MAX)
        .unwrap();
    assert!(parts(&address.0).1 > Noon.now().timestamp());
}

#[test]
fn old_unfinished_files_are_removed() {
    let place = tempfile::tempdir().unwrap();
    let store = folder(place.path());
    store.put(&key("requests/a.pdf"), b"%PDF-1.7").unwrap();
    let half = place.path().join("requests/.abc.part");
    fs::write(&half, b"%PDF").unwrap();
    let hour = TimeDelta::hours(1);
    let written = DateTime::<Utc>::from(fs::metadata(&half).unwrap().modified().unwrap());
    assert_eq!(
        store.delete_unfinished(written - hour).unwrap(),
        0,
        "it may still be written"
    );
    assert_eq!(store.delete_unfinished(written + hour).unwrap(), 1);
    assert!(!half.exists());
    assert_eq!(store.get(&key("requests/a.pdf")).unwrap(), b"%PDF-1.7");
}
