//! The newest checkpoint, for everybody: `/log/checkpoint` (design P3).

pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The signed note; none before the first.
pub fn execute(ports: &Ports) -> Result<Option<String>, Error> {
    Ok(ports
        .database
        .read()?
        .audit_log()
        .newest()?
        .map(|newest| newest.note))
}
