//! What a websocket tells its client: everything unread when it opens, then what came since (decisions, "The calls").

use aditus_domain::ids::NotificationId;

use super::views::{NotificationView, ReadFilter};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::Page;
use crate::ports::Ports;

/// What the client knows already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Query {
    /// The newest notification that it was told of; none when the socket has just opened.
    pub after: Option<NotificationId>,
}

/// What the client has to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// When the socket opens, the newest hundred of the unread, newest first; else what came since, oldest first, at most a
    /// hundred at a time.
    pub notifications: Vec<NotificationView>,
    /// What to ask after the next time.
    pub newest: NotificationId,
}

/// Reads what a client has to be told.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let Some(after) = query.after else {
        // The newest of all is asked for before the unread, so that what comes in between is told twice and never missed.
        let newest = views
            .notifications()
            .list(caller.user, ReadFilter::All, Page::new(1, 1))?;
        let newest = newest
            .items
            .first()
            .map_or(NotificationId(0), |notification| notification.id);
        let unread =
            views
                .notifications()
                .list(caller.user, ReadFilter::Unread, Page::new(1, Page::MAX_SIZE))?;
        return Ok(Answer {
            notifications: unread.items,
            newest,
        });
    };
    let notifications = views.notifications().since(caller.user, after)?;
    let newest = notifications.last().map_or(after, |notification| notification.id);
    Ok(Answer {
        notifications,
        newest,
    })
}
