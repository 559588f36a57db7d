//! The lifecycle of one connection.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use actix_ws::{CloseCode, CloseReason, Message, MessageStream, ProtocolError, Session};
use aditus_application::access::Caller;
use aditus_application::notifications::views::MAX_SINCE;
use aditus_domain::ids::{NotificationId, UserId};
use futures_util::StreamExt;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use crate::backend::{BackendError, NotificationBatch};
use crate::hub::{EndReason, Registration};
use crate::message::{self, SignIn};
use crate::route::Push;

/// Timeout for sending the close message, because the buffer of a client that does not read stays
/// full.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

pub(crate) async fn drive(push: Arc<Push>, mut session: Session, mut messages: MessageStream) {
    let mut closing = push.hub.closing();
    let end_reason = tokio::select! {
        end_reason = authenticate_and_serve(&push, &mut session, &mut messages) => end_reason,
        _ = closing.wait_for(|closing| *closing) => EndReason::Restart,
    };
    match end_reason {
        EndReason::ProtocolViolation | EndReason::SignedOut | EndReason::TooMany => {
            tracing::info!(outcome = "refused", reason = ?end_reason, "websocket closed");
        }
        _ => tracing::debug!(?end_reason, "websocket closed"),
    }
    if let Some(reason) = end_reason.close_reason() {
        // Fails if the client is gone already.
        let _ = timeout(CLOSE_TIMEOUT, session.close(Some(reason))).await;
    }
}

async fn authenticate_and_serve(
    push: &Arc<Push>,
    session: &mut Session,
    messages: &mut MessageStream,
) -> EndReason {
    let (caller, token) = match sign_in(push, messages).await {
        Ok(known) => known,
        Err(end_reason) => return end_reason,
    };
    let Registration {
        mut queue,
        end_reason,
        guard,
    } = match push.hub.register(caller.user, caller.session) {
        Ok(registration) => registration,
        Err(end_reason) => return end_reason,
    };
    let serve = async {
        let unread = read_notifications(push, &caller, None).await?;
        let list = message::list(&unread.notifications).map_err(|error| failed(&error))?;
        session.text(list).await.map_err(|_| EndReason::Gone)?;
        if guard.ready(unread.settled, &unread.known) {
            catch_up(push, &caller, unread.settled).await?;
        }
        serve(push, session, messages, &mut queue, &token).await
    };
    // A client that does not read blocks its own task. The end reason interrupts that too.
    tokio::select! {
        reason = end_reason => reason.unwrap_or(EndReason::Restart),
        ended = serve => match ended {
            Ok(never) => match never {},
            Err(end_reason) => end_reason,
        },
    }
}

/// Delivers the notifications that were committed while the first list was read.
async fn catch_up(push: &Arc<Push>, caller: &Caller, mut after: NotificationId) -> Result<(), EndReason> {
    loop {
        let missed = read_notifications(push, caller, Some(after)).await?.notifications;
        push.hub.deliver(caller.user, &missed);
        match missed.last() {
            Some(newest) if missed.len() >= MAX_SINCE as usize => after = newest.id,
            _ => return Ok(()),
        }
    }
}

/// Authenticates the client by its first message, which has to arrive in time and name the token's
/// own user.
async fn sign_in(push: &Arc<Push>, messages: &mut MessageStream) -> Result<(Caller, Arc<str>), EndReason> {
    let first = timeout(push.hub.settings().sign_in_within, messages.next())
        .await
        .map_err(|_| EndReason::ProtocolViolation)?
        .ok_or(EndReason::Gone)?;
    let text = match first {
        Ok(Message::Text(text)) => text,
        Ok(Message::Close(_)) => return Err(EndReason::Gone),
        Ok(_) => return Err(EndReason::ProtocolViolation),
        Err(error) => return Err(reason_for(&error)),
    };
    let SignIn { user_id, token } = serde_json::from_str(&text).map_err(|_| EndReason::ProtocolViolation)?;
    let token: Arc<str> = token.into();
    let (known, shown) = (push.clone(), token.clone());
    let caller = blocking(move || known.backend.authenticate(&shown)).await?;
    if caller.user == UserId(user_id) {
        Ok((caller, token))
    } else {
        Err(EndReason::ProtocolViolation)
    }
}

/// The value of a success that never comes: [`serve`] ends only with an error.
enum Never {}

