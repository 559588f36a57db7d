//! The principal investigator, or the key contact person of the organisation.

use super::check::line;
use super::{Faults, RawSubmission, RequesterDetails};
use crate::accounts::{EmailAddress, PhoneNumber};

/// The principal investigator of a request (2 §3). The value comes from [`RawPrincipal::check`] or
/// from the database. After the erasure of the person, the fields are placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct Principal {
    pub fname: String,
    pub sname: String,
    pub email: String,
    pub phone: String,
    pub institution: String,
    pub occupation: String,
}

/// The unchecked fields of the principal (2 §3).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawPrincipal {
    pub principal_fname: Option<String>,
    pub principal_sname: Option<String>,
    pub principal_email: Option<String>,
    pub principal_phone: Option<String>,
    pub principal_institution: Option<String>,
    pub principal_occupation: Option<String>,
}

impl From<Principal> for RawPrincipal {
    fn from(principal: Principal) -> Self {
        Self {
            principal_fname: Some(principal.fname),
            principal_sname: Some(principal.sname),
            principal_email: Some(principal.email),
            principal_phone: Some(principal.phone),
            principal_institution: Some(principal.institution),
            principal_occupation: Some(principal.occupation),
        }
    }
}

impl From<RequesterDetails> for RawPrincipal {
    fn from(requester: RequesterDetails) -> Self {
        Self {
            principal_fname: Some(requester.fname),
            principal_sname: Some(requester.sname),
            principal_email: requester.org_email,
            principal_phone: requester.phone,
            principal_institution: Some(requester.institution),
            principal_occupation: Some(requester.designation),
        }
    }
}

/// The messages for missing fields.
struct Messages {
    fname: &'static str,
    sname: &'static str,
    email: &'static str,
    phone: &'static str,
    institution: &'static str,
    occupation: &'static str,
}

const OF_WIZARD: Messages = Messages {
    fname: "Please enter the Principal's Name.",
    sname: "Please enter the Principal's Surname.",
    email: "Please enter the Principal's Email.",
    phone: "Please enter the Principal's Phone.",
    institution: "Please enter the Principal's Institution.",
    occupation: "Please enter the Principal's Occupation.",
};

const OF_EDIT: Messages = Messages {
    fname: "First Name is required.",
    sname: "Surname is required.",
    email: "Email is required.",
    phone: "Phone is required.",
    institution: "Institution is required.",
    occupation: "Occupation is required.",
};

impl RawSubmission {
    /// Checks the principal (2 §4, §5). If the requester is the principal, the details are copied
    /// from the account.
    pub(super) fn check_principal(
        &self,
        requester: &RequesterDetails,
        faults: &mut Faults,
    ) -> Option<Principal> {
        if self.is_principal.unwrap_or(false) {
            RawPrincipal::from(requester.clone()).read(&OF_WIZARD, faults)
        } else {
            self.principal.read(&OF_WIZARD, faults)
        }
    }
}

impl RawPrincipal {
    /// Checks an edit of the section (2 §5, "Principal patch form").
    pub fn check(&self) -> Result<Principal, Faults> {
        let mut faults = Faults::default();
        let principal = self.read(&OF_EDIT, &mut faults);
        principal.filter(|_| faults.is_empty()).ok_or(faults)
    }

    pub(super) fn texts(&mut self) -> [(&'static str, &mut Option<String>); 6] {
        [
            ("principal_fname", &mut self.principal_fname),
            ("principal_sname", &mut self.principal_sname),
            ("principal_phone", &mut self.principal_phone),
            ("principal_email", &mut self.principal_email),
            ("principal_occupation", &mut self.principal_occupation),
            ("principal_institution", &mut self.principal_institution),
        ]
    }

    fn read(&self, messages: &Messages, faults: &mut Faults) -> Option<Principal> {
        let Self {
            principal_fname: fname,
            principal_sname: sname,
            principal_email: email,
            principal_phone: phone,
            principal_institution: institution,
            principal_occupation: occupation,
        } = self;
        let fname = line(faults, "principal_fname", fname.as_deref(), messages.fname);
        let sname = line(faults, "principal_sname", sname.as_deref(), messages.sname);
        let email = line(faults, "principal_email", email.as_deref(), messages.email).and_then(|text| {
            EmailAddress::parse(&text)
                .map_err(|_| faults.add("principal_email", "Enter a valid email."))
                .ok()
        });
        let phone = line(faults, "principal_phone", phone.as_deref(), messages.phone).and_then(|text| {
            PhoneNumber::parse_lenient(&text)
                .map_err(|_| faults.add("principal_phone", messages.phone))
                .ok()
        });
        let institution = line(
            faults,
            "principal_institution",
            institution.as_deref(),
            messages.institution,
        );
        let occupation = line(
            faults,
            "principal_occupation",
            occupation.as_deref(),
            messages.occupation,
        );
        Some(Principal {
            fname: fname?,
            sname: sname?,
            email: email?.as_str().to_owned(),
            phone: phone?.as_str().to_owned(),
            institution: institution?,
            occupation: occupation?,
        })
    }
}
