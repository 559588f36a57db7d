//! Backups of a running installation, and restores from them. The folders are real; the database is
//! a list of documents that tests change between two calls.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aditus_application::backup::repeat::{self, Plan};
use aditus_application::backup::{Installed, MadeBy, last, restore, take, verify};
use aditus_application::ports::{
    BackupError, BackupFolderError, BackupShelf, Clock, CompleteBackup, DatabaseBackup, DatabaseCopy,
    DatabaseState, ExclusiveLock, FileError, FileKey, FilePart, FileStore, KeyPurpose, Keys, ListedBackup,
    NewBackup, RestorableCopy, SealError, SealedPlace, SignedPath, Stop, TableState,
};
use aditus_application::testing::{FixedClock, MemoryFiles, TestKeys};
use aditus_backup::{CompleteFolderBackup, FolderShelf, NewFolderBackup};
use aditus_domain::requests::content::Sha256;
use chrono::{DateTime, TimeDelta, Utc};
use tempfile::TempDir;

type Documents = BTreeMap<FileKey, Option<Sha256>>;

/// A database that refers to documents.
#[derive(Default)]
struct ListedDocuments {
    documents: Arc<Mutex<Documents>>,
    copies: AtomicUsize,
    is_elsewhere: AtomicBool,
    has_moved: AtomicBool,
    refuses: AtomicBool,
    restored: AtomicUsize,
}

struct Own;

impl ExclusiveLock for Own {}

fn state(rows: usize) -> DatabaseState {
    let table = TableState {
        rows: rows as u64,
        content: None,
    };
    DatabaseState {
        migrations: vec!["1".to_owned()],
        tables: [("documents".to_owned(), table)].into(),
    }
}

impl DatabaseBackup for ListedDocuments {
    fn kind(&self) -> &'static str {
        if self.has_moved.load(Ordering::SeqCst) {
            "moved"
        } else {
            "list"
        }
    }

    fn ready(&self) -> Result<String, BackupError> {
        Ok("a list".to_owned())
    }

    fn try_lock(&self) -> Result<Option<Box<dyn ExclusiveLock>>, BackupError> {
        Ok((!self.is_elsewhere.load(Ordering::SeqCst)).then(|| Box::new(Own) as Box<dyn ExclusiveLock>))
    }

    fn copy(&self, file: &Path, _: Stop<'_>) -> Result<DatabaseCopy, BackupError> {
        self.copies.fetch_add(1, Ordering::SeqCst);
        let documents = self.documents.lock().unwrap().clone();
        std::fs::write(file, documents.len().to_string()).unwrap();
        Ok(DatabaseCopy {
            state: state(documents.len()),
            documents,
            made_with: "a list".to_owned(),
        })
    }

    fn state(&self) -> Result<DatabaseState, BackupError> {
        Ok(state(self.documents.lock().unwrap().len()))
    }

    fn refuse_to_restore(&self, _: &RestorableCopy<'_>) -> Result<(), BackupError> {
        Ok(())
    }

    fn restore(&self, copy: &RestorableCopy<'_>) -> Result<DatabaseState, BackupError> {
        if self.refuses.swap(false, Ordering::SeqCst) {
            return Err(BackupError::Refused("the server went away".to_owned()));
        }
        self.restored.fetch_add(1, Ordering::SeqCst);
        Ok(state(
            std::fs::read_to_string(copy.file).unwrap().parse().unwrap(),
        ))
    }
}

/// A file store that calls a function at each read.
struct Watched<F> {
    files: MemoryFiles,
    when_read: F,
}

impl<F: Fn(&FileKey) + Send + Sync> FileStore for Watched<F> {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError> {
        self.files.put(key, bytes)
    }

    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError> {
        (self.when_read)(key);
        self.files.get(key)
    }

    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError> {
        self.files.read_part(key, start, length)
    }

    fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        self.files.remove(key)
    }

    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError> {
        self.files.signed_address(key, name, lifetime)
    }
}

fn key(name: &str) -> FileKey {
    FileKey::parse(&format!("requests/{name}.pdf")).unwrap()
}

/// An installation whose database refers to these documents, and a folder for backups.
struct World {
    place: TempDir,
    database: ListedDocuments,
    keys: TestKeys,
    clock: FixedClock,
}

