//! The stored state of a row, of which audit entries hold a digest.

use aditus_domain::audit::stored::Part;

/// A row of a table, or the columns of it that belong to a part; none where a column is empty.
pub type Line = Vec<Option<String>>;

/// What is stored of a row.
#[derive(Clone, PartialEq, Eq)]
pub struct RowState {
    /// Its id.
    pub id: i64,
    /// The lines of each of its parts. A part has its place here even where it has no lines.
    pub parts: Vec<(Part, Vec<Line>)>,
}

/// For the log, which never holds what is personal.
impl std::fmt::Debug for RowState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowState")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
