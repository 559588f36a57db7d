//! The lifecycle of one connection.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use actix_ws::{CloseCode, CloseReason, Message, MessageStream, ProtocolError, Session};
use aditus_application::access::Caller;
use aditus_application::notifications::views::MOST_SINCE;
use aditus_domain::ids::{NotificationId, UserId};
use futures_util::StreamExt;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use crate::gate::{GateError, News};
use crate::hub::{Farewell, Seat};
use crate::message::{self, SignIn};
use crate::route::Push;

/// Timeout for sending the close message, because the buffer of a client that does not read stays
/// full.
const FAREWELL_WITHIN: Duration = Duration::from_secs(1);

pub(crate) async fn drive(push: Arc<Push>, mut session: Session, mut messages: MessageStream) {
    let mut closing = push.hub.closing();
    let farewell = tokio::select! {
        farewell = converse(&push, &mut session, &mut messages) => farewell,
        _ = closing.wait_for(|closing| *closing) => Farewell::Restart,
    };
    match farewell {
        Farewell::Unwelcome | Farewell::SignedOut | Farewell::TooMany => {
            tracing::info!(outcome = "refused", reason = ?farewell, "websocket closed");
        }
        _ => tracing::debug!(?farewell, "a websocket closes"),
    }
    if let Some(reason) = farewell.reason() {
        // Fails if the client is gone already.
        let _ = timeout(FAREWELL_WITHIN, session.close(Some(reason))).await;
    }
}

async fn converse(push: &Arc<Push>, session: &mut Session, messages: &mut MessageStream) -> Farewell {
    let (caller, token) = match sign_in(push, messages).await {
        Ok(known) => known,
        Err(farewell) => return farewell,
    };
    let Seat {
        mut queue,
        farewell,
        place,
    } = match push.hub.register(caller.user, caller.session) {
        Ok(seat) => seat,
        Err(farewell) => return farewell,
    };
    let serve = async {
        let unread = ask(push, &caller, None).await?;
        let list = message::list(&unread.notifications).map_err(|error| failed(&error))?;
        session.text(list).await.map_err(|_| Farewell::Gone)?;
        if place.ready(unread.settled, &unread.known) {
            catch_up(push, &caller, unread.settled).await?;
        }
        serve(push, session, messages, &mut queue, &token).await
    };
    // A client that does not read blocks its own task. The farewell interrupts that too.
    tokio::select! {
        bidden = farewell => bidden.unwrap_or(Farewell::Restart),
        ended = serve => match ended {
            Ok(never) => match never {},
            Err(farewell) => farewell,
        },
    }
}

/// Delivers the notifications that were committed while the first list was read.
async fn catch_up(push: &Arc<Push>, caller: &Caller, mut after: NotificationId) -> Result<(), Farewell> {
    loop {
        let missed = ask(push, caller, Some(after)).await?.notifications;
        push.hub.deliver(caller.user, &missed);
        match missed.last() {
            Some(newest) if missed.len() >= MOST_SINCE as usize => after = newest.id,
            _ => return Ok(()),
        }
    }
}

/// Authenticates the client by its first message, which has to arrive in time and name the token's
/// own user.
async fn sign_in(push: &Arc<Push>, messages: &mut MessageStream) -> Result<(Caller, Arc<str>), Farewell> {
    let first = timeout(push.hub.settings().sign_in_within, messages.next())
        .await
        .map_err(|_| Farewell::Unwelcome)?
        .ok_or(Farewell::Gone)?;
    let text = match first {
        Ok(Message::Text(text)) => text,
        Ok(Message::Close(_)) => return Err(Farewell::Gone),
        Ok(_) => return Err(Farewell::Unwelcome),
        Err(error) => return Err(broken(&error)),
    };
    let SignIn { user_id, token } = serde_json::from_str(&text).map_err(|_| Farewell::Unwelcome)?;
    let token: Arc<str> = token.into();
    let (known, shown) = (push.clone(), token.clone());
    let caller = blocking(move || known.gate.authenticate(&shown)).await?;
    if caller.user == UserId(user_id) {
        Ok((caller, token))
    } else {
        Err(Farewell::Unwelcome)
    }
}

