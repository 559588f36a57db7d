//! Erasure of the personal data of one person in a content.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::{Content, Personal};
use crate::accounts::erasure::{ERASED_FIRST_NAME, ERASED_PERSON, ERASED_SURNAME, Identity};
use crate::ids::{DeviceId, StaffId};

/// A part of a content that names a person. All its personal values are erased together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The principal.
    Principal,
    /// The user of a device.
    Device(DeviceId),
    /// A staff member.
    Staff(StaffId),
}

impl Content {
    /// Adds the name and the contacts of the principal to `person`, if the principal is the
    /// requester.
    pub fn add_requester_to(&self, person: &mut Identity) {
        let principal = &self.principal;
        if !principal.is_requester {
            return;
        }
        if let (Some(fname), Some(sname)) = (principal.fname.known(), principal.sname.known()) {
            person.add_name(fname, sname);
        }
        for contact in [&principal.email, &principal.phone] {
            if let Some(contact) = contact.known() {
                person.add_contact(contact);
            }
        }
    }

    /// Returns all subjects of the content.
    pub fn subjects(&self) -> BTreeSet<Subject> {
        let devices = self.devices.iter().map(|device| Subject::Device(device.id));
        let staff = self.staff.iter().map(|member| Subject::Staff(member.id));
        std::iter::once(Subject::Principal)
            .chain(devices)
            .chain(staff)
            .collect()
    }

    /// Returns the staff members among `subjects` with the upload times of their identity
    /// documents.
    pub fn identifications_of(&self, subjects: &BTreeSet<Subject>) -> BTreeSet<(StaffId, DateTime<Utc>)> {
        self.staff
            .iter()
            .filter(|member| subjects.contains(&Subject::Staff(member.id)))
            .filter_map(|member| {
                let file = member.identification_file.as_ref()?;
                Some((member.id, file.uploaded_on))
            })
            .collect()
    }

    /// Returns the subjects that are `person`, the requester of this content.
    pub fn subjects_matching(&self, person: &Identity) -> BTreeSet<Subject> {
        let known = |value: &Personal| value.known().unwrap_or_default().to_owned();
        let is = |fname, sname, email, phone| {
            person.matches((&known(fname), &known(sname)), &known(email), &known(phone))
        };
        let principal = &self.principal;
        let is_principal = principal.is_requester
            || is(
                &principal.fname,
                &principal.sname,
                &principal.email,
                &principal.phone,
            );
        let devices = self
            .devices
            .iter()
            .filter(|device| person.has_name(&known(&device.used_by)))
            .map(|device| Subject::Device(device.id));
        let staff = self
            .staff
            .iter()
            .filter(|member| is(&member.first_name, &member.surname, &member.email, &member.phone))
            .map(|member| Subject::Staff(member.id));
        is_principal
            .then_some(Subject::Principal)
            .into_iter()
            .chain(devices)
            .chain(staff)
            .collect()
    }

    /// Copies the erased values of an earlier version to the fields that have the placeholder of an
    /// erasure. An erasure therefore does not appear as a change of the request.
    #[must_use]
    pub fn with_erasures_of(mut self, earlier: &Self) -> Self {
        let (own, known) = (&mut self.principal, &earlier.principal);
        own.fname.keep_erased(&known.fname, ERASED_FIRST_NAME);
        own.sname.keep_erased(&known.sname, ERASED_SURNAME);
        own.email.keep_erased(&known.email, "");
        own.phone.keep_erased(&known.phone, "");
        for (device, known) in super::items::pairs(&mut self.devices, &earlier.devices) {
            device.used_by.keep_erased(&known.used_by, ERASED_PERSON);
        }
        for (member, known) in super::items::pairs(&mut self.staff, &earlier.staff) {
            member
                .first_name
                .keep_erased(&known.first_name, ERASED_FIRST_NAME);
            member.surname.keep_erased(&known.surname, ERASED_SURNAME);
            member.email.keep_erased(&known.email, "");
            member.phone.keep_erased(&known.phone, "");
            member
                .identification_number
                .keep_erased(&known.identification_number, "");
        }
        self
    }
}

impl Personal {
    /// Returns the value, unless it was erased.
    pub fn known(&self) -> Option<&str> {
        match self {
            Self::Known(value) => Some(value),
            Self::Erased(_) => None,
        }
    }

    fn keep_erased(&mut self, earlier: &Self, placeholder: &str) {
        if matches!(earlier, Self::Erased(_)) && self.known() == Some(placeholder) {
            *self = earlier.clone();
        }
    }
}
