//! Cleanup of files beside the database, and demonstrations, which are separate from real data.

use std::sync::Arc;
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::installation::demonstration::{self, Error, Found};
use aditus_application::installation::cleanup::{self, UPLOADS_KEPT};
use aditus_application::ports::{FileError, FileKey, FilePart, FileStore, SignedPath};
use aditus_application::requests::submit;
use aditus_application::testing::{MailboxMailer, MemoryFiles};
use chrono::TimeDelta;

use crate::story::Story;
use crate::world::World;

/// A file store that fails in the middle of a submission, like a killed process: stored files
/// remain.
struct GivenUp(Arc<MemoryFiles>);

impl FileStore for GivenUp {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError> {
        let before = self.0.count();
        self.0.put(key, bytes)?;
        match before % 2 {
            0 => Ok(()),
            _ => Err(FileError::Unavailable("killed".into())),
        }
    }

    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError> {
        self.0.get(key)
    }

    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError> {
        self.0.read_part(key, start, length)
    }

    fn remove(&self, _: &FileKey) -> Result<(), FileError> {
        Ok(())
    }

    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError> {
        self.0.signed_address(key, name, lifetime)
    }
}

#[test]
fn files_of_interrupted_submissions_are_removed_after_a_day() {
    let story = Story::begin();
    let world = &story.world;
    let clean_up = || {
        cleanup::execute(&world.ports, &MailboxMailer::default())
            .unwrap()
            .files
    };
    let broken = Ports {
        files: Arc::new(GivenUp(Arc::clone(&world.files))),
        ..world.ports.clone()
    };
    submit::execute(&broken, &story.requester, story.filled_in(&story.requester)).unwrap_err();
    assert_eq!(world.files.count(), 2);
    submit::execute(&world.ports, &story.requester, story.filled_in(&story.requester)).unwrap();
    let kept = world.files.count() - 2;
    assert!(kept > 0);

    assert_eq!(clean_up(), 0);
    world.wait(UPLOADS_KEPT);
    assert_eq!(clean_up(), 0, "not before the day is over");
    world.wait(TimeDelta::seconds(1));
    // All noted files are removed, stored or not.
    assert_eq!(clean_up(), u64::try_from(kept).unwrap());
    assert_eq!(world.files.count(), kept, "those of the request stay");
    assert_eq!(clean_up(), 0);
}

#[test]
fn a_demonstration_needs_an_untouched_database_or_its_own() {
    let world = World::new();
    let database = world.ports.database.as_ref();
    let refused = |is_demonstration| demonstration::check(database, is_demonstration).unwrap_err();
    demonstration::check(database, false).unwrap();
    demonstration::check(database, true).unwrap();
    assert_eq!(demonstration::begin(database).unwrap(), Found::Untouched);
    assert!(matches!(refused(true), Error::Unfinished));
    assert!(matches!(refused(false), Error::Demonstration));
    assert!(matches!(demonstration::begin(database), Err(Error::Unfinished)));
    world.person("Ada");
    demonstration::complete(database).unwrap();
    assert!(matches!(refused(false), Error::Demonstration));
    demonstration::check(database, true).unwrap();
    assert_eq!(demonstration::begin(database).unwrap(), Found::Demonstration);
}

#[test]
fn a_database_in_use_cannot_become_a_demonstration() {
    let world = World::new();
    world.person("Ada");
    let database = world.ports.database.as_ref();
    assert!(matches!(demonstration::begin(database), Err(Error::InUse)));
    assert!(matches!(demonstration::check(database, true), Err(Error::InUse)));
    demonstration::check(database, false).unwrap();
}
