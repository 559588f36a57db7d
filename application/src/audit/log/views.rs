//! What is read of the log.

use aditus_domain::audit::log::{Node, TreeHash};
use chrono::{DateTime, Utc};

use super::repository::Checkpoint;
use crate::ports::StoreError;

/// A key that signs the log, or did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogKeyView {
    /// The origin of the log.
    pub origin: String,
    /// What checks its signatures.
    pub verifier_key: String,
    /// When it began to sign.
    pub made_at: DateTime<Utc>,
}

/// The entries that are in no tree yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pending {
    /// How many.
    pub entries: u64,
    /// When the first of them was recorded.
    pub oldest: Option<DateTime<Utc>>,
}

/// Reads the log.
pub trait AuditLogViews {
    /// The newest checkpoint.
    fn newest(&mut self) -> Result<Option<Checkpoint>, StoreError>;

    /// The keys, newest first.
    fn keys(&mut self) -> Result<Vec<LogKeyView>, StoreError>;

    /// Whether anything waits for the sequencer. It MUST be answered at once, however much waits.
    fn is_pending(&mut self) -> Result<bool, StoreError>;

    /// What waits for the sequencer.
    fn pending(&mut self) -> Result<Pending, StoreError>;

    /// Hashes of the tree, in the order in which they are asked for. Fails where one is not there.
    fn hashes(&mut self, nodes: &[Node]) -> Result<Vec<TreeHash>, StoreError>;
}
