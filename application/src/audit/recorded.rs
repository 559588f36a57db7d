//! The proof that a transaction has added its audit entries, or needs none.

/// A token for the commit. It shows that the acts of the transaction are in the audit log, or that
/// it contains none.
#[derive(Debug)]
#[must_use = "it is for the commit of the transaction"]
pub struct Recorded(pub(super) ());

/// The reasons for a transaction without audit entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrecorded {
    /// Internal maintenance: leases, rate-limit events, cleanup, derived columns, deliveries.
    Housekeeping,
    /// Data that only concern their owner and decide nothing: drafts, read marks, the selected
    /// role, the use of a session, clicks.
    PrivateState,
    /// A repetition within the same hour, counted beside the first entry.
    Counted,
    /// A part of an operation whose start and end have entries.
    PartOfRecordedOperation,
    /// The mark of a demonstration, or rows of a test.
    DemoOrTest,
}

/// Returns the token for a transaction that needs no audit entry.
pub const fn unrecorded(_why: Unrecorded) -> Recorded {
    Recorded(())
}
