//! Tests of backups in folders: complete, incomplete and malformed ones.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use aditus_application::backup::{MadeBy, Manifest, Origin, verify};
use aditus_application::ports::{
    BackupFolderError, BackupShelf, CompleteBackup, DatabaseState, FileDigest, FileKey, NewBackup, TableState,
};
use aditus_backup::{CompleteFolderBackup, FolderShelf, NewFolderBackup};
use chrono::{DateTime, Utc};
use tempfile::TempDir;

fn key(text: &str) -> FileKey {
    FileKey::parse(text).unwrap()
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + seconds, 123_000_000).unwrap()
}

fn manifest(database: FileDigest, documents: BTreeMap<FileKey, FileDigest>) -> Manifest {
    let table = TableState {
        rows: 3,
        content: Some("17".to_owned()),
    };
    Manifest {
        origin: Origin {
            version: "1.2.3".to_owned(),
            made_on: at(0),
            made_by: MadeBy::Server,
            installation: [7; 16],
            kind: "sqlite".to_owned(),
        },
        made_with: "SQLite 3".to_owned(),
        database,
        state: DatabaseState {
            migrations: vec!["20261128000001".to_owned()],
            tables: [
                ("users".to_owned(), table),
                ("empty".to_owned(), TableState::default()),
            ]
            .into(),
        },
        documents,
        lost: [key("requests/lost.pdf")].into(),
        altered: BTreeSet::new(),
    }
}

/// Makes a complete backup with two documents.
fn whole(new: Box<dyn NewBackup>) -> Manifest {
    let file = new.database_file("sqlite").unwrap();
    fs::write(file, b"pages").unwrap();
    let documents = [("requests/a.pdf", b"letter"), ("requests/b.png", b"passpt")];
    let documents = documents.map(|(name, bytes)| (key(name), new.add_document(&key(name), bytes).unwrap()));
    let manifest = manifest(new.database_digest("sqlite").unwrap(), documents.into());
    new.finish(&manifest).unwrap();
    manifest
}

fn made(place: &Path) -> Manifest {
    whole(Box::new(NewFolderBackup::begin(place).unwrap()))
}

fn faults(place: &Path) -> Vec<String> {
    let backup = CompleteFolderBackup::open(place).unwrap();
    verify::execute(&backup, &|_, _| None, &|| false).unwrap().faults
}

fn modes(folder: &Path, found: &mut BTreeSet<u32>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.insert(fs::metadata(&path).unwrap().permissions().mode() & 0o777);
        if path.is_dir() {
            modes(&path, found);
        }
    }
}

#[test]
fn a_backup_round_trips_and_is_readable_only_by_its_owner() {
    let place = TempDir::new().unwrap();
    let path = place.path().join("backups/first");
    let manifest = made(&path);
    let backup = CompleteFolderBackup::open(&path).unwrap();
    assert_eq!(backup.manifest(), &manifest);
    assert_eq!(backup.document(&key("requests/a.pdf")).unwrap().0, b"letter");
    assert_eq!(fs::read(backup.database_file()).unwrap(), b"pages");
    assert_eq!(faults(&path), Vec::<String>::new());
    let mut found = BTreeSet::from([fs::metadata(&path).unwrap().permissions().mode() & 0o777]);
    modes(&path, &mut found);
    assert_eq!(found, BTreeSet::from([0o600, 0o700]));
}

/// Makes a backup with the same documents, which may be shared with earlier backups. Returns the
/// names of the shared ones.
fn made_after_others(place: &Path) -> Vec<&'static str> {
    let mut new = NewFolderBackup::begin(place).unwrap();
    new.share_with_older(&[7; 16]);
    let new = Box::new(new);
    fs::write(new.database_file("sqlite").unwrap(), b"pages").unwrap();
    let documents = [("requests/a.pdf", b"letter"), ("requests/b.png", b"passpt")];
    let documents = documents.map(|(name, bytes)| (key(name), new.add_document(&key(name), bytes).unwrap()));
    let shared = new.shared();
    let manifest = manifest(new.database_digest("sqlite").unwrap(), documents.into());
    new.finish(&manifest).unwrap();
    assert_eq!(faults(place), Vec::<String>::new());
    ["requests/a.pdf", "requests/b.png"]
        .into_iter()
        .filter(|name| shared.documents.contains(&key(name)))
        .collect()
}

fn inode(backup: &Path, name: &str) -> u64 {
    fs::metadata(backup.join("documents").join(name)).unwrap().ino()
}