enum Never {}

async fn serve(
    push: &Arc<Push>,
    session: &mut Session,
    messages: &mut MessageStream,
    queue: &mut tokio::sync::mpsc::Receiver<Arc<str>>,
    token: &Arc<str>,
) -> Result<Never, Farewell> {
    let settings = push.hub.settings();
    let ticks = |every: Duration| {
        let every = every.max(Duration::from_millis(1));
        let mut ticks = interval_at(Instant::now() + every, every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks
    };
    let (mut pings, mut rechecks) = (ticks(settings.ping_every), ticks(settings.recheck_every));
    let mut heard = true;
    loop {
        tokio::select! {
            said = messages.next() => {
                heard = true;
                answer(session, said.ok_or(Farewell::Gone)?.map_err(|error| broken(&error))?).await?;
            }
            // A closed queue means that the hub removed the connection; the farewell gives the
            // reason.
            Some(news) = queue.recv() => session.text(&*news).await.map_err(|_| Farewell::Gone)?,
            _ = pings.tick() => {
                if !std::mem::replace(&mut heard, false) {
                    return Err(Farewell::Gone);
                }
                session.ping(b"").await.map_err(|_| Farewell::Gone)?;
            }
            _ = rechecks.tick() => recheck(push, token).await?,
        }
    }
}

async fn answer(session: &mut Session, said: Message) -> Result<(), Farewell> {
    let sent = match said {
        Message::Text(text) if text == "ping" => session.text("pong").await,
        Message::Ping(bytes) => session.pong(&bytes).await,
        Message::Pong(_) => Ok(()),
        Message::Close(_) => return Err(Farewell::Gone),
        _ => return Err(Farewell::Unwelcome),
    };
    sent.map_err(|_| Farewell::Gone)
}

/// Closes the connection if its session has ended. A failed check does not close it, because the
/// database may be unavailable for a moment.
async fn recheck(push: &Arc<Push>, token: &Arc<str>) -> Result<(), Farewell> {
    let (known, shown) = (push.clone(), token.clone());
    match blocking(move || known.gate.still_signed_in(&shown)).await {
        Ok(false) | Err(Farewell::SignedOut) => Err(Farewell::SignedOut),
        Ok(true) | Err(_) => Ok(()),
    }
}

async fn ask(push: &Arc<Push>, caller: &Caller, after: Option<NotificationId>) -> Result<News, Farewell> {
    let (push, caller) = (push.clone(), caller.clone());
    blocking(move || push.gate.news(&caller, after)).await
}

async fn blocking<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, GateError> + Send + 'static,
) -> Result<T, Farewell> {
    let span = tracing::Span::current();
    match web::block(move || span.in_scope(call)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(GateError::SignedOut)) => Err(Farewell::SignedOut),
        Ok(Err(GateError::Failed(error))) => Err(failed(error.as_ref())),
        Err(error) => Err(failed(&error)),
    }
}

/// Maps an error of the connection. A closed tab breaks the connection, which is no violation of
/// the protocol.
fn broken(error: &ProtocolError) -> Farewell {
    match error {
        ProtocolError::Io(_) => Farewell::Gone,
        _ => Farewell::Unwelcome,
    }
}

fn failed(error: &(dyn std::error::Error + 'static)) -> Farewell {
    tracing::error!(error, "a websocket's call failed");
    Farewell::Failed
}

impl Farewell {
    /// Returns the close code and text for the client, or `None` if it has disconnected. The codes
    /// are those of RFC 6455 and its registry.
    fn reason(self) -> Option<CloseReason> {
        let (code, description) = match self {
            Self::Gone => return None,
            Self::Unwelcome => (
                CloseCode::Policy,
                "the first message must hold user_id and token, the others ping",
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