async fn serve(
    push: &Arc<Push>,
    session: &mut Session,
    messages: &mut MessageStream,
    queue: &mut tokio::sync::mpsc::Receiver<Arc<str>>,
    token: &Arc<str>,
) -> Result<Never, EndReason> {
    let settings = push.hub.settings();
    let ticks = |every: Duration| {
        let every = every.max(Duration::from_millis(1));
        let mut ticks = interval_at(Instant::now() + every, every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks
    };
    let (mut pings, mut rechecks) = (ticks(settings.ping_every), ticks(settings.recheck_every));
    let mut received = true;
    loop {
        tokio::select! {
            incoming = messages.next() => {
                received = true;
                reply(session, incoming.ok_or(EndReason::Gone)?.map_err(|error| reason_for(&error))?).await?;
            }
            // A closed queue means that the hub removed the connection; the end reason gives the
            // reason.
            Some(text) = queue.recv() => session.text(&*text).await.map_err(|_| EndReason::Gone)?,
            _ = pings.tick() => {
                if !std::mem::replace(&mut received, false) {
                    return Err(EndReason::Gone);
                }
                session.ping(b"").await.map_err(|_| EndReason::Gone)?;
            }
            _ = rechecks.tick() => recheck(push, token).await?,
        }
    }
}

/// Replies to pings. Any other message after the sign-in is an error.
async fn reply(session: &mut Session, message: Message) -> Result<(), EndReason> {
    let sent = match message {
        Message::Text(text) if text == "ping" => session.text("pong").await,
        Message::Ping(bytes) => session.pong(&bytes).await,
        Message::Pong(_) => Ok(()),
        Message::Close(_) => return Err(EndReason::Gone),
        _ => return Err(EndReason::ProtocolViolation),
    };
    sent.map_err(|_| EndReason::Gone)
}

/// Closes the connection if its session has ended. A failed check does not close it, because the
/// database may be unavailable for a moment.
async fn recheck(push: &Arc<Push>, token: &Arc<str>) -> Result<(), EndReason> {
    let (known, shown) = (push.clone(), token.clone());
    match blocking(move || known.backend.still_signed_in(&shown)).await {
        Ok(false) | Err(EndReason::SignedOut) => Err(EndReason::SignedOut),
        Ok(true) | Err(_) => Ok(()),
    }
}

async fn read_notifications(
    push: &Arc<Push>,
    caller: &Caller,
    after: Option<NotificationId>,
) -> Result<NotificationBatch, EndReason> {
    let (push, caller) = (push.clone(), caller.clone());
    blocking(move || push.backend.notifications_since(&caller, after)).await
}

async fn blocking<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, BackendError> + Send + 'static,
) -> Result<T, EndReason> {
    let span = tracing::Span::current();
    match web::block(move || span.in_scope(call)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(BackendError::SignedOut)) => Err(EndReason::SignedOut),
        Ok(Err(BackendError::Failed(error))) => Err(failed(error.as_ref())),
        Err(error) => Err(failed(&error)),
    }
}

/// Maps an error of the connection. A closed tab breaks the connection, which is no violation of
/// the protocol.
fn reason_for(error: &ProtocolError) -> EndReason {
    match error {
        ProtocolError::Io(_) => EndReason::Gone,
        _ => EndReason::ProtocolViolation,
    }
}

fn failed(error: &(dyn std::error::Error + 'static)) -> EndReason {
    tracing::error!(error, "internal error on a websocket, closing it");
    EndReason::Failed
}

impl EndReason {
    /// Returns the close code and text for the client, or `None` if it has disconnected. The codes
    /// are those of RFC 6455 and its registry.
    fn close_reason(self) -> Option<CloseReason> {
        let (code, description) = match self {
            Self::Gone => return None,
            Self::ProtocolViolation => (
                CloseCode::Policy,
                "invalid message: send user_id and token first, and only \"ping\" after that",
            ),
            Self::SignedOut => (CloseCode::Policy, "signed out"),
            Self::TooSlow => (CloseCode::Again, "too slow"),
            Self::TooMany => (CloseCode::Again, "too many connections"),
            Self::Failed => (CloseCode::Error, "something failed"),
            Self::Restart => (CloseCode::Restart, "restarting"),
        };
        Some(CloseReason {
            code,
            description: Some(description.to_owned()),
        })
    }
}
