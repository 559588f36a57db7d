//! The registration form (1 §5.2) and the profile form (1 §5.5).

use super::{
    EmailAddress, NameField, OtpCode, OtpFlow, Password, PersonName, PhoneNumber, WorkDetail, WorkField,
};
use crate::form::{Form, FormFaults};
use crate::ids::OrganisationId;
use crate::organisations::OrganisationName;
use crate::text::is_blank;

/// The fields of the registration form as typed. Without `Debug`, because the password must not
/// reach a log.
#[derive(Clone, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawRegistration {
    /// The address that the code was sent to.
    pub username: String,
    pub fname: String,
    pub middle_name: String,
    pub sname: String,
    pub phone: String,
    pub org_email: String,
    /// The selected registered organisation.
    pub org: Option<i64>,
    /// The name of an organisation that was typed instead.
    pub tentative_organization: String,
    pub designation: String,
    pub department: String,
    pub password: String,
    pub otp: String,
}

/// The organisation that a person claims to belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimedOrganisation {
    /// A registered organisation was selected.
    Picked(OrganisationId),
    /// A name was typed. It may be the name of a registered organisation.
    Typed(OrganisationName),
}

/// A valid registration.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct Registration {
    pub fname: PersonName,
    pub middle_name: Option<PersonName>,
    pub sname: PersonName,
    pub phone: PhoneNumber,
    pub org_email: EmailAddress,
    pub organisation: ClaimedOrganisation,
    pub designation: WorkDetail,
    pub department: WorkDetail,
    pub password: Password,
    pub otp: OtpCode,
}

impl RawRegistration {
    /// Validates the form and reports all errors in the order of its fields. Does not check if the
    /// phone number and the organisation exist.
    pub fn check(&self) -> Result<Registration, FormFaults> {
        let mut form = Form::default();
        let fname = form.read("fname", PersonName::parse(&self.fname, NameField::First));
        let middle_name = form.read("middle_name", optional_name(&self.middle_name));
        let sname = form.read("sname", PersonName::parse(&self.sname, NameField::Last));
        let phone = form.read("phone", PhoneNumber::parse(&self.phone));
        let org_email = form.read("org_email", EmailAddress::parse(&self.org_email));
        let username = self.username.trim();
        if let Some(address) = &org_email
            && !username.is_empty()
            && EmailAddress::parse(username).ok().map(|sent_to| sent_to.folded()) != Some(address.folded())
        {
            form.note("username", "The OTP was sent to another email address");
        }
        let organisation = self.organisation(&mut form);
        let designation = WorkDetail::parse(&self.designation, WorkField::Occupation);
        let designation = form.read("designation", designation);
        let department = WorkDetail::parse(&self.department, WorkField::Department);
        let department = form.read("department", department);
        let password = match Password::parse(&self.password) {
            Ok(password) => Some(password),
            Err(faults) => {
                for fault in faults.list() {
                    form.note("password", fault.to_string());
                }
                None
            }
        };
        let otp = form.read("otp", OtpCode::parse(&self.otp, OtpFlow::SignUp));
        let registration = || {
            Some(Registration {
                fname: fname?,
                middle_name: middle_name?,
                sname: sname?,
                phone: phone?,
                org_email: org_email?,
                organisation: organisation?,
                designation: designation?,
                department: department?,
                password: password?,
                otp: otp?,
            })
        };
        form.finish(registration())
    }

    // A selected organisation takes precedence over a typed name, except for the organisation that
    // stands for unregistered ones: there, the typed name is the answer.
    fn organisation(&self, form: &mut Form) -> Option<ClaimedOrganisation> {
        let typed = self.tentative_organization.as_str();
        match self.org.map(OrganisationId) {
            Some(picked)
                if is_blank(typed) || picked != crate::organisations::DATA_REQUESTER_ORGANISATION =>
            {
                Some(ClaimedOrganisation::Picked(picked))
            }
            _ if is_blank(typed) => {
                form.note("org", "Organization is required");
                None
            }
            _ => form
                .read("tentative_organization", OrganisationName::parse(typed))
                .map(ClaimedOrganisation::Typed),
        }
    }
}

fn optional_name(text: &str) -> Result<Option<PersonName>, super::NameError> {
    if is_blank(text) {
        return Ok(None);
    }
    PersonName::parse(text, NameField::Middle).map(Some)
}

/// The fields of the profile form as typed.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawProfile {
    pub fname: String,
    /// An empty text removes the stored value; `None` keeps it.
    pub middle_name: Option<String>,
    pub sname: String,
    pub designation: String,
    pub department: String,
}

/// A valid profile. Without the organisation, which is read-only (1 §5.5).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct Profile {
    pub fname: PersonName,
    /// `None` keeps the stored value, and `Some(None)` removes it.
    pub middle_name: Option<Option<PersonName>>,
    pub sname: PersonName,
    pub designation: WorkDetail,
    pub department: WorkDetail,
}

