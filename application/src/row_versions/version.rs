//! The version of a record.

/// The version of a record: `row_version` of the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowVersion(pub i64);
