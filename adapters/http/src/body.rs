//! Reads JSON bodies and query strings, with errors that name the field.

mod field_error;
mod fields;
mod files;
mod form;
mod incoming;
mod json;
mod large_form;
mod memory;
mod no_fields;
mod unread;
mod url_form;

use std::future::{Future, Ready, ready};
use std::marker::PhantomData;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use aditus_application::Reason;
use serde::de::DeserializeOwned;
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use crate::api::Api;
use crate::problem::Problem;
pub(crate) use field_error::field_label;
use fields::Read;
pub(crate) use files::{FileText, WithFiles};
pub(crate) use form::{FormBody, SentFile};
use incoming::{CompleteBody, Media, read};
use json::Json;
pub(crate) use large_form::{FormSpec, LargeForm, SentForm, TempFile};
pub(crate) use memory::{BodyMemory, BodyReservation};
pub(crate) use no_fields::NoFields;
pub(crate) use unread::close_connection;
pub(crate) use url_form::UrlForm;

/// Maximum size in bytes of a body with files (decisions F1).
pub const MAX_BODY: usize = 64 * 1024 * 1024;

/// Maximum size in bytes of a body without files.
pub const MAX_PLAIN_BODY: usize = 256 * 1024;

/// Maximum size in bytes of a long body without files: a draft in which all lists have their
/// maximum length.
pub const MAX_LONG_BODY: usize = 1024 * 1024;

/// Maximum number of commas and opening brackets in a body. Before the type is known, a two-byte
/// value occupies some thirty bytes, so a large body of small values would need many times its
/// size.
const MAX_VALUES: usize = 200_000;

/// Longer bodies are parsed on the blocking pool. Parsing shorter ones takes less time than handing
/// them over.
const MAX_INLINE_BODY: usize = 4 * 1024;

/// A validated JSON body of at most [`MAX_PLAIN_BODY`] bytes. The limit for anonymous callers is
/// lower.
pub(crate) struct Body<T>(pub T);

/// A JSON body that may carry files, of at most [`MAX_BODY`] bytes. It is not read yet, so that a
/// handler can first check the caller's permission to send it.
pub(crate) struct FileBody<T> {
    request: HttpRequest,
    payload: Payload,
    shape: PhantomData<fn() -> T>,
}

/// The result of reading a large body. Dropping `reservation` returns its share of the memory for
/// bodies.
pub(crate) struct ParsedBody<T> {
    pub(crate) value: T,
    pub(crate) reservation: BodyReservation,
}

/// A validated query string.
pub(crate) struct Query<T>(pub T);

type Reading<T> = Pin<Box<dyn Future<Output = Result<T, Problem>>>>;

impl<T: DeserializeOwned + Validate + Send + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Reading<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            let CompleteBody { bytes, reservation } =
                read(&request, payload, Media::Json, MAX_PLAIN_BODY).await?;
            // Keeps the memory reserved until the response, because the parsed value occupies it.
            request.extensions_mut().insert(reservation);
            if bytes.len() <= MAX_INLINE_BODY {
                return parse(&bytes).map(Body);
            }
            let api = api_of(&request)?;
            api.parse(move || parse(&bytes)).await.map(Body)
        })
    }
}

impl<T> FromRequest for FileBody<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self {
            request: request.clone(),
            payload: payload.take(),
            shape: PhantomData,
        }))
    }
}

impl<T: DeserializeOwned + Validate + WithFiles + Send + 'static> FileBody<T> {
    /// Reads and validates the body and converts it with `make`, for example files from base64.
    pub(crate) async fn read<U: Send + 'static>(
        self,
        make: impl FnOnce(T) -> Result<U, Problem> + Send + 'static,
    ) -> Result<ParsedBody<U>, Problem> {
        let CompleteBody { bytes, reservation } =
            read(&self.request, self.payload, Media::Json, MAX_BODY).await?;
        let api = api_of(&self.request)?;
        let work = move || parse_with_files(bytes).and_then(make);
        api.parse_large(move || work().map(|value| ParsedBody { value, reservation }))
            .await
    }

    /// Does the same for a body without files, of at most [`MAX_LONG_BODY`] bytes.
    pub(crate) async fn read_long<U: Send + 'static>(
        self,
        make: impl FnOnce(T) -> Result<U, Problem> + Send + 'static,
    ) -> Result<ParsedBody<U>, Problem> {
        let CompleteBody { bytes, reservation } =
            read(&self.request, self.payload, Media::Json, MAX_LONG_BODY).await?;
        let api = api_of(&self.request)?;
        let work = move || parse_with_files(bytes).and_then(make);
        api.parse(move || work().map(|value| ParsedBody { value, reservation }))
            .await
    }
}

