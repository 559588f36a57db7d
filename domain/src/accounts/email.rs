//! The email address.

use thiserror::Error;

use super::domain_name;
use crate::typed::{is_invisible, trimmed};

/// An email address: text, @, text, a dot, and a top-level domain (1 §5.4, 2 §9).
///
/// Keeps the case as typed. The domain is always stored in its readable form (IDNA). Uniqueness and
/// look-ups use [`EmailAddress::folded`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmailAddress(String);

/// The reason a text is not an email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EmailError {
    /// Nothing was entered.
    #[error("Email is required")]
    Missing,
    /// The text does not have the form of an address.
    #[error("Email is invalid")]
    Invalid,
    /// The part before the @ has letters that many mail servers do not support.
    #[error("Email is invalid: accented letters and other scripts are only allowed after the @")]
    LocalPart,
}

impl EmailAddress {
    /// The longest deliverable address, in bytes of its ASCII form (RFC 5321).
    pub const MAX_LENGTH: usize = 254;

    /// Parses a typed or pasted address.
    ///
    /// Drops surrounding white space, `mailto:`, a name in front of an address in angle brackets, a
    /// dot, comma or semicolon at the end, and all invisible characters. A full-width @ counts as
    /// @.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let text = text.replace('＠', "@");
        let text = bare(trimmed(&text)).ok_or(EmailError::Invalid)?;
        if text.is_empty() {
            return Err(EmailError::Missing);
        }
        let (local, domain) = text.split_once('@').ok_or(EmailError::Invalid)?;
        // IDNA removes invisible characters from the domain.
        let local: String = local.chars().filter(|c| !is_invisible(*c)).collect();
        if !is_local_part(&local) {
            let is_foreign = |c: char| !c.is_ascii() && c.is_alphanumeric();
            let ascii: String = local.chars().filter(|c| !is_foreign(*c)).collect();
            let is_only_that = local.contains(is_foreign) && (ascii.is_empty() || is_local_part(&ascii));
            return Err(if is_only_that {
                EmailError::LocalPart
            } else {
                EmailError::Invalid
            });
        }
        let domain = domain_name::readable(domain).ok_or(EmailError::Invalid)?;
        let address = Self(format!("{local}@{domain}"));
        if address.deliverable().len() > Self::MAX_LENGTH {
            return Err(EmailError::Invalid);
        }
        Ok(address)
    }

    /// The address in its readable form.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address in the form that every mail server accepts: the domain is in its ASCII form.
    pub fn deliverable(&self) -> String {
        match self.0.split_once('@') {
            Some((local, domain)) if !domain.is_ascii() => {
                let ascii = domain_name::ascii(domain).unwrap_or_else(|| domain.to_owned());
                format!("{local}@{ascii}")
            }
            _ => self.0.clone(),
        }
    }

    /// The address in lower case. Unique among accounts.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }

    /// Returns the address with only the first letter of its local part, so that the owner
    /// recognises the mailbox.
    pub fn masked(&self) -> String {
        let first = self.0.chars().next().map_or_else(String::new, String::from);
        format!("{first}***@{}", self.domain())
    }

    /// The part after the @, in lower case (1 §5.2).
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

/// Extracts the address from a text such as `Ada Okot <ada@people.example>` or
/// `mailto:ada@people.example`. Returns `None` if the text contains a control character or more
/// than one address in angle brackets.
fn bare(text: &str) -> Option<&str> {
    if text.contains(char::is_control) {
        return None;
    }
    let text = text.strip_suffix([';', ',']).map_or(text, trimmed);
    let text = match text.strip_suffix('>') {
        Some(rest) => trimmed(
            rest.split_once('<')
                .filter(|(_, address)| !address.contains(['<', '>']))?
                .1,
        ),
        None => text,
    };
    let text = match text.split_at_checked("mailto:".len()) {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("mailto:") => {
            trimmed(rest.split_once('?').map_or(rest, |(address, _)| address))
        }
        _ => text,
    };
    Some(text.strip_suffix('.').unwrap_or(text))
}