impl World {
    fn with(names: &[&str]) -> Self {
        let world = Self {
            place: TempDir::new().unwrap(),
            database: ListedDocuments::default(),
            keys: TestKeys::default(),
            clock: FixedClock::default(),
        };
        for name in names {
            world.refers_to(name, None);
        }
        world
    }

    fn refers_to(&self, name: &str, sha256: Option<Sha256>) {
        self.database.documents.lock().unwrap().insert(key(name), sha256);
    }

    fn installed<'a>(&'a self, files: &'a dyn FileStore) -> Installed<'a> {
        Installed {
            database: &self.database,
            files,
            keys: &self.keys,
            clock: &self.clock,
            version: "1.0.0",
        }
    }

    fn path(&self) -> PathBuf {
        self.place.path().join("backup")
    }

    fn back_up(&self, files: &dyn FileStore) -> Result<take::Answer, take::Error> {
        let new = NewFolderBackup::begin(&self.path()).unwrap();
        take::execute(&self.installed(files), MadeBy::Command, Box::new(new), &|| false)
    }

    fn kept(&self) -> CompleteFolderBackup {
        CompleteFolderBackup::open(&self.path()).unwrap()
    }

    fn faults(&self) -> Vec<String> {
        verify::execute(&self.kept(), &|_, _| None, &|| false)
            .unwrap()
            .faults
    }
}

fn stored(names: &[&str]) -> MemoryFiles {
    let files = MemoryFiles::default();
    for name in names {
        files.put(&key(name), name.as_bytes()).unwrap();
    }
    files
}

fn names<'a>(keys: impl IntoIterator<Item = &'a FileKey>) -> Vec<String> {
    keys.into_iter().map(|key| key.as_str().to_owned()).collect()
}

#[test]
fn a_backup_holds_the_documents_that_the_database_refers_to_and_no_others() {
    let world = World::with(&["a", "b"]);
    let files = stored(&["a", "b", "begun-and-not-submitted"]);
    let made = world.back_up(&files).unwrap();
    assert_eq!(
        names(made.manifest.documents.keys()),
        ["requests/a.pdf", "requests/b.pdf"]
    );
    assert!(made.manifest.lost.is_empty() && made.manifest.altered.is_empty());
    assert_eq!(world.database.copies.load(Ordering::SeqCst), 1);
    assert_eq!(world.faults(), Vec::<String>::new());
    let kept = world.kept();
    assert_eq!(kept.manifest(), &made.manifest);
    assert_eq!(kept.manifest_sha256(), made.manifest_sha256);
    assert_eq!(kept.document(&key("a")).unwrap().0, b"a");
    assert_eq!(kept.unlisted_files().unwrap(), Vec::<String>::new());
}

/// A draft is deleted after the database was copied and before its file was read: the backup
/// represents a moment after the deletion.
#[test]
fn documents_deleted_during_a_backup_are_in_neither_part() {
    let world = World::with(&["a", "b", "draft", "other-draft"]);
    let documents = Arc::clone(&world.database.documents);
    // The file of the draft is deleted just before it would be read.
    let watched = Watched {
        files: stored(&["a", "b", "other-draft", "new"]),
        when_read: move |read: &FileKey| {
            if *read == key("draft") {
                let mut documents = documents.lock().unwrap();
                documents.remove(&key("draft"));
                documents.remove(&key("other-draft"));
                documents.insert(key("new"), None);
            }
        },
    };
    let made = world.back_up(&watched).unwrap();
    assert_eq!(
        names(made.manifest.documents.keys()),
        ["requests/a.pdf", "requests/b.pdf", "requests/new.pdf"]
    );
    assert!(made.manifest.lost.is_empty());
    assert_eq!(made.manifest.state, state(3));
    assert_eq!(world.database.copies.load(Ordering::SeqCst), 2);
    assert_eq!(world.faults(), Vec::<String>::new());
    assert_eq!(
        world.kept().unlisted_files().unwrap(),
        Vec::<String>::new(),
        "what was copied of it is removed"
    );
}

