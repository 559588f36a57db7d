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

/// The six fields, from the wizard or from the requester's account.
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
        fields.check(faults)
    }
}

impl Fields<'_> {
    fn check(&self, faults: &mut Faults) -> Option<Principal> {
        let fname = line(
            faults,
            "principal_fname",
            self.fname,
            "Please enter the Principal's Name.",
        );
        let sname = line(
            faults,
            "principal_sname",
            self.sname,
            "Please enter the Principal's Surname.",
        );
        let email = line(
            faults,
            "principal_email",
            self.email,
            "Please enter the Principal's Email.",
        )
        .and_then(|text| {
            EmailAddress::parse(&text)
                .map_err(|_| faults.add("principal_email", "Enter a valid email."))
                .ok()
        });
        let phone_missing = "Please enter the Principal's Phone.";
        let phone = line(faults, "principal_phone", self.phone, phone_missing).and_then(|text| {
            PhoneNumber::parse_kept(&text)
                .map_err(|_| faults.add("principal_phone", phone_missing))
                .ok()
        });
        let institution = line(
            faults,
            "principal_institution",
            self.institution,
            "Please enter the Principal's Institution.",
        );
        let occupation = line(
            faults,
            "principal_occupation",
            self.occupation,
            "Please enter the Principal's Occupation.",
        );
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
