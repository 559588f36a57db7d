//! The data folder: the database of a single node, uploaded documents, secrets, and mails if there
//! is no mail server.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::clean_failure::CleanFailure;

/// The file that describes the last backup.
const LAST_BACKUP: &str = "last-backup";

/// The list of the documents that a restore left out.
const LOSSES: &str = "restore.losses";

/// The description of the last backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LastBackup {
    /// The moment of the backup.
    pub(crate) made_on: DateTime<Utc>,
    /// The kind of the database.
    pub(crate) kind: String,
    /// The folder of the backup.
    pub(crate) place: String,
}

/// The data folder of the configuration, created if it was missing and closed to other accounts
/// (mode 0700).
#[derive(Debug, Clone)]
pub(crate) struct DataFolder(PathBuf);

impl DataFolder {
    /// Creates the folder, or restricts the access to the existing one, and checks that it is
    /// writable.
    pub(crate) fn open(path: &Path) -> Result<Self, CleanFailure> {
        let folder = Self::open_to_read(path)?;
        let trial = path.join(format!(".trial-{}", std::process::id()));
        fs::write(&trial, b"")
            .and_then(|()| fs::remove_file(&trial))
            .map_err(|error| unusable(path, &error))?;
        Ok(folder)
    }

    /// Like [`DataFolder::open`], but the folder need not be writable: for commands that only read.
    pub(crate) fn open_to_read(path: &Path) -> Result<Self, CleanFailure> {
        let refused = |error: std::io::Error| unusable(path, &error);
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(refused)?;
        let found = fs::metadata(path).map_err(refused)?;
        if rustix::process::geteuid().is_root() && found.uid() != 0 {
            return Err(belongs_to_another_account(path, found.uid()));
        }
        if found.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(refused)?;
        }
        Ok(Self(path.to_owned()))
    }

    /// The file of the master secret.
    pub(crate) fn master_key(&self) -> PathBuf {
        self.0.join("secrets/master.key")
    }

    /// The newest checkpoint of the transparency log that this node has signed.
    pub(crate) fn log_checkpoint(&self) -> PathBuf {
        self.0.join("log.checkpoint")
    }

    /// The folder of uploaded documents.
    pub(crate) fn files(&self) -> PathBuf {
        self.0.join("files")
    }

    /// Refuses an installation into which a backup was restored only partially.
    pub(crate) fn refuse_unfinished_restore(&self) -> Result<(), CleanFailure> {
        let mark = self.restore_mark();
        let from = match fs::read_to_string(&mark) {
            Ok(from) => from,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(CleanFailure::because(&mark.display().to_string(), &error)),
        };
        Err(CleanFailure::new(format!(
            "a restore was interrupted: run `aditus restore {}` again, with the same options; or, to start without the backup, delete {}",
            from.trim(),
            mark.display()
        )))
    }

    /// Notes that a restore has begun, until [`DataFolder::end_restore`].
    pub(crate) fn begin_restore(&self, from: &Path) -> Result<(), CleanFailure> {
        let mark = self.restore_mark();
        let failed = |error: std::io::Error| CleanFailure::because(&mark.display().to_string(), &error);
        fs::write(&mark, format!("{}\n", from.display())).map_err(failed)?;
        fs::File::open(&mark)
            .and_then(|mark| mark.sync_all())
            .map_err(failed)
    }

    /// Returns true if a restore has begun and not ended.
    pub(crate) fn has_unfinished_restore(&self) -> bool {
        self.restore_mark().exists()
    }

    /// Notes that the restore is complete.
    pub(crate) fn end_restore(&self) -> Result<(), CleanFailure> {
        let mark = self.restore_mark();
        fs::remove_file(&mark).map_err(|error| CleanFailure::because(&mark.display().to_string(), &error))
    }

    /// The list of the documents that the last restore left out.
    pub(crate) fn losses(&self) -> PathBuf {
        self.0.join(LOSSES)
    }

    /// Describes the list of lost documents while it exists.
    pub(crate) fn losses_of_restore(&self) -> Option<String> {
        let list = fs::read_to_string(self.losses()).ok()?;
        let number = list.lines().filter(|line| !line.starts_with('#')).count();
        let path = self.losses();
        Some(format!(
            "documents were missing in the restored backup ({number}, listed in {path}): restore each from an older backup, and delete the list",
            path = path.display()
        ))
    }

    /// Notes that the installation was moved from SQLite to the database with this address.
    pub(crate) fn note_move(&self, to: &str) -> std::io::Result<()> {
        fs::write(self.move_mark(), format!("{to}\n"))
    }

    /// Refuses a server on the SQLite file of an installation that was moved: new data in it would
    /// be lost.
    pub(crate) fn refuse_moved(&self) -> Result<(), CleanFailure> {
        let mark = self.move_mark();
        match fs::read_to_string(&mark) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(CleanFailure::because(&mark.display().to_string(), &error)),
            Ok(to) => Err(CleanFailure::new(format!(
                "this installation was moved to {}: set ADITUS_DATABASE_URL to that address; or, to continue with SQLite, delete {}. Data stored \
                 in the other database since the move is not in this one",
                to.trim(),
                mark.display()
            ))),
        }
    }

    fn move_mark(&self) -> PathBuf {
        self.0.join("moved-to-postgresql")
    }

    fn restore_mark(&self) -> PathBuf {
        self.0.join("restore.unfinished")
    }

    /// Records the time, the database kind and the folder of the last backup.
    pub(crate) fn note_backup(
        &self,
        made_on: DateTime<Utc>,
        kind: &str,
        place: &Path,
    ) -> std::io::Result<()> {
        let line = format!("{} {kind} {}\n", made_on.to_rfc3339(), place.display());
        fs::write(self.0.join(LAST_BACKUP), line)
    }

    /// Returns the last backup that was made with this data folder, if one is known.
    pub(crate) fn last_backup(&self) -> Option<LastBackup> {
        let line = fs::read_to_string(self.0.join(LAST_BACKUP)).ok()?;
        let (made_on, rest) = line.trim_end().split_once(' ')?;
        let made_on = DateTime::parse_from_rfc3339(made_on).ok()?.to_utc();
        let (kind, place) = rest.split_once(' ')?;
        Some(LastBackup {
            made_on,
            kind: kind.to_owned(),
            place: place.to_owned(),
        })
    }

    /// The folder of mails, if no mail server is configured.
    pub(crate) fn mail(&self) -> PathBuf {
        self.0.join("mail")
    }
}

