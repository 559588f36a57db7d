use std::borrow::Cow;

use aditus_application::ports::{PasswordStrength, Weakness};
use zxcvbn::{Score, zxcvbn};

/// How easily passwords are guessed, by zxcvbn. It knows the 30,000 most common passwords, the words and names of English, keys
/// beside each other, dates and repetitions, and what people put around them.
#[derive(Debug, Clone, Copy, Default)]
pub struct GuessedPasswords;

/// What needs at least this score is guessed neither online nor, hashed slowly, in a reasonable time (10^8 guesses).
const NEEDED: Score = Score::Three;
/// What is looked at of a password, in characters: the time grows faster than the length. Nothing behind them makes a password
/// weaker.
const LOOKED_AT: usize = 100;
/// What is said where zxcvbn has nothing to say.
const ADVICE: &str = "Add another word or two. Uncommon words are better.";

impl PasswordStrength for GuessedPasswords {
    fn weakness(&self, password: &str, words: &[&str]) -> Option<Weakness> {
        let looked_at: String = password.chars().take(LOOKED_AT).collect();
        let judged = zxcvbn(&looked_at, words);
        if judged.score() >= NEEDED {
            return None;
        }
        let mut advice: Vec<Cow<'static, str>> = Vec::new();
        if let Some(feedback) = judged.feedback() {
            advice.extend(feedback.warning().map(|warning| warning.to_string().into()));
            advice.extend(
                feedback
                    .suggestions()
                    .iter()
                    .map(|suggestion| suggestion.to_string().into()),
            );
        }
        if advice.is_empty() {
            advice.push(ADVICE.into());
        }
        Some(Weakness {
            advice: advice.into_iter().map(Cow::into_owned).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 6] = [
        "aditus",
        "ada",
        "okello",
        "ada.okello@lake-clinic.example",
        "lake",
        "clinic",
    ];

    fn weakness(password: &str) -> Option<Weakness> {
        GuessedPasswords.weakness(password, &WORDS)
    }

    #[test]
    fn a_contract_of_passwords_is_kept() {
        aditus_application::contract::passwords::common_passwords_are_refused(&GuessedPasswords);
        aditus_application::contract::passwords::words_of_the_person_are_refused(&GuessedPasswords);
        aditus_application::contract::passwords::strong_passwords_are_taken(&GuessedPasswords);
        aditus_application::contract::passwords::any_length_is_judged(&GuessedPasswords);
    }

    #[test]
    fn the_advice_is_told_and_the_password_is_not() {
        let weak = weakness("P@ssw0rd1!").unwrap();
        let said = weak.to_string();
        assert!(said.starts_with("This password is too easy to guess. "), "{said}");
        assert!(!said.contains("P@ssw0rd1!") && said.ends_with('.'), "{said}");
        assert!(weak.advice.len() >= 2, "{weak:?}");
    }

    #[test]
    fn what_stands_behind_the_part_that_is_looked_at_does_not_count() {
        let behind = format!("{}Quiet-River-7!", "a".repeat(LOOKED_AT));
        assert!(weakness(&behind).is_some());
    }
}
