//! The data folder: the database of a single node, uploaded documents, mails that wait, and secrets.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::clean_failure::CleanFailure;

/// The file in which the last backup is kept in mind.
const LAST_BACKUP: &str = "last-backup";

/// The list of the documents that a restore left out.
const LOSSES: &str = "restore.losses";

/// What is kept in mind of the last backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LastBackup {
    /// The moment that it is of.
    pub(crate) made_on: DateTime<Utc>,
    /// The kind of its database.
    pub(crate) kind: String,
    /// Where it was made.
    pub(crate) place: String,
}

/// The data folder of the configuration, made if it was missing and closed to others (mode 0700).
#[derive(Debug, Clone)]
pub(crate) struct DataFolder(PathBuf);

impl DataFolder {
    /// Makes the folder, or closes the one that exists, and finds out whether it can be written to.
    pub(crate) fn open(path: &Path) -> Result<Self, CleanFailure> {
        let folder = Self::open_to_read(path)?;
        let trial = path.join(format!(".trial-{}", std::process::id()));
        fs::write(&trial, b"")
            .and_then(|()| fs::remove_file(&trial))
            .map_err(|error| unusable(path, &error))?;
        Ok(folder)
    }

    /// The same for a command that only reads: a folder that is there and closed to others need not be writable.
    pub(crate) fn open_to_read(path: &Path) -> Result<Self, CleanFailure> {
        let refused = |error: std::io::Error| unusable(path, &error);
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(refused)?;
        let found = fs::metadata(path).map_err(refused)?;
        if rustix::process::geteuid().is_root() && found.uid() != 0 {
            return Err(belongs_to_somebody_else(path, found.uid()));
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

    /// Uploaded documents.
    pub(crate) fn files(&self) -> PathBuf {
        self.0.join("files")
    }

    /// Refuses an installation that is only half of what a backup held.
    pub(crate) fn refuse_unfinished_restore(&self) -> Result<(), CleanFailure> {
        let mark = self.restore_mark();
        let from = match fs::read_to_string(&mark) {
            Ok(from) => from,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(CleanFailure::because(&mark.display().to_string(), &error)),
        };
        Err(CleanFailure::new(format!(
            "a restore has begun here and not ended: run `aditus restore {}` again, with the same options; or, to begin without what was backed up, remove {}",
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

    /// Whether one has begun, and not ended.
    pub(crate) fn has_unfinished_restore(&self) -> bool {
        self.restore_mark().exists()
    }

    /// All that was in the backup is here.
    pub(crate) fn end_restore(&self) -> Result<(), CleanFailure> {
        let mark = self.restore_mark();
        fs::remove_file(&mark).map_err(|error| CleanFailure::because(&mark.display().to_string(), &error))
    }

    /// The list of the documents that the last restore left out.
    pub(crate) fn losses(&self) -> PathBuf {
        self.0.join(LOSSES)
    }

    /// Says what the list of lost documents is about, as long as it is there.
    pub(crate) fn losses_of_restore(&self) -> Option<String> {
        let list = fs::read_to_string(self.losses()).ok()?;
        let number = list.lines().filter(|line| !line.starts_with('#')).count();
        let path = self.losses();
        Some(format!(
            "the backup that was restored had lost documents ({number}), which {path} names: put each back from an older backup, and remove the list",
            path = path.display()
        ))
    }

    /// Notes that the installation was moved from SQLite to the database with this address.
    pub(crate) fn note_move(&self, to: &str) -> std::io::Result<()> {
        fs::write(self.move_mark(), format!("{to}\n"))
    }

    /// Refuses a server on the SQLite file of an installation that was moved away: what it stored there would be lost.
    pub(crate) fn refuse_moved(&self) -> Result<(), CleanFailure> {
        let mark = self.move_mark();
        match fs::read_to_string(&mark) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(CleanFailure::because(&mark.display().to_string(), &error)),
            Ok(to) => Err(CleanFailure::new(format!(
                "this installation was moved to {}: set ADITUS_DATABASE_URL to that address; or, to go on with SQLite, remove {}. What was stored \
                 in the other database since the move is not here",
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

    /// Keeps in mind where the last backup is, of when, and of which kind of database.
    pub(crate) fn note_backup(
        &self,
        made_on: DateTime<Utc>,
        kind: &str,
        place: &Path,
    ) -> std::io::Result<()> {
        let line = format!("{} {kind} {}\n", made_on.to_rfc3339(), place.display());
        fs::write(self.0.join(LAST_BACKUP), line)
    }

    /// Returns the last backup that was made from here, if one is known.
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

    /// Mails, where no mail server is configured.
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

/// What root makes in the folder of a service, a database first of all, the service cannot open any more.
fn belongs_to_somebody_else(path: &Path, owner: u32) -> CleanFailure {
    CleanFailure::new(format!(
        "the data folder {} belongs to the account with the number {owner}; run this as that account and not as root, such as \
         `sudo -u aditus aditus …` or `sudo -u '#{owner}' aditus …`",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_made_and_closed_to_others() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a/data");
        fs::create_dir_all(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let folder = DataFolder::open(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        assert!(folder.files().starts_with(&path));
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0, "the trial is taken away");
    }

    #[test]
    fn last_backup_is_kept_in_mind_with_its_kind_of_database() {
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

    /// Only root can give a folder away.
    #[test]
    fn root_makes_nothing_in_the_folder_of_another_account() {
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
