use crate::ports::{PasswordStrength, Weakness};

/// Finds a password weak that holds "password" or, in any case of letters, one of the words that are known.
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
