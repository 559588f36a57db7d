//! Runs a POST call with an `Idempotency-Key` only once
//! (draft-ietf-httpapi-idempotency-key-header).
//!
//! This is one middleware around all calls; handlers do not know it. A key protects the commit of
//! the call's use case ([`Api::run`]), so a lost connection or server does not lead to a second
//! one.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody, to_bytes};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{ContentType, HeaderMap};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpResponse, ResponseError, rt, web};
use aditus_application::Reason;
use aditus_application::idempotency::begin::{self, Answer};
use aditus_application::idempotency::finish::{self, Outcome};
use aditus_application::idempotency::{Claim, MAX_RESPONSE_SIZE};
use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use tracing::Instrument;

use crate::api::Api;
use crate::body::MAX_BODY;
use crate::call_id;
use crate::caller_address::network_address_of;
use crate::problem::Problem;
use crate::signed_in::{SignedIn, token};

pub(crate) const HEADER: &str = "idempotency-key";

/// Maximum length of a key, in characters.
pub(crate) const MAX_KEY_LENGTH: usize = 200;

/// POST calls without key support. Responses with a session token must not be stored, not even
/// encrypted. Calls that only check something change nothing, so a stored response would be
/// outdated.
const WITHOUT_KEY: [&str; 36] = [
    "/api/v1/users/signin",
    "/api/v1/users/signin/code",
    "/api/v1/users/signin/second-factor",
    "/api/v1/users/signin/second-factor/confirm",
    "/api/v1/users/signin/second-factor/passkey",
    "/api/v1/users/signin/passkey",
    "/api/v1/users/signin/passkey/second-factor",
    // Each challenge is accepted once.
    "/api/v1/users/signin/passkey/options",
    "/api/v1/users/signin/passkey/second-factor/options",
    "/api/v1/users/signin/second-factor/passkey/options",
    "/api/v1/users/passkeys/options",
    "/api/v1/users/confirm-passkey/options",
    "/api/v1/data_requests/request_state/{state_id}/passkey/options",
    "/api/v1/users/signin/provider",
    "/api/v1/users/signin/provider/return",
    // A logout token that is sent again ends nothing new.
    "/api/v1/users/providers/{provider}/logout",
    "/api/v1/users/signout",
    "/api/v1/users/verify",
    "/api/v1/users/verify-otp",
    "/api/v1/users/phone",
    "/api/v1/users/duplicate",
    "/api/v1/users/duplicate-email",
    "/api/v1/users/password-strength",
    // Secrets, recovery codes and secret addresses are shown once.
    "/api/v1/users/calendar-feed",
    "/api/v1/users/second-factor",
    "/api/v1/users/second-factor/confirm",
    "/api/v1/users/second-factor/recovery-codes",
    "/api/v1/users/passkeys",
    // The confirmation is valid for five minutes, so a stored response would promise too much.
    "/api/v1/users/confirm-password",
    "/api/v1/users/confirm-passkey",
    "/api/v1/data_requests/statecomment/section",
    "/api/v1/calendar/holidays/preview",
    "/api/v1/data_requests/approval_procedures/{id}/trial",
    "/api/v1/data_requests/approval_procedures/{id}/letter/preview",
    "/api/v1/data_requests/approval_procedures/{id}/letter/preview/text",
    "/api/v1/data_requests/request_state/{state_id}/otp/verify",
];

/// Pauses in milliseconds between checks of an earlier attempt, some ten seconds in total. After
/// that, the caller has to retry.
const POLL_PAUSES: [u64; 14] = [
    50, 100, 200, 400, 800, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000,
];

/// Maximum time to receive the whole body of a repeated call. The body is compared, not stored.
const COMPARE_TIMEOUT: Duration = Duration::from_secs(100);

tokio::task_local! {
    static CLAIM: Claim;
}

pub(crate) fn current_claim() -> Option<Claim> {
    CLAIM.try_with(|claim| *claim).ok()
}

/// Returns true if a POST call with this path template accepts a key.
pub(crate) fn accepts_key(path: &str) -> bool {
    path.starts_with("/api/v1/") && !WITHOUT_KEY.contains(&path)
}

