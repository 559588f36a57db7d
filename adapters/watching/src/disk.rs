//! Free space of a file system.

use std::io;
use std::path::Path;

/// Size and free space of a file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// Total size in bytes.
    pub size: u64,
    /// Bytes that this account may still use.
    pub free: u64,
    /// Files that can still be created, or `None` if the file system has no such limit.
    pub files: Option<u64>,
}

/// Returns the size and free space of the file system that contains a folder or file.
pub fn space(path: &Path) -> io::Result<DiskSpace> {
    let found = rustix::fs::statvfs(path)?;
    Ok(DiskSpace {
        size: found.f_blocks.saturating_mul(found.f_frsize),
        free: found.f_bavail.saturating_mul(found.f_frsize),
        files: (found.f_files > 0).then_some(found.f_favail),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_space_is_read_and_a_missing_folder_is_an_error() {
        let found = space(Path::new(".")).unwrap();
        assert!(found.size >= found.free && found.size > 0, "{found:?}");
        assert!(space(Path::new("/nowhere/at/all")).is_err());
    }
}
