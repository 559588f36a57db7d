//! Search texts of variables.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

pub use crate::text::fold;
use crate::text::is_part_of_the_letter_before;

/// The maximum number of words of a search. Further words are ignored, for example in a pasted
/// page.
pub const MAX_WORDS: usize = 12;

/// Splits a folded search into its words, without duplicates. A match contains all of them, in any
/// order.
pub fn words(folded: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in folded.split_whitespace() {
        if words.len() < MAX_WORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// The searchable fields of a variable (2 §2, "Data dictionary browsing screen").
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct SearchableVariable<'a> {
    pub tbl_name: &'a str,
    pub var_name: &'a str,
    pub data_type: &'a str,
    /// The text without markup.
    pub meaning: &'a str,
    /// Searchable by the word "derived".
    pub derived: bool,
    pub synonyms: &'a [String],
}

/// Returns the text that is searched for the words with "contains". Each part is on its own line.
pub fn search_text(variable: &SearchableVariable<'_>) -> String {
    let derived = if variable.derived { "derived" } else { "" };
    [
        variable.tbl_name,
        variable.var_name,
        variable.data_type,
        variable.meaning,
        derived,
    ]
    .into_iter()
    .chain(variable.synonyms.iter().map(String::as_str))
    .map(whole_words)
    .filter(|part| !part.is_empty())
    .collect::<Vec<_>>()
    .join("\n")
}

/// Returns the folded text, followed by the words that contain punctuation, without it. So "weight"
/// is a whole word of "(birth-weight), in grams." as well.
pub fn whole_words(text: &str) -> String {
    let mut folded = fold(text);
    let is_mark = |character: char| !character.is_alphanumeric();
    let bare: Vec<String> = folded
        .split(' ')
        .filter(|word| word.contains(is_mark))
        .flat_map(|word| word.split(is_mark))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    for word in bare {
        folded.push(' ');
        folded.push_str(&word);
    }
    folded
}

/// Returns all single characters and pairs of characters in the words of a text, sorted and without
/// duplicates. They serve searches that are too short for the trigram index.
pub fn grams(text: &str) -> BTreeSet<String> {
    let mut grams = BTreeSet::new();
    for word in text.split_whitespace() {
        let mut before = None;
        for character in word.chars() {
            grams.insert(character.to_string());
            if let Some(before) = before.replace(character) {
                grams.insert([before, character].iter().collect());
            }
        }
    }
    grams
}

/// Returns the matching pieces of the texts in their original spelling, for highlighting. Without
/// duplicates, longest first, so that the longest match is highlighted.
pub fn hits<'a>(texts: impl IntoIterator<Item = &'a str>, words: &[&str]) -> Vec<String> {
    let mut hits = BTreeSet::new();
    for text in texts {
        let folded = FoldedText::new(text);
        for word in words {
            for (start, found) in folded.text.match_indices(word) {
                hits.extend(
                    folded
                        .origin(start, start + found.len())
                        .and_then(|range| text.get(range)),
                );
            }
        }
    }
    let mut hits: Vec<String> = hits.into_iter().map(str::to_owned).collect();
    hits.sort_by_key(|hit| Reverse(hit.chars().count()));
    hits
}

// A folded text that maps each of its bytes to the original.
#[derive(Default)]
struct FoldedText {
    text: String,
    // For each byte, the range of the original letter, including its combining marks.
    origins: Vec<Range<usize>>,
}

impl FoldedText {
    fn new(text: &str) -> Self {
        let mut result = Self::default();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            // A letter is folded together with its combining marks.
            let end = rest
                .char_indices()
                .skip(1)
                .find(|(_, character)| !is_part_of_the_letter_before(*character))
                .map_or(rest.len(), |(end, _)| end);
            let (letter, behind) = rest.split_at(end);
            let start = text.len() - rest.len();
            let folded = if first.is_whitespace() || first == '_' {
                " ".to_owned()
            } else {
                fold(letter)
            };
            let origin = start..start + end;
            result.origins.extend(folded.bytes().map(|_| origin.clone()));
            result.text.push_str(&folded);
            rest = behind;
        }
        result
    }

    fn origin(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let first = self.origins.get(start)?;
        let last = self.origins.get(end.checked_sub(1)?)?;
        Some(first.start..last.end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_variable_is_found_by_each_of_its_fields() {
        let text = search_text(&SearchableVariable {
            tbl_name: "visit_occurrence",
            var_name: "visit_start_date",
            data_type: "Date",
            meaning: "The day on which the visit began.",
            derived: true,
            synonyms: &["Admission".to_owned()],
        });
        for term in [
            "Visit Occurrence",
            "start_date",
            "DATE",
            "the visit began",
            "derived",
            "admission",
        ] {
            assert!(text.contains(&fold(term)), "{term}");
        }
        assert!(!text.contains(&fold("date date")));
        assert!(!text.contains("\n\n"));
        assert!(text.ends_with("the day on which the visit began. began\nderived\nadmission"));
    }

    #[test]
    fn words_are_deduplicated_and_limited() {
        assert_eq!(words("visit date visit"), ["visit", "date"]);
        assert_eq!(words(" "), [""; 0]);
        let many: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        assert_eq!(words(&many.join(" ")).len(), MAX_WORDS);
    }

    #[test]
    fn words_with_punctuation_are_followed_by_bare_words() {
        assert_eq!(
            whole_words("(Birth-weight), in g"),
            "(birth-weight), in g birth weight"
        );
        assert_eq!(whole_words("birth_weight"), "birth weight");
        assert_eq!(whole_words("100 %"), "100 %");
    }

    #[test]
    fn grams_are_all_single_characters_and_pairs() {
        let all: Vec<String> = grams("ab a%\né").into_iter().collect();
        assert_eq!(all, ["%", "a", "a%", "ab", "b", "é"]);
    }

    #[test]
    fn hits_keep_the_original_spelling() {
        let found = |text: &str, search: &str| hits([text], &words(&fold(search)));
        assert_eq!(found("Ratio of io, RATIO", "io"), ["IO", "io"]);
        assert_eq!(found("Données SANTÉ", "sante donnees"), ["Données", "SANTÉ"]);
        assert_eq!(found("e\u{301}tude", "etu"), ["e\u{301}tu"]);
        assert_eq!(found("Straße", "ss"), ["ß"]);
        assert_eq!(found("Straße", "trass"), ["traß"]);
        assert_eq!(found("visit_start_date", "start_date"), ["start", "date"]);
        assert_eq!(found("健康状態", "康状"), ["康状"]);
        assert_eq!(found("nothing", "x"), [""; 0]);
        assert_eq!(hits(["id", "identity"], &["id", "identity"]), ["identity", "id"]);
    }

    proptest! {
        #[test]
        fn every_match_has_a_hit(text in "[a-zA-Zéß_\u{301}\u{200b}’µ ]{0,30}", from in 0usize..30, length in 1usize..4) {
            let folded = fold(&text);
            let word: String = folded.chars().skip(from).take(length).collect();
            if !word.is_empty() && !word.contains(' ') {
                let hits = hits([text.as_str()], &[&word]);
                prop_assert!(hits.iter().any(|hit| fold(hit).contains(&word)), "{hits:?}");
            }
        }
    }
}
