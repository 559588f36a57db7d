use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::PathBuf;

use aditus_application::ports::{MailError, MailMessage, Mailer};
use chrono::{DateTime, Utc};

use crate::compose::{Sender, escaped, temporary};

/// Stores mails as `{reference}.eml`, which mail programs open, in a folder that only its owner can
/// enter (mode 0700, files 0600). A mail that is sent again replaces the first attempt.
pub struct SpoolMailer {
    folder: PathBuf,
    sender: Sender,
}

impl SpoolMailer {
    /// Opens the folder, or creates it. Sets the mode of an existing one to 0700.
    pub fn open(folder: impl Into<PathBuf>, sender: Sender) -> Result<Self, io::Error> {
        let folder = folder.into();
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        // Skipped if the mode is right already, so that a read-only file system works.
        if fs::metadata(&folder)?.permissions().mode() & 0o777 != 0o700 {
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        }
        Ok(Self { folder, sender })
    }
}

impl Mailer for SpoolMailer {
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError> {
        let message = self.sender.compose(mail, reference)?;
        let write = || -> Result<(), io::Error> {
            // The file has mode 0600, and gets its name only once it is complete.
            let mut beside = tempfile::Builder::new()
                .prefix(".")
                .suffix(".part")
                .tempfile_in(&self.folder)?;
            beside.write_all(&message.formatted())?;
            // Synced after the rename: a file system with a journal then writes name and content in
            // one commit, which leaves little to do for the folder. A power failure in between may
            // leave an empty .eml. Its mail was not reported as sent, so it is sent again.
            let file = beside.persist(self.folder.join(format!("{}.eml", escaped(reference))))?;
            file.sync_all()?;
            File::open(&self.folder)?.sync_all()
        };
        write().map_err(temporary)
    }

    fn delete_expired(&self, before: DateTime<Utc>) -> Result<u64, MailError> {
        let clean_up = || -> Result<u64, io::Error> {
            let mut removed = 0;
            for entry in fs::read_dir(&self.folder)? {
                let entry = entry?;
                let path = entry.path();
                // The folder may contain files of other programs.
                let is_ours = path
                    .extension()
                    .is_some_and(|kind| kind == "eml" || kind == "part");
                let about = entry.metadata()?;
                if is_ours && about.is_file() && DateTime::<Utc>::from(about.modified()?) < before {
                    fs::remove_file(path)?;
                    removed += 1;
                }
            }
            Ok(removed)
        };
        clean_up().map_err(temporary)
    }

    fn check(&self) -> Result<(), MailError> {
        tempfile::Builder::new()
            .prefix(".")
            .suffix(".part")
            .tempfile_in(&self.folder)
            .map_err(temporary)?;
        Ok(())
    }
}
