//! A staff member with whom the data is shared.

use super::check::{document, line, optional_document};
use super::{DocumentKind, Faults, RawStaff};
use crate::accounts::{EmailAddress, PhoneNumber};

/// The kind of identity document of a staff member (2 §9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IdentificationType {
    /// A passport.
    Passport,
    /// A national ID.
    NationalId,
}

impl IdentificationType {
    /// All types, in the order of the form.
    pub const ALL: [Self; 2] = [Self::Passport, Self::NationalId];

    /// Returns the name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passport => "Passport",
            Self::NationalId => "National ID",
        }
    }

    /// Parses a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    const fn file_missing(self) -> &'static str {
        match self {
            Self::Passport => "Please upload the Passport",
            Self::NationalId => "Please upload the National ID",
        }
    }
}

/// A staff member with whom the data is shared (2 §3, §5 "Staff dialog"). The value comes from
/// [`RawStaff::check`] or from the database, and the identity document is attached. The email
/// address and the phone number are plain texts, because they are empty after the erasure of the
/// person.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct StaffMember {
    pub first_name: String,
    pub surname: String,
    pub phone: String,
    pub email: String,
    pub identification_type: IdentificationType,
    pub identification_number: String,
    pub position_in_organisation: String,
    /// True if the person complies with the confidentiality protocols. Reviewers see a warning
    /// otherwise.
    pub confidentiality_protocols: bool,
}

impl From<StaffMember> for RawStaff {
    fn from(member: StaffMember) -> Self {
        Self {
            first_name: Some(member.first_name),
            surname: Some(member.surname),
            phone: Some(member.phone),
            email: Some(member.email),
            identification_type: Some(member.identification_type.name().to_owned()),
            identification_number: Some(member.identification_number),
            position_in_organisation: Some(member.position_in_organisation),
            identification_file_path: None,
            confidentiality_protocols: Some(member.confidentiality_protocols),
        }
    }
}

impl RawStaff {
    /// Checks one staff member, as the dialog does.
    pub fn check(&self) -> Result<StaffMember, Faults> {
        let mut faults = Faults::default();
        let member = self.check_at("", &mut faults);
        member.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// Checks an edited staff member of a submitted request.
    ///
    /// An identity document of the type `uploaded` is already stored. It is kept if the edit has no
    /// new file and does not change the type. A person who does not comply with the confidentiality
    /// protocols cannot be saved (2 §4).
    pub fn check_edit(&self, uploaded: IdentificationType) -> Result<StaffMember, Faults> {
        let mut faults = Faults::default();
        let member = self.read("", Some(uploaded), &mut faults);
        if self.confidentiality_protocols == Some(false) {
            faults.add(
                "confidentiality_protocols",
                "You can't save a person who does not comply with the Confidentiality Protocol. Remove this person from the list.",
            );
        }
        member.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// Checks the answers before the identity document is decoded and inspected, so that it may be
    /// missing.
    pub fn check_answers(&self) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let chosen = self
            .identification_type
            .as_deref()
            .and_then(|name| IdentificationType::parse(name.trim()));
        self.read("", chosen, &mut faults);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    pub(super) fn check_at(&self, path: &str, faults: &mut Faults) -> Option<StaffMember> {
        self.read(path, None, faults)
    }

    // The order of these lines is the order of the toasts (2 §5). `uploaded` is the type of the
    // stored identity document.
    fn read(
        &self,
        path: &str,
        uploaded: Option<IdentificationType>,
        faults: &mut Faults,
    ) -> Option<StaffMember> {
        let at = |name: &str| format!("{path}{name}");
        let first_name = line(
            faults,
            &at("first_name"),
            self.first_name.as_deref(),
            "Please enter the Staff's First Name.",
        );
        let surname = line(
            faults,
            &at("surname"),
            self.surname.as_deref(),
            "Please enter the Staff's Surname.",
        );
        let phone_missing = "Please enter the Staff's Phone Number.";
        let phone = line(faults, &at("phone"), self.phone.as_deref(), phone_missing).and_then(|text| {
            PhoneNumber::parse_lenient(&text)
                .map_err(|_| faults.add(at("phone"), phone_missing))
                .ok()
        });
        let email = line(
            faults,
            &at("email"),
            self.email.as_deref(),
            "Please enter the Staff's Email.",
        )
        .and_then(|text| {
            EmailAddress::parse(&text)
                .map_err(|_| faults.add(at("email"), "Please enter a Valid Email."))
                .ok()
        });
        let identification_type = self.check_identification_type(&at("identification_type"), faults);
        let identification_number = identification_type.and_then(|_| {
            line(
                faults,
                &at("identification_number"),
                self.identification_number.as_deref(),
                "Please enter the Identification Number since you selected a valid Identification Type.",
            )
        });
        let position = line(
            faults,
            &at("position_in_organisation"),
            self.position_in_organisation.as_deref(),
            "Please enter the Staff's Position in the Organisation",
        );
        if self.confidentiality_protocols.is_none() {
            faults.add(
                at("confidentiality_protocols"),
                "Please select an option whether the Staff member compiled with the Confidentiality Protocol.",
            );
        }
        self.check_identification_file(path, identification_type, uploaded, faults);
        Some(StaffMember {
            first_name: first_name?,
            surname: surname?,
            phone: phone?.as_str().to_owned(),
            email: email?.as_str().to_owned(),
            identification_type: identification_type?,
            identification_number: identification_number?,
            position_in_organisation: position?,
            confidentiality_protocols: self.confidentiality_protocols?,
        })
    }

    fn check_identification_type(&self, field: &str, faults: &mut Faults) -> Option<IdentificationType> {
        let chosen = self
            .identification_type
            .as_deref()
            .map(str::trim)
            .and_then(IdentificationType::parse);
        if chosen.is_none() {
            faults.add(field, "Please select the Staff's Identification Type");
        }
        chosen
    }

    fn check_identification_file(
        &self,
        path: &str,
        chosen: Option<IdentificationType>,
        uploaded: Option<IdentificationType>,
        faults: &mut Faults,
    ) {
        let kind = DocumentKind::StaffIdentification;
        let field = format!("{path}{}", kind.field());
        let file = self.identification_file_path;
        match chosen {
            Some(chosen) if uploaded != Some(chosen) => {
                document(faults, &field, kind, file, chosen.file_missing())
            }
            _ => optional_document(faults, &field, kind, file),
        };
    }
}
