//! Opens a SQLite file that the process may only read, for example on a read-only file system.
//!
//! SQLite creates a journal and its index beside a file even to read it. On a read-only file system
//! it cannot. If only the file itself is read-only, it would leave a journal that the next server
//! may not write. Without a journal, no other process has the file open, and SQLite can read it as
//! an immutable file.

use std::fs;
use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use rustix::fs::{Access, access};

/// Characters with a special meaning in a file URI.
const SPECIAL: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#');

/// Returns the name under which SQLite opens the file: its path, or a URI that prevents writes.
pub(crate) fn address(path: &str) -> String {
    let may_only_be_read = Path::new(path).is_file() && access(path, Access::WRITE_OK).is_err();
    if may_only_be_read && !has_journal(path) {
        immutable(path)
    } else {
        path.to_owned()
    }
}

/// Returns true unless there is certainly no journal. SQLite stores it beside the target of a
/// symbolic link.
fn has_journal(path: &str) -> bool {
    let Ok(file) = fs::canonicalize(path) else {
        return true;
    };
    let mut journal = file.into_os_string();
    journal.push("-wal");
    Path::new(&journal).exists()
}

fn immutable(path: &str) -> String {
    format!("file:{}?immutable=1", utf8_percent_encode(path, SPECIAL))
}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection;
    use diesel::{Connection, SqliteConnection};

    use super::*;

    #[test]
    fn file_that_can_be_written_is_opened_by_its_path() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("a.db");
        let path = file.to_str().unwrap();
        assert_eq!(address(path), path, "it is not there yet");
        fs::write(&file, b"").unwrap();
        assert_eq!(address(path), path);
        assert_eq!(address(":memory:"), ":memory:");
    }

    #[test]
    fn immutable_file_of_any_name_is_read_without_a_journal_and_refuses_writes() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("ü b?c#d%20.db");
        let path = path.to_str().unwrap();
        let mut writing = SqliteConnection::establish(path).unwrap();
        writing
            .batch_execute("PRAGMA journal_mode = WAL; CREATE TABLE a (b INTEGER); INSERT INTO a VALUES (1);")
            .unwrap();
        drop(writing);
        let mut reading = SqliteConnection::establish(&immutable(path)).unwrap();
        reading
            .batch_execute("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; SELECT b FROM a;")
            .unwrap();
        assert!(reading.batch_execute("INSERT INTO a VALUES (2);").is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }
}
