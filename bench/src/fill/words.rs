//! Words for the names of variables: a few common words and many rare ones, as in real
//! dictionaries.

const COMMON: [&str; 40] = [
    "visit",
    "date",
    "status",
    "result",
    "measure",
    "patient",
    "drug",
    "dose",
    "unit",
    "period",
    "weight",
    "height",
    "pressure",
    "blood",
    "test",
    "sample",
    "start",
    "end",
    "reason",
    "outcome",
    "facility",
    "provider",
    "source",
    "value",
    "type",
    "code",
    "level",
    "count",
    "rate",
    "score",
    "birth",
    "death",
    "region",
    "district",
    "care",
    "referral",
    "screening",
    "therapy",
    "follow-up",
    "register",
];

/// A word in the names of one in twenty variables.
pub(crate) const COMMON_WORD: &str = "pressure";

/// Returns two different common words for the variable with this number.
pub(crate) fn common_words(number: u32) -> (&'static str, &'static str) {
    let number = number as usize;
    let first = number % COMMON.len();
    let further = 1 + number / COMMON.len() % (COMMON.len() - 1);
    let second = (first + further) % COMMON.len();
    (COMMON[first], COMMON[second])
}

/// Returns a word of three syllables, which is unique for numbers below 343,000.
pub(crate) fn rare_word(number: u32) -> String {
    const CONSONANTS: &[u8] = b"bdfgklmnprstvz";
    const VOWELS: &[u8] = b"aeiou";
    let syllables = CONSONANTS.len() * VOWELS.len();
    // Spreads neighbouring numbers. The factor is coprime to the number of words, so the words are
    // unique.
    let mut rest = (number as usize * 104_729 + 71) % syllables.pow(3);
    let mut word = String::new();
    for _ in 0..3 {
        let syllable = rest % syllables;
        rest /= syllables;
        word.push(char::from(CONSONANTS[syllable / VOWELS.len()]));
        word.push(char::from(VOWELS[syllable % VOWELS.len()]));
    }
    word
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn rare_words_are_unique() {
        let words: BTreeSet<String> = (0..10_000).map(rare_word).collect();
        assert_eq!(words.len(), 10_000);
        assert!(words.iter().all(|word| word.len() == 6));
    }

    #[test]
    fn one_in_twenty_variables_has_the_common_word() {
        let has = |number: &u32| {
            let (first, second) = common_words(*number);
            assert_ne!(first, second);
            first == COMMON_WORD || second == COMMON_WORD
        };
        let number = (0..40_000).filter(has).count();
        assert!((1_900..2_100).contains(&number), "{number}");
    }
}
