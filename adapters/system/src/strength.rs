use std::collections::BTreeSet;

use aditus_application::ports::{PasswordStrength, Weakness};
use zxcvbn::feedback::Feedback;
use zxcvbn::{Entropy, Score, zxcvbn};

/// Estimates with zxcvbn how easily a password is guessed. It recognises the 30,000 most common
/// passwords, English words and names, keyboard patterns, dates, repetitions, and usual
/// substitutions.
#[derive(Debug, Clone, Copy, Default)]
pub struct ZxcvbnPasswordStrength;

/// Lowest accepted score, which means at least 10^8 guesses.
const MIN_SCORE: Score = Score::Three;
/// Number of characters that are judged. More characters do not make a password weaker.
const MAX_CHARACTERS: usize = 100;
/// Number of characters that are judged if a password has many kinds of [`SUBSTITUTES`]. zxcvbn
/// tries all their meanings, which takes most of a second for 100 characters of all kinds.
const MAX_CHARACTERS_WITH_SUBSTITUTES: usize = 32;
/// Most kinds of substitutes that zxcvbn tries quickly.
const MAX_SUBSTITUTE_KINDS: usize = 8;
/// Characters that are commonly used in place of a letter.
const SUBSTITUTES: &str = "48@({[<3691!|70$5+%2";

/// Guesses, as a power of ten, below which the letters alone are one common password or word.
const ONE_WORD_GUESSES: f64 = 4.2;
/// Most digits and marks that do not strengthen a single word. People add "-2026!" if a form asks
/// for it.
const MAX_ADDED: usize = 6;

const COMMON_WORD_ADVICE: &str =
    "This is a common password, or a word about you, with digits and marks added to it.";
const MORE_WORDS_ADVICE: &str = "Add another word or two. Uncommon words are better.";

impl PasswordStrength for ZxcvbnPasswordStrength {
    fn weakness(&self, password: &str, words: &[&str]) -> Option<Weakness> {
        let password = judged_part(password);
        let estimate = zxcvbn(&password, words);
        if estimate.score() < MIN_SCORE {
            return Some(Weakness {
                advice: advice_of(&estimate),
            });
        }
        is_made_of_known_words(&password, words).then(|| Weakness {
            advice: vec![COMMON_WORD_ADVICE.to_owned(), MORE_WORDS_ADVICE.to_owned()],
        })
    }
}

fn judged_part(password: &str) -> String {
    let password: String = password.chars().take(MAX_CHARACTERS).collect();
    let kinds: BTreeSet<char> = password.chars().filter(|c| SUBSTITUTES.contains(*c)).collect();
    if kinds.len() <= MAX_SUBSTITUTE_KINDS {
        return password;
    }
    password.chars().take(MAX_CHARACTERS_WITH_SUBSTITUTES).collect()
}

/// Returns true if a password is little more than one easily guessed word, or words about the
/// person. zxcvbn overrates these: it counts digits and marks at the end as unpredictable, and
/// several such words as a phrase.
fn is_made_of_known_words(password: &str, words: &[&str]) -> bool {
    let letters: String = password.chars().filter(|c| c.is_alphabetic()).collect();
    let added = password.chars().count() - letters.chars().count();
    added <= MAX_ADDED
        && (zxcvbn(&letters, words).guesses_log10() < ONE_WORD_GUESSES || consists_of(&letters, words))
}

/// Returns true if a text consists of these words only. Removes the longest first.
fn consists_of(letters: &str, words: &[&str]) -> bool {
    let mut words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    words.sort_unstable_by_key(|word| std::cmp::Reverse(word.len()));
    let mut left = letters.to_lowercase();
    for word in words.iter().filter(|word| !word.is_empty()) {
        // A space keeps the text before and behind the word from forming another word.
        left = left.replace(word.as_str(), " ");
    }
    left.trim().is_empty()
}

fn advice_of(estimate: &Entropy) -> Vec<String> {
    let warning = estimate.feedback().and_then(Feedback::warning);
    let suggestions = estimate.feedback().map_or(&[][..], Feedback::suggestions);
    let mut advice: Vec<String> = warning.iter().map(ToString::to_string).collect();
    advice.extend(suggestions.iter().map(ToString::to_string));
    if advice.is_empty() {
        advice.push(MORE_WORDS_ADVICE.to_owned());
    }
    advice
}

#[cfg(test)]
mod tests {
    use aditus_application::contract::passwords;

    use super::*;

    #[test]
    fn common_passwords_are_refused() {
        passwords::common_passwords_are_refused(&ZxcvbnPasswordStrength);
    }

    #[test]
    fn words_of_the_person_are_refused() {
        passwords::words_of_the_person_are_refused(&ZxcvbnPasswordStrength);
    }

    #[test]
    fn strong_passwords_are_taken() {
        passwords::strong_passwords_are_taken(&ZxcvbnPasswordStrength);
    }

    #[test]
    fn any_length_is_judged() {
        passwords::any_length_is_judged(&ZxcvbnPasswordStrength);
    }

    #[test]
    fn the_message_contains_advice_but_not_the_password() {
        let weak = ZxcvbnPasswordStrength.weakness("P@ssw0rd1!", &[]).unwrap();
        let said = weak.to_string();
        assert!(said.starts_with("This password is too easy to guess. "), "{said}");
        assert!(!said.contains("P@ssw0rd1!") && said.ends_with('.'), "{said}");
        assert!(weak.advice.len() >= 2, "{weak:?}");
    }

    #[test]
    fn long_passwords_are_judged_by_their_beginning() {
        assert_eq!(judged_part(&"a".repeat(500)).len(), MAX_CHARACTERS);
        assert_eq!(
            judged_part(&SUBSTITUTES.repeat(20)).chars().count(),
            MAX_CHARACTERS_WITH_SUBSTITUTES
        );
        let behind = format!("{}Quiet-River-7!", "a".repeat(MAX_CHARACTERS));
        assert!(ZxcvbnPasswordStrength.weakness(&behind, &[]).is_some());
    }
}
