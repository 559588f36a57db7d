//! Reads request bodies within the limits of size, speed and memory.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::{HttpRequest, web};
use aditus_application::Reason;
use futures_util::StreamExt;
use tokio::time::{Instant, timeout_at};

use super::memory::{BodyReservation, NOT_COUNTED};
use crate::api::Api;
use crate::load::BodyLimits;
use crate::problem::Problem;
use crate::signed_in::caller_of;

/// `Retry-After` in seconds for bodies that were rejected for lack of memory.
const RETRY_SECONDS: u64 = 5;

/// From this size on, the buffer is allocated with the announced length, because a growing buffer
/// is in memory twice while it moves. The operating system assigns the memory as bytes arrive, and
/// [`BodyReservation`] counts it in the same way.
const PREALLOCATED_FROM: usize = 4 * 1024 * 1024;

/// Increment in bytes in which a body longer than [`PREALLOCATED_FROM`] reserves memory.
const RESERVATION_STEP: usize = 256 * 1024;

/// A complete body with its memory reservation.
pub(super) struct CompleteBody {
    pub(super) bytes: Vec<u8>,
    pub(super) reservation: BodyReservation,
}

/// Reads a body of at most `limit` bytes. Rejects a longer one before it occupies memory.
pub(super) async fn read(
    request: &HttpRequest,
    payload: Payload,
    media: Media,
    limit: usize,
) -> Result<CompleteBody, Problem> {
    let api = request
        .app_data::<web::Data<Api>>()
        .ok_or_else(|| Problem::internal("the http adapter was not configured"))?;
    if !media.matches(request) {
        return Err(other_media_type(media));
    }
    let announced = announced_length(request);
    let mut body = Incoming {
        payload: Box::pin(payload),
        pace: Pace::new(&api.limits().bodies, announced),
    };
    let mut bytes = Vec::new();
    let mut short = true;
    let mut limit = limit;
    let mut reservation = api.body_memory().reservation_for(None);
    loop {
        // The sender only matters for longer bodies, so the others do not wait for authentication.
        if short && announced.unwrap_or_default().max(bytes.len()) > NOT_COUNTED {
            short = false;
            let sender = caller_of(request).await?.map(|caller| caller.user);
            if sender.is_none() {
                limit = limit.min(api.limits().bodies.guest);
            }
            reservation = api.body_memory().reservation_for(sender);
            body.pace.start_window();
        }
        if announced.unwrap_or_default().max(bytes.len()) > limit {
            return Err(too_large(limit));
        }
        let Some(chunk) = body.next().await? else {
            return Ok(CompleteBody { bytes, reservation });
        };
        let needed = bytes.len() + chunk.len();
        if needed > limit {
            return Err(too_large(limit));
        }
        let reserved = bytes_to_reserve(needed, bytes.capacity(), announced, limit);
        if !reservation.grow_to(reserved) {
            if !reservation.wait_for(reserved, api.limits().bodies.patience).await {
                return Err(memory_exhausted());
            }
            body.pace.start_window();
        }
        if needed > bytes.capacity() {
            let capacity = match announced {
                Some(whole) if needed > PREALLOCATED_FROM => whole.max(reserved),
                _ => reserved,
            };
            let more = capacity - bytes.len();
            bytes.try_reserve_exact(more).map_err(|_| memory_exhausted())?;
        }
        bytes.extend_from_slice(&chunk);
    }
}

/// Returns the bytes to reserve for a body of which `needed` bytes have arrived: the size of its
/// buffer, or the bytes that arrived if the buffer has the announced length.
fn bytes_to_reserve(needed: usize, capacity: usize, announced: Option<usize>, limit: usize) -> usize {
    let whole = announced.unwrap_or(limit).max(needed);
    match announced {
        Some(_) if needed > PREALLOCATED_FROM => needed.next_multiple_of(RESERVATION_STEP).min(whole),
        _ if needed > capacity => needed.max(2 * capacity).min(whole),
        _ => capacity,
    }
}

fn memory_exhausted() -> Problem {
    Problem::new(
        StatusCode::SERVICE_UNAVAILABLE,
        Reason::ServerBusy,
        "The server is busy with other uploads. Please try again in a few seconds.",
    )
    .retry_after(RETRY_SECONDS)
}

pub(super) fn too_large(limit: usize) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        Reason::BodyTooLarge,
        format!("The body is too large. The limit is {} kB.", limit / 1024),
    )
    .with_param("most_kb", limit / 1024)
}

fn other_media_type(media: Media) -> Problem {
    Problem::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Reason::UnsupportedMediaType,
        media.instruction(),
    )
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Media {
    Json,
    /// JSON or an empty body, which clients send without a content type.
    JsonOrEmpty,
    Multipart,
    /// A form in the encoding of addresses.
    UrlForm,
}

impl Media {
    const fn name(self) -> &'static str {
        match self {
            Self::Json | Self::JsonOrEmpty => "application/json",
            Self::Multipart => "multipart/form-data",
            Self::UrlForm => "application/x-www-form-urlencoded",
        }
    }

    const fn instruction(self) -> &'static str {
        match self {
            Self::Json | Self::JsonOrEmpty => {
                "Send the body as JSON, with the header Content-Type: application/json."
            }
            Self::Multipart => "Send the file as a form, with the header Content-Type: multipart/form-data.",
            Self::UrlForm => {
                "Send the body as a form, with the header Content-Type: application/x-www-form-urlencoded."
            }
        }
    }

    fn matches(self, request: &HttpRequest) -> bool {
        let media = request.headers().get(CONTENT_TYPE);
        if media.is_none() && self == Self::JsonOrEmpty {
            return true;
        }
        media
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .is_some_and(|media| media.trim().eq_ignore_ascii_case(self.name()))
    }
}

