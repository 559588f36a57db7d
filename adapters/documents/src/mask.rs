/// How many characters of an identification number stay readable.
const SHOWN: usize = 3;

/// An identification number with all but its last three characters hidden; one of three or fewer is hidden whole. A
/// PDF is passed on and printed: reviewers who must see a number open the document itself, where access is checked.
pub(crate) fn masked(number: &str) -> String {
    let length = number.chars().count();
    let hidden = if length > SHOWN { length - SHOWN } else { length };
    number
        .chars()
        .enumerate()
        .map(|(index, c)| if index < hidden { '•' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_number_is_shown() {
        assert_eq!(masked("A12345678"), "••••••678");
        assert_eq!(masked("1234"), "•234");
        assert_eq!(masked("123"), "•••");
        assert_eq!(masked("ЖЖЖЖ12"), "•••Ж12");
        assert_eq!(masked(""), "");
    }
}
