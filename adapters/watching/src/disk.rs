//! The room on a disk.

use std::io;
use std::path::Path;

/// What a file system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Bytes in all.
    pub size: u64,
    /// Bytes that this account may still fill.
    pub free: u64,
    /// Files that may still be made; none where the file system counts none.
    pub files: Option<u64>,
}

/// The room of the file system on which a folder or file is.
pub fn room(path: &Path) -> io::Result<Room> {
    let found = rustix::fs::statvfs(path)?;
    Ok(Room {
        size: found.f_blocks.saturating_mul(found.f_frsize),
        free: found.f_bavail.saturating_mul(found.f_frsize),
        files: (found.f_files > 0).then_some(found.f_favail),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_room_and_what_is_not_there_has_none() {
        let found = room(Path::new(".")).unwrap();
        assert!(found.size >= found.free && found.size > 0, "{found:?}");
        assert!(room(Path::new("/nowhere/at/all")).is_err());
    }
}
