//! Commitments to personal values: the SHA-256 of 16 random bytes and the value.

use std::collections::{BTreeSet, HashMap};

use aditus_application::ports::{EncodingError, Entropy, SaltedValue};
use aditus_domain::ids::{DeviceId, StaffId};
use aditus_domain::requests::content::{Commitment, Personal, Subject};
use sha2::{Digest as _, Sha256};

use crate::malformed;
use crate::schema::Document;

/// Position of a personal value in a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ValueLocation {
    Principal(&'static str),
    Device(i64, &'static str),
    Staff(i64, &'static str),
}

impl ValueLocation {
    fn subject(self) -> Subject {
        match self {
            Self::Principal(_) => Subject::Principal,
            Self::Device(id, _) => Subject::Device(DeviceId(id)),
            Self::Staff(id, _) => Subject::Staff(StaffId(id)),
        }
    }
}

/// Returns the commitments of a version to the values of these subjects.
pub(crate) fn for_subjects(
    document: &Document,
    subjects: &BTreeSet<Subject>,
) -> Result<Vec<Commitment>, EncodingError> {
    locations(document)
        .into_iter()
        .filter(|(location, _)| subjects.contains(&location.subject()))
        .map(|(_, digits)| {
            let mut bytes = [0; 32];
            hex::decode_to_slice(digits, &mut bytes).map_err(malformed)?;
            Ok(Commitment(bytes))
        })
        .collect()
}

pub(crate) fn commitment(salt: &[u8; 16], value: &str) -> Commitment {
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(value.as_bytes());
    Commitment(hash.finalize().into())
}

/// The salts of a new version. A value that is unchanged since the earlier version keeps its salt
/// and commitment; any other value gets a new salt.
pub(crate) struct Salts<'a> {
    entropy: &'a dyn Entropy,
    earlier: HashMap<ValueLocation, &'a SaltedValue>,
    written: BTreeSet<Commitment>,
    used: Vec<SaltedValue>,
}

impl<'a> Salts<'a> {
    pub fn new(
        entropy: &'a dyn Entropy,
        earlier: Option<&Document>,
        values: Option<&'a [SaltedValue]>,
    ) -> Self {
        let by_commitment: HashMap<String, &SaltedValue> = values
            .unwrap_or_default()
            .iter()
            .map(|value| (hex::encode(value.commitment.0), value))
            .collect();
        let locations = earlier.map(locations).unwrap_or_default();
        let earlier = locations
            .into_iter()
            .filter_map(|(location, digits)| Some((location, *by_commitment.get(digits)?)));
        Self {
            entropy,
            earlier: earlier.collect(),
            written: BTreeSet::new(),
            used: Vec::new(),
        }
    }

    /// Returns the commitment to write for this value, in hexadecimal digits.
    pub fn commit(&mut self, location: ValueLocation, value: &Personal) -> String {
        let commitment = match value {
            Personal::Erased(commitment) => *commitment,
            Personal::Known(value) => self.salted(location, value),
        };
        hex::encode(commitment.0)
    }

    fn salted(&mut self, location: ValueLocation, value: &str) -> Commitment {
        let kept = self.earlier.get(&location).filter(|kept| kept.value == value);
        let salted = if let Some(kept) = kept {
            (*kept).clone()
        } else {
            let mut salt = [0; 16];
            self.entropy.fill(&mut salt);
            SaltedValue {
                commitment: commitment(&salt, value),
                salt,
                value: value.to_owned(),
            }
        };
        let made = salted.commitment;
        if self.written.insert(made) {
            self.used.push(salted);
        }
        made
    }

    /// Returns each committed value once, with its salt.
    pub fn used(self) -> Vec<SaltedValue> {
        self.used
    }
}

fn locations(document: &Document) -> Vec<(ValueLocation, &str)> {
    let principal = &document.principal;
    let mut locations: Vec<(ValueLocation, &str)> = vec![
        (ValueLocation::Principal("fname"), &principal.fname),
        (ValueLocation::Principal("sname"), &principal.sname),
        (ValueLocation::Principal("email"), &principal.email),
        (ValueLocation::Principal("phone"), &principal.phone),
    ];
    for device in &document.list_of_devices {
        locations.push((
            ValueLocation::Device(device.device_id, "used_by"),
            &device.used_by,
        ));
    }
    for member in &document.list_of_staff {
        let at = |field| ValueLocation::Staff(member.staff_shared_id, field);
        locations.extend([
            (at("first_name"), member.first_name.as_str()),
            (at("surname"), &member.surname),
            (at("phone"), &member.phone),
            (at("email"), &member.email),
            (at("identification_number"), &member.identification_number),
        ]);
    }
    locations
}

/// The values stored beside a version, each verified against its commitment.
pub(crate) struct VerifiedValues<'a>(HashMap<Commitment, &'a str>);

impl<'a> VerifiedValues<'a> {
    pub fn verify(values: &'a [SaltedValue]) -> Result<Self, EncodingError> {
        let checked = values.iter().map(|kept| {
            if commitment(&kept.salt, &kept.value) == kept.commitment {
                Ok((kept.commitment, kept.value.as_str()))
            } else {
                Err(EncodingError::Altered)
            }
        });
        checked.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the value, or only its commitment if the value was erased.
    pub fn value(&self, commitment: Commitment) -> Personal {
        match self.0.get(&commitment) {
            Some(value) => Personal::Known((*value).to_owned()),
            None => Personal::Erased(commitment),
        }
    }
}
