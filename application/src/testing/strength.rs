use crate::ports::{PasswordStrength, Weakness};

/// Finds a password weak if it contains "password" or one of the known words, ignoring case.
#[derive(Debug, Clone, Copy, Default)]
pub struct ListedWeakPasswords;

impl PasswordStrength for ListedWeakPasswords {
    fn weakness(&self, password: &str, words: &[&str]) -> Option<Weakness> {
        let password = password.to_lowercase();
        let weak = std::iter::once(&"password")
            .chain(words)
            .any(|word| password.contains(&word.to_lowercase()));
        weak.then(|| Weakness {
            advice: vec!["Choose other words.".to_owned()],
        })
    }
}
