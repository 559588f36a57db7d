//! Evidence as a file of its own: JSON in which entry and version are strings, so that the bytes
//! that were hashed survive.

use aditus_application::ports::{EncodingError, EnrolmentEvidence, Evidence, SaltedValue};
use aditus_domain::requests::content::Commitment;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::commitments::commitment;
use crate::malformed;
use crate::object::Object;

const FORMAT: &str = "aditus.evidence/1";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    entry: String,
    content: Option<String>,
    values: Vec<Object<Salted>>,
    proof: String,
    verifier_key: String,
    /// Left out unless a passkey confirmed the decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enrolment: Option<Object<Enrolment>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Enrolment {
    entry: String,
    proof: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Salted {
    commitment: String,
    salt: String,
    value: String,
}

#[derive(Debug, Error)]
#[error("the format {0:?} is not known here")]
struct UnknownFormat(String);

pub(crate) fn is_canonical(text: &str) -> bool {
    let parsed: Result<Value, _> = serde_json::from_str(text);
    parsed.is_ok_and(|value| {
        serde_json_canonicalizer::to_string(&value).is_ok_and(|canonical| canonical == text)
    })
}

/// Checks that the text contains the commitment of this value, and that salt and value match it.
pub(crate) fn check(canonical: &str, value: &SaltedValue) -> Result<(), EncodingError> {
    // Canonical JSON has exactly one form for a string of hexadecimal digits.
    let stands_in = canonical.contains(&format!("\"{}\"", hex::encode(value.commitment.0)));
    if stands_in && commitment(&value.salt, &value.value) == value.commitment {
        Ok(())
    } else {
        Err(EncodingError::Altered)
    }
}

pub(crate) fn write(evidence: &Evidence) -> Result<Vec<u8>, EncodingError> {
    let values = evidence.values.iter().map(|value| {
        Object(Salted {
            commitment: hex::encode(value.commitment.0),
            salt: hex::encode(value.salt),
            value: value.value.clone(),
        })
    });
    let file = File {
        format: FORMAT.to_owned(),
        entry: evidence.entry.clone(),
        content: evidence.content.clone(),
        values: values.collect(),
        proof: evidence.proof.clone(),
        verifier_key: evidence.verifier_key.clone(),
        enrolment: evidence.enrolment.as_ref().map(|enrolment| {
            Object(Enrolment {
                entry: enrolment.entry.clone(),
                proof: enrolment.proof.clone(),
            })
        }),
    };
    let mut bytes = serde_json::to_vec_pretty(&file).map_err(malformed)?;
    bytes.push(b'\n');
    Ok(bytes)
}

pub(crate) fn read(bytes: &[u8]) -> Result<Evidence, EncodingError> {
    let Object::<File>(file) = serde_json::from_slice(bytes).map_err(malformed)?;
    if file.format != FORMAT {
        return Err(malformed(UnknownFormat(file.format)));
    }
    let values = file.values.into_iter().map(|Object(value)| {
        let (mut commitment, mut salt) = ([0; 32], [0; 16]);
        hex::decode_to_slice(value.commitment, &mut commitment).map_err(malformed)?;
        hex::decode_to_slice(value.salt, &mut salt).map_err(malformed)?;
        Ok(SaltedValue {
            commitment: Commitment(commitment),
            salt,
            value: value.value,
        })
    });
    Ok(Evidence {
        entry: file.entry,
        content: file.content,
        values: values.collect::<Result<_, EncodingError>>()?,
        proof: file.proof,
        verifier_key: file.verifier_key,
        enrolment: file
            .enrolment
            .map(|Object(Enrolment { entry, proof })| EnrolmentEvidence { entry, proof }),
    })
}
