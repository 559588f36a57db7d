//! Documents that are made to be taken away, and their names.

/// A document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// What to call it. The name may hold letters of any script, but no separators of paths and no quotation marks.
    pub file_name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A text without what a file's name or a header cannot hold.
pub(crate) fn part_of_name(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() || matches!(c, '/' | '\\' | '"' | ':' | '*' | '?' | '<' | '>' | '|') {
                '_'
            } else {
                c
            }
        })
        .collect()
}