/// Runs a call with a key, or replays the stored response.
pub(crate) async fn once<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let key = match key_of(&request) {
        Ok(Some(key)) => key,
        Ok(None) => return Ok(next.call(request).await?.map_into_boxed_body()),
        Err(problem) => return Ok(refused(request, &problem)),
    };
    let Some(api) = request.app_data::<web::Data<Api>>().cloned() else {
        return Err(Problem::internal("the http adapter was not configured").into());
    };
    let answer = match begin_command(&request, key).await {
        Ok(command) => claim_key(&api, command).await,
        Err(problem) => Err(problem),
    };
    match answer {
        Ok(Answer::CarryOut(claim)) => run_claimed(api, claim, request, next).await,
        Ok(Answer::Done {
            body_hash,
            status,
            body,
        }) => {
            let payload = request.take_payload();
            match check_same_body(&api, payload, body_hash).await {
                Ok(()) => Ok(request.into_response(replayed(status, body))),
                Err(problem) => Ok(refused(request, &problem)),
            }
        }
        Ok(Answer::Running) => Ok(refused(request, &still_running())),
        Ok(Answer::AnswerLost) => Ok(refused(request, &answer_lost())),
        Err(problem) => Ok(refused(request, &problem)),
    }
}

fn key_of(request: &ServiceRequest) -> Result<Option<String>, Problem> {
    if request.method() != Method::POST || !request.headers().contains_key(HEADER) {
        return Ok(None);
    }
    // A later handler rejects unknown paths.
    if !request.match_pattern().is_some_and(|path| accepts_key(&path)) {
        return Ok(None);
    }
    match read_key(request.headers()) {
        Some(key) => Ok(Some(key)),
        None => Err(Problem::new(
            StatusCode::BAD_REQUEST,
            Reason::IdempotencyKeyInvalid,
            format!(
                "The header Idempotency-Key must have one key of 1 to {MAX_KEY_LENGTH} printable characters, in quotes."
            ),
        )
        .with_param("most", MAX_KEY_LENGTH)),
    }
}

/// Parses the key as an RFC 8941 string, as the draft requires, or without quotes, as many clients
/// send it.
fn read_key(headers: &HeaderMap) -> Option<String> {
    let mut values = headers.get_all(HEADER);
    let value = values.next()?.to_str().ok()?.trim();
    if values.next().is_some() {
        return None;
    }
    let key = match value.strip_prefix('"') {
        Some(rest) => unquoted(rest.strip_suffix('"')?)?,
        None => value.to_owned(),
    };
    let is_plain = key.chars().all(|c| matches!(c, ' '..='~'));
    (is_plain && !key.is_empty() && key.len() <= MAX_KEY_LENGTH).then_some(key)
}

/// Unescapes the text between the quotes. A backslash is only valid before a quote or a backslash.
fn unquoted(text: &str) -> Option<String> {
    let mut key = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => return None,
            '\\' => key.push(characters.next().filter(|c| matches!(c, '"' | '\\'))?),
            other => key.push(other),
        }
    }
    Some(key)
}

/// Identifies the caller and the call. An invalid token counts as anonymous; the handler rejects
/// it.
async fn begin_command(request: &ServiceRequest, key: String) -> Result<begin::Command, Problem> {
    let user = match token(request.request()) {
        None => None,
        Some(_) => match SignedIn::extract(request.request()).await {
            Ok(caller) => Some(caller.user),
            Err(problem) if problem.status_code() == StatusCode::UNAUTHORIZED => None,
            Err(problem) => return Err(problem),
        },
    };
    Ok(begin::Command {
        user,
        address: network_address_of(request),
        route: format!("POST {}", request.path()),
        key,
    })
}

/// Claims the key. Waits for an earlier attempt that is still running, as long as a waiting permit
/// is available.
async fn claim_key(api: &Api, command: begin::Command) -> Result<Answer, Problem> {
    let mut permit = None;
    for pause in POLL_PAUSES {
        let command = command.clone();
        let answer = api
            .run_without_idempotency(move |ports| begin::execute(ports, &command))
            .await?;
        if answer != Answer::Running {
            return Ok(answer);
        }
        permit = permit.or_else(|| api.waiting_permit());
        if permit.is_none() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    Ok(Answer::Running)
}

/// Runs the call on its own task, so that it continues if the client disconnects and its response
/// can be replayed.
async fn run_claimed<B: MessageBody + 'static>(
    api: web::Data<Api>,
    claim: Claim,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let digest = Rc::new(RefCell::new(Sha256::new()));
    let payload = request.take_payload();
    request.set_payload(hash_while_reading(payload, Rc::clone(&digest)));
    let work = async move {
        let answered = CLAIM.scope(claim, next.call(request)).await;
        let (answered, outcome) = outcome(answered, &digest).await;
        let command = finish::Command { claim, outcome };
        // If the call has committed, its commit has completed the key: a repetition gets 409
        // instead of this response.
        if let Err(error) = api
            .run_without_idempotency(move |ports| finish::execute(ports, &command))
            .await
        {
            tracing::warn!(
                %error,
                "cannot store the outcome of a call with an Idempotency-Key; a repetition of this call gets no stored response"
            );
        }
        answered
    };
    rt::spawn(call_id::with_current_id(work).in_current_span())
        .await
        .map_err(Problem::internal)?
}

