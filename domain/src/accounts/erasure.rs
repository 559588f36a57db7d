//! The erasure of an account (decisions P1): duties that block it, the placeholder for the name,
//! and the search for the person in other records.

use std::collections::BTreeSet;

use thiserror::Error;

use super::{EmailAddress, NameField, PersonName, PhoneNumber};
use crate::dictionary::search::fold;
use crate::ids::RequestId;
use crate::requests::StaffReference;
use crate::roles::Role;
use crate::text::{Unusable, line};

/// The placeholder shown instead of the name of a person whose account was erased. The only
/// definition of this text.
pub const ERASED_PERSON: &str = "Erased person";
/// The first name in [`ERASED_PERSON`].
pub const ERASED_FIRST_NAME: &str = "Erased";
/// The surname in [`ERASED_PERSON`].
pub const ERASED_SURNAME: &str = "person";
/// Replaces an email address or phone number that is removed from a text.
const REDACTED: &str = "(erased)";

/// A duty that must be settled before an account can be erased.
///
/// Drafts do not count, because they are deleted. Missing feedback does not count, because nothing
/// waits for it. An approval leaves no release open, because the same decision releases the data.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpenDuty {
    /// A Data Request of the person waits for a decision.
    #[error(
        "The Data Request {} is pending. Wait for the decision, or recall it: a Super User can do so on its page.",
        StaffReference(*.0)
    )]
    PendingRequest(RequestId),
    /// The person has applied for a role.
    #[error("The role {role} at {organisation} was requested. Grant or deny the request first.")]
    RoleAsked {
        /// The role.
        role: Role,
        /// The name of the organisation.
        organisation: String,
    },
    /// The person holds an active role.
    #[error("The person has the role {role} at {organisation}. {} withdraw it.", .loss.instruction())]
    RoleHeld {
        /// The role.
        role: Role,
        /// The name of the organisation.
        organisation: String,
        /// The effect on the organisation if the person loses the role.
        loss: RoleLoss,
    },
}

/// The effect on an organisation if a person loses a role there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleLoss {
    /// The role can be withdrawn without a successor.
    NoSuccessorNeeded,
    /// No other person holds this administrative role.
    LastHolder,
    /// This number of Data Requests would have no reviewer left.
    OnlyReviewer(u64),
}

impl RoleLoss {
    fn instruction(self) -> String {
        match self {
            Self::NoSuccessorNeeded => "First".to_owned(),
            Self::LastHolder => "No one else has it: appoint someone else, and then".to_owned(),
            Self::OnlyReviewer(1) => {
                "1 Data Request there has no one else to decide: assign the role to someone else, and then"
                    .to_owned()
            }
            Self::OnlyReviewer(requests) => format!(
                "{requests} Data Requests there have no one else to decide: assign the role to someone else, and then"
            ),
        }
    }
}

/// The reason for an erasure: the originator of the request and its date. One line, stored as
/// personal text in the audit log.
#[derive(Clone, PartialEq, Eq)]
pub struct ErasureReason(String);

// Logs must not contain personal text.
impl std::fmt::Debug for ErasureReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ErasureReason")
    }
}

/// The reason a text is not a valid [`ErasureReason`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ErasureReasonError {
    /// Nothing was entered.
    #[error("Enter who asked for it, and when")]
    Missing,
    /// It is too long.
    #[error("The reason must not be longer than {} characters", ErasureReason::MAX_LENGTH)]
    TooLong,
    /// It contains characters that cannot be stored.
    #[error("The reason {0}")]
    Unusable(#[from] Unusable),
    /// It names the person, of whom no data must remain.
    #[error("The reason must not name the person: use a file number or \"the account's owner\"")]
    NamesThePerson,
}

impl ErasureReason {
    /// The longest reason, in characters.
    pub const MAX_LENGTH: usize = 500;

    /// Parses a reason.
    pub fn parse(text: &str) -> Result<Self, ErasureReasonError> {
        let text = line(text)?;
        if text.is_empty() {
            Err(ErasureReasonError::Missing)
        } else if text.chars().count() > Self::MAX_LENGTH {
            Err(ErasureReasonError::TooLong)
        } else {
            Ok(Self(text))
        }
    }

    /// Refuses a reason that names this person.
    pub fn check_against(&self, person: &Identity) -> Result<(), ErasureReasonError> {
        match person.redact(&self.0) {
            Some(_) => Err(ErasureReasonError::NamesThePerson),
            None => Ok(()),
        }
    }

