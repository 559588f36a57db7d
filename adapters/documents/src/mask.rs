/// Maximum number of characters that stay readable.
const MAX_SHOWN: usize = 3;
/// One of this many characters stays readable.
const SHARE_SHOWN: usize = 4;

/// Masks an identification number except for its end: about a quarter, and at most three
/// characters. PDFs are passed on and printed. Reviewers who need the number open the document
/// itself, where access is checked.
pub(crate) fn masked(number: &str) -> String {
    let length = number.chars().count();
    let shown = match length {
        0 | 1 => 0,
        _ => length.div_ceil(SHARE_SHOWN).min(MAX_SHOWN),
    };
    number
        .chars()
        .enumerate()
        .map(|(index, c)| if index + shown < length { '•' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_number_is_readable() {
        assert_eq!(masked("A12345678"), "••••••678");
        assert_eq!(masked("123456789012345"), "••••••••••••345");
        assert_eq!(masked("12345678"), "••••••78");
        assert_eq!(masked("12345"), "•••45");
        assert_eq!(masked("1234"), "•••4");
        assert_eq!(masked("12"), "•2");
        assert_eq!(masked("1"), "•");
        assert_eq!(masked("ЖЖЖЖ12"), "••••12");
        assert_eq!(masked(""), "");
    }
}
