//! The e-mail address.

use thiserror::Error;

/// An e-mail address: text, @, text, a dot, and a top-level domain of at least two letters (1 §5.4, 2 §9). It keeps the
/// case it was written in; [`EmailAddress::folded`] is what uniqueness and look-up go by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmailAddress(String);

/// Why a text is not an e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EmailError {
    /// Nothing was entered.
    #[error("Email is required")]
    Missing,
    /// The text has not the form of an address.
    #[error("Email is invalid")]
    Invalid,
}

impl EmailAddress {
    /// The longest address that can be delivered to, in characters (RFC 5321).
    pub const MAX_LENGTH: usize = 254;

    /// Reads an address; white space around it is dropped.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailError::Missing);
        }
        let (local, domain) = text.split_once('@').ok_or(EmailError::Invalid)?;
        if text.len() > Self::MAX_LENGTH || !is_local_part(local) || !is_domain(domain) {
            return Err(EmailError::Invalid);
        }
        Ok(Self(text.to_owned()))
    }

    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address in lower case: two accounts never share it.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }

    /// The address with the first letter of its local part only: enough to know which mailbox to look into.
    pub fn masked(&self) -> String {
        let first = self.0.chars().next().map_or_else(String::new, String::from);
        format!("{first}***@{}", self.domain())
    }

    /// What stands after the @, in lower case (1 §5.2).
    pub fn domain(&self) -> String {
        self.0
            .split_once('@')
            .map_or_else(String::new, |(_, domain)| domain.to_lowercase())
    }
}

impl std::fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Atoms joined by single dots. Quoted local parts are refused: no mailbox in use needs them, and they are the way to
/// smuggle a header into a mail.
fn is_local_part(local: &str) -> bool {
    local.len() <= 64
        && local.split('.').all(|atom| {
            !atom.is_empty()
                && atom
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c))
        })
}

fn is_domain(domain: &str) -> bool {
    let labels: Vec<&str> = domain.split('.').collect();
    let well_formed = labels.iter().all(|label| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    });
    let top_level = labels
        .last()
        .is_some_and(|label| label.chars().count() >= 2 && label.chars().all(char::is_alphabetic));
    labels.len() >= 2 && well_formed && top_level
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn takes_addresses_and_keeps_their_case() {
        let address = EmailAddress::parse("  Ada.Okot+study@Health-Data.example ").unwrap();
        assert_eq!(address.as_str(), "Ada.Okot+study@Health-Data.example");
        assert_eq!(address.folded(), "ada.okot+study@health-data.example");
        assert_eq!(address.domain(), "health-data.example");
    }

    #[test]
    fn refuses_what_is_no_address() {
        assert_eq!(
            EmailAddress::parse("  ").unwrap_err().to_string(),
            "Email is required"
        );
        for text in [
            "ada",
            "ada@",
            "@aditus.example",
            "ada@aditus",
            "ada@aditus.x",
            "ada@aditus.e1",
            "a da@aditus.example",
            "ada@@aditus.example",
            "ada@aditus..example",
            ".ada@aditus.example",
            "ada@-x.example",
            "ada@aditus.example\r\nBcc: eve@aditus.example",
            "Ada <ada@aditus.example>",
            "ada,eve@aditus.example",
        ] {
            assert_eq!(
                EmailAddress::parse(text).unwrap_err().to_string(),
                "Email is invalid",
                "{text:?}"
            );
        }
        let long = format!("{}@{}.example", "a".repeat(64), "b.".repeat(100) + "c");
        assert_eq!(EmailAddress::parse(&long), Err(EmailError::Invalid));
    }

    /// The browser judges by the same addresses, in `lib/emails.test.ts`.
    #[test]
    fn browser_and_server_judge_alike() {
        let addresses = include_str!("../../../frontend/src/testing/emailAddresses.json");
        let (taken, refused) = addresses.split_once("\"refused\"").unwrap();
        // Each stands on a line of its own; the domain knows no JSON.
        let listed = |part: &'static str| {
            part.lines()
                .filter_map(|line| {
                    line.trim()
                        .trim_end_matches(',')
                        .strip_prefix('"')?
                        .strip_suffix('"')
                })
                .collect::<Vec<_>>()
        };
        let (taken, refused) = (listed(taken), listed(refused));
        assert!(taken.len() > 3 && refused.len() > 10);
        for address in taken {
            assert!(EmailAddress::parse(address).is_ok(), "{address:?}");
        }
        for address in refused {
            assert!(EmailAddress::parse(address).is_err(), "{address:?}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_reads_back(text in "\\PC{0,40}|[a-z.@]{0,20}") {
            if let Ok(address) = EmailAddress::parse(&text) {
                prop_assert_eq!(EmailAddress::parse(address.as_str()), Ok(address.clone()));
                prop_assert!(!address.domain().is_empty());
            }
        }
    }
}