    /// The reason as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// All current and former names, addresses and numbers of a person. Used to find the person in
/// requests and texts.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// First name and surname as written.
    names: BTreeSet<String>,
    /// The same names, folded.
    folded_names: BTreeSet<String>,
    /// In lower case.
    emails: BTreeSet<String>,
    phones: BTreeSet<String>,
}

// Logs must not contain personal data.
impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity").finish_non_exhaustive()
    }
}

impl Identity {
    /// Adds a name. Ignores texts that are no names, and the placeholder of erased accounts.
    pub fn add_name(&mut self, fname: &str, sname: &str) {
        // The placeholder of an erased account identifies no one.
        let is_name = |text, field| PersonName::parse(text, field).is_ok();
        if !is_name(fname, NameField::First) || !is_name(sname, NameField::Last) || is_erased(fname, sname) {
            return;
        }
        let name = format!("{} {}", fname.trim(), sname.trim());
        self.folded_names.insert(fold(&name));
        self.names.insert(name);
    }

    /// Adds a contact: an email address or a phone number. Other texts are ignored.
    pub fn add_contact(&mut self, contact: &str) {
        if let Ok(email) = EmailAddress::parse(contact) {
            self.emails.insert(email.folded());
            // Mail servers report the address in the form in which they received it.
            self.emails.insert(email.deliverable().to_lowercase());
        } else if let Ok(phone) = PhoneNumber::parse(contact) {
            self.phones.insert(phone.as_str().to_owned());
        }
    }

    /// The email addresses, in lower case.
    pub fn emails(&self) -> impl Iterator<Item = &str> {
        self.emails.iter().map(String::as_str)
    }

    /// Returns true if the person has this name. Compares folded names.
    pub fn has_name(&self, name: &str) -> bool {
        self.folded_names.contains(&fold(name))
    }

    /// Returns true if one of name, email address and phone number is the person's.
    pub fn matches(&self, (fname, sname): (&str, &str), email: &str, phone: &str) -> bool {
        self.emails.contains(&email.trim().to_lowercase())
            || self.phones.contains(phone.trim())
            || self.has_name(&format!("{fname} {sname}"))
    }

    /// Replaces the person's names, addresses and numbers in the text, or returns `None` if it
    /// contains none of them. Names are found as they were written ("Ada Okot"), in any case, but
    /// not with other accents and not a first name or surname alone.
    pub fn redact(&self, text: &str) -> Option<String> {
        let mut redacted = text.to_owned();
        for name in &self.names {
            redacted = replaced(&redacted, name, ERASED_PERSON);
        }
        for contact in self.emails.iter().chain(&self.phones) {
            redacted = replaced(&redacted, contact, REDACTED);
        }
        (redacted != text).then_some(redacted)
    }
}

/// Returns true if the name is the placeholder of an erased account.
pub fn is_erased(fname: &str, sname: &str) -> bool {
    fname == ERASED_FIRST_NAME && sname == ERASED_SURNAME
}