fn api_of(request: &HttpRequest) -> Result<web::Data<Api>, Problem> {
    request
        .app_data::<web::Data<Api>>()
        .cloned()
        .ok_or_else(|| Problem::internal("the http adapter was not configured"))
}

/// Parses and validates the body, and decodes its files in place, within its buffer.
fn parse_with_files<T: DeserializeOwned + Validate + WithFiles>(bytes: Vec<u8>) -> Result<T, Problem> {
    let mut body: T = parse_as(&bytes, T::CONTROLS)?;
    files::decode(&mut body, bytes);
    Ok(body)
}

/// Handling of control characters in the texts of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Controls {
    /// The body is rejected, naming each field with control characters.
    Refused,
    /// The domain removes them.
    Dropped,
}

/// Maximum number of fields with control characters that one error names.
const MAX_NAMED_FIELDS: usize = 20;

/// Maximum path length in bytes of a field that an error names. No field of the API has a longer
/// path.
const MAX_PATH_LENGTH: usize = 200;

const CONTROL_CHARACTERS: &str = "The text contains control characters. Please remove them.";

fn parse<T: DeserializeOwned + Validate>(bytes: &[u8]) -> Result<T, Problem> {
    parse_as(bytes, Controls::Refused)
}

fn parse_as<T: DeserializeOwned + Validate>(bytes: &[u8], controls: Controls) -> Result<T, Problem> {
    let begun = |byte: &&u8| matches!(byte, b',' | b'[' | b'{');
    if bytes.iter().filter(begun).count() > MAX_VALUES {
        return Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            Reason::TooManyValues,
            "The body has too many values. Send fewer at a time.",
        ));
    }
    let sent: Json<'_> = serde_json::from_slice(bytes).map_err(|_| {
        Problem::new(
            StatusCode::BAD_REQUEST,
            Reason::InvalidJson,
            "The body is not valid JSON. Check its brackets, quotes and commas, and that nothing follows it.",
        )
    })?;
    let refused = if controls == Controls::Refused && may_hold_control_characters(bytes) {
        with_control_characters(&sent)
    } else {
        Vec::new()
    };
    read_fields(sent, refused)
}

/// Returns the fields whose texts contain control characters, each with the message. Returns at
/// most [`MAX_NAMED_FIELDS`], and skips paths longer than those of the API: these are rejected as
/// unknown.
fn with_control_characters(sent: &Json<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    sent.visit_texts(&mut String::new(), &mut |field, text| {
        if found.len() < MAX_NAMED_FIELDS && field.len() <= MAX_PATH_LENGTH && text.chars().any(is_control) {
            found.push((field.to_owned(), CONTROL_CHARACTERS.to_owned()));
        }
    });
    found
}

/// Returns true for control characters that have no use in texts and that some databases reject.
/// The text rules handle tabs, line breaks and page breaks.
fn is_control(character: char) -> bool {
    character.is_control() && !matches!(character, '\t'..='\r' | '\u{85}')
}

/// Reads and validates the fields. Reports all errors at once, together with the `refused` ones
/// found before: unknown field names are detected here.
fn read_fields<T: DeserializeOwned + Validate>(
    sent: Json<'_>,
    refused: Vec<(String, String)>,
) -> Result<T, Problem> {
    let Read { value, faults } = fields::read::<T>(sent);
    let is_malformed = !faults.is_empty();
    let mut reported: Vec<_> = faults
        .into_iter()
        .map(|fault| (fault.field, fault.message))
        .collect();
    if !is_malformed {
        reported.extend(refused);
    }
    if let Some(Err(errors)) = value.as_ref().map(Validate::validate) {
        let mut values = Vec::new();
        gather(&errors, "", &mut values);
        // Skips errors about placeholders, which may also break a validation rule.
        values.retain(|(path, _)| !reported.iter().any(|(field, _)| is_within(path, field)));
        reported.extend(values);
    }
    match value {
        Some(value) if reported.is_empty() => Ok(value),
        _ if is_malformed => Err(Problem::malformed(reported)),
        _ => Err(Problem::fields(reported)),
    }
}

