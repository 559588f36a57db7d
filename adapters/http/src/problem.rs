//! Error responses (decisions, "The calls").

mod reason_body;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::num::NonZeroU64;

use actix_web::http::StatusCode;
use actix_web::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use aditus_application::accounts::codes::Sent;
use aditus_application::failure::{NO_ROOM, Param, Params, causes};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::TooMany;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, RefBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::body::field_label;
use crate::call_id;
use reason_body::{ParamBody, params_schema, reason_schema};

pub(crate) use reason_body::schema as schema_of_reasons;

/// Maximum number of errors that [`Problem::fields`] reports.
const MAX_ERRORS: usize = 100;

/// Maximum number of errors that a use case may report: the largest form is a drawing with a
/// hundred stages and a thousand links.
const MAX_FORM_ERRORS: usize = 4_000;

/// The body of all error responses.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// The HTTP status, or a code of the specification: 601, 605 or 606. Code 607 requires password
    /// confirmation with `users/confirm-password/`; the call can be repeated afterwards.
    pub code: u16,
    /// The reason, by which a client decides.
    #[schema(schema_with = reason_schema)]
    pub reason: &'static str,
    /// The first error, in the words of the specification.
    pub message: String,
    /// The values that the message mentions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(schema_with = params_schema)]
    pub params: BTreeMap<&'static str, ParamBody>,
    /// The errors by field path.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub errors: BTreeMap<String, Vec<String>>,
    /// The time at which the code that is still valid was sent. This field and the next two are
    /// only present with code 601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<DateTime<Utc>>,
    /// The time at which that code expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The earliest time at which another code can be requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resend_at: Option<DateTime<Utc>>,
    /// The saved draft that conflicts with the submitted one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = draft_schema)]
    pub(crate) draft: Option<Box<RawValue>>,
    /// The id of this call in the log. It is not the id of a Data Request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call_id: Option<String>,
}

/// Returns the schema of `draft`. Its type belongs to the requests slice, which adds it to the
/// OpenAPI document.
fn draft_schema() -> RefOr<Schema> {
    let conflict = RefBuilder::new()
        .ref_location_from_schema_name("DraftConflictBody")
        .description(Some(
            "What was saved of a draft meanwhile, where that stands in the way.",
        ));
    OneOfBuilder::new()
        .item(conflict)
        .item(ObjectBuilder::new().schema_type(Type::Null))
        .into()
}

/// An error response.
#[derive(Debug, Clone)]
pub struct Problem {
    status: StatusCode,
    code: u16,
    reason: Reason,
    message: String,
    params: Params,
    errors: BTreeMap<String, Vec<String>>,
    sent: Option<Box<Sent>>,
    retry_after: Option<NonZeroU64>,
    signed_out: bool,
    draft: Option<Box<RawValue>>,
    /// True if field names may contain input of the caller.
    malformed: bool,
}

/// Satisfies conversions that cannot fail.
impl From<Infallible> for Problem {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl Problem {
    pub(crate) fn new(status: StatusCode, reason: Reason, message: impl Into<String>) -> Self {
        Self {
            status,
            code: status.as_u16(),
            reason,
            message: message.into(),
            params: Params::new(),
            errors: BTreeMap::new(),
            sent: None,
            retry_after: None,
            signed_out: false,
            draft: None,
            malformed: false,
        }
    }

    /// Returns the reason of the failure.
    pub(crate) const fn reason(&self) -> Reason {
        self.reason
    }

    /// Sets the header `Retry-After`, and the parameter of the same name.
    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = NonZeroU64::new(seconds);
        self.with_param("retry_after", seconds)
    }

    /// Adds a value that the message mentions.
    #[must_use]
    pub(crate) fn with_param(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.insert(name, value.into());
        self
    }

    pub(crate) fn is_too_large(&self) -> bool {
        self.status == StatusCode::PAYLOAD_TOO_LARGE
    }

    /// Attaches the saved draft that conflicts with the submitted one.
    #[must_use]
    pub(crate) fn with_draft(self, draft: &impl Serialize) -> Self {
        match to_raw_value(draft) {
            Ok(draft) => Self {
                draft: Some(draft),
                ..self
            },
            Err(error) => Self::internal(error),
        }
    }

