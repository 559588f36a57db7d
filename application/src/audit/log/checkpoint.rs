//! Publishes the newest checkpoint without authentication: `/log/checkpoint` (decisions P3).

use super::witness::with_cosignatures;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Returns the signed note with the available cosignatures, or `None` before the first checkpoint.
pub fn execute(ports: &Ports) -> Result<Option<String>, Error> {
    let mut views = ports.database.read()?;
    let log = views.audit_log();
    let Some(newest) = log.newest()? else {
        return Ok(None);
    };
    Ok(Some(with_cosignatures(&newest.note, &log.witnesses()?)))
}
