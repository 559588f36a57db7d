//! Audit entries as canonical JSON.

use std::collections::BTreeMap;

use aditus_application::ports::{EncodedEntry, EncodingError, Entropy, SaltedValue};
use aditus_domain::audit::stored::RowDigests;
use aditus_domain::audit::{Actor, Entry, Field};
use chrono::SecondsFormat;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::commitments::commitment;
use crate::malformed;

/// Number of the schema. Entries are never rewritten, so readers have to support every earlier
/// schema.
const SCHEMA: u8 = 1;

/// An entry in its written form. The fields are declared in the order of RFC 8785.
#[derive(Serialize)]
struct Document {
    act: Members,
    at: String,
    by: Members,
    kind: &'static str,
    nonce: String,
    schema: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stored: Vec<StoredForm>,
}

/// The stored state of a row after the act: the digest of each part. It has no parts if the row was
/// deleted.
#[derive(Serialize)]
struct StoredForm {
    id: i64,
    parts: BTreeMap<&'static str, String>,
    record: &'static str,
}

impl StoredForm {
    fn new(state: &RowDigests) -> Result<Self, EncodingError> {
        let parts = state.parts.iter();
        Ok(Self {
            id: crate::write::number(state.subject.id)?,
            parts: parts
                .map(|(part, digest)| (part.name(), hex::encode(digest.0)))
                .collect(),
            record: state.subject.kind.name(),
        })
    }
}

/// Members of an object, sorted by name.
struct Members(Vec<(&'static str, Value)>);

impl Members {
    fn sorted(mut members: Vec<(&'static str, Value)>) -> Self {
        members.sort_unstable_by_key(|(name, _)| *name);
        Self(members)
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

pub(crate) fn encode(entry: &Entry, entropy: &dyn Entropy) -> Result<EncodedEntry, EncodingError> {
    let mut values = Vec::new();
    let act = entry
        .act
        .fields()
        .into_iter()
        .map(|(name, field)| Ok((name, value(&field, entropy, &mut values)?)))
        .collect::<Result<_, EncodingError>>()?;
    let document = Document {
        act: Members::sorted(act),
        at: entry.at.to_rfc3339_opts(SecondsFormat::Micros, true),
        by: actor_members(entry.by)?,
        kind: entry.act.kind().name(),
        nonce: entropy.hex::<16>(),
        schema: SCHEMA,
        stored: entry
            .stored
            .iter()
            .map(StoredForm::new)
            .collect::<Result<_, _>>()?,
    };
    Ok(EncodedEntry {
        canonical: canonical(&document)?,
        values,
    })
}

/// Serialises a document as canonical JSON.
///
/// The names of its fields have to be ASCII and sorted, and its values strings and whole numbers.
/// For such a document the output of `serde_json` is that of RFC 8785 (no blanks, shortest
/// escapes), in a fraction of the time that the general canonicaliser takes. Each act writes an
/// entry inside its transaction.
fn canonical(document: &impl Serialize) -> Result<String, EncodingError> {
    serde_json::to_string(document).map_err(malformed)
}

fn actor_members(by: Actor) -> Result<Members, EncodingError> {
    let mut members = vec![("who", by.name().into())];
    if let Actor::Person { user, role, session } = by {
        let ids = [
            ("user", Some(user.0)),
            ("role", role.map(|role| role.0)),
            ("session", session.map(|session| session.0)),
        ];
        for (name, id) in ids {
            if let Some(id) = id {
                members.push((name, crate::write::number(id)?.into()));
            }
        }
    }
    Ok(Members::sorted(members))
}

/// Returns the canonical JSON of fields to hash. Returns an error if one of them is personal.
pub(crate) fn fields(fields: &[(&'static str, Field)]) -> Result<String, EncodingError> {
    let members = fields
        .iter()
        .map(|(name, field)| Ok((*name, plain(field)?)))
        .collect::<Result<_, EncodingError>>()?;
    canonical(&Members::sorted(members))
}

/// Returns the JSON of a field without personal texts.
fn plain(field: &Field) -> Result<Value, EncodingError> {
    Ok(match field {
        Field::Number(number) => crate::write::number(*number)?.into(),
        Field::Flag(flag) => (*flag).into(),
        Field::Word(word) => (*word).into(),
        Field::Day(day) => day.to_string().into(),
        Field::Time(time) => time.to_rfc3339_opts(SecondsFormat::Micros, true).into(),
        Field::Digest(digest) => hex::encode(digest.0).into(),
        Field::Bytes(bytes) => crate::passkeys::text_of(bytes).into(),
        Field::Personal(_) => return Err(EncodingError::Personal),
        Field::List(fields) => fields.iter().map(plain).collect::<Result<Vec<_>, _>>()?.into(),
    })
}

/// Returns the JSON of a field, with commitments in place of personal texts. Adds these texts and
/// their salts to `values`.
fn value(
    field: &Field,
    entropy: &dyn Entropy,
    values: &mut Vec<SaltedValue>,
) -> Result<Value, EncodingError> {
    Ok(match field {
        Field::Personal(personal) => {
            let mut salt = [0; 16];
            entropy.fill(&mut salt);
            let salted = SaltedValue {
                commitment: commitment(&salt, personal.as_str()),
                salt,
                value: personal.as_str().to_owned(),
            };
            let written = hex::encode(salted.commitment.0).into();
            values.push(salted);
            written
        }
        Field::List(fields) => fields
            .iter()
            .map(|field| value(field, entropy, values))
            .collect::<Result<Vec<_>, _>>()?
            .into(),
        field => plain(field)?,
    })
}
