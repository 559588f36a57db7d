//! The principal investigator, or the organisation's key contact person.

use super::check::line;
use super::{Faults, RawSubmission, RequesterDetails};
use crate::accounts::{EmailAddress, PhoneNumber};

/// The principal investigator of a request (2 §3); made by [`RawPrincipal::check`], or read as it was stored: of an erased person,
/// the fields say so.
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

/// The principal as it was typed. The fields are those of the specification (2 §3).
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

/// What is said of each field that is missing.
struct Words {
    fname: &'static str,
    sname: &'static str,
    email: &'static str,
    phone: &'static str,
    institution: &'static str,
    occupation: &'static str,
}

const OF_WIZARD: Words = Words {
    fname: "Please enter the Principal's Name.",
    sname: "Please enter the Principal's Surname.",
    email: "Please enter the Principal's Email.",
    phone: "Please enter the Principal's Phone.",
    institution: "Please enter the Principal's Institution.",
    occupation: "Please enter the Principal's Occupation.",
};

const OF_EDIT: Words = Words {
    fname: "First Name is required.",
    sname: "Surname is required.",
    email: "Email is required.",
    phone: "Phone is required.",
    institution: "Institution is required.",
    occupation: "Occupation is required.",
};

impl RawSubmission {
    /// The principal: the requester, whose account is copied, or the one that was typed (2 §4, §5).
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
    /// Checks the section as its form does (2 §5, "Principal patch form").
    pub fn check(&self) -> Result<Principal, Faults> {
        let mut faults = Faults::default();
        let principal = self.read(&OF_EDIT, &mut faults);
        principal.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// The texts with the names of their fields.
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

    fn read(&self, words: &Words, faults: &mut Faults) -> Option<Principal> {
        let text = |faults: &mut Faults, field: &str, typed: &Option<String>, missing| {
            line(faults, field, typed.as_deref(), missing)
        };
        let fname = text(faults, "principal_fname", &self.principal_fname, words.fname);
        let sname = text(faults, "principal_sname", &self.principal_sname, words.sname);
        let email = text(faults, "principal_email", &self.principal_email, words.email).and_then(|text| {
            EmailAddress::parse(&text)
                .map_err(|_| faults.add("principal_email", "Enter a valid email."))
                .ok()
        });
        let phone = text(faults, "principal_phone", &self.principal_phone, words.phone).and_then(|text| {
            PhoneNumber::parse_kept(&text)
                .map_err(|_| faults.add("principal_phone", words.phone))
                .ok()
        });
        let institution = text(
            faults,
            "principal_institution",
            &self.principal_institution,
            words.institution,
        );
        let occupation = text(
            faults,
            "principal_occupation",
            &self.principal_occupation,
            words.occupation,
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
