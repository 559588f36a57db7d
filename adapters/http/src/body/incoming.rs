//! A body on its way in: how large it may be, how slow, and what it takes of the memory for bodies.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::{HttpRequest, web};
use futures_util::StreamExt;
use tokio::time::{Instant, timeout_at};

use super::memory::{NOT_COUNTED, Taken};
use crate::api::Api;
use crate::load::BodyLimits;
use crate::problem::Problem;
use crate::signed_in::caller_of;

/// After so many seconds somebody for whose body there was no room may try again.
const RETRY_SECONDS: u64 = 5;

/// Of whom so much has come the rest is expected, too, and gets its room at once: a buffer that grows is in memory twice while it moves.
const EXPECTED: usize = 4 * 1024 * 1024;

/// A body that arrived whole, and what it takes of the memory for bodies.
pub(super) struct Whole {
    pub(super) bytes: Vec<u8>,
    pub(super) taken: Taken,
}

/// Reads a body of at most so many bytes. What is longer is refused before it is held in memory.
pub(super) async fn read(
    request: &HttpRequest,
    payload: Payload,
    media: Media,
    limit: usize,
) -> Result<Whole, Problem> {
    let api = request
        .app_data::<web::Data<Api>>()
        .ok_or_else(|| Problem::internal("the http adapter was not configured"))?;
    if !media.is_of(request) {
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, media.wanted()));
    }
    let announced = announced_length(request);
    let mut body = Incoming {
        payload: Box::pin(payload),
        pace: Pace::begin(&api.limits().bodies),
    };
    let mut bytes = Vec::new();
    let mut short = true;
    let mut limit = limit;
    let mut taken = api.body_memory().begin(None);
    loop {
        // Who sends it is asked only for a body that is longer than most: for the others nothing depends on it.
        if short && announced.unwrap_or_default().max(bytes.len()) > NOT_COUNTED {
            short = false;
            let sender = caller_of(request).await?.map(|caller| caller.user);
            if sender.is_none() {
                limit = limit.min(api.limits().bodies.guest);
            }
            taken = api.body_memory().begin(sender);
            body.pace.begin_window();
        }
        if announced.unwrap_or_default().max(bytes.len()) > limit {
            return Err(too_large(limit));
        }
        let Some(chunk) = body.next().await? else {
            return Ok(Whole { bytes, taken });
        };
        let needed = bytes.len() + chunk.len();
        if needed > limit {
            return Err(too_large(limit));
        }
        if needed > bytes.capacity() {
            let whole = announced.unwrap_or(limit).max(needed);
            let size = match announced {
                Some(_) if needed > EXPECTED => whole,
                _ => needed.max(2 * bytes.capacity()).min(whole),
            };
            if !taken.grow_to(size) {
                return Err(Problem::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "The server is receiving as much as it can hold. Please try again in a few seconds.",
                )
                .retry_after(RETRY_SECONDS));
            }
            bytes.reserve_exact(size - bytes.len());
        }
        bytes.extend_from_slice(&chunk);
    }
}

pub(super) fn too_large(limit: usize) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("The body is too large. The limit is {} kB.", limit / 1024),
    )
}

/// What a body is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Media {
    Json,
    /// JSON, or no body at all, which clients send without a content type.
    JsonIfAny,
    Multipart,
}

impl Media {
    const fn name(self) -> &'static str {
        match self {
            Self::Json | Self::JsonIfAny => "application/json",
            Self::Multipart => "multipart/form-data",
        }
    }

    const fn wanted(self) -> &'static str {
        match self {
            Self::Json | Self::JsonIfAny => {
                "Send the body as JSON, with the header Content-Type: application/json."
            }
            Self::Multipart => "Send the file as a form, with the header Content-Type: multipart/form-data.",
        }
    }

    fn is_of(self, request: &HttpRequest) -> bool {
        let media = request.headers().get(CONTENT_TYPE);
        if media.is_none() && self == Self::JsonIfAny {
            return true;
        }
        media
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .is_some_and(|media| media.trim().eq_ignore_ascii_case(self.name()))
    }
}

/// How long the body is, if the client says so.
fn announced_length(request: &HttpRequest) -> Option<usize> {
    let length = request.headers().get(CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

/// A body that is read part by part.
pub(super) struct Incoming {
    payload: Pin<Box<Payload>>,
    pace: Pace,
}

impl Incoming {
    /// A body of this kind, of at most so many bytes as far as its sender says how many they are.
    pub(super) fn begin(
        request: &HttpRequest,
        payload: Payload,
        media: Media,
        limit: usize,
    ) -> Result<Self, Problem> {
        let api = request
            .app_data::<web::Data<Api>>()
            .ok_or_else(|| Problem::internal("the http adapter was not configured"))?;
        if !media.is_of(request) {
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, media.wanted()));
        }
        if announced_length(request).unwrap_or_default() > limit {
            return Err(too_large(limit));
        }
        Ok(Self {
            payload: Box::pin(payload),
            pace: Pace::begin(&api.limits().bodies),
        })
    }

    /// The next part of the body; none when it is whole.
    pub(super) async fn next(&mut self) -> Result<Option<web::Bytes>, Problem> {
        loop {
            let Ok(next) = timeout_at(self.pace.next_look(), self.payload.next()).await else {
                self.pace.look()?;
                continue;
            };
            let Some(chunk) = next else {
                return Ok(None);
            };
            let chunk = chunk
                .map_err(|_| Problem::new(StatusCode::BAD_REQUEST, "The body ended before it was whole."))?;
            self.pace.look()?;
            self.pace.in_window += chunk.len();
            return Ok(Some(chunk));
        }
    }
}

/// How fast a body comes. It is looked at from window to window, so that a fast beginning buys no long pause.
struct Pace {
    limits: BodyLimits,
    deadline: Instant,
    end_of_window: Instant,
    in_window: usize,
}

impl Pace {
    fn begin(limits: &BodyLimits) -> Self {
        let now = Instant::now();
        Self {
            limits: *limits,
            deadline: now + limits.deadline,
            end_of_window: now + limits.window,
            in_window: 0,
        }
    }

    fn begin_window(&mut self) {
        self.end_of_window = Instant::now() + self.limits.window;
        self.in_window = 0;
    }

    fn next_look(&self) -> Instant {
        self.end_of_window.min(self.deadline)
    }

    /// Refuses a body that is late, or too little of which came in the window that has ended.
    fn look(&mut self) -> Result<(), Problem> {
        let now = Instant::now();
        if now < self.next_look() {
            return Ok(());
        }
        if now >= self.deadline || self.in_window < self.limits.least_in_window {
            return Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "The body came too slowly. Please check the connection and send it again.",
            ));
        }
        self.begin_window();
        Ok(())
    }
}
