//! The reason and the params of an error response.

use aditus_application::Reason;
use aditus_application::failure::Param;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, RefBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

/// A value that the message of an error mentions.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ParamBody {
    /// A count, a size or a number of seconds.
    Number(u64),
    /// A name.
    Text(String),
    /// A point in time (RFC 3339).
    Time(DateTime<Utc>),
}

impl From<Param> for ParamBody {
    fn from(value: Param) -> Self {
        match value {
            Param::Number(number) => Self::Number(number),
            Param::Text(text) => Self::Text(text),
            Param::Time(time) => Self::Time(time),
        }
    }
}

/// The name of the schema of reasons, which the OpenAPI document adds to its components.
const REASON: &str = "Reason";

/// Returns the name and the schema of all reasons, with the description of each.
pub(crate) fn schema() -> (String, RefOr<Schema>) {
    let mut description =
        "The reason of an error, by which a client decides. New reasons may appear at any time.\n".to_owned();
    for reason in Reason::ALL {
        description.push_str("\n- `");
        description.push_str(reason.name());
        description.push_str("`: ");
        description.push_str(reason.description());
    }
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Reason::ALL.iter().map(|reason| reason.name())))
        .description(Some(description));
    (REASON.to_owned(), schema.into())
}

/// Returns the schema of the field `reason`.
pub(super) fn reason_schema() -> RefOr<Schema> {
    RefBuilder::new().ref_location_from_schema_name(REASON).into()
}

/// Returns the schema of the field `params`.
pub(super) fn params_schema() -> RefOr<Schema> {
    let value = OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::Integer))
        .item(ObjectBuilder::new().schema_type(Type::String))
        .build();
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .description(Some(
            "The values that the message mentions, for clients that word it themselves: numbers, names, and times as RFC 3339 texts. \
             `retry_after` is the number of seconds of the header `Retry-After`.",
        ))
        .additional_properties(Some(Schema::OneOf(value)))
        .into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs::{read_dir, read_to_string};
    use std::path::Path;

    use super::*;

    /// Adds the words that follow `reason: ` or `Reason::` in the sources of this folder.
    fn collect(folder: &Path, named: &mut BTreeSet<String>) {
        for entry in read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, named);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = read_to_string(&path).unwrap();
            for before in ["reason: ", "Reason::"] {
                let words = source.split(before).skip(1).map(|rest| {
                    rest.split(|letter: char| !letter.is_alphanumeric())
                        .next()
                        .unwrap_or_default()
                        .to_owned()
                });
                named.extend(words);
            }
        }
    }

    #[test]
    fn each_reason_is_given_by_a_use_case_or_by_this_adapter() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut named = BTreeSet::new();
        collect(&here.join("src"), &mut named);
        collect(&here.join("../../application/src"), &mut named);
        let unused: Vec<&Reason> = Reason::ALL
            .iter()
            .filter(|reason| !named.contains(&format!("{reason:?}")))
            .collect();
        assert!(unused.is_empty(), "no error has these reasons: {unused:?}");
    }

    #[test]
    fn params_are_numbers_and_texts() {
        let time = DateTime::from_timestamp(1_772_452_800, 0).unwrap();
        let values = [Param::from(3_u8), Param::from("Admin"), Param::from(time)].map(ParamBody::from);
        assert_eq!(
            serde_json::to_value(values).unwrap(),
            serde_json::json!([3, "Admin", "2026-03-02T12:00:00Z"])
        );
    }
}