/// Returns the response and the part of it to store.
async fn outcome<B: MessageBody + 'static>(
    answered: Result<ServiceResponse<B>, Error>,
    digest: &RefCell<Sha256>,
) -> (Result<ServiceResponse<BoxBody>, Error>, Outcome) {
    let failed = |status: StatusCode| {
        if status.is_server_error() {
            Outcome::Failed
        } else {
            Outcome::Refused
        }
    };
    let response = match answered {
        Ok(response) => response,
        Err(error) => {
            let status = error.as_response_error().status_code();
            return (Err(error), failed(status));
        }
    };
    let status = response.status();
    if !status.is_success() {
        return (Ok(response.map_into_boxed_body()), failed(status));
    }
    let (request, response) = response.into_parts();
    let (head, body) = response.into_parts();
    let Ok(answer) = to_bytes(body).await else {
        let problem = Problem::internal("an answer could not be read").error_response();
        return (Ok(ServiceResponse::new(request, problem)), Outcome::Failed);
    };
    let outcome = Outcome::Succeeded {
        body: digest.borrow().clone().finalize().into(),
        status: status.as_u16(),
        answer: answer.slice(..answer.len().min(MAX_RESPONSE_SIZE + 1)).to_vec(),
    };
    let response = head.set_body(answer).map_into_boxed_body();
    (Ok(ServiceResponse::new(request, response)), outcome)
}

fn hash_while_reading(payload: Payload, digest: Rc<RefCell<Sha256>>) -> Payload {
    let read = payload.inspect(move |chunk| {
        if let Ok(chunk) = chunk {
            digest.borrow_mut().update(chunk);
        }
    });
    Payload::Stream {
        payload: Box::pin(read),
    }
}

/// Checks that the repeated body is the same, without keeping it in memory.
async fn check_same_body(api: &Api, mut payload: Payload, expected: [u8; 32]) -> Result<(), Problem> {
    let reading = async {
        let mut digest = Sha256::new();
        let mut length = 0;
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|_| Problem::body_incomplete())?;
            length += chunk.len();
            if length > MAX_BODY {
                return Err(other_content());
            }
            digest.update(&chunk);
        }
        Ok::<[u8; 32], Problem>(digest.finalize().into())
    };
    let digest = tokio::time::timeout(COMPARE_TIMEOUT, reading)
        .await
        .map_err(|_| {
            Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                Reason::BodyTooSlow,
                "The upload was too slow and was stopped.",
            )
        })??;
    if finish::is_body_hash(api.ports(), &expected, &digest) {
        Ok(())
    } else {
        Err(other_content())
    }
}

fn replayed(status: u16, body: Vec<u8>) -> HttpResponse {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    HttpResponse::build(status)
        .insert_header(ContentType::json())
        .body(body)
}

fn refused(request: ServiceRequest, problem: &Problem) -> ServiceResponse<BoxBody> {
    request.into_response(problem.error_response())
}

fn other_content() -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        Reason::IdempotencyKeyReused,
        "This Idempotency-Key was used with other content before. Use a new key for changed content.",
    )
}

fn still_running() -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        Reason::AlreadyRunning,
        "This is already in progress. Wait a moment and try again.",
    )
    .retry_after(2)
}

fn answer_lost() -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        Reason::AnswerLost,
        "This was already done, but the response was lost. Reload the page to see the result.",
    )
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn key(values: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(
                HeaderName::from_static(HEADER),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        read_key(&headers)
    }

    #[test]
    fn a_key_is_a_string_with_or_without_quotes() {
        for (value, read) in [
            (
                "\"8e03978e-40d5-43e8-bc93-6894a57f9324\"",
                "8e03978e-40d5-43e8-bc93-6894a57f9324",
            ),
            (
                "8e03978e-40d5-43e8-bc93-6894a57f9324",
                "8e03978e-40d5-43e8-bc93-6894a57f9324",
            ),
            (r#""a \"b\" \\ c""#, r#"a "b" \ c"#),
            ("\" \"", " "),
        ] {
            assert_eq!(key(&[value]).as_deref(), Some(read), "{value}");
        }
    }

    #[test]
    fn malformed_keys_are_rejected() {
        let long = "k".repeat(MAX_KEY_LENGTH + 1);
        for values in [
            &[""][..],
            &["\"\""],
            &["\"open"],
            &["\"a\"b\""],
            &["\"a\\b\""],
            &["\"a\\"],
            &[&long],
            &["one", "two"],
        ] {
            assert_eq!(key(values), None, "{values:?}");
        }
        assert_eq!(key(&[&long[1..]]), Some(long[1..].to_owned()));
    }
}