#[test]
fn a_missing_document_is_reported_and_does_not_stop_the_backup() {
    let world = World::with(&["a", "lost"]);
    let made = world.back_up(&stored(&["a"])).unwrap();
    assert_eq!(names(&made.manifest.lost), ["requests/lost.pdf"]);
    assert_eq!(
        world.database.copies.load(Ordering::SeqCst),
        2,
        "it might have been deleted"
    );
    assert_eq!(world.faults(), Vec::<String>::new());
}

#[test]
fn a_document_that_differs_from_the_database_is_reported() {
    let world = World::with(&["a"]);
    world.refers_to("b", Some(Sha256([7; 32])));
    let made = world.back_up(&stored(&["a", "b"])).unwrap();
    assert_eq!(names(&made.manifest.altered), ["requests/b.pdf"]);
    assert_eq!(
        made.manifest.documents.len(),
        2,
        "what there is of it is backed up"
    );
}

#[test]
fn documents_that_change_too_fast_fail_the_backup() {
    let world = World::with(&["draft-0"]);
    let documents = Arc::clone(&world.database.documents);
    let number = AtomicUsize::new(0);
    let watched = Watched {
        files: MemoryFiles::default(),
        when_read: move |_: &FileKey| {
            let next = number.fetch_add(1, Ordering::SeqCst) + 1;
            *documents.lock().unwrap() = [(key(&format!("draft-{next}")), None)].into();
        },
    };
    let failed = world.back_up(&watched).unwrap_err();
    assert!(matches!(failed, take::Error::Restless), "{failed}");
    assert!(!world.path().exists(), "half a backup is removed");
}

/// A file store that is unavailable.
struct Away;
impl FileStore for Away {
    fn put(&self, _: &FileKey, _: &[u8]) -> Result<(), FileError> {
        Err(FileError::Unavailable("away".into()))
    }
    fn get(&self, _: &FileKey) -> Result<Vec<u8>, FileError> {
        Err(FileError::Unavailable("away".into()))
    }
    fn read_part(&self, _: &FileKey, _: u64, _: usize) -> Result<FilePart, FileError> {
        Err(FileError::Unavailable("away".into()))
    }
    fn remove(&self, _: &FileKey) -> Result<(), FileError> {
        Ok(())
    }
    fn signed_address(&self, _: &FileKey, _: &str, _: Duration) -> Result<SignedPath, FileError> {
        Err(FileError::NotFound)
    }
}

#[test]
fn a_failed_or_stopped_backup_leaves_nothing() {
    let world = World::with(&["a"]);
    let failed = world.back_up(&Away).unwrap_err();
    assert!(
        matches!(&failed, take::Error::Document { key: of, .. } if *of == key("a")),
        "{failed}"
    );
    assert!(!world.path().exists());
    let new = NewFolderBackup::begin(&world.path()).unwrap();
    let files = stored(&["a"]);
    let stopped = take::execute(&world.installed(&files), MadeBy::Server, Box::new(new), &|| true);
    assert!(matches!(
        stopped,
        Err(take::Error::Database(BackupError::Stopped))
    ));
    assert!(!world.path().exists());
}

fn restored(world: &World, into: &Installed<'_>) -> Result<restore::Answer, restore::Error> {
    restored_with(world, into, restore::Documents::All)
}

fn restored_with(
    world: &World,
    into: &Installed<'_>,
    documents: restore::Documents,
) -> Result<restore::Answer, restore::Error> {
    let kept = world.kept();
    let verified = restore::check(&kept, into, documents, &|_, _| None, &|| false)?;
    restore::carry_out(&kept, into, &verified.damaged, &|| false)
}

#[test]
fn an_interrupted_restore_can_be_repeated() {
    let world = World::with(&["a", "b"]);
    world.back_up(&stored(&["a", "b"])).unwrap();
    let (target, files) = (World::with(&[]), MemoryFiles::default());
    let into = target.installed(&files);
    assert!(restore::has_its_secrets(&into, world.kept().manifest()));
    target.database.refuses.store(true, Ordering::SeqCst);
    let failed = restored(&world, &into).unwrap_err();
    assert!(matches!(failed, restore::Error::Database(_)), "{failed}");
    assert_eq!(files.count(), 2, "documents come first");
    let done = restored(&world, &into).unwrap();
    assert_eq!(
        done,
        restore::Answer {
            stored: 0,
            present: 2,
            losses: BTreeMap::new(),
        }
    );
    assert_eq!(files.get(&key("b")).unwrap(), b"b");
    assert_eq!(target.database.restored.load(Ordering::SeqCst), 1);
}

