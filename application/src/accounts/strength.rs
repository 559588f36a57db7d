//! Refuses new passwords that are easy to guess (decisions A10), for the use cases that set a
//! password.

use aditus_domain::accounts::{EmailAddress, Password, PersonName};
use aditus_domain::organisations::shown_name;

use super::Account;
use crate::ports::{Ports, StoreError, Weakness};

/// Personal details that an attacker may know. Unknown details are empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct PersonalDetails<'a> {
    /// First name, middle name, surname.
    pub names: [&'a str; 3],
    /// The email address.
    pub email: &'a str,
    /// The organisation's name.
    pub organisation: &'a str,
}

impl<'a> PersonalDetails<'a> {
    /// Returns the details of an account's owner. `organisation` is the name that
    /// [`organisation_of`] returns.
    pub(super) fn from_account(account: &'a Account, organisation: &'a str) -> Self {
        let middle_name = account.middle_name.as_ref().map_or("", PersonName::as_str);
        Self {
            names: [account.fname.as_str(), middle_name, account.sname.as_str()],
            email: account.org_email.as_ref().map_or("", EmailAddress::as_str),
            organisation,
        }
    }
}

/// Returns the registered or typed name of an account's organisation. It is read without a
/// transaction: looking for words in a password takes long and must not block the only writer of
/// the database.
pub(super) fn organisation_of(ports: &Ports, account: &Account) -> Result<String, StoreError> {
    let person = ports.database.read()?.accounts().user(account.id)?;
    Ok(person.map_or_else(String::new, |person| {
        shown_name(person.org_name, person.tentative_organization)
    }))
}

impl PersonalDetails<'_> {
    /// The maximum number of words to look for, because each costs time.
    const MAX_WORDS: usize = 40;
    /// The maximum length of a word to look for, in characters; no longer part of a password is
    /// examined.
    const MAX_WORD_LENGTH: usize = 100;

    /// Returns each part as a whole, written together, and word by word: an address gives its local
    /// part and the labels of its domain.
    fn words(&self, product: &str, provider: &str) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let parts = [product, provider, self.email, self.organisation];
        for part in self.names.into_iter().chain(parts) {
            let together: String = part.chars().filter(|c| c.is_alphanumeric()).collect();
            let pieces = part.split(|c: char| !c.is_alphanumeric());
            for word in [part, together.as_str()].into_iter().chain(pieces) {
                let word: String = word
                    .trim()
                    .to_lowercase()
                    .chars()
                    .take(Self::MAX_WORD_LENGTH)
                    .collect();
                // Shorter words occur in most passwords by chance.
                if word.chars().count() >= 3 && !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        words.truncate(Self::MAX_WORDS);
        words
    }
}

/// Refuses a password that is easy to guess for an attacker who knows these details.
pub fn require(ports: &Ports, password: &Password, details: &PersonalDetails<'_>) -> Result<(), Weakness> {
    let settings = &ports.settings;
    let words = details.words(&settings.product_name, &settings.provider_organisation);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match ports.password_strength.weakness(password.expose(), &words) {
        Some(weakness) => Err(weakness),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_details_are_searched_as_wholes_and_as_words() {
        let details = PersonalDetails {
            names: ["Ada", "", "Okello-Bird"],
            email: "a.okello@lake-clinic.example",
            organisation: "Lake Clinic of Ug",
        };
        let words = details.words("Aditus", "Ops Health Institute");
        for word in [
            "ada",
            "okello-bird",
            "okello",
            "bird",
            "aditus",
            "a.okello@lake-clinic.example",
            "lake",
            "clinic",
            "lake clinic of ug",
            "lakeclinicofug",
            "ops",
            "opshealthinstitute",
        ] {
            assert!(words.contains(&word.to_owned()), "{word} of {words:?}");
        }
        assert!(!words.contains(&"of".to_owned()) && !words.contains(&String::new()));
    }

    #[test]
    fn number_and_length_of_searched_words_are_limited() {
        let others: Vec<String> = (0..100).map(|n| format!("other{n}")).collect();
        let long = format!("{}{}", "word1 ".repeat(50), others.join(" "));
        let details = PersonalDetails {
            organisation: &long,
            ..PersonalDetails::default()
        };
        let words = details.words("Aditus", "");
        assert_eq!(words.len(), PersonalDetails::MAX_WORDS);
        assert!(
            words
                .iter()
                .all(|word| word.chars().count() <= PersonalDetails::MAX_WORD_LENGTH)
        );
    }
}