    /// Returns a validation error at one field.
    pub(crate) fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut problem = Self::new(StatusCode::BAD_REQUEST, Reason::InvalidFields, message.clone());
        problem.errors.insert(field.into(), vec![message]);
        problem
    }

    /// Returns validation errors at several fields; the first one becomes the message. An error of
    /// the body itself has no field.
    pub(crate) fn fields(faults: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut problem = Self::new(StatusCode::BAD_REQUEST, Reason::InvalidFields, String::new());
        for (field, message) in faults.into_iter().take(MAX_ERRORS) {
            let message = with_field_name(&field, message);
            if problem.message.is_empty() {
                problem.message.clone_from(&message);
            }
            if !field.is_empty() {
                problem.errors.entry(field).or_default().push(message);
            }
        }
        problem
    }

    /// Returns errors of a body with an invalid structure.
    pub(crate) fn malformed(faults: impl IntoIterator<Item = (String, String)>) -> Self {
        Self {
            malformed: true,
            ..Self::fields(faults)
        }
    }

    /// Returns the text for the log: the first error as the caller reads it. It may name fields,
    /// their allowed values and conflicting records, but never a rejected value.
    pub(crate) fn text_for_log(&self) -> &str {
        if self.malformed {
            "What was sent does not have the fields that this call takes."
        } else {
            &self.message
        }
    }

    #[cfg(test)]
    pub(crate) fn errors_json(&self) -> serde_json::Value {
        serde_json::to_value(&self.errors).unwrap_or_default()
    }

    /// Returns 401 for a missing or ended session. Only this response has `WWW-Authenticate`, which
    /// tells the client to sign out.
    pub(crate) fn signed_out() -> Self {
        Self {
            signed_out: true,
            ..Self::new(
                StatusCode::UNAUTHORIZED,
                Reason::SignedOut,
                "Please sign in to continue.",
            )
        }
    }

    pub(crate) fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            Reason::NotFound,
            "This does not exist, or you may not see it.",
        )
    }

    /// Returns 400 for a body whose connection ended early.
    pub(crate) fn body_incomplete() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            Reason::BodyIncomplete,
            "The upload was interrupted. Please try again.",
        )
    }

    /// Returns 500. The cause is only logged.
    pub(crate) fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "internal error in a call, which gets status 500");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            Reason::Internal,
            "Something went wrong on our side. Nothing was changed. Please try again.",
        )
    }

    /// Returns 503 for a full disk.
    pub(crate) fn disk_full() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Reason::DiskFull, NO_ROOM)
    }

    /// Returns the response for the error of a use case. Its causes are only logged.
    pub(crate) fn from_failure(error: &dyn Failure) -> Self {
        let kind = error.kind();
        let status = match kind {
            Kind::Invalid => StatusCode::BAD_REQUEST,
            Kind::Unauthenticated => StatusCode::UNAUTHORIZED,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::Conflict => StatusCode::CONFLICT,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::UnsupportedFile => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Kind::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Kind::Full => {
                tracing::error!(cause = causes(error), "no disk space left: nothing can be stored");
                return Self::disk_full();
            }
            Kind::Internal => return Self::internal(causes(error)),
        };
        if status.is_server_error() {
            tracing::warn!(cause = causes(error), "service unavailable");
        }
        // A record that is missing for an internal reason is a loss of data.
        if kind == Kind::NotFound && error.source().is_some() {
            tracing::error!(
                cause = causes(error),
                "a record or file that should exist is missing"
            );
        }
        let mut errors = BTreeMap::<String, Vec<String>>::new();
        let mut first = error.to_string();
        for (field, message) in error.fields().into_iter().take(MAX_FORM_ERRORS) {
            let named = with_field_name(&field, message.clone());
            if first == message {
                first.clone_from(&named);
            }
            errors.entry(field).or_default().push(named);
        }
        let problem = Self {
            code: error.code().unwrap_or(status.as_u16()),
            params: error.params(),
            errors,
            sent: error.code_sent().map(Box::new),
            ..Self::new(status, error.reason(), first)
        };
        match kind {
            Kind::TooMany(retry_after) => problem.retry_after(TooMany { retry_after }.retry_after_seconds()),
            _ => problem,
        }
    }
}

/// Replaces "The text" by the name of the field, because validation rules for texts do not know
/// their field.
fn with_field_name(field: &str, message: String) -> String {
    let name = field.rsplit('.').next().unwrap_or_default();
    match message.strip_prefix("The text ") {
        Some(rest) if !name.is_empty() => format!("{} {rest}", field_label(name)),
        _ => message,
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.message)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(seconds) = self.retry_after {
            response.insert_header((RETRY_AFTER, seconds.to_string()));
        }
        if self.signed_out {
            response.insert_header((WWW_AUTHENTICATE, "Token"));
        }
        response.json(ProblemBody {
            code: self.code,
            reason: self.reason.name(),
            message: self.message.clone(),
            params: self
                .params
                .iter()
                .map(|(name, value)| (*name, value.clone().into()))
                .collect(),
            errors: self.errors.clone(),
            data: self.sent.as_ref().map(|sent| sent.issued_at),
            expires_at: self.sent.as_ref().map(|sent| sent.expires_at),
            resend_at: self.sent.as_ref().map(|sent| sent.resend_at),
            draft: self.draft.clone(),
            call_id: call_id::current(),
        })
    }
}
