//! How texts are folded, so that a search finds them however they are written, and what variables are found by.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// Letters that fold to plain ones, by what they fold to. Only lower case is listed.
const FOLDED: [(&str, &str); 29] = [
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
    ("ae", "æǣǽ"),
    ("b", "ḃḅḇ"),
    ("c", "çćĉċčḉ"),
    ("d", "ďđðḋḍḏḑḓ"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ("f", "ḟƒ"),
    ("g", "ĝğġģǧǵḡ"),
    ("h", "ĥħȟḣḥḧḩḫẖ"),
    ("i", "ìíîïĩīĭįıǐȉȋḭḯỉị"),
    ("j", "ĵǰ"),
    ("k", "ķĸǩḱḳḵ"),
    ("l", "ĺļľŀłḷḹḻḽ"),
    ("m", "ḿṁṃ"),
    ("n", "ñńņňŉŋǹṅṇṉṋ"),
    ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ("oe", "œ"),
    ("p", "ṕṗ"),
    ("r", "ŕŗřȑȓṙṛṝṟ"),
    ("s", "śŝşšșſṡṣṥṧṩ"),
    ("ss", "ß"),
    ("t", "ţťŧțṫṭṯṱẗ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ("v", "ṽṿ"),
    ("w", "ŵẁẃẅẇẉẘ"),
    ("x", "ẋẍ"),
    ("y", "ýÿŷȳẏẙỳỵỷỹ"),
    ("z", "źżžẑẓẕ"),
];

/// The folded text: lower case, Latin letters without their marks, runs of white space and underscores as one space, none
/// at the ends. Texts and terms are folded alike; a folded term is looked for in folded texts. The underscore counts as a
/// space so that "visit start date" finds `visit_start_date`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            folded.push(character);
        } else if character.is_whitespace() || character == '_' {
            if !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
        } else if character.is_ascii() {
            folded.push(character);
        } else if !is_combining_mark(character) {
            match FOLDED.iter().find(|(_, letters)| letters.contains(character)) {
                Some((plain, _)) => folded.push_str(plain),
                None => folded.push(character),
            }
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// The accents that stand behind their letters when a text is decomposed.
const fn is_combining_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// The most words of a search that count. Whoever pastes a page is searched for by its beginning.
pub const MOST_WORDS: usize = 12;

/// The words of a folded search, each once: what is found has all of them, in any order.
pub fn words(folded: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in folded.split_whitespace() {
        if words.len() < MOST_WORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// What a variable is found by (2 §2, "Data dictionary browsing screen").
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct SearchableVariable<'a> {
    pub tbl_name: &'a str,
    pub var_name: &'a str,
    pub data_type: &'a str,
    /// As it is shown, not as it is written.
    pub meaning: &'a str,
    /// Found by the word "derived".
    pub derived: bool,
    pub synonyms: &'a [String],
}

/// The text that the words of a search are looked for in, with "contains". Each part stands on a line of its own.
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

/// The folded text, and behind it the words that marks cling to, without them: "weight" is a whole word of
/// "(birth-weight), in grams." as well.
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

/// Every character and every two characters in a row that the words of a text have, each once, in order: by them, searches
/// are served that are too short for an index of three.
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

/// The pieces of texts that words are found by, as they are written there, each once; the longest first, so that whoever
/// marks them marks as much as there is.
pub fn hits<'a>(texts: impl IntoIterator<Item = &'a str>, words: &[&str]) -> Vec<String> {
    let mut hits = BTreeSet::new();
    for text in texts {
        let folded = Traced::of(text);
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

/// A folded text that knows where each of its bytes comes from.
#[derive(Default)]
struct Traced {
    text: String,
    /// For each byte, where the character that it was folded from begins and ends, with the marks behind it.
    origins: Vec<Range<usize>>,
}

impl Traced {
    fn of(text: &str) -> Self {
        let mut traced = Self::default();
        for (start, character) in text.char_indices() {
            let end = start + character.len_utf8();
            if is_combining_mark(character) {
                // All bytes of the letter before take its mark with them.
                let letter = traced.origins.last().cloned();
                for origin in traced.origins.iter_mut().rev() {
                    if Some(&*origin) != letter.as_ref() {
                        break;
                    }
                    origin.end = end;
                }
                continue;
            }
            let folded = if character.is_whitespace() || character == '_' {
                " ".to_owned()
            } else {
                fold(character.encode_utf8(&mut [0; 4]))
            };
            traced.origins.extend(folded.bytes().map(|_| start..end));
            traced.text.push_str(&folded);
        }
        traced
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
    fn case_marks_and_spaces_do_not_matter() {
        assert_eq!(fold("  Données\tde   SANTÉ "), "donnees de sante");
        assert_eq!(
            fold("Straße, Łódź, Ærø, İzmir, Ngô Văn"),
            "strasse, lodz, aero, izmir, ngo van"
        );
        assert_eq!(fold("e\u{301}tude"), "etude");
        assert_eq!(fold("visit_start_date"), "visit start date");
        assert_eq!(fold("Υγεία 健康"), "υγεία 健康");
        assert_eq!(fold(" _ "), "");
    }

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
    fn words_count_once_and_not_without_end() {
        assert_eq!(words("visit date visit"), ["visit", "date"]);
        assert_eq!(words(" "), [""; 0]);
        let many: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        assert_eq!(words(&many.join(" ")).len(), MOST_WORDS);
    }

    #[test]
    fn words_stand_bare_behind_those_with_marks() {
        assert_eq!(
            whole_words("(Birth-weight), in g"),
            "(birth-weight), in g birth weight"
        );
        assert_eq!(whole_words("birth_weight"), "birth weight");
        assert_eq!(whole_words("100 %"), "100 %");
    }

    #[test]
    fn every_one_and_two_characters_are_told() {
        let all: Vec<String> = grams("ab a%\né").into_iter().collect();
        assert_eq!(all, ["%", "a", "a%", "ab", "b", "é"]);
    }

    #[test]
    fn what_was_found_is_told_as_it_is_written() {
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
        fn folding_twice_changes_nothing(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn what_is_found_is_marked(text in "[a-zA-Zéß_ ]{0,30}", from in 0usize..30, length in 1usize..4) {
            let folded = fold(&text);
            let word: String = folded.chars().skip(from).take(length).collect();
            if !word.is_empty() && !word.contains(' ') {
                let hits = hits([text.as_str()], &[&word]);
                prop_assert!(hits.iter().any(|hit| fold(hit).contains(&word)), "{hits:?}");
            }
        }
    }
}