#[test]
fn shared_documents_outlive_the_older_backup() {
    let place = TempDir::new().unwrap();
    let (first, second) = (place.path().join("first"), place.path().join("second"));
    made(&first);
    assert_eq!(made_after_others(&second), ["requests/a.pdf", "requests/b.png"]);
    for name in ["requests/a.pdf", "requests/b.png"] {
        assert_eq!(inode(&first, name), inode(&second, name));
    }
    FolderShelf::at(place.path()).remove("first").unwrap();
    assert_eq!(faults(&second), Vec::<String>::new());
    assert_eq!(
        CompleteFolderBackup::open(&second)
            .unwrap()
            .document(&key("requests/a.pdf"))
            .unwrap()
            .0,
        b"letter"
    );
}

#[test]
fn an_abandoned_backup_leaves_the_older_one_complete() {
    let place = TempDir::new().unwrap();
    let first = place.path().join("first");
    made(&first);
    let mut new = NewFolderBackup::begin(&place.path().join("second")).unwrap();
    new.share_with_older(&[7; 16]);
    new.add_document(&key("requests/a.pdf"), b"letter").unwrap();
    assert_eq!(new.shared().documents.len(), 1);
    new.remove_document(&key("requests/a.pdf")).unwrap();
    assert_eq!(new.shared().documents.len(), 0);
    new.add_document(&key("requests/b.png"), b"passpt").unwrap();
    drop(new);
    assert_eq!(faults(&first), Vec::<String>::new());
}

#[test]
fn unsafe_or_damaged_documents_are_copied_instead_of_linked() {
    type Change = fn(&Path);
    let changes: [(&str, Change); 4] = [
        ("damaged, of the same length", |first| {
            fs::write(first.join("documents/requests/a.pdf"), b"lettre").unwrap();
        }),
        ("missing", |first| {
            fs::remove_file(first.join("documents/requests/a.pdf")).unwrap();
        }),
        ("readable by others", |first| {
            let file = first.join("documents/requests/a.pdf");
            fs::set_permissions(file, PermissionsExt::from_mode(0o644)).unwrap();
        }),
        ("a link", |first| {
            let file = first.join("documents/requests/a.pdf");
            fs::rename(&file, first.join("elsewhere.pdf")).unwrap();
            std::os::unix::fs::symlink(first.join("elsewhere.pdf"), file).unwrap();
        }),
    ];
    for (what, change) in changes {
        let place = TempDir::new().unwrap();
        let (first, second) = (place.path().join("first"), place.path().join("second"));
        made(&first);
        change(&first);
        assert_eq!(made_after_others(&second), ["requests/b.png"], "{what}");
        let about = fs::symlink_metadata(second.join("documents/requests/a.pdf")).unwrap();
        assert!(
            about.is_file() && about.permissions().mode() & 0o777 == 0o600,
            "{what}"
        );
    }
}

#[test]
fn incomplete_and_foreign_backups_are_not_shared_with() {
    type Change = fn(&Path);
    let changes: [(&str, Change); 2] = [
        ("half", |first| {
            fs::remove_file(first.join("manifest.json")).unwrap();
        }),
        ("of another installation", |first| {
            let file = first.join("manifest.json");
            let text = fs::read_to_string(&file).unwrap();
            let other = text.replace(&"07".repeat(16), &"08".repeat(16));
            assert_ne!(text, other);
            fs::write(file, other).unwrap();
        }),
    ];
    for (what, change) in changes {
        let place = TempDir::new().unwrap();
        let first = place.path().join("first");
        made(&first);
        change(&first);
        assert!(
            made_after_others(&place.path().join("second")).is_empty(),
            "{what}"
        );
    }
}

#[test]
fn a_folder_that_is_not_empty_is_refused_and_left_unchanged() {
    let place = TempDir::new().unwrap();
    fs::write(place.path().join("thesis.odt"), b"years of work").unwrap();
    let refused = NewFolderBackup::begin(place.path()).err().unwrap();
    assert!(matches!(refused, BackupFolderError::NotEmpty(_)), "{refused}");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    // A second backup in the folder of the first is refused as well.
    let path = place.path().join("first");
    made(&path);
    assert!(NewFolderBackup::begin(&path).is_err());
    assert_eq!(faults(&path), Vec::<String>::new());
}

#[test]
fn an_abandoned_backup_leaves_no_files() {
    let place = TempDir::new().unwrap();
    let new = NewFolderBackup::begin(&place.path().join("new")).unwrap();
    new.add_document(&key("requests/a.pdf"), b"letter").unwrap();
    drop(new);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    let there = place.path().join("there");
    fs::create_dir(&there).unwrap();
    let new = NewFolderBackup::begin(&there).unwrap();
    new.add_document(&key("requests/a.pdf"), b"letter").unwrap();
    drop(new);
    assert_eq!(
        fs::read_dir(&there).unwrap().count(),
        0,
        "the folder existed before, so it is emptied and not removed"
    );
}