fn announced_length(request: &HttpRequest) -> Option<usize> {
    let length = request.headers().get(CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

/// A body that is read in chunks.
pub(super) struct Incoming {
    payload: Pin<Box<Payload>>,
    pace: Pace,
}

impl Incoming {
    /// Starts to read a body of this media type. Rejects an announced length above `limit`.
    pub(super) fn begin(
        request: &HttpRequest,
        payload: Payload,
        media: Media,
        limit: usize,
    ) -> Result<Self, Problem> {
        let api = request
            .app_data::<web::Data<Api>>()
            .ok_or_else(|| Problem::internal("the http adapter was not configured"))?;
        if !media.matches(request) {
            return Err(other_media_type(media));
        }
        let announced = announced_length(request);
        if announced.unwrap_or_default() > limit {
            return Err(too_large(limit));
        }
        Ok(Self {
            payload: Box::pin(payload),
            pace: Pace::new(&api.limits().bodies, announced),
        })
    }

    /// Returns the next chunk of the body; `None` at its end.
    pub(super) async fn next(&mut self) -> Result<Option<web::Bytes>, Problem> {
        loop {
            let Ok(next) = timeout_at(self.pace.next_check(), self.payload.next()).await else {
                self.pace.check()?;
                continue;
            };
            let Some(chunk) = next else {
                return Ok(None);
            };
            let chunk = chunk.map_err(|_| Problem::body_incomplete())?;
            self.pace.check()?;
            self.pace.count(chunk.len());
            return Ok(Some(chunk));
        }
    }
}

/// Measures the speed of a body. It is checked per window, so that a fast start does not allow a
/// long pause.
struct Pace {
    limits: BodyLimits,
    announced: usize,
    deadline: Instant,
    end_of_window: Instant,
    in_window: usize,
    total: usize,
}

impl Pace {
    fn new(limits: &BodyLimits, announced: Option<usize>) -> Self {
        let now = Instant::now();
        Self {
            limits: *limits,
            announced: announced.unwrap_or_default(),
            deadline: now + limits.deadline,
            end_of_window: now + limits.window,
            in_window: 0,
            total: 0,
        }
    }

    fn start_window(&mut self) {
        self.end_of_window = Instant::now() + self.limits.window;
        self.in_window = 0;
    }

    fn count(&mut self, bytes: usize) {
        self.in_window += bytes;
        self.total += bytes;
    }

    fn next_check(&self) -> Instant {
        self.end_of_window.min(self.deadline)
    }

    /// Rejects a body that is past its deadline, or that sent too little in the last window.
    fn check(&mut self) -> Result<(), Problem> {
        let now = Instant::now();
        if now < self.next_check() {
            return Ok(());
        }
        let min_bytes = min_bytes_per_window(&self.limits, self.announced.max(self.total));
        if now >= self.deadline || self.in_window < min_bytes {
            return Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                Reason::BodyTooSlow,
                "The upload was too slow and was stopped. Please check your connection and try again.",
            ));
        }
        self.start_window();
        Ok(())
    }
}

/// Returns the minimum number of bytes per window for a body of this length. The more memory a body
/// may occupy, the faster it must arrive. The minimum is half the speed that would just meet the
/// deadline, so that a connection may be slow for a while.
fn min_bytes_per_window(limits: &BodyLimits, length: usize) -> usize {
    let windows = limits.deadline.as_millis() / limits.window.as_millis().max(1);
    let windows = usize::try_from(windows).unwrap_or(usize::MAX).max(1);
    limits.min_bytes_per_window.max(length / windows / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIB: usize = 1024;
    const MIB: usize = 1024 * KIB;

    #[test]
    fn a_longer_body_must_arrive_faster() {
        let limits = BodyLimits::default();
        assert_eq!(min_bytes_per_window(&limits, 0), 40 * KIB);
        assert_eq!(min_bytes_per_window(&limits, 4 * MIB), 40 * KIB);
        // At 4.5 KB/s, a body of 62 MiB is rejected after the first window.
        assert_eq!(min_bytes_per_window(&limits, 62 * MIB), 62 * MIB / 120);
        // A connection of 1 Mbit/s is fast enough.
        assert!(min_bytes_per_window(&limits, 64 * MIB) < 1_000_000 / 8 * 10);
    }

    #[test]
    fn memory_for_a_long_body_grows_as_it_arrives() {
        let whole = Some(62 * MIB);
        let limit = 64 * MIB;
        assert_eq!(bytes_to_reserve(100 * KIB, 64 * KIB, whole, limit), 128 * KIB);
        assert_eq!(bytes_to_reserve(100 * KIB, 128 * KIB, whole, limit), 128 * KIB);
        let come = PREALLOCATED_FROM + KIB;
        assert_eq!(
            bytes_to_reserve(come, PREALLOCATED_FROM, whole, limit),
            PREALLOCATED_FROM + RESERVATION_STEP
        );
        assert_eq!(
            bytes_to_reserve(come, 62 * MIB, whole, limit),
            PREALLOCATED_FROM + RESERVATION_STEP
        );
        assert_eq!(bytes_to_reserve(62 * MIB, 62 * MIB, whole, limit), 62 * MIB);
        // Without an announced length the buffer doubles, and its full size counts.
        assert_eq!(
            bytes_to_reserve(come, PREALLOCATED_FROM, None, limit),
            2 * PREALLOCATED_FROM
        );
        assert_eq!(bytes_to_reserve(limit, 40 * MIB, None, limit), limit);
    }
}
