//! The body of a request to a gateway: JSON or a form, with placeholders for number and text.

use aditus_application::ports::TextMessage;
use reqwest::Url;
use serde_json::Value;
use thiserror::Error;

/// Template of a request body. A text that starts with `{` or `[` is JSON, any other a form
/// (`To={to}&Body={text}`).
///
/// Its values may contain `{to}` (the number with +), `{to_digits}` (the number without it),
/// `{text}`, `{from}` (the sender's name) and `{reference}` (the same at each attempt of one
/// message).
#[derive(Debug, Clone, PartialEq)]
pub struct Body(Template);

#[derive(Debug, Clone, PartialEq)]
enum Template {
    Json(Value),
    Form(Vec<(String, String)>),
}

/// Reason for which a template is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BodyError {
    /// It starts like JSON but is malformed.
    #[error("must be JSON or a form such as To={{to}}&Body={{text}}: {0}")]
    Json(String),
    /// An unknown placeholder.
    #[error(
        "has an unknown placeholder {{{0}}}; there are {{to}}, {{to_digits}}, {{text}}, {{from}} and {{reference}}"
    )]
    UnknownPlaceholder(String),
    /// The placeholder for the number or the text is missing.
    #[error("must contain the placeholder {0}")]
    MissingPlaceholder(&'static str),
}

/// The values of the placeholders for one message.
struct Placeholders<'a> {
    message: &'a TextMessage,
    from: &'a str,
    reference: &'a str,
}

impl Placeholders<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        match name {
            "to" => Some(&self.message.to),
            "to_digits" => Some(self.message.to.trim_start_matches('+')),
            "text" => Some(&self.message.text),
            "from" => Some(self.from),
            "reference" => Some(self.reference),
            _ => None,
        }
    }
}

/// Splits a value into the text before its first placeholder, the name of the placeholder, and the
/// rest. A `{` without a `}` behind it is plain text.
fn first_placeholder(value: &str) -> Option<(&str, &str, &str)> {
    let (before, behind) = value.split_once('{')?;
    let (place, rest) = behind.split_once('}')?;
    Some((before, place, rest))
}

/// Replaces all placeholders in one pass, so that a message that contains `{from}` is not altered.
fn fill(value: &str, placeholders: &Placeholders<'_>) -> String {
    let mut filled = String::with_capacity(value.len() + 160);
    let mut rest = value;
    while let Some((before, place, behind)) = first_placeholder(rest) {
        filled.push_str(before);
        filled.push_str(placeholders.value(place).unwrap_or_default());
        rest = behind;
    }
    filled.push_str(rest);
    filled
}

impl Body {
    /// Parses a template and checks its placeholders.
    pub fn parse(text: &str) -> Result<Self, BodyError> {
        let template = if text.trim_start().starts_with(['{', '[']) {
            Template::Json(serde_json::from_str(text).map_err(|error| BodyError::Json(error.to_string()))?)
        } else {
            Template::Form(decode_form(text))
        };
        let mut places = Vec::new();
        template.visit(&mut |value| {
            let mut rest = value;
            while let Some((_, place, behind)) = first_placeholder(rest) {
                places.push(place.to_owned());
                rest = behind;
            }
        });
        let nothing = TextMessage {
            to: String::new(),
            text: String::new(),
        };
        let known = Placeholders {
            message: &nothing,
            from: "",
            reference: "",
        };
        if let Some(unknown) = places.iter().find(|place| known.value(place).is_none()) {
            return Err(BodyError::UnknownPlaceholder(unknown.clone()));
        }
        let has = |name: &str| places.iter().any(|place| place == name);
        if !has("to") && !has("to_digits") {
            return Err(BodyError::MissingPlaceholder("{to}"));
        }
        if !has("text") {
            return Err(BodyError::MissingPlaceholder("{text}"));
        }
        Ok(Self(template))
    }

    /// Returns the media type and the body for a message.
    pub(crate) fn render(
        &self,
        message: &TextMessage,
        from: &str,
        reference: &str,
    ) -> (&'static str, String) {
        let placeholders = Placeholders {
            message,
            from,
            reference,
        };
        match &self.0 {
            Template::Json(value) => ("application/json", filled_json(value, &placeholders).to_string()),
            Template::Form(pairs) => {
                let filled = pairs
                    .iter()
                    .map(|(name, value)| (name.as_str(), fill(value, &placeholders)));
                ("application/x-www-form-urlencoded", encode_form(filled))
            }
        }
    }
}