#[test]
fn an_incomplete_or_missing_backup_cannot_be_opened() {
    let place = TempDir::new().unwrap();
    let path = place.path().join("half");
    made(&path);
    fs::remove_file(path.join("manifest.json")).unwrap();
    let half = CompleteFolderBackup::open(&path).err().unwrap();
    assert!(matches!(half, BackupFolderError::Incomplete(_)), "{half}");
    let absent = CompleteFolderBackup::open(&place.path().join("nowhere"))
        .err()
        .unwrap();
    assert!(matches!(absent, BackupFolderError::Absent(_)), "{absent}");
}

#[test]
fn verification_finds_altered_truncated_and_missing_files() {
    type Harm = (&'static str, fn(&Path), &'static str);
    let harms: [Harm; 5] = [
        (
            "database.sqlite",
            |file| fs::write(file, b"pagez").unwrap(),
            "is not the one",
        ),
        (
            "database.sqlite",
            |file| fs::write(file, b"page").unwrap(),
            "has 4 bytes, and had 5",
        ),
        (
            "database.sqlite",
            |file| fs::remove_file(file).unwrap(),
            "is not there",
        ),
        (
            "documents/requests/b.png",
            |file| fs::write(file, b"passpr").unwrap(),
            "requests/b.png is not the one",
        ),
        (
            "documents/requests/a.pdf",
            |file| fs::remove_file(file).unwrap(),
            "requests/a.pdf is not there",
        ),
    ];
    for (name, harm, told) in harms {
        let place = TempDir::new().unwrap();
        let path = place.path().join("backup");
        made(&path);
        harm(&path.join(name));
        let faults = faults(&path);
        assert!(
            faults.len() == 1 && faults[0].contains(told),
            "{name}: {faults:?}"
        );
    }
}

#[test]
fn files_that_the_manifest_does_not_name_are_listed() {
    let place = TempDir::new().unwrap();
    let path = place.path().join("backup");
    made(&path);
    fs::write(path.join("documents/requests/notes.txt"), b"").unwrap();
    assert_eq!(
        CompleteFolderBackup::open(&path)
            .unwrap()
            .unlisted_files()
            .unwrap(),
        ["documents/requests/notes.txt"]
    );
}

#[test]
fn a_malformed_manifest_is_reported() {
    let place = TempDir::new().unwrap();
    let path = place.path().join("backup");
    made(&path);
    let file = path.join("manifest.json");
    let text = fs::read_to_string(&file).unwrap();
    for (from, to, told) in [
        ("\"format\": 1", "\"format\": 2", "it is of the format 2"),
        ("requests/a.pdf", "../../etc/passwd", "is no key of a document"),
        (
            "\"kind\": \"sqlite\"",
            "\"kind\": \"../sqlite\"",
            "is no kind of a database",
        ),
        ("\"documents\"", "\"papers\"", "missing field"),
        ("{", "", "cannot be read"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        let refused = CompleteFolderBackup::open(&path).err().unwrap();
        assert!(
            matches!(refused, BackupFolderError::Unreadable { .. }),
            "{refused}"
        );
        assert!(refused.to_string().contains(told), "{refused}");
    }
}

#[test]
fn a_shelf_lists_complete_and_incomplete_backups_and_skips_other_files() {
    let place = TempDir::new().unwrap();
    let shelf = FolderShelf::at(place.path());
    let first = whole(shelf.begin(at(0)).unwrap());
    whole(shelf.begin(at(60)).unwrap());
    made(&place.path().join("by-hand"));
    fs::create_dir(place.path().join("photographs")).unwrap();
    fs::write(place.path().join("aditus-list.txt"), b"").unwrap();
    whole(shelf.begin(at(120)).unwrap());
    let cut = place.path().join("aditus-2026-09-21T14-15-20.123Z");
    fs::write(cut.join("documents/requests/a.pdf"), b"").unwrap();
    let mut found: Vec<_> = shelf.list().unwrap();
    found.sort_by(|left, right| left.name.cmp(&right.name));
    let names: Vec<_> = found
        .iter()
        .map(|one| (one.name.as_str(), one.origin.is_some()))
        .collect();
    assert_eq!(
        names,
        [
            ("aditus-2026-09-21T14-13-20.123Z", true),
            ("aditus-2026-09-21T14-14-20.123Z", true),
            ("aditus-2026-09-21T14-15-20.123Z", false),
            ("by-hand", true)
        ]
    );
    assert_eq!(found[0].origin.as_ref(), Some(&first.origin));
    shelf.remove(&found[0].name).unwrap();
    assert_eq!(shelf.list().unwrap().len(), 3);
    let nowhere = FolderShelf::at(place.path().join("not-mounted"));
    assert!(nowhere.list().is_err() && nowhere.begin(at(0)).is_err());
    assert!(
        !place.path().join("not-mounted").exists(),
        "a missing folder is not created"
    );
}
