//! What names and titles may be written in: what one reads is what is there, and what looks alike is alike.

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::decompose_compatible;

/// A name holds characters that nobody sees and that change how it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("must not contain invisible characters that change how it is read. Please type it anew.")]
pub struct Disguised;

/// A name or a title, trimmed. Variants that only look like usual characters, such as those of full width or of mathematics,
/// become these (NFKC, but raised and lowered characters and fractions stay: 10⁶ is not 106); characters that turn the direction of writing around, or join and part words unseen, are refused.
///
/// Where a name stands in a list, a mail or the log, a turned direction would make it read as another one, or hide what follows.
/// Marks that Arabic, Hebrew and Indic names are written with stay.
pub fn plain_name(typed: &str) -> Result<String, Disguised> {
    if typed.chars().any(is_disguise) {
        return Err(Disguised);
    }
    let mut plain = String::with_capacity(typed.len());
    for character in typed.chars() {
        if has_meaning(character) {
            plain.push(character);
        } else {
            decompose_compatible(character, |part| plain.push(part));
        }
    }
    let plain: String = plain.nfc().collect();
    Ok(plain.trim().to_owned())
}

/// Numbers and letters that are raised or lowered, and fractions: without their form they would mean something else.
const fn has_meaning(character: char) -> bool {
    matches!(
        character,
        '\u{AA}' | '\u{B2}' | '\u{B3}' | '\u{B9}' | '\u{BA}' | '\u{BC}'..='\u{BE}' | '\u{2070}'..='\u{209F}' | '\u{2150}'..='\u{215F}'
    )
}

/// Embeddings, overrides and isolates of the bidirectional algorithm, spaces and joiners without width that no script needs, and
/// tags.
const fn is_disguise(character: char) -> bool {
    matches!(
        character,
        '\u{202A}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
            | '\u{200B}'
            | '\u{2060}'..='\u{2064}'
            | '\u{206A}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{E0000}'..='\u{E007F}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn variants_of_letters_become_letters() {
        for (typed, read) in [
            (" Zoë Aciro ", "Zoë Aciro"),
            ("Zoe\u{308}", "Zoë"),
            ("\u{ff21}\u{ff44}\u{ff4d}\u{ff49}\u{ff4e}", "Admin"),
            ("\u{1d400}\u{1d41d}\u{1d426}\u{1d422}\u{1d427}", "Admin"),
            ("\u{fb01}le", "file"),
            ("National\u{a0}Institute", "National Institute"),
            ("\u{2163}", "IV"),
            ("CO₂, ½ m³ of 10⁶", "CO₂, ½ m³ of 10⁶"),
        ] {
            assert_eq!(plain_name(typed).as_deref(), Ok(read));
        }
    }

    #[test]
    fn names_of_any_script_stay() {
        for name in [
            "Նարե",
            "محمد علي",
            "שרה",
            "Nguyễn Thị Hương",
            "王小明",
            "ክፍል",
            "नेपाल",
            "O’Brien",
            "می\u{200c}خواهم",
        ] {
            assert_eq!(plain_name(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn a_turned_direction_is_refused_wherever_it_stands() {
        let turns = ('\u{202A}'..='\u{202E}').chain('\u{2066}'..='\u{2069}');
        for turn in turns.chain(['\u{200B}', '\u{FEFF}', '\u{E0041}']) {
            for name in [format!("{turn}Ada"), format!("A{turn}da"), format!("Ada{turn}")] {
                assert_eq!(plain_name(&name), Err(Disguised), "{}", name.escape_unicode());
            }
        }
    }

    proptest! {
        #[test]
        fn a_plain_name_is_read_as_it_is(typed in ".{0,40}") {
            if let Ok(plain) = plain_name(&typed) {
                prop_assert_eq!(plain_name(&plain), Ok(plain.clone()));
                prop_assert!(!plain.chars().any(is_disguise));
            }
        }
    }
}