/// Accepts atoms joined by single dots. Quoted local parts are refused: no mailbox in use needs
/// them, and they could smuggle a header into an email.
fn is_local_part(local: &str) -> bool {
    local.len() <= 64
        && local.split('.').all(|atom| {
            !atom.is_empty()
                && atom
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c))
        })
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
    fn refuses_invalid_addresses() {
        assert_eq!(
            EmailAddress::parse("  ").unwrap_err().to_string(),
            "Email is required"
        );
        for text in [
            "ada",
            "ada@",
            "@aditus.example",
            "ada@aditus",
            "ada@aditus.e1",
            "a da@aditus.example",
            "ada@@aditus.example",
            "ada@aditus..example",
            ".ada@aditus.example",
            "ada@-x.example",
            "ada@aditus.example\r\nBcc: eve@aditus.example",
            "Ada <ada@aditus.example>, Eve <eve@aditus.example>",
            "Ada <ada@aditus.example",
            "Ada\n<ada@aditus.example>",
            "ada@aditus.example..",
            "ada@aditus.example; eve@aditus.example",
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

    #[test]
    fn text_pasted_around_an_address_is_dropped() {
        for text in [
            "mailto:Ada.Okot@People.example",
            " MAILTO:Ada.Okot@People.example?subject=Your%20data ",
            "Ada Okot <Ada.Okot@People.example>",
            "\"Okot, Ada\" <mailto:Ada.Okot@People.example>",
            "<Ada.Okot@People.example>",
            "\u{A0}Ada.Okot@People.example\u{200B}",
            "Ada.Okot@People.example.",
            "Ada.Okot@People.example;",
            "Ada Okot <Ada.Okot@People.example>, ",
        ] {
            let address = EmailAddress::parse(text);
            assert_eq!(
                address.as_ref().map(EmailAddress::as_str),
                Ok("Ada.Okot@People.example"),
                "{text:?}"
            );
        }
    }

    #[test]
    fn both_forms_of_a_domain_are_one_address() {
        for (readable, ascii) in [
            ("ama@клиника.рф", "ama@xn--80apagcdp.xn--p1ai"),
            ("ama@münchen.example", "ama@xn--mnchen-3ya.example"),
        ] {
            for text in [
                readable,
                ascii,
                &ascii.to_uppercase().replace("AMA", "ama"),
                &readable.to_uppercase().replace("AMA", "ama"),
            ] {
                let address = EmailAddress::parse(text).unwrap();
                assert_eq!(
                    (address.as_str(), address.deliverable().as_str()),
                    (readable, ascii),
                    "{text}"
                );
                assert_eq!(address.folded(), readable);
                assert_eq!(address.domain(), readable.split_once('@').unwrap().1);
            }
        }
        let plain = EmailAddress::parse("Ada@Health-Data.example").unwrap();
        assert_eq!(plain.deliverable(), plain.as_str());
    }

    #[test]
    fn non_ascii_local_parts_have_their_own_error() {
        for text in [
            "äda@aditus.example",
            "josé.núñez@aditus.example",
            "ама@клиника.рф",
        ] {
            assert_eq!(EmailAddress::parse(text), Err(EmailError::LocalPart), "{text}");
        }
        assert_eq!(
            EmailAddress::parse("ä b@aditus.example"),
            Err(EmailError::Invalid)
        );
    }

    /// The frontend test `lib/emails.test.ts` uses the same addresses.
    #[test]
    fn browser_and_server_accept_the_same_addresses() {
        let addresses = include_str!("../../../frontend/src/testing/emailAddresses.json");
        let (taken, refused) = addresses.split_once("\"refused\"").unwrap();
        // Each address has its own line in the file, because the domain has no JSON parser.
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
        fn parsing_never_panics_and_round_trips(text in "\\PC{0,40}|[a-z.@]{0,20}|[a-z]{1,3}@[a-zäßр-]{1,6}\\.[a-zрф]{1,6}") {
            if let Ok(address) = EmailAddress::parse(&text) {
                prop_assert_eq!(EmailAddress::parse(address.as_str()), Ok(address.clone()));
                prop_assert!(!address.domain().is_empty());
            }
        }
    }
}
