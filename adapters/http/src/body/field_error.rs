//! Describes errors of a body in words, with their location and without the values that were sent.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

use super::json::{Json, Step};

/// Maximum length of a field name that an error repeats.
const MAX_NAME_LENGTH: usize = 60;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The path of the field, such as `list_of_staff[0].phone`; empty for the body itself.
    pub(super) field: String,
    /// The human-readable message.
    pub(super) message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorKind {
    Missing,
    Unknown,
    Duplicate,
    /// The value has another type than the expected one; `None` if the expected type is unknown.
    Invalid(Option<&'static str>),
    /// The value is not one of these.
    NoneOf(&'static [&'static str]),
}

/// The first error that serde met, with its path from the inside to the outside.
#[derive(Debug)]
pub(super) struct FieldError {
    pub(super) reversed_path: Vec<Step>,
    kind: ErrorKind,
}

impl FieldError {
    pub(super) fn at(name: &str, kind: ErrorKind) -> Self {
        Self {
            reversed_path: vec![Step::Field(name.to_owned())],
            kind,
        }
    }

    pub(super) fn invalid(expected: Option<&'static str>) -> Self {
        Self {
            reversed_path: Vec::new(),
            kind: ErrorKind::Invalid(expected),
        }
    }

    pub(super) fn within(mut self, step: Step) -> Self {
        self.reversed_path.push(step);
        self
    }

    /// Adds the expected type if the error is about the value itself and has none yet.
    pub(super) fn expecting(self, expected: &'static str) -> Self {
        if self.reversed_path.is_empty() && self.kind == ErrorKind::Invalid(None) {
            Self::invalid(Some(expected))
        } else {
            self
        }
    }

    pub(super) fn to_fault(&self) -> Fault {
        let mut field = String::new();
        let hidden_steps = match (self.kind, self.reversed_path.first()) {
            // A key that is not a plausible field name may contain anything, even a password, so it
            // is not repeated.
            (ErrorKind::Unknown, Some(Step::Field(name))) if !is_plausible_name(name) => 1,
            _ => 0,
        };
        for step in self.reversed_path.iter().skip(hidden_steps).rev() {
            match step {
                Step::Field(name) if field.is_empty() => field.push_str(name),
                Step::Field(name) => {
                    field.push('.');
                    field.push_str(name);
                }
                Step::Item(index) => {
                    field.push('[');
                    field.push_str(&index.to_string());
                    field.push(']');
                }
            }
        }
        let named = self.reversed_path.iter().find_map(|step| match step {
            Step::Field(name) => Some(name.as_str()),
            Step::Item(_) => None,
        });
        let subject = match (self.reversed_path.first(), named) {
            (Some(Step::Item(_)), Some(name)) => format!("Each entry of {}", field_label(name)),
            (Some(Step::Item(_)), None) => "Each entry".to_owned(),
            (_, Some(name)) => field_label(name),
            (_, None) => "The body".to_owned(),
        };
        let message = match self.kind {
            ErrorKind::Missing => format!("{subject} is required."),
            ErrorKind::Unknown => match named.filter(|name| is_plausible_name(name)) {
                Some(name) => format!("There is no field `{name}` here."),
                None => "One of the fields that were sent does not exist here.".to_owned(),
            },
            ErrorKind::Duplicate => format!("{subject} was sent twice."),
            ErrorKind::Invalid(Some(expected)) => format!("{subject} must be {expected}."),
            ErrorKind::Invalid(None) => format!("{subject} is not valid."),
            ErrorKind::NoneOf(choices) => format!("{subject} must be one of these: {}.", choices.join(", ")),
        };
        Fault { field, message }
    }

    fn steps(&self) -> Vec<Step> {
        self.reversed_path.iter().rev().cloned().collect()
    }

    /// Returns true if the error is inside a placeholder. A placeholder for an object lacks all
    /// fields, which is not an error of the sender.
    pub(super) fn is_inside_placeholder(&self, json: &mut Json<'_>) -> bool {
        let steps = self.steps();
        (0..steps.len()).any(|length| {
            let outer = steps.get(..length).unwrap_or_default();
            matches!(json.at(outer), Some(Json::Placeholder(_)))
        })
    }

    /// Corrects the value, so that the rest can be checked: puts a placeholder for a missing or
    /// invalid field, and removes an unknown or repeated one. Returns false if this is impossible.
    pub(super) fn correct(&self, json: &mut Json<'_>) -> bool {
        let steps = self.steps();
        let Some((Step::Field(name), parent)) = steps.split_last() else {
            return !steps.is_empty() && replace(json, &steps);
        };
        match (self.kind, json.at(parent)) {
            (ErrorKind::Missing, Some(Json::Object(fields) | Json::Placeholder(fields))) => {
                fields.retain(|(known, _)| known != name);
                fields.push((name.clone(), Json::Placeholder(Vec::new())));
            }
            (ErrorKind::Unknown, Some(Json::Object(fields))) => fields.retain(|(known, _)| known != name),
            (ErrorKind::Duplicate, Some(Json::Object(fields))) => {
                let last = fields.iter().rposition(|(known, _)| known == name);
                if last.map(|last| fields.remove(last)).is_none() {
                    return false;
                }
            }
            (ErrorKind::Invalid(_) | ErrorKind::NoneOf(_), Some(_)) => return replace(json, &steps),
            _ => return false,
        }
        true
    }
}

fn replace(json: &mut Json<'_>, steps: &[Step]) -> bool {
    match json.at(steps) {
        // A placeholder that causes an error cannot be replaced again.
        None | Some(Json::Placeholder(_)) => false,
        Some(value) => {
            *value = Json::Placeholder(Vec::new());
            true
        }
    }
}

/// Returns true if the text could be a field name. Other texts are never repeated, neither in a
/// response nor in the log.
fn is_plausible_name(text: &str) -> bool {
    let begins_well = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let goes_on_well = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    begins_well && goes_on_well && text.len() <= MAX_NAME_LENGTH
}

/// Returns the human-readable name of a field.
pub(crate) fn field_label(name: &str) -> String {
    match name {
        "fname" => return "First Name".to_owned(),
        "sname" => return "Last Name".to_owned(),
        "org_email" => return "Email".to_owned(),
        "otp" => return "OTP".to_owned(),
        _ => {}
    }
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fault().message)
    }
}

impl std::error::Error for FieldError {}

impl Error for FieldError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::invalid(None)
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::invalid(None)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::at(field, ErrorKind::Missing)
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::at(field, ErrorKind::Unknown)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::at(field, ErrorKind::Duplicate)
    }

    fn unknown_variant(_: &str, names: &'static [&'static str]) -> Self {
        Self {
            reversed_path: Vec::new(),
            kind: ErrorKind::NoneOf(names),
        }
    }
}