fn unusable(path: &Path, error: &std::io::Error) -> CleanFailure {
    CleanFailure::because(
        &format!(
            "ADITUS_DATA_DIR: the data folder {} cannot be used",
            path.display()
        ),
        error,
    )
}

/// The failure of root in the folder of a service: the service could not open the files that root
/// creates, above all the database.
fn belongs_to_another_account(path: &Path, owner: u32) -> CleanFailure {
    CleanFailure::new(format!(
        "the data folder {} belongs to the account with the number {owner}; run this as that account and not as root, for example with \
         `sudo -u aditus aditus …` or `sudo -u '#{owner}' aditus …`",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_existing_folder_is_closed_to_other_accounts() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a/data");
        fs::create_dir_all(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let folder = DataFolder::open(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        assert!(folder.files().starts_with(&path));
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0, "no trial file is left");
    }

    #[test]
    fn the_last_backup_is_recorded_with_its_kind_of_database() {
        let place = tempfile::tempdir().unwrap();
        let folder = DataFolder::open(place.path()).unwrap();
        assert_eq!(folder.last_backup(), None);
        let made_on = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        folder
            .note_backup(made_on, "sqlite", Path::new("/my backups/1"))
            .unwrap();
        let last = LastBackup {
            made_on,
            kind: "sqlite".to_owned(),
            place: "/my backups/1".to_owned(),
        };
        assert_eq!(folder.last_backup(), Some(last));
    }

    /// Needs root, since only root can change the owner of a folder.
    #[test]
    fn root_creates_nothing_in_the_folder_of_another_account() {
        let place = tempfile::tempdir().unwrap();
        if std::os::unix::fs::chown(place.path(), Some(65_534), None).is_err() {
            return;
        }
        let failure = DataFolder::open(place.path()).unwrap_err().to_string();
        assert!(
            failure.contains("number 65534; run this as that account"),
            "{failure}"
        );
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_that_cannot_be_made_names_the_variable() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        fs::write(&file, b"").unwrap();
        let failure = DataFolder::open(&file.join("data")).unwrap_err().to_string();
        assert!(
            failure.starts_with("ADITUS_DATA_DIR: the data folder"),
            "{failure}"
        );
    }
}
