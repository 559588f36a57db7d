//! What the log is and how it stands, for everybody: `GET audit/log/`, which is ours.

use super::repository::Checkpoint;
use super::views::{LogKeyView, Pending};
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Who it is, for whoever checks it; none before there is a key.
    pub origin: Option<String>,
    /// Those that sign or did, newest first.
    pub keys: Vec<LogKeyView>,
    /// The newest one.
    pub checkpoint: Option<Checkpoint>,
    /// What is in no tree yet.
    pub pending: Pending,
}

/// The log as it is now.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let log = views.audit_log();
    let keys = log.keys()?;
    Ok(Answer {
        origin: keys.first().map(|key| key.origin.clone()),
        keys,
        checkpoint: log.newest()?,
        pending: log.pending()?,
    })
}