/// A database of another kind. Every other call fails.
struct Other;
impl DatabaseBackup for Other {
    fn kind(&self) -> &'static str {
        "other"
    }
    fn ready(&self) -> Result<String, BackupError> {
        Err(BackupError::Stopped)
    }
    fn try_lock(&self) -> Result<Option<Box<dyn ExclusiveLock>>, BackupError> {
        Err(BackupError::Stopped)
    }
    fn copy(&self, _: &Path, _: Stop<'_>) -> Result<DatabaseCopy, BackupError> {
        Err(BackupError::Stopped)
    }
    fn state(&self) -> Result<DatabaseState, BackupError> {
        Err(BackupError::Stopped)
    }
    fn refuse_to_restore(&self, _: &RestorableCopy<'_>) -> Result<(), BackupError> {
        Err(BackupError::Stopped)
    }
    fn restore(&self, _: &RestorableCopy<'_>) -> Result<DatabaseState, BackupError> {
        Err(BackupError::Stopped)
    }
}

#[test]
fn an_unsuitable_restore_is_refused_before_storing() {
    let world = World::with(&["a"]);
    world.back_up(&stored(&["a"])).unwrap();
    let (target, files) = (World::with(&[]), MemoryFiles::default());
    let older = Installed {
        version: "0.9.9",
        ..target.installed(&files)
    };
    let refused = restored(&world, &older).unwrap_err();
    assert!(
        matches!(&refused, restore::Error::Newer { theirs, .. } if theirs == "1.0.0"),
        "{refused}"
    );

    let other = Installed {
        database: &Other,
        ..target.installed(&files)
    };
    let refused = restored(&world, &other).unwrap_err();
    assert!(matches!(refused, restore::Error::OtherKind { .. }), "{refused}");

    std::fs::write(world.path().join("documents/requests/a.pdf"), b"z").unwrap();
    let refused = restored(&world, &target.installed(&files)).unwrap_err();
    assert!(
        matches!(&refused, restore::Error::DamagedDocuments(faults) if faults.len() == 1),
        "{refused}"
    );
    assert!(refused.to_string().contains("--except-damaged"), "{refused}");
    assert_eq!(
        (files.count(), target.database.restored.load(Ordering::SeqCst)),
        (0, 0)
    );
}

#[test]
fn damaged_documents_are_skipped_on_request() {
    let names_of_all = ["gone", "cut", "whole"];
    let world = World::with(&names_of_all);
    world.back_up(&stored(&names_of_all)).unwrap();
    let documents = world.path().join("documents/requests");
    std::fs::remove_file(documents.join("gone.pdf")).unwrap();
    std::fs::write(documents.join("cut.pdf"), b"c").unwrap();
    let (target, files) = (World::with(&[]), MemoryFiles::default());
    let done = restored_with(
        &world,
        &target.installed(&files),
        restore::Documents::ExceptDamaged,
    )
    .unwrap();
    assert_eq!((done.stored, done.present), (1, 0));
    let losses: Vec<(&str, &str)> = done
        .losses
        .iter()
        .map(|(key, fault)| (key.as_str(), fault.as_str()))
        .collect();
    assert_eq!(
        losses,
        [
            (
                "requests/cut.pdf",
                "the document requests/cut.pdf has 1 bytes, and had 3 when it was backed up"
            ),
            ("requests/gone.pdf", "the document requests/gone.pdf is not there"),
        ]
    );
    assert_eq!(files.count(), 1);
    assert_eq!(files.get(&key("whole")).unwrap(), b"whole");
    assert_eq!(target.database.restored.load(Ordering::SeqCst), 1);
}

