//! Entries of the record as canonical JSON.

use aditus_application::ports::{EncodedEntry, EncodingError, Entropy, SaltedValue};
use aditus_domain::audit::{By, Entry, Field};
use chrono::SecondsFormat;
use serde_json::{Map, Value, json};

use crate::commitments::commitment;
use crate::form;

/// The number of the schema. Entries are never written anew: what reads them reads every schema that there was.
const SCHEMA: u8 = 1;

pub(crate) fn encode(entry: &Entry, entropy: &dyn Entropy) -> Result<EncodedEntry, EncodingError> {
    let mut values = Vec::new();
    let act: Map<String, Value> = entry
        .act
        .fields()
        .into_iter()
        .map(|(name, field)| Ok((name.to_owned(), value(&field, entropy, &mut values)?)))
        .collect::<Result<_, EncodingError>>()?;
    let document = json!({
        "schema": SCHEMA,
        "kind": entry.act.kind().name(),
        "at": entry.at.to_rfc3339_opts(SecondsFormat::Micros, true),
        "by": by(entry.by)?,
        "act": act,
        "nonce": entropy.hex::<16>(),
    });
    Ok(EncodedEntry {
        canonical: serde_json_canonicalizer::to_string(&document).map_err(form)?,
        values,
    })
}

fn by(by: By) -> Result<Value, EncodingError> {
    let mut written = Map::from_iter([("who".to_owned(), by.name().into())]);
    if let By::Person { user, role, session } = by {
        let ids = [
            ("user", Some(user.0)),
            ("role", role.map(|role| role.0)),
            ("session", session.map(|session| session.0)),
        ];
        for (name, id) in ids {
            if let Some(id) = id {
                written.insert(name.to_owned(), crate::write::number(id)?.into());
            }
        }
    }
    Ok(written.into())
}

/// Fields as they are hashed where nothing of them is personal.
pub(crate) fn fields(fields: &[(&'static str, Field)]) -> Result<String, EncodingError> {
    let document: Map<String, Value> = fields
        .iter()
        .map(|(name, field)| Ok(((*name).to_owned(), plain(field)?)))
        .collect::<Result<_, EncodingError>>()?;
    serde_json_canonicalizer::to_string(&document).map_err(form)
}

fn plain(field: &Field) -> Result<Value, EncodingError> {
    Ok(match field {
        Field::Number(number) => crate::write::number(*number)?.into(),
        Field::Flag(flag) => (*flag).into(),
        Field::Word(word) => (*word).into(),
        Field::Day(day) => day.to_string().into(),
        Field::Time(time) => time.to_rfc3339_opts(SecondsFormat::Micros, true).into(),
        Field::Digest(digest) => hex::encode(digest.0).into(),
        Field::Personal(_) => return Err(EncodingError::Personal),
        Field::List(fields) => fields.iter().map(plain).collect::<Result<Vec<_>, _>>()?.into(),
    })
}

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
