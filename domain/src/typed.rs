//! Normalises pasted or typed text: digits of other scripts, blanks and invisible characters.

pub use crate::text::is_invisible;

/// The zero of each script with decimal digits of its own. The digits 1 to 9 follow each zero.
const ZEROS: [u32; 75] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
    0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30,
    0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0,
    0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2,
    0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E950, 0x1FBF0, 0x10D40, 0x11BF0, 0x1E5F1, 0x116D0,
    0x116DA, 0x11DE0, 0x1CCF0,
];

/// Converts a decimal digit of any script to ASCII, or returns `None` for another character.
pub fn digit(character: char) -> Option<char> {
    if character.is_ascii() {
        return character.is_ascii_digit().then_some(character);
    }
    let code = u32::from(character);
    let zero = ZEROS
        .into_iter()
        .find(|zero| (*zero..*zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}

/// Converts all digits to ASCII, and full-width plus signs to plain ones.
pub fn with_plain_digits(text: &str) -> String {
    let plain = |character| match character {
        '＋' => '+',
        other => digit(other).unwrap_or(other),
    };
    text.chars().map(plain).collect()
}

/// Trims blanks and invisible characters from both ends.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|character: char| character.is_whitespace() || is_invisible(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_other_scripts_become_ascii() {
        assert_eq!(with_plain_digits("٠١٢٣٤٥٦٧٨٩"), "0123456789");
        assert_eq!(with_plain_digits("۰۱۲ ०१२ ０１２ 𝟎𝟏𝟐 𞥐𞥑𞥒"), "012 012 012 012 012");
        assert_eq!(with_plain_digits("＋２５６ x½²Ⅷ"), "+256 x½²Ⅷ");
    }

    #[test]
    fn no_two_scripts_share_a_digit() {
        let mut zeros = ZEROS;
        zeros.sort_unstable();
        assert!(zeros.windows(2).all(|pair| pair[0] + 10 <= pair[1]));
    }

    #[test]
    fn invisible_characters_at_the_ends_are_trimmed() {
        assert_eq!(
            trimmed("\u{FEFF} \u{A0}a\u{200B}b\u{200B}\u{202C}\n"),
            "a\u{200B}b"
        );
        assert_eq!(trimmed("\u{200B}\u{A0}\u{3164}"), "");
    }
}
