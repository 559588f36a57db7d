//! The proof that a transaction left its entry in the audit log, or needs none.

/// The acts of a transaction stand in the record, or it holds none.
#[derive(Debug)]
#[must_use = "it is for the commit of the transaction"]
pub struct Recorded(pub(super) ());

/// Why a transaction holds nothing that belongs in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrecorded {
    /// What the product does by itself to stay clean and in order: leases, counts against limits, sweeps, derived columns, deliveries.
    Housekeeping,
    /// What is its owner's alone and decides nothing: drafts, read marks, the selected role, the use of a session, clicks.
    OwnMatter,
    /// A repetition within the same hour: it is counted beside the entry of the first time.
    Counted,
    /// A part of a work whose beginning and end are recorded.
    PartOfAWork,
    /// The mark of a demonstration, or the rows of a test.
    Invented,
}

/// For a transaction that holds nothing that belongs in the record.
pub const fn unrecorded(_why: Unrecorded) -> Recorded {
    Recorded(())
}
