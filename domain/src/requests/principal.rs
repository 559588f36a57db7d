//! The principal investigator, or the organisation's key contact person.

use super::check::line;
use super::{Faults, RawSubmission, RequesterDetails};
use crate::accounts::{EmailAddress, PhoneNumber};

/// The principal investigator of a request (2 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    fname: String,
    sname: String,
    email: EmailAddress,
    phone: PhoneNumber,
    institution: String,
    occupation: String,
}

impl Principal {
    /// First name.
    pub fn fname(&self) -> &str {
        &self.fname
    }

    /// Surname.
    pub fn sname(&self) -> &str {
        &self.sname
    }

    /// E-mail address.
    pub fn email(&self) -> &EmailAddress {
        &self.email
    }

    /// Phone number.
    pub fn phone(&self) -> &PhoneNumber {
        &self.phone
    }

    /// Institution.
    pub fn institution(&self) -> &str {
        &self.institution
    }

    /// Occupation.
    pub fn occupation(&self) -> &str {
        &self.occupation
    }
}

/// The principal as it was typed when the section is edited. The fields are those of the specification (2 §3).
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

impl RawPrincipal {
    /// Checks the section as its form does (2 §5, "Principal patch form").
    pub fn check(&self) -> Result<Principal, Faults> {
        let mut faults = Faults::default();
        let fields = Fields {
            fname: self.principal_fname.as_deref(),
            sname: self.principal_sname.as_deref(),
            email: self.principal_email.as_deref(),
            phone: self.principal_phone.as_deref(),
            institution: self.principal_institution.as_deref(),
            occupation: self.principal_occupation.as_deref(),
        };
        let principal = fields.check(&OF_EDIT, &mut faults);
        principal.filter(|_| faults.is_empty()).ok_or(faults)
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

/// The six fields, from the wizard, from the requester's account or from an edit.
struct Fields<'a> {
    fname: Option<&'a str>,
    sname: Option<&'a str>,
    email: Option<&'a str>,
    phone: Option<&'a str>,
    institution: Option<&'a str>,
    occupation: Option<&'a str>,
}

impl RawSubmission {
    /// The principal: the requester, whose account is copied, or the one that was typed (2 §4, §5).
    pub(super) fn check_principal(
        &self,
        requester: &RequesterDetails,
        faults: &mut Faults,
    ) -> Option<Principal> {
        let fields = if self.is_principal.unwrap_or(false) {
            Fields {
                fname: Some(&requester.fname),
                sname: Some(&requester.sname),
                email: requester.org_email.as_deref(),
                phone: requester.phone.as_deref(),
                institution: Some(&requester.institution),
                occupation: Some(&requester.designation),
            }
        } else {
            Fields {
                fname: self.principal_fname.as_deref(),
                sname: self.principal_sname.as_deref(),
                email: self.principal_email.as_deref(),
                phone: self.principal_phone.as_deref(),
                institution: self.principal_institution.as_deref(),
                occupation: self.principal_occupation.as_deref(),
            }
        };
        fields.check(&OF_WIZARD, faults)
    }
}

impl Fields<'_> {
    fn check(&self, words: &Words, faults: &mut Faults) -> Option<Principal> {
        let fname = line(faults, "principal_fname", self.fname, words.fname);
        let sname = line(faults, "principal_sname", self.sname, words.sname);
        let email = line(faults, "principal_email", self.email, words.email).and_then(|text| {
            EmailAddress::parse(&text)
                .map_err(|_| faults.add("principal_email", "Enter a valid email."))
                .ok()
        });
        let phone = line(faults, "principal_phone", self.phone, words.phone).and_then(|text| {
            PhoneNumber::parse_kept(&text)
                .map_err(|_| faults.add("principal_phone", words.phone))
                .ok()
        });
        let institution = line(
            faults,
            "principal_institution",
            self.institution,
            words.institution,
        );
        let occupation = line(faults, "principal_occupation", self.occupation, words.occupation);
        Some(Principal {
            fname: fname?,
            sname: sname?,
            email: email?,
            phone: phone?,
            institution: institution?,
            occupation: occupation?,
        })
    }
}
