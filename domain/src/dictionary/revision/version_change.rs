//! What became of a table or variable from one version of a data source to another (T3).

use super::{Definition, FieldChange, Revised};

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VersionChangeKind {
    /// Only the newer version has it.
    Added,
    /// Only the older version has it.
    Removed,
    /// Both have it, and it reads differently.
    Altered,
}

impl VersionChangeKind {
    /// Every kind, in the order in which a comparison tells them.
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

/// A table or variable that two versions do not have alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionChange {
    /// Which one it is.
    pub of: Revised,
    /// What became of it.
    pub kind: VersionChangeKind,
    /// As the newer version has it, or the older one where it was removed.
    pub definition: Definition,
    /// What reads differently; nothing of what was added or removed.
    pub fields: Vec<FieldChange>,
}

impl VersionChange {
    /// What became of it between an older and a newer version; none where both have it alike, or neither has it.
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
