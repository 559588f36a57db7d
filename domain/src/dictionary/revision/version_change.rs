//! Changes of tables and variables between two versions of a data source (decisions T3).

use super::{Definition, FieldChange, Revised};

/// The kind of difference between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VersionChangeKind {
    /// Only the newer version contains it.
    Added,
    /// Only the older version contains it.
    Removed,
    /// Both contain it, with different content.
    Altered,
}

impl VersionChangeKind {
    /// Every kind, in the order of a comparison.
    pub const ALL: [Self; 3] = [Self::Added, Self::Removed, Self::Altered];

    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Altered => "altered",
        }
    }
}

/// A table or variable that differs between two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionChange {
    /// The table or variable.
    pub of: Revised,
    /// The kind of difference.
    pub kind: VersionChangeKind,
    /// Its definition in the newer version, or in the older one if it was removed.
    pub definition: Definition,
    /// The fields that differ. Empty for an added or removed one.
    pub fields: Vec<FieldChange>,
}

impl VersionChange {
    /// Compares an older and a newer version. `None` if both have it unchanged, or neither has it.
    pub fn between(of: Revised, older: Option<Definition>, newer: Option<Definition>) -> Option<Self> {
        let (kind, definition, fields) = match (older, newer) {
            (None, None) => return None,
            (None, Some(newer)) => (VersionChangeKind::Added, newer, Vec::new()),
            (Some(older), None) => (VersionChangeKind::Removed, older, Vec::new()),
            (Some(older), Some(newer)) => {
                let fields = older.changes(&newer);
                if fields.is_empty() {
                    return None;
                }
                (VersionChangeKind::Altered, newer, fields)
            }
        };
        Some(Self {
            of,
            kind,
            definition,
            fields,
        })
    }
}
