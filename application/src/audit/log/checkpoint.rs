//! The newest checkpoint, for everybody: `/log/checkpoint` (design P3).

use super::witness::with_cosignatures;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The signed note, with the signatures of the witnesses that have come to it; none before the first.
pub fn execute(ports: &Ports) -> Result<Option<String>, Error> {
    let mut views = ports.database.read()?;
    let log = views.audit_log();
    let Some(newest) = log.newest()? else {
        return Ok(None);
    };
    Ok(Some(with_cosignatures(&newest.note, &log.witnesses()?)))
}