impl Template {
    /// Calls `look` with each value that may contain placeholders.
    fn visit(&self, look: &mut dyn FnMut(&str)) {
        match self {
            Self::Json(value) => visit_json(value, look),
            Self::Form(pairs) => pairs.iter().for_each(|(_, value)| look(value)),
        }
    }
}

fn visit_json(value: &Value, look: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => look(text),
        Value::Array(values) => values.iter().for_each(|value| visit_json(value, look)),
        Value::Object(members) => members.values().for_each(|value| visit_json(value, look)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn filled_json(value: &Value, placeholders: &Placeholders<'_>) -> Value {
    match value {
        Value::String(text) => Value::String(fill(text, placeholders)),
        Value::Array(values) => values
            .iter()
            .map(|value| filled_json(value, placeholders))
            .collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), filled_json(value, placeholders)))
            .collect(),
        plain => plain.clone(),
    }
}

/// A URL whose query serves to encode and decode forms, because both have the same encoding.
fn blank_url() -> Option<Url> {
    Url::parse("http://form.invalid/").ok()
}

fn decode_form(text: &str) -> Vec<(String, String)> {
    let mut url = blank_url();
    if let Some(url) = &mut url {
        url.set_query(Some(text.trim()));
    }
    url.iter()
        .flat_map(|url| url.query_pairs().into_owned().collect::<Vec<_>>())
        .collect()
}

fn encode_form<'a>(pairs: impl Iterator<Item = (&'a str, String)>) -> String {
    let mut url = blank_url();
    if let Some(url) = &mut url {
        url.query_pairs_mut().extend_pairs(pairs);
    }
    let query = url.as_ref().and_then(Url::query).unwrap_or_default();
    query.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> TextMessage {
        TextMessage {
            to: "+256772000111".to_owned(),
            text: "\"1\" & {from}\n=ü+".to_owned(),
        }
    }

    fn body(template: &str) -> (&'static str, String) {
        let body = Body::parse(template).unwrap();
        body.render(&message(), "Aditus", "r1")
    }

    #[test]
    fn a_message_cannot_change_the_shape_of_json() {
        let template = r#"{"messages": [{"destinations": [{"to": "{to_digits}"}], "text": "{text}"}], "id": "x-{reference}", "n": 1}"#;
        let (media, body) = body(template);
        assert_eq!(media, "application/json");
        let expected = serde_json::json!({
            "messages": [{ "destinations": [{ "to": "256772000111" }], "text": "\"1\" & {from}\n=ü+" }],
            "id": "x-r1",
            "n": 1,
        });
        assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), expected);
    }

    #[test]
    fn a_form_is_encoded() {
        let (media, body) = body("To={to}&From={from}&Body={text}&Note=a%26b");
        assert_eq!(media, "application/x-www-form-urlencoded");
        assert_eq!(
            body,
            "To=%2B256772000111&From=Aditus&Body=%221%22+%26+%7Bfrom%7D%0A%3D%C3%BC%2B&Note=a%26b"
        );
    }

    #[test]
    fn invalid_templates_are_refused() {
        assert!(matches!(Body::parse(r#"{"to": "#), Err(BodyError::Json(_))));
        for (template, refused) in [
            (
                "to={to}&text={txt}",
                BodyError::UnknownPlaceholder("txt".to_owned()),
            ),
            (r#"{"text": "{text}"}"#, BodyError::MissingPlaceholder("{to}")),
            ("to={to}", BodyError::MissingPlaceholder("{text}")),
            ("", BodyError::MissingPlaceholder("{to}")),
        ] {
            assert_eq!(Body::parse(template), Err(refused));
        }
        assert_eq!(
            BodyError::UnknownPlaceholder("txt".to_owned()).to_string(),
            "has an unknown placeholder {txt}; there are {to}, {to_digits}, {text}, {from} and {reference}"
        );
    }
}