impl RawProfile {
    /// Validates the form and reports all errors.
    pub fn check(&self) -> Result<Profile, FormFaults> {
        let mut form = Form::default();
        let fname = form.read("fname", PersonName::parse(&self.fname, NameField::First));
        let middle_name = self.middle_name.as_deref().map(optional_name);
        let middle_name = form.read("middle_name", middle_name.transpose());
        let sname = form.read("sname", PersonName::parse(&self.sname, NameField::Last));
        let designation = WorkDetail::parse(&self.designation, WorkField::Designation);
        let designation = form.read("designation", designation);
        let department = WorkDetail::parse(&self.department, WorkField::Department);
        let department = form.read("department", department);
        let profile = || {
            Some(Profile {
                fname: fname?,
                middle_name: middle_name?,
                sname: sname?,
                designation: designation?,
                department: department?,
            })
        };
        form.finish(profile())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::organisations::DATA_REQUESTER_ORGANISATION;

    fn complete() -> RawRegistration {
        let text = str::to_owned;
        RawRegistration {
            username: text("Ada@People.example"),
            fname: text("Ada"),
            middle_name: String::new(),
            sname: text("Okello"),
            phone: text("+256712345678"),
            org_email: text("ada@people.example"),
            org: Some(7),
            tentative_organization: String::new(),
            designation: text("Researcher"),
            department: text("Epidemiology"),
            password: text("Quiet-River-7!"),
            otp: text("012345"),
        }
    }

    fn faults(raw: &RawRegistration) -> Vec<(&'static str, String)> {
        let faults = raw.check().map(|_| ()).unwrap_err();
        faults
            .list()
            .iter()
            .map(|fault| (fault.field, fault.message.clone()))
            .collect()
    }

    #[test]
    fn complete_registration_is_accepted() {
        let read = complete().check().unwrap();
        assert_eq!(read.fname.as_str(), "Ada");
        assert_eq!(read.middle_name, None);
        assert_eq!(read.organisation, ClaimedOrganisation::Picked(OrganisationId(7)));
        assert!(!format!("{read:?}").contains("Quiet-River"));
    }

    #[test]
    fn empty_registration_reports_all_missing_fields_in_order() {
        let expected = [
            ("fname", "First Name is required"),
            ("sname", "Last Name is required"),
            ("phone", "Phone is required"),
            ("org_email", "Email is required"),
            ("org", "Organization is required"),
            ("designation", "Occupation is required"),
            ("department", "Department is required"),
            ("password", "Password is required"),
            ("otp", "The OTP code is required"),
        ]
        .map(|(field, message)| (field, message.to_owned()));
        assert_eq!(faults(&RawRegistration::default()), expected);
    }

    #[test]
    fn weak_password_reports_all_broken_rules() {
        let weak = RawRegistration {
            password: "abc".to_owned(),
            ..complete()
        };
        let messages: Vec<_> = faults(&weak).into_iter().map(|(_, message)| message).collect();
        assert_eq!(
            messages,
            [
                "Minimum 8 characters required",
                "Uppercase character required",
                "Number character required",
                "Special character required",
            ]
        );
    }

    #[test]
    fn code_must_have_been_sent_to_the_email_address() {
        let other = RawRegistration {
            username: "eve@people.example".to_owned(),
            ..complete()
        };
        assert_eq!(faults(&other)[0].0, "username");
    }

    #[test]
    fn typed_organisation_counts_if_none_was_selected() {
        let claimed = |org: Option<OrganisationId>, typed: &str| {
            RawRegistration {
                org: org.map(|id| id.0),
                tentative_organization: typed.to_owned(),
                ..complete()
            }
            .check()
            .unwrap()
            .organisation
        };
        let typed = |name: &str| ClaimedOrganisation::Typed(OrganisationName::parse(name).unwrap());
        let six = DATA_REQUESTER_ORGANISATION;
        assert_eq!(claimed(None, " Lake Clinic "), typed("Lake Clinic"));
        assert_eq!(claimed(Some(six), "Lake Clinic"), typed("Lake Clinic"));
        assert_eq!(claimed(Some(six), ""), ClaimedOrganisation::Picked(six));
        let seven = OrganisationId(7);
        assert_eq!(
            claimed(Some(seven), "Lake Clinic"),
            ClaimedOrganisation::Picked(seven)
        );
        let too_long = RawRegistration {
            org: None,
            tentative_organization: "x".repeat(201),
            ..complete()
        };
        assert_eq!(faults(&too_long)[0].0, "tentative_organization");
    }

    #[test]
    fn empty_profile_reports_names_and_work_details() {
        let empty = RawProfile::default().check().unwrap_err();
        let messages: Vec<_> = empty.list().iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "First Name is required",
                "Last Name is required",
                "Designation is required",
                "Department is required"
            ]
        );
        assert_eq!(empty.to_string(), "First Name is required");
    }
}
