//! The stored state of a row, of which audit entries contain a digest.

use aditus_domain::audit::stored::Part;

/// A row of a table, or those of its columns that belong to a part; `None` for an empty column.
pub type Line = Vec<Option<String>>;

/// The stored state of a row.
#[derive(Clone, PartialEq, Eq)]
pub struct RowState {
    /// Its id.
    pub id: i64,
    /// The lines of each part. Parts without lines are included.
    pub parts: Vec<(Part, Vec<Line>)>,
}

/// Omits the columns, because personal data must not reach the log.
impl std::fmt::Debug for RowState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowState")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
