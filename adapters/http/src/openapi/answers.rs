//! The answers that calls have for their kind, said here once: whatever takes a body may refuse it, whatever asks for a session may
//! find none, whatever names something by an id may not find it.

use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder, Schema};

/// The errors that most calls answer alike, by status, and their names in `components.responses` of the document.
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

/// The answers that calls share.
pub(super) fn shared() -> impl Iterator<Item = (String, RefOr<Response>)> {
    SHARED.iter().map(|(status, name)| {
        let mut response = problem();
        describe(status, &mut response);
        ((*name).to_owned(), response.into())
    })
}

/// Adds the answers of the call's kind, and describes those that it says nothing of.
pub(super) fn complete(operation: &mut Operation) {
    for status in of_its_kind(operation) {
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
        usual_description(status).clone_into(&mut response.description);
    }
    if let Some((name, description, kind)) = header(status) {
        let schema: RefOr<Schema> = ObjectBuilder::new().schema_type(kind).into();
        let header = HeaderBuilder::new()
            .schema(Some(schema))
            .description(Some(description));
        response.headers.insert(name.to_owned(), header.build().into());
    }
}

fn of_its_kind(operation: &Operation) -> Vec<&'static str> {
    let parameters = || operation.parameters.iter().flatten();
    let names_something = parameters().any(
        |parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Path),
    );
    let takes_a_body = operation.request_body.is_some();
    // A busy server, and a database that does not answer, put off any call.
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

/// An error, as every call answers it, of which nothing more is said.
pub(super) fn problem() -> Response {
    let problem = Ref::from_schema_name("ProblemBody");
    let content = ContentBuilder::new().schema(Some(problem)).build();
    ResponseBuilder::new()
        .content("application/json", content)
        .build()
}

/// What comes with an answer besides its body: a name, what it says, its type.
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

/// What an answer means where its call says nothing of its own.
fn usual_description(status: &str) -> &'static str {
    match status {
        "200" => "done; the answer holds what was asked for",
        "201" => "created",
        "202" => "begun; it goes on after the answer",
        "204" => "done; there is no body",
        "400" => "something that was sent is missing or wrong; `errors` names each field",
        "401" => "the caller is not signed in",
        "403" => "the caller may not do this",
        "404" => "there is no such thing, or it is not the caller's to know of",
        "408" => "what was sent came too slowly",
        "409" => "it clashes with what is stored",
        "413" => "too large",
        "415" => "not of a type that is taken; bodies are JSON",
        "429" => "too many attempts; the answer says when to try again",
        "503" => "it cannot be done at the moment; the code is 606 when a one-time code could not be sent",
        _ => "see the message",
    }
}
