//! Describes errors of a body in words, with their location and without the values that were sent.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

use super::json::{Json, Step};

/// Maximum length of a field name that an error repeats.
const LONGEST_NAME: usize = 60;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The path of the field, such as `list_of_staff[0].phone`; empty for the body itself.
    pub(super) field: String,
    /// The human-readable message.
    pub(super) message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Missing,
    Unknown,
    Twice,
    /// The value has another type than the expected one; `None` if the expected type is unknown.
    Wrong(Option<&'static str>),
    /// The value is not one of these.
    NoneOf(&'static [&'static str]),
}

/// The first error that serde met, with its path from the inside to the outside.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) inwards: Vec<Step>,
    what: What,
}

impl Refusal {
    pub(super) fn at(name: &str, what: What) -> Self {
        Self {
            inwards: vec![Step::Field(name.to_owned())],
            what,
        }
    }

    pub(super) fn wrong(what: Option<&'static str>) -> Self {
        Self {
            inwards: Vec::new(),
            what: What::Wrong(what),
        }
    }

    pub(super) fn within(mut self, step: Step) -> Self {
        self.inwards.push(step);
        self
    }

    /// Adds the expected type if the error is about the value itself and has none yet.
    pub(super) fn expecting(self, what: &'static str) -> Self {
        if self.inwards.is_empty() && self.what == What::Wrong(None) {
            Self::wrong(Some(what))
        } else {
            self
        }
    }

    pub(super) fn told(&self) -> Fault {
        let mut field = String::new();
        let what_is_known = match (self.what, self.inwards.first()) {
            // A key that is not a plausible field name may contain anything, even a password, so it
            // is not repeated.
            (What::Unknown, Some(Step::Field(name))) if !is_a_name(name) => 1,
            _ => 0,
        };
        for step in self.inwards.iter().skip(what_is_known).rev() {
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
        let named = self.inwards.iter().find_map(|step| match step {
            Step::Field(name) => Some(name.as_str()),
            Step::Item(_) => None,
        });
        let subject = match (self.inwards.first(), named) {
            (Some(Step::Item(_)), Some(name)) => format!("Each entry of {}", spoken(name)),
            (Some(Step::Item(_)), None) => "Each entry".to_owned(),
            (_, Some(name)) => spoken(name),
            (_, None) => "The body".to_owned(),
        };
        let message = match self.what {
            What::Missing => format!("{subject} is required."),
            What::Unknown => match named.filter(|name| is_a_name(name)) {
                Some(name) => format!("There is no field `{name}` here."),
                None => "One of the fields that were sent does not exist here.".to_owned(),
            },
            What::Twice => format!("{subject} was sent twice."),
            What::Wrong(Some(what)) => format!("{subject} must be {what}."),
            What::Wrong(None) => format!("{subject} is not valid."),
            What::NoneOf(choices) => format!("{subject} must be one of these: {}.", choices.join(", ")),
        };
        Fault { field, message }
    }

    fn steps(&self) -> Vec<Step> {
        self.inwards.iter().rev().cloned().collect()
    }

    /// Returns true if the error is inside a placeholder. A placeholder for an object lacks all
    /// fields, which is not an error of the sender.
    pub(super) fn is_inside_a_stand_in(&self, json: &mut Json<'_>) -> bool {
        let steps = self.steps();
        (0..steps.len()).any(|length| {
            let outer = steps.get(..length).unwrap_or_default();
            matches!(json.at(outer), Some(Json::Anything(_)))
        })
    }

    /// Replaces the invalid value with a placeholder. Returns false if there is nothing left to
    /// replace.
    pub(super) fn mend(&self, json: &mut Json<'_>) -> bool {
        let steps = self.steps();
        let Some((Step::Field(name), parent)) = steps.split_last() else {
            return !steps.is_empty() && replace(json, &steps);
        };
        match (self.what, json.at(parent)) {
            (What::Missing, Some(Json::Object(fields) | Json::Anything(fields))) => {
                fields.retain(|(known, _)| known != name);
                fields.push((name.clone(), Json::Anything(Vec::new())));
            }
            (What::Unknown, Some(Json::Object(fields))) => fields.retain(|(known, _)| known != name),
            (What::Twice, Some(Json::Object(fields))) => {
                let last = fields.iter().rposition(|(known, _)| known == name);
                if last.map(|last| fields.remove(last)).is_none() {
                    return false;
                }
            }
            (What::Wrong(_) | What::NoneOf(_), Some(_)) => return replace(json, &steps),
            _ => return false,
        }
        true
    }
}

fn replace(json: &mut Json<'_>, steps: &[Step]) -> bool {
    match json.at(steps) {
        // A placeholder that causes an error cannot be replaced again.
        None | Some(Json::Anything(_)) => false,
        Some(value) => {
            *value = Json::Anything(Vec::new());
            true
        }
    }
}

/// Returns true if the text could be a field name. Other texts are never repeated, neither in a
/// response nor in the log.
fn is_a_name(text: &str) -> bool {
    let begins_well = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let goes_on_well = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    begins_well && goes_on_well && text.len() <= LONGEST_NAME
}

/// Returns the human-readable name of a field.
pub(crate) fn spoken(name: &str) -> String {
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told().message)
    }
}

impl std::error::Error for Refusal {}

impl Error for Refusal {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::wrong(None)
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::wrong(None)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::at(field, What::Missing)
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::at(field, What::Unknown)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::at(field, What::Twice)
    }

    fn unknown_variant(_: &str, names: &'static [&'static str]) -> Self {
        Self {
            inwards: Vec::new(),
            what: What::NoneOf(names),
        }
    }
}
