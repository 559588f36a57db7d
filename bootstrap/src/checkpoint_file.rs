//! The file of the data folder that contains the newest checkpoint of the transparency log that
//! this node has signed.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use aditus_application::audit::log::kept::{KeptCheckpoint, KeptError};

pub(crate) struct CheckpointFile(PathBuf);

impl CheckpointFile {
    /// Uses this file, which need not exist.
    pub(crate) fn at(path: PathBuf) -> Self {
        Self(path)
    }

    fn write(&self, checkpoint: &str) -> io::Result<()> {
        let new = self.0.with_extension("checkpoint.new");
        let mut file = File::create(&new)?;
        file.write_all(checkpoint.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, &self.0)?;
        // Syncing the folder makes the new name durable.
        self.0
            .parent()
            .map_or(Ok(()), |folder: &Path| File::open(folder)?.sync_all())
    }
}

impl KeptCheckpoint for CheckpointFile {
    fn read(&self) -> Result<Option<String>, KeptError> {
        match fs::read_to_string(&self.0) {
            Ok(checkpoint) => Ok(Some(checkpoint)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(KeptError(Box::new(error))),
        }
    }

    fn save(&self, checkpoint: &str) -> Result<(), KeptError> {
        self.write(checkpoint).map_err(|error| KeptError(Box::new(error)))
    }
}

#[cfg(test)]
mod tests {
    use aditus_application::audit::log::kept::KeptCheckpoint as _;

    use super::CheckpointFile;

    #[test]
    fn a_saved_checkpoint_replaces_the_previous_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = CheckpointFile::at(folder.path().join("log.checkpoint"));
        assert_eq!(file.read().unwrap(), None);
        for checkpoint in ["one\n", "another one\n"] {
            file.save(checkpoint).unwrap();
            assert_eq!(file.read().unwrap().as_deref(), Some(checkpoint));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