#[test]
fn a_damaged_document_that_the_file_store_still_has_is_no_loss() {
    let world = World::with(&["kept", "other"]);
    world.back_up(&stored(&["kept", "other"])).unwrap();
    for name in ["kept", "other"] {
        let file = world.path().join(format!("documents/requests/{name}.pdf"));
        std::fs::remove_file(file).unwrap();
    }
    let (target, files) = (World::with(&[]), stored(&["kept"]));
    files.put(&key("other"), b"another").unwrap();
    let done = restored_with(
        &world,
        &target.installed(&files),
        restore::Documents::ExceptDamaged,
    )
    .unwrap();
    assert_eq!((done.stored, done.present), (0, 1));
    assert_eq!(names(done.losses.keys()), ["requests/other.pdf"]);
    assert_eq!(
        files.get(&key("other")).unwrap(),
        b"another",
        "the file in its place is left alone"
    );
}

#[test]
fn a_damaged_database_is_refused_whichever_documents_are_needed() {
    let world = World::with(&["a"]);
    world.back_up(&stored(&["a"])).unwrap();
    std::fs::remove_file(world.path().join("documents/requests/a.pdf")).unwrap();
    std::fs::write(world.path().join("database.list"), b"7").unwrap();
    let (target, files) = (World::with(&[]), MemoryFiles::default());
    for documents in [restore::Documents::All, restore::Documents::ExceptDamaged] {
        let refused = restored_with(&world, &target.installed(&files), documents).unwrap_err();
        assert!(
            matches!(&refused, restore::Error::Damaged(faults) if faults.len() == 2),
            "{refused}"
        );
    }
    // The bytes can be intact and their content still damaged.
    std::fs::write(world.path().join("database.list"), b"1").unwrap();
    let kept = world.kept();
    let examine = |_: &str, _: &Path| Some(Err(BackupError::Damaged("a page".to_owned())));
    let into = target.installed(&files);
    let refused = restore::check(&kept, &into, restore::Documents::ExceptDamaged, &examine, &|| {
        false
    });
    assert!(matches!(refused, Err(restore::Error::Damaged(_))), "{refused:?}");
    assert_eq!(
        (files.count(), target.database.restored.load(Ordering::SeqCst)),
        (0, 0)
    );
}

#[test]
fn a_store_that_holds_something_else_in_its_place_is_left_alone() {
    let world = World::with(&["a"]);
    world.back_up(&stored(&["a"])).unwrap();
    let (target, files) = (World::with(&[]), MemoryFiles::default());
    files.put(&key("a"), b"another").unwrap();
    let refused = restored(&world, &target.installed(&files)).unwrap_err();
    assert!(
        matches!(&refused, restore::Error::OtherDocument(of) if *of == key("a")),
        "{refused}"
    );
    assert_eq!(files.get(&key("a")).unwrap(), b"another");
    assert_eq!(target.database.restored.load(Ordering::SeqCst), 0);
}

/// Returns the names of everything on the shelf, incomplete backups included.
fn shelved(shelf: &FolderShelf) -> Vec<String> {
    let mut names: Vec<String> = shelf
        .list()
        .unwrap()
        .into_iter()
        .map(|found| found.name)
        .collect();
    names.sort();
    names
}

fn run(world: &World, shelf: &dyn BackupShelf, files: &dyn FileStore) -> repeat::Answer {
    let plan = Plan {
        every: TimeDelta::hours(6),
        keep: 2,
    };
    repeat::execute(&world.installed(files), shelf, plan, &|| false).unwrap()
}

