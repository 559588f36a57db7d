//! Exports the log as static files, to serve or store it elsewhere: `aditus audit export`
//! (decisions P5).

use aditus_domain::audit::log::Tile;
use thiserror::Error;

use super::witness::with_cosignatures;
use crate::ports::{Ports, StoreError};

/// Errors of exporting the log.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no log yet.
    #[error("There is no checkpoint yet: nothing has been recorded, or the server has not run since.")]
    NoCheckpoint,
    /// A file could not be written.
    #[error("{path} cannot be written")]
    File {
        /// The path.
        path: String,
        /// The cause.
        #[source]
        cause: std::io::Error,
    },
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The result of the export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The number of entries in the tree.
    pub size: u64,
    /// The number of tiles.
    pub tiles: u64,
}

/// The progress of the export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The number of tiles written so far.
    pub tiles: u64,
    /// The number of all tiles.
    pub all: u64,
}

/// Writes `keys`, every tile of the tree of the newest checkpoint, and finally that checkpoint with
/// its cosignatures, under the paths of tlog-tiles.
pub fn execute(
    ports: &Ports,
    write: &mut dyn FnMut(&str, &[u8]) -> std::io::Result<()>,
    report: &mut dyn FnMut(Progress),
) -> Result<Answer, Error> {
    let mut put = |path: &str, bytes: &[u8]| {
        write(path, bytes).map_err(|cause| Error::File {
            path: path.to_owned(),
            cause,
        })
    };
    let mut views = ports.database.read()?;
    let newest = views.audit_log().newest()?.ok_or(Error::NoCheckpoint)?;
    let keys: String = views
        .audit_log()
        .keys()?
        .into_iter()
        .map(|key| key.verifier_key + "\n")
        .collect();
    put("keys", keys.as_bytes())?;
    let size = newest.head.size;
    let all = Tile::all_of(size).count() as u64;
    for (tile, tiles) in Tile::all_of(size).zip(1..) {
        let hashes = views.audit_log().hashes(&tile.nodes())?;
        let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.0).collect();
        put(&format!("tile/{tile}"), &bytes)?;
        report(Progress { tiles, all });
    }
    let note = with_cosignatures(&newest.note, &views.audit_log().witnesses()?);
    put("checkpoint", note.as_bytes())?;
    Ok(Answer { size, tiles: all })
}
