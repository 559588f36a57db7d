//! Responses that apply to all calls of a kind: each call with a body may reject it, each call with
//! authentication may find no session, and each call with an id may not find the record.

use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder, Schema};

/// Errors that most calls share, by status, with their names in `components.responses` of the
/// document.
const SHARED: [(&str, &str); 10] = [
    ("400", "BadRequest"),
    ("401", "Unauthorized"),
    ("403", "Forbidden"),
    ("404", "NotFound"),
    ("408", "RequestTimeout"),
    ("409", "Conflict"),
    ("413", "PayloadTooLarge"),
    ("415", "UnsupportedMediaType"),
    ("429", "TooManyRequests"),
    ("503", "ServiceUnavailable"),
];

pub(super) fn shared() -> impl Iterator<Item = (String, RefOr<Response>)> {
    SHARED.iter().map(|(status, name)| {
        let mut response = problem();
        describe(status, &mut response);
        ((*name).to_owned(), response.into())
    })
}

/// Adds the shared responses that apply to the call, and describes responses without a description.
pub(super) fn complete(operation: &mut Operation) {
    for status in applicable_statuses(operation) {
        let responses = &mut operation.responses.responses;
        responses
            .entry(status.to_owned())
            .or_insert_with(|| problem().into());
    }
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(own) = response else {
            continue;
        };
        let shared = SHARED.iter().find(|(of, _)| of == status);
        match shared {
            Some((_, name)) if *own == problem() => *response = RefOr::Ref(Ref::from_response_name(*name)),
            _ => describe(status, own),
        }
    }
}

fn describe(status: &str, response: &mut Response) {
    if response.description.is_empty() {
        default_description(status).clone_into(&mut response.description);
    }
    if let Some((name, description, kind)) = header(status) {
        let schema: RefOr<Schema> = ObjectBuilder::new().schema_type(kind).into();
        let header = HeaderBuilder::new()
            .schema(Some(schema))
            .description(Some(description));
        response.headers.insert(name.to_owned(), header.build().into());
    }
}

fn applicable_statuses(operation: &Operation) -> Vec<&'static str> {
    let parameters = || operation.parameters.iter().flatten();
    let names_something = parameters().any(
        |parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Path),
    );
    let takes_a_body = operation.request_body.is_some();
    // Any call may meet a busy server or a database that does not respond.
    let mut statuses = vec!["429", "503"];
    if takes_a_body || parameters().next().is_some() {
        statuses.push("400");
    }
    if takes_a_body {
        statuses.extend(["408", "413", "415"]);
    }
    if names_something {
        statuses.push("404");
    }
    if operation.security.is_some() {
        statuses.extend(["401", "403"]);
    }
    statuses
}

/// Returns the generic error response without a description.
pub(super) fn problem() -> Response {
    let problem = Ref::from_schema_name("ProblemBody");
    let content = ContentBuilder::new().schema(Some(problem)).build();
    ResponseBuilder::new()
        .content("application/json", content)
        .build()
}

/// Returns the response header for a status: its name, description and type.
fn header(status: &str) -> Option<(&'static str, &'static str, Type)> {
    match status {
        "401" => Some((
            "WWW-Authenticate",
            "Only where nobody is signed in: the client forgets its session then, and in no other case.",
            Type::String,
        )),
        "429" | "503" => Some((
            "Retry-After",
            "In how many seconds to try again, where that is known.",
            Type::Integer,
        )),
        _ => None,
    }
}

/// Returns the default description of a status.
fn default_description(status: &str) -> &'static str {
    match status {
        "200" => "done; the answer holds what was asked for",
        "201" => "created",
        "202" => "begun; it goes on after the answer",
        "204" => "done; there is no body",
        "400" => "something that was sent is missing or wrong; `errors` names each field",
        "401" => "the caller is not signed in",
        "403" => "the caller may not do this",
        "404" => "there is no such thing, or it is not the caller's to know of",
        "408" => "the body was sent too slowly",
        "409" => "it clashes with what is stored",
        "413" => "too large",
        "415" => "not of a type that is taken; bodies are JSON",
        "429" => "too many attempts; the answer says when to try again",
        "503" => "it cannot be done at the moment; the code is 606 when a one-time code could not be sent",
        _ => "see the message",
    }
}