fn due(answer: repeat::Answer) -> DateTime<Utc> {
    match answer {
        repeat::Answer::NotYet(next) => next,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_server_backs_up_periodically_and_removes_its_own_backups_only() {
    let world = World::with(&["a"]);
    let files = stored(&["a"]);
    let place = TempDir::new().unwrap();
    let shelf = FolderShelf::at(place.path());
    // Folders that are kept: a manual backup, one of another installation, an incomplete one, and
    // an unrelated folder.
    let by_hand = NewFolderBackup::begin(&place.path().join("before-the-upgrade")).unwrap();
    take::execute(
        &world.installed(&files),
        MadeBy::Command,
        Box::new(by_hand),
        &|| false,
    )
    .unwrap();
    let foreign = shelf.begin(world.clock.now() - TimeDelta::days(400)).unwrap();
    let other_keys = OtherKeys;
    let other = Installed {
        keys: &other_keys,
        ..world.installed(&files)
    };
    take::execute(&other, MadeBy::Server, foreign, &|| false).unwrap();
    for name in ["aditus-half", "photographs"] {
        std::fs::create_dir(place.path().join(name)).unwrap();
    }
    let others = shelved(&shelf);
    assert_eq!(others.len(), 3, "{others:?}");

    let mut own = Vec::new();
    for round in 0..4 {
        let repeat::Answer::Made(made) = run(&world, &shelf, &files) else {
            panic!("none was made");
        };
        let removed = made.removed.unwrap();
        assert_eq!(removed, own.get(..usize::from(round > 1)).unwrap_or_default());
        own.drain(..removed.len());
        let new: Vec<String> = shelved(&shelf)
            .into_iter()
            .filter(|name| !others.contains(name) && !own.contains(name))
            .collect();
        assert_eq!(new.len(), 1);
        own.extend(new);
        assert_eq!(
            due(run(&world, &shelf, &files)),
            world.clock.now() + TimeDelta::hours(6)
        );
        world.clock.advance(TimeDelta::hours(6));
    }
    assert_eq!(own.len(), 2);
    assert!(others.iter().all(|name| place.path().join(name).exists()));
    assert!(place.path().join("photographs").exists());

    let known = last::execute(&world.keys, "list", &shelf).unwrap();
    assert_eq!(known.newest.map(|(name, _)| name).as_ref(), own.last());
    assert_eq!((known.whole, known.half), (3, vec!["aditus-half".to_owned()]));
}

/// A folder whose backups cannot be removed.
struct ReadOnlyBackups(FolderShelf);

impl BackupShelf for ReadOnlyBackups {
    fn list(&self) -> Result<Vec<ListedBackup>, BackupFolderError> {
        self.0.list()
    }

    fn begin(&self, at: DateTime<Utc>) -> Result<Box<dyn NewBackup>, BackupFolderError> {
        self.0.begin(at)
    }

    fn remove(&self, name: &str) -> Result<(), BackupFolderError> {
        Err(BackupFolderError::Unusable {
            path: name.into(),
            cause: std::io::ErrorKind::PermissionDenied.into(),
        })
    }
}

#[test]
fn a_backup_counts_even_if_older_ones_cannot_be_removed() {
    let world = World::with(&["a"]);
    let files = stored(&["a"]);
    let place = TempDir::new().unwrap();
    let shelf = ReadOnlyBackups(FolderShelf::at(place.path()));
    for _ in 0..3 {
        let repeat::Answer::Made(made) = run(&world, &shelf, &files) else {
            panic!("none was made");
        };
        let number = shelf.list().unwrap().len();
        assert_eq!(made.removed.is_err(), number > 2, "{number} backups");
        let next = due(run(&world, &shelf, &files));
        assert_eq!(next, world.clock.now() + TimeDelta::hours(6));
        world.clock.advance(TimeDelta::hours(6));
    }
    assert_eq!(shelf.list().unwrap().len(), 3);
}

#[test]
fn backups_of_the_database_before_a_move_are_not_counted() {
    let world = World::with(&["a"]);
    let files = stored(&["a"]);
    let place = TempDir::new().unwrap();
    let shelf = FolderShelf::at(place.path());
    assert!(matches!(run(&world, &shelf, &files), repeat::Answer::Made(_)));
    let [before]: [String; 1] = shelved(&shelf).try_into().unwrap();

    world.database.has_moved.store(true, Ordering::SeqCst);
    world.clock.advance(TimeDelta::minutes(1));
    let known = last::execute(&world.keys, "moved", &shelf).unwrap();
    assert_eq!((known.newest, known.whole), (None, 0));
    assert_eq!(known.of_another_kind, Some((before, "list".to_owned())));

    assert!(matches!(run(&world, &shelf, &files), repeat::Answer::Made(_)));
    let known = last::execute(&world.keys, "moved", &shelf).unwrap();
    assert_eq!(known.newest.map(|(_, made_on)| made_on), Some(world.clock.now()));
    assert_eq!((known.whole, known.of_another_kind), (1, None));
    assert_eq!(
        due(run(&world, &shelf, &files)),
        world.clock.now() + TimeDelta::hours(6)
    );
}

#[test]
fn incremental_backups_do_not_depend_on_the_previous_one() {
    let world = World::with(&["a", "b"]);
    let files = stored(&["a", "b"]);
    let place = TempDir::new().unwrap();
    let shelf = FolderShelf::at(place.path());
    let next = |world: &World| {
        world.clock.advance(TimeDelta::hours(6));
        match run(world, &shelf, &files) {
            repeat::Answer::Made(made) => *made,
            other => panic!("{other:?}"),
        }
    };
    let first = next(&world).backup;
    assert_eq!((first.shared.documents.len(), first.own_size()), (0, 3));

    world.refers_to("new", None);
    files.put(&key("new"), b"new").unwrap();
    let second = next(&world).backup;
    assert_eq!(
        names(&second.shared.documents),
        ["requests/a.pdf", "requests/b.pdf"]
    );
    assert_eq!(second.manifest.size(), 6);
    assert_eq!(second.own_size(), 4, "the database, and what is new");

    let third = next(&world);
    assert_eq!(third.removed.unwrap().len(), 1, "two are kept");
    assert_eq!(third.backup.shared.documents.len(), 3);
    for name in shelved(&shelf) {
        let kept = CompleteFolderBackup::open(&place.path().join(name)).unwrap();
        let answer = verify::execute(&kept, &|_, _| None, &|| false).unwrap();
        assert_eq!(answer.faults, Vec::<String>::new());
    }
}

#[test]
fn a_damaged_document_of_the_previous_backup_is_copied_again() {
    let world = World::with(&["a", "b", "c"]);
    let files = stored(&["a", "b", "c"]);
    let place = TempDir::new().unwrap();
    let shelf = FolderShelf::at(place.path());
    assert!(matches!(run(&world, &shelf, &files), repeat::Answer::Made(_)));
    let first = place.path().join(shelved(&shelf).pop().unwrap());
    // One document has other bytes of the same length, and one is missing.
    std::fs::write(first.join("documents/requests/a.pdf"), b"z").unwrap();
    std::fs::remove_file(first.join("documents/requests/b.pdf")).unwrap();
    // A manual backup. A server would count the damaged backup as none, so the next one would be
    // due.
    let new = NewFolderBackup::begin(&place.path().join("by-hand")).unwrap();
    let made = take::execute(&world.installed(&files), MadeBy::Command, Box::new(new), &|| {
        false
    })
    .unwrap();
    assert_eq!(made.shared.with, Some(first));
    assert_eq!(names(&made.shared.damaged), ["requests/a.pdf", "requests/b.pdf"]);
    assert_eq!(names(&made.shared.documents), ["requests/c.pdf"]);
    let kept = CompleteFolderBackup::open(&place.path().join("by-hand")).unwrap();
    let answer = verify::execute(&kept, &|_, _| None, &|| false).unwrap();
    assert_eq!(answer.faults, Vec::<String>::new());
}

#[test]
fn only_the_node_with_the_lease_backs_up() {
    let world = World::with(&["a"]);
    let files = stored(&["a"]);
    let place = TempDir::new().unwrap();
    let shelf = FolderShelf::at(place.path());
    world.database.is_elsewhere.store(true, Ordering::SeqCst);
    assert!(matches!(run(&world, &shelf, &files), repeat::Answer::Elsewhere));
    assert_eq!(shelved(&shelf), Vec::<String>::new());
    world.database.is_elsewhere.store(false, Ordering::SeqCst);
    assert!(matches!(run(&world, &shelf, &files), repeat::Answer::Made(_)));
}

/// A clock that was wrong once must not stop all later backups.
#[test]
fn a_backup_from_the_future_does_not_stop_later_ones() {
    let world = World::with(&["a"]);
    let files = stored(&["a"]);
    let place = TempDir::new().unwrap();
    let shelf = FolderShelf::at(place.path());
    world.clock.advance(TimeDelta::days(400));
    assert!(matches!(run(&world, &shelf, &files), repeat::Answer::Made(_)));
    world.clock.advance(-TimeDelta::days(400));
    assert!(matches!(run(&world, &shelf, &files), repeat::Answer::Made(_)));
}

/// Derives keys from the secrets of another installation.
struct OtherKeys;

impl Keys for OtherKeys {
    fn hash(&self, _: KeyPurpose, _: &[u8]) -> [u8; 32] {
        [0xab; 32]
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
