//! The program's own keys: the table `[extension]`, deserialised into the program's own type.

use config::{ConfigError, Value};
use serde::de::DeserializeOwned;

use super::keys::variable_of;

pub(super) const TABLE: &str = "extension";

/// The error for each of its keys in a program that reads none.
pub(super) const UNREAD_ERROR: &str =
    "is for programs with their own adapters, and this one has none that read [extension]";

/// Returns true if a key of the file is one of the program's own.
pub(super) fn contains(name: &str) -> bool {
    name == TABLE || name.strip_prefix(TABLE).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns the key that a variable overrides: one directly in the table, in lower case.
pub(super) fn key_of(variable: &str) -> Option<String> {
    let name = variable.strip_prefix(&format!("{}_", variable_of(TABLE)))?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| format!("{TABLE}.{}", name.to_lowercase()))
}

/// Deserialises the table. Unknown keys are errors, as they are everywhere else.
pub(super) fn read<T: DeserializeOwned>(table: Value) -> Result<T, Vec<String>> {
    let mut unknown = Vec::new();
    let read = serde_ignored::deserialize(table, |path| {
        // `serde_ignored` writes `?` for an optional value or a newtype; it is no part of the name.
        let path = path.to_string();
        let segments: Vec<&str> = path.split('.').filter(|segment| *segment != "?").collect();
        unknown.push(format!("{TABLE}.{}", segments.join(".")));
    });
    let mut problems: Vec<String> = unknown
        .into_iter()
        .map(|name| format!("there is no key {name:?}"))
        .collect();
    problems.sort();
    match read {
        Ok(keys) if problems.is_empty() => return Ok(keys),
        Ok(_) => {}
        Err(error) => problems.push(describe(&error, "")),
    }
    Err(problems)
}

/// Describes the error of a key. A value of the wrong type is not repeated: it may be a secret.
fn describe(error: &ConfigError, within: &str) -> String {
    let about = |key: Option<&str>, what: &str| {
        let path = [within, key.unwrap_or_default()].concat();
        if path.is_empty() {
            format!("the table [{TABLE}] {what}")
        } else if path.contains('.') {
            format!("{TABLE}.{path} {what}")
        } else {
            // Only keys directly in the table have a variable.
            let name = format!("{TABLE}.{path}");
            format!("{}: {name} {what}", variable_of(&name))
        }
    };
    match error {
        ConfigError::NotFound(key) => about(Some(key), "must be set"),
        ConfigError::Type { expected, key, .. } => about(key.as_deref(), &format!("must be {expected}")),
        ConfigError::At { error, key, .. } => describe(error, key.as_deref().unwrap_or(within)),
        // A message of serde, which repeats the value and then names the expected type.
        ConfigError::Message(text) => match text.split_once(", expected ") {
            Some((_, expected)) => about(None, &format!("must be {expected}")),
            None => about(None, &format!("cannot be used: {text}")),
        },
        other => about(None, &format!("cannot be used: {other}")),
    }
}
