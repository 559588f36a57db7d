//! Compares two texts word by word.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The change of a run of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordChange {
    /// Both texts have the words.
    Kept,
    /// Only the older text has the words.
    Removed,
    /// Only the newer text has the words.
    Added,
}

/// Consecutive words with the same change, each with the white space after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The change.
    pub words: WordChange,
    /// The words.
    pub text: String,
}

/// Compares two texts. The kept and removed runs are the older text, the kept and added runs the
/// newer.
pub(super) fn compare(older: &str, newer: &str) -> Vec<Run> {
    let before: Vec<&str> = older.split_inclusive(char::is_whitespace).collect();
    let after: Vec<&str> = newer.split_inclusive(char::is_whitespace).collect();
    let mut runs = Vec::new();
    let mut push = |words, texts: Option<&[&str]>| {
        let text = texts.unwrap_or_default().concat();
        if !text.is_empty() {
            runs.push(Run { words, text });
        }
    };
    for op in capture_diff_slices(Algorithm::Myers, &before, &after) {
        let (old, new) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            push(WordChange::Kept, before.get(old));
        } else {
            push(WordChange::Removed, before.get(old));
            push(WordChange::Added, after.get(new));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn only(runs: &[Run], other: WordChange) -> String {
        let kept = runs
            .iter()
            .filter(|run| run.words == WordChange::Kept || run.words == other);
        kept.map(|run| run.text.as_str()).collect()
    }

    #[test]
    fn kept_removed_and_added_words_are_separate_runs() {
        let runs = compare(
            "Visits with a diagnosis of malaria",
            "Visits with a test for malaria",
        );
        let value: Vec<(WordChange, &str)> = runs.iter().map(|run| (run.words, run.text.as_str())).collect();
        assert_eq!(
            value,
            [
                (WordChange::Kept, "Visits with a "),
                (WordChange::Removed, "diagnosis of "),
                (WordChange::Added, "test for "),
                (WordChange::Kept, "malaria"),
            ]
        );
    }

    proptest! {
        #[test]
        fn both_texts_can_be_rebuilt_from_the_runs(older in "[ab\n ]{0,40}", newer in "[ab\n ]{0,40}") {
            let runs = compare(&older, &newer);
            prop_assert_eq!(only(&runs, WordChange::Removed), older);
            prop_assert_eq!(only(&runs, WordChange::Added), newer);
        }
    }
}