/// Replaces `words` where they are not part of a longer word. Ignores case.
fn replaced(text: &str, words: &str, by: &str) -> String {
    let is_part_of_word = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    let mut before: Option<char> = None;
    while let Some(first) = rest.chars().next() {
        if let Some(length) = begins_with(rest, words)
            && length > 0
            && !is_part_of_word(before)
            && !is_part_of_word(rest.get(length..).and_then(|behind| behind.chars().next()))
        {
            result.push_str(by);
            before = words.chars().next_back();
            rest = rest.get(length..).unwrap_or_default();
        } else {
            result.push(first);
            before = Some(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    result
}

/// Returns the length in bytes of `words` at the beginning of the text, or `None` if the text
/// begins differently. Ignores case.
fn begins_with(text: &str, words: &str) -> Option<usize> {
    let mut wanted = words.chars().flat_map(char::to_lowercase);
    let mut length = 0;
    let mut characters = text.chars();
    let mut next = wanted.next();
    while next.is_some() {
        let character = characters.next()?;
        for lower in character.to_lowercase() {
            if next != Some(lower) {
                return None;
            }
            next = wanted.next();
        }
        length += character.len_utf8();
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ada() -> Identity {
        let mut identity = Identity::default();
        identity.add_name("Ada", "Okot");
        identity.add_contact("Ada@Aditus.example");
        identity.add_contact("+256700123456");
        identity
    }

    #[test]
    fn placeholder_consists_of_valid_names() {
        assert_eq!(format!("{ERASED_FIRST_NAME} {ERASED_SURNAME}"), ERASED_PERSON);
        for (text, field) in [
            (ERASED_FIRST_NAME, NameField::First),
            (ERASED_SURNAME, NameField::Last),
        ] {
            assert_eq!(PersonName::parse(text, field).unwrap().as_str(), text);
        }
    }

    #[test]
    fn open_duties_name_the_next_step() {
        let held = |loss| {
            OpenDuty::RoleHeld {
                role: Role::DataOfficer,
                organisation: "Institute".into(),
                loss,
            }
            .to_string()
        };
        assert_eq!(
            held(RoleLoss::NoSuccessorNeeded),
            "The person has the role Data Officer at Institute. First withdraw it."
        );
        assert_eq!(
            held(RoleLoss::OnlyReviewer(2)),
            "The person has the role Data Officer at Institute. 2 Data Requests there have no one else to decide: assign the role \
             to someone else, and then withdraw it."
        );
        assert!(held(RoleLoss::OnlyReviewer(1)).contains("1 Data Request there has no one else to decide"));
        assert!(held(RoleLoss::LastHolder).contains("appoint someone else, and then withdraw it."));
        assert_eq!(
            OpenDuty::PendingRequest(RequestId(12)).to_string(),
            "The Data Request DAC0012 is pending. Wait for the decision, or recall it: a Super User can do so on its page."
        );
    }

    #[test]
    fn identity_matches_by_name_address_or_number() {
        let ada = ada();
        assert!(ada.matches(("ÁDA", "okot"), "", ""));
        assert!(ada.matches(("A.", "O."), "ada@aditus.EXAMPLE", ""));
        assert!(ada.matches(("A.", "O."), "", "+256700123456"));
        assert!(!ada.matches(("Ada", "Okello"), "ada@other.example", "+256700123457"));
        assert!(!ada.matches(("", ""), "", ""));
        assert!(!Identity::default().matches(("", ""), "", ""));
    }

    #[test]
    fn placeholder_name_is_not_added_to_an_identity() {
        let mut identity = Identity::default();
        identity.add_name(ERASED_FIRST_NAME, ERASED_SURNAME);
        identity.add_contact("");
        assert_eq!(identity, Identity::default());
    }

    #[test]
    fn names_are_redacted_only_as_whole_words() {
        let ada = ada();
        assert_eq!(
            ada.redact("To Ada Okot (ada@aditus.example), by ADA OKOT.")
                .unwrap(),
            "To Erased person ((erased)), by Erased person."
        );
        for other in ["Ada Okotela", "Nada Okot", "Ada", "+2567001234567", ""] {
            assert_eq!(ada.redact(other), None, "{other}");
        }
    }

    #[test]
    fn a_reason_is_one_line_and_does_not_name_the_person() {
        let reason = ErasureReason::parse("  Asked by letter of 3 May, file 7/12 ").unwrap();
        assert_eq!(reason.as_str(), "Asked by letter of 3 May, file 7/12");
        assert_eq!(reason.check_against(&ada()), Ok(()));
        let named = ErasureReason::parse("Ada Okot has asked").unwrap();
        assert_eq!(
            named.check_against(&ada()),
            Err(ErasureReasonError::NamesThePerson)
        );
        assert_eq!(ErasureReason::parse(" "), Err(ErasureReasonError::Missing));
        assert_eq!(
            ErasureReason::parse("a\u{7}"),
            Err(ErasureReasonError::Unusable(Unusable::ControlCharacters))
        );
        assert_eq!(
            ErasureReason::parse(&"a".repeat(501)),
            Err(ErasureReasonError::TooLong)
        );
        assert_eq!(
            ErasureReason::parse("a\u{202e}b"),
            Err(ErasureReasonError::Unusable(Unusable::DirectionOverride))
        );
    }

    proptest! {
        #[test]
        fn no_name_is_left_after_redaction(before in "[ .,;]{0,5}", after in "[ .,;]{0,5}", text in "\\PC{0,20}") {
            let ada = ada();
            let whole = format!("{text}{before} Ada Okot {after}{text}");
            let redacted = ada.redact(&whole).unwrap();
            prop_assert!(!redacted.contains("Ada Okot"));
            prop_assert!(ada.redact(&redacted).is_none());
        }
    }
}