/// Returns true if the path is that of the field or of a value inside it.
fn is_within(path: &str, field: &str) -> bool {
    path.strip_prefix(field)
        .is_some_and(|rest| field.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Returns true if a JSON text contains a control character other than tab, line feed and carriage
/// return, escaped or plain, so that its texts must be checked. The parser rejects plain ones below
/// the space, but not delete and those of Latin-1.
fn may_hold_control_characters(json: &[u8]) -> bool {
    // In UTF-8, 0xC2 starts U+0080 to U+00BF and nothing else.
    if json.contains(&0x7F)
        || json
            .windows(2)
            .any(|pair| pair[0] == 0xC2 && matches!(pair[1], 0x80..=0x9F))
    {
        return true;
    }
    let mut rest = json;
    while let Some(at) = rest.windows(2).position(|pair| pair[0] == b'\\') {
        if rest[at + 1] == b'u'
            && let Some(digits) = rest.get(at + 2..at + 6)
            && let Ok(Ok(code)) = std::str::from_utf8(digits).map(|digits| u32::from_str_radix(digits, 16))
            && (code < 0x20 && !matches!(code, 0x09 | 0x0A | 0x0D) || (0x7F..=0x9F).contains(&code))
        {
            return true;
        }
        rest = &rest[at + 2..];
    }
    false
}

/// Collects all values that `validator` rejects, with the paths of their fields, sorted by name
/// within each object. The default messages of `validator` contain the value, passwords included,
/// so they are not used.
fn gather(errors: &ValidationErrors, prefix: &str, faults: &mut Vec<(String, String)>) {
    let mut fields: Vec<_> = errors.errors().iter().collect();
    fields.sort_by_key(|(name, _)| (*name).clone());
    for (name, kind) in fields {
        let path = if prefix.is_empty() {
            name.to_string()
        } else {
            format!("{prefix}.{name}")
        };
        match kind {
            ValidationErrorsKind::Field(list) => faults.extend(list.iter().map(|error| {
                let message = error.message.as_ref().map_or_else(
                    || "This value is not allowed here.".to_owned(),
                    ToString::to_string,
                );
                (path.clone(), message)
            })),
            ValidationErrorsKind::Struct(inner) => gather(inner, &path, faults),
            ValidationErrorsKind::List(items) => {
                for (index, inner) in items {
                    gather(inner, &format!("{path}[{index}]"), faults);
                }
            }
        }
    }
}

impl<T: DeserializeOwned + Validate> FromRequest for Query<T> {
    type Error = Problem;
    type Future = std::future::Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(read_query(request.query_string()).map(Query))
    }
}

fn read_query<T: DeserializeOwned + Validate>(query: &str) -> Result<T, Problem> {
    let pairs = pairs_of(query).ok_or_else(|| {
        Problem::new(
            StatusCode::BAD_REQUEST,
            Reason::InvalidQuery,
            "The address contains characters that are not allowed.",
        )
    })?;
    read_pairs(pairs)
}

/// Returns the decoded names and values of a query string or of a form in the same encoding; `None`
/// if they are not text in UTF-8.
fn pairs_of(encoded: &str) -> Option<Vec<(String, String)>> {
    percent_encoding::percent_decode_str(encoded).decode_utf8().ok()?;
    let web::Query(pairs) = web::Query::from_query(encoded).ok()?;
    Some(pairs)
}

fn read_pairs<T: DeserializeOwned + Validate>(pairs: Vec<(String, String)>) -> Result<T, Problem> {
    let refused: Vec<(String, String)> = pairs
        .iter()
        .filter(|(_, text)| text.chars().any(is_control))
        .map(|(name, _)| (name.clone(), CONTROL_CHARACTERS.to_owned()))
        .collect();
    let pairs = pairs
        .into_iter()
        .map(|(name, text)| (name, Json::QueryValue(text)));
    read_fields(Json::Object(pairs.collect()), refused)
}

/// Parses a JSON list of texts, or texts separated by commas (decisions, "The calls").
pub(crate) fn parse_list(list: Option<&str>) -> Vec<String> {
    let list = list.unwrap_or_default().trim();
    serde_json::from_str(list).unwrap_or_else(|_| {
        list.trim_matches(['[', ']'])
            .split(',')
            .map(|word| word.trim().to_owned())
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize, Validate)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        #[validate(length(max = 5, message = "Too long."))]
        title: String,
        #[serde(default)]
        number: Option<i64>,
    }

    fn refusal(json: &str) -> String {
        let problem = parse::<Sample>(json.as_bytes()).err().unwrap();
        format!("{problem:?}")
    }

    #[test]
    fn bodies_with_too_many_values_are_rejected() {
        let many = |count: usize| format!(r#"{{"title": "a", "number": [{}0]}}"#, "0,".repeat(count));
        assert!(refusal(&many(MAX_VALUES)).contains("too many values"));
        assert!(refusal(&many(1000)).contains(r#""number""#));
    }

    #[test]
    fn validation_errors_name_their_field() {
        assert!(refusal(r#"{"number": 1}"#).contains(r#""title""#));
        assert!(refusal(r#"{"title": "a", "colour": 1}"#).contains(r#""colour""#));
        assert!(refusal(r#"{"title": "a", "number": "x"}"#).contains(r#""number""#));
        assert!(refusal(r#"{"title": "abcdef"}"#).contains("Too long."));
    }

    #[derive(Debug, serde::Deserialize, Validate)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "what is refused is never read")]
    struct Nested {
        name: String,
        when: chrono::DateTime<chrono::Utc>,
        #[validate(nested)]
        samples: Vec<Sample>,
        only: Sample,
        agreed: bool,
    }

    fn faults(json: &str) -> serde_json::Value {
        let problem = parse::<Nested>(json.as_bytes()).err().unwrap();
        problem.errors_json()
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        assert_eq!(
            faults("{}"),
            serde_json::json!({
                "name": ["Name is required."], "when": ["When is required."],
                "samples": ["Samples is required."], "only": ["Only is required."],
                "agreed": ["Agreed is required."],
            })
        );
        assert_eq!(
            faults(
                r#"{"agreed": "yes", "name": null, "colour": 1, "when": "noon", "only": {"title": 1},
                "samples": [{"title": "a"}, ["b", 2], {"number": 1.5}]}"#
            ),
            serde_json::json!({
                "agreed": ["Agreed must be true or false."], "name": ["Name is required."],
                "colour": ["There is no field `colour` here."], "when": ["When is not valid."],
                "only.title": ["Title must be a text."],
                "samples[1]": ["Each entry of Samples must be an object with named fields."],
                "samples[2].number": ["Number must be a whole number."],
                "samples[2].title": ["Title is required."],
            })
        );
    }

    #[test]
    fn invalid_values_and_types_are_reported_together() {
        let reported = |json: &str| parse::<Nested>(json.as_bytes()).err().unwrap().errors_json();
        assert_eq!(
            reported(r#"{"samples": [{"title": "a"}, {"title": "abcdef", "number": "x"}]}"#)["samples[1].title"],
            serde_json::json!(["Too long."])
        );
        let problem = parse::<Sample>(br#"{"title": "abcdef", "number": "x"}"#)
            .err()
            .unwrap();
        assert_eq!(
            problem.errors_json(),
            serde_json::json!({ "number": ["Number must be a whole number."], "title": ["Too long."] })
        );
    }

    #[test]
    fn a_body_that_is_no_object_is_rejected() {
        for json in [r#"["abc", 1]"#, r#"["abc"]"#, "[]", "3", "null", "\"abc\""] {
            let problem = parse::<Sample>(json.as_bytes()).err().unwrap();
            assert_eq!(
                problem.to_string(),
                "400 The body must be an object with named fields.",
                "{json}"
            );
        }
    }

    #[test]
    fn implausible_field_names_are_not_repeated() {
        for name in [&"x".repeat(61), "123456", "my secret", "a=b", "é", ""] {
            let problem = parse::<Sample>(format!(r#"{{"title": "a", "{name}": 1}}"#).as_bytes());
            let problem = problem.err().unwrap();
            assert_eq!(
                problem.to_string(),
                "400 One of the fields that were sent does not exist here."
            );
            assert_eq!(problem.errors_json(), serde_json::json!({}), "{name}");
        }
    }

    #[test]
    fn query_errors_name_the_field_and_the_expected_type() {
        let reported = |query: &str| read_query::<Sample>(query).unwrap_err().errors_json();
        assert_eq!(
            reported("title=a&number=secret"),
            serde_json::json!({ "number": ["Number must be a whole number."] })
        );
        assert_eq!(
            reported("title=a&colour=secret"),
            serde_json::json!({ "colour": ["There is no field `colour` here."] })
        );
        assert_eq!(
            reported("title=a&title=b"),
            serde_json::json!({ "title": ["Title was sent twice."] })
        );
        assert_eq!(
            reported(""),
            serde_json::json!({ "title": ["Title is required."] })
        );
        assert_eq!(
            read_query::<Sample>("title=7&number=-7").unwrap().number,
            Some(-7)
        );
    }

    #[test]
    fn malformed_texts_are_rejected() {
        for json in [
            "",
            "{",
            "[]",
            "null",
            r#"{"title": "a"} x"#,
            "\u{feff}{}",
            r#"{"title": "a","title": "b"}"#,
        ] {
            assert!(parse::<Sample>(json.as_bytes()).is_err(), "{json}");
        }
    }

    #[test]
    fn control_characters_are_rejected_and_escaped_backslashes_are_not() {
        assert!(parse::<Sample>(br#"{"title": "a\u0000"}"#).is_err());
        assert!(parse::<Sample>(br#"{"title": "a\u001b"}"#).is_err());
        assert!(parse::<Sample>("{\"title\": \"a\u{7f}\"}".as_bytes()).is_err());
        assert!(parse::<Sample>("{\"title\": \"a\u{80}\"}".as_bytes()).is_err());
        assert!(parse::<Sample>("{\"title\": \"a\u{9f}\"}".as_bytes()).is_err());
        assert!(parse::<Sample>("{\"title\": \"a\u{a0}é\"}".as_bytes()).is_ok());
        assert!(parse::<Sample>(br#"{"title": "\\u000"}"#).is_ok());
        assert!(parse::<Sample>(br#"{"title": "a\nb\t"}"#).is_ok());
        assert_eq!(
            parse::<Sample>(br#"{"title": "a", "number": 3}"#).unwrap().number,
            Some(3)
        );
    }

    #[test]
    fn each_field_with_control_characters_is_named() {
        let problem = refusal(r#"{"title": "a\u0000", "number": 1}"#);
        assert!(
            problem.contains(r#"{"title": ["Title contains control characters"#),
            "{problem}"
        );
        let problem = refusal(r#"{"title": "a", "b\u0000": "c\u0001"}"#);
        assert!(!problem.contains("control characters"), "{problem}");
        assert!(parse::<Sample>("{\"title\": \"a\\u000b\\u000c\u{85}\"}".as_bytes()).is_ok());
        let kept = parse_as::<Sample>(br#"{"title": "a\u0000"}"#, Controls::Dropped).unwrap();
        assert_eq!(kept.title, "a\0");
        let problem = format!("{:?}", read_query::<Sample>("title=a%00").err().unwrap());
        assert!(
            problem.contains(r#"{"title": ["Title contains control characters"#),
            "{problem}"
        );
        assert_eq!(read_query::<Sample>("title=a%0Ab%09").unwrap().title, "a\nb\t");
    }

    #[test]
    fn fields_with_control_characters_are_named_within_limits() {
        let sent = |name: &str, texts: usize| {
            let texts = vec![r#""\u0001""#; texts].join(",");
            format!(r#"{{"{name}": [{texts}]}}"#)
        };
        let named = |body: &str| with_control_characters(&serde_json::from_str(body).unwrap());
        let fields: Vec<String> = named(&sent("a", 3)).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["a[0]", "a[1]", "a[2]"]);
        assert_eq!(named(&sent("a", MAX_NAMED_FIELDS + 1)).len(), MAX_NAMED_FIELDS);
        assert!(named(&sent(&"a".repeat(MAX_PATH_LENGTH), 1)).is_empty());
        let nested = r#"{"a": [{"b": "c"}, {"b": "\u0001"}], "d": "\u0001"}"#;
        let fields: Vec<String> = named(nested).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["a[1].b", "d"]);
    }

    #[test]
    fn query_strings_are_validated() {
        assert!(read_query::<Sample>("title=a&number=3").is_ok());
        assert!(read_query::<Sample>("title=a%00").is_err());
        assert!(read_query::<Sample>("title=%ff").is_err());
        assert!(read_query::<Sample>("title=a&other=1").is_err());
        assert!(read_query::<Sample>("title=abcdef").is_err());
    }

    #[test]
    fn lists_are_parsed_from_json_or_comma_separated_text() {
        assert_eq!(
            parse_list(Some(r#"["Denied","Recalled"]"#)),
            ["Denied", "Recalled"]
        );
        assert_eq!(parse_list(Some("Denied, Recalled")), ["Denied", "Recalled"]);
        assert_eq!(parse_list(Some("[Pending]")), ["Pending"]);
        assert_eq!(parse_list(None), [""]);
    }
}
