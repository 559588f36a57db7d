//! The row version of a record.

/// The row version of a record, `row_version` in the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowVersion(pub i64);
