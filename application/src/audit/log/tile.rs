//! Publishes the hashes of the tree without authentication: `/log/tile/…` (decisions P3).

use aditus_domain::audit::log::Tile;

pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Returns the concatenated hashes of a tile, or `None` if the tree of the newest checkpoint has no
/// such tile.
pub fn execute(ports: &Ports, tile: Tile) -> Result<Option<Vec<u8>>, Error> {
    let mut views = ports.database.read()?;
    let log = views.audit_log();
    let size = log.newest()?.map_or(0, |newest| newest.head.size);
    if !tile.is_within(size) {
        return Ok(None);
    }
    let hashes = log.hashes(&tile.nodes())?;
    Ok(Some(hashes.iter().flat_map(|hash| hash.0).collect()))
}
