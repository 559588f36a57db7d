//! Folding of texts for searches.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::characters::is_invisible;

/// Folds a text for searches.
///
/// The result is in lower case, without accents and marks. Apostrophes, hyphens and quotes of any
/// kind become those of a keyboard. Runs of white space and underscores become one space, and are
/// trimmed at the ends. Texts and search terms are folded alike, and a folded term is looked up in
/// folded texts. Underscores count as spaces so that "visit start date" finds `visit_start_date`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    if text.is_ascii() {
        for character in text.chars() {
            push(&mut folded, character.to_ascii_lowercase());
        }
    } else {
        // NFKD would turn a standalone accent into a space with a mark.
        let decomposed = text.chars().map(plain_mark).nfkd();
        for character in decomposed.flat_map(char::to_lowercase) {
            push(&mut folded, character);
        }
        folded = folded.nfc().collect();
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Returns true if a character is folded together with the preceding one.
pub(crate) fn is_part_of_the_letter_before(character: char) -> bool {
    is_combining_mark(character) || is_invisible(character) || is_later_jamo(character)
}

// Vowels and final consonants of Korean, which form one syllable with the preceding characters.
const fn is_later_jamo(character: char) -> bool {
    matches!(character, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}' | '\u{FFA0}'..='\u{FFDC}')
}

fn push(folded: &mut String, character: char) {
    let character = plain_mark(character);
    if character.is_whitespace() || character == '_' {
        if !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(' ');
        }
    } else if character.is_ascii_graphic() {
        folded.push(character);
    } else if is_accent(character) || is_invisible(character) {
        // Ignored in searches.
    } else if let Some((plain, _)) = LETTERS.iter().find(|(_, letters)| letters.contains(character)) {
        folded.push_str(plain);
    } else {
        folded.push(character);
    }
}

// Letters that NFKD does not decompose, with their replacements. Only lower case is needed.
const LETTERS: [(&str, &str); 19] = [
    ("ae", "æ"),
    ("d", "đð"),
    ("f", "ƒ"),
    ("g", "ǥ"),
    ("h", "ħ"),
    ("i", "ı"),
    ("k", "ĸ"),
    ("l", "ł"),
    ("n", "ŋ"),
    ("o", "ø"),
    ("oe", "œ"),
    ("ss", "ß"),
    ("t", "ŧ"),
    ("th", "þ"),
    ("σ", "ς"),
    // Arabic, Persian and Urdu keyboards have different letters that look alike.
    ("ی", "يى"),
    ("ک", "ك"),
    ("ه", "ة"),
    ("/", "\u{2044}"),
];

// Marks above and below Latin, Greek and Cyrillic letters, and the vowels of Arabic and Hebrew,
// which are usually not written.
const fn is_accent(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36F}'
            | '\u{483}'..='\u{487}'
            | '\u{591}'..='\u{5BD}'
            | '\u{5C1}'..='\u{5C2}'
            | '\u{640}'
            | '\u{64B}'..='\u{65F}'
            | '\u{670}'
            | '\u{1DC0}'..='\u{1DFF}'
            | '\u{20D0}'..='\u{20FF}'
    )
}

// Maps apostrophes, hyphens, dashes and quotes of any kind to those of a keyboard.
const fn plain_mark(character: char) -> char {
    match character {
        '\u{2018}'..='\u{201B}'
        | '\u{2B9}'..='\u{2BF}'
        | '\u{2C8}'
        | '\u{2CA}'
        | '\u{2CB}'
        | '`'
        | '\u{B4}'
        | '\u{2032}'
        | '\u{2035}'
        | '\u{384}'
        | '\u{1FBD}'
        | '\u{1FBF}'
        | '\u{1FEF}'
        | '\u{1FFD}'
        | '\u{1FFE}'
        | '\u{A78B}'
        | '\u{A78C}'
        | '\u{5F3}'
        | '\u{FF07}' => '\'',
        '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}' | '\u{2033}' | '\u{5F4}' => '"',
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{5BE}'
        | '\u{FE58}'
        | '\u{FE63}'
        | '\u{FF0D}' => '-',
        _ => character,
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
        assert_eq!(fold("visit_start_date"), "visit start date");
        assert_eq!(fold("健康"), "健康");
        assert_eq!(fold(" _ "), "");
    }

    #[test]
    fn spellings_of_different_keyboards_fold_alike() {
        for (typed, stored) in [
            (
                "n'guessan",
                [
                    "N’Guessan",
                    "NʼGuessan",
                    "N‘Guessan",
                    "N`Guessan",
                    "N´Guessan",
                    "N′Guessan",
                ]
                .as_slice(),
            ),
            (
                "ama-serwaa",
                &[
                    "Ama‐Serwaa",
                    "Ama‑Serwaa",
                    "Ama‒Serwaa",
                    "Ama–Serwaa",
                    "Ama—Serwaa",
                    "Ama−Serwaa",
                    "Ama\u{ad}-Serwaa",
                ],
            ),
            ("\"test\"", &["“Test”", "„Test“", "«Test»"]),
            (
                "γιωργοσ παππασ",
                &["Γιώργος Παππάς", "ΓΙΩΡΓΟΣ ΠΑΠΠΑΣ", "Γιω\u{301}ργος Παππάς"],
            ),
            (
                "creatinine \u{3bc}mol",
                &["creatinine_\u{b5}mol", "Creatinine \u{3bc}mol"],
            ),
            ("nguyen", &["Nguyễn", "Nguye\u{302}\u{303}n"]),
            ("николаи", &["Николай", "Никола\u{438}\u{306}", "НИКОЛАЙ"]),
            ("ilkay isik", &["İlkay Işık", "ILKAY IŞIK", "ilkay ışık"]),
            ("علیرضا", &["علی\u{200c}رضا", "عليرضا"]),
            ("m2 of 106", &["m² of 10⁶"]),
            (
                "visit",
                &["vi\u{200b}sit", "\u{feff}visit", "vi\u{ad}sit", "ｖｉｓｉｔ"],
            ),
            ("김철수", &["\u{1100}\u{1175}\u{11b7}철수"]),
        ] {
            assert_eq!(fold(typed), typed);
            for name in stored {
                assert_eq!(fold(name), typed, "{}", name.escape_unicode());
            }
        }
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
