//! The approval letter of a procedure: its template and the rendered letter (decisions G3).

mod placeholder;
mod specimen;
mod standard;
mod template;
#[cfg(test)]
mod tests;

pub use placeholder::{LetterValues, Placeholder};
pub use specimen::specimen;
pub use standard::standard_template;
pub use template::{LetterTemplate, LetterText, MAX_BODY, MAX_HEADING, MAX_RENDERED};

/// The number of a letter, counted from 1 over the whole installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterNumber(pub u64);

impl std::fmt::Display for LetterNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AL-{:06}", self.0)
    }
}
