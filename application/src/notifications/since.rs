//! What a websocket tells its client: everything unread when it opens, then what came since (decisions, "The calls").

use aditus_domain::ids::NotificationId;

use super::views::{NotificationView, ReadFilter};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::Page;
use crate::ports::Ports;

/// So many of the newest may have come with earlier ones still to follow: ids are handed out before a commit, and who began first may commit
/// last.
const UNSETTLED: u32 = 32;

/// What the client knows already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Query {
    /// Up to this notification nothing is new any more; none when the socket has just opened.
    pub after: Option<NotificationId>,
}

/// What the client has to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// When the socket opens, the newest hundred of the unread, newest first; else what is there after the one that was named, oldest
    /// first, at most [`super::views::MOST_SINCE`] at a time: also what was told before.
    pub notifications: Vec<NotificationView>,
    /// Up to this notification nothing is new any more.
    pub settled: NotificationId,
    /// Those after it that the client knows with this answer: all that are told, and those that were read before.
    pub known: Vec<NotificationId>,
}

/// Reads what a client has to be told.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let ids = |notifications: &[NotificationView]| -> Vec<NotificationId> {
        notifications.iter().map(|notification| notification.id).collect()
    };
    let Some(after) = query.after else {
        let newest = views
            .notifications()
            .list(caller.user, ReadFilter::All, Page::new(1, UNSETTLED + 1))?;
        let unread =
            views
                .notifications()
                .list(caller.user, ReadFilter::Unread, Page::new(1, Page::MAX_SIZE))?;
        let mut known = ids(&newest.items);
        let settled = if known.len() > UNSETTLED as usize {
            known.pop()
        } else {
            None
        };
        let settled = settled.unwrap_or(NotificationId(0));
        // What came between the two questions is told in the list, and in nothing else.
        known.extend(ids(&unread.items));
        known.retain(|id| *id > settled);
        known.sort_unstable();
        known.dedup();
        return Ok(Answer {
            notifications: unread.items,
            settled,
            known,
        });
    };
    let notifications = views.notifications().since(caller.user, after)?;
    Ok(Answer {
        known: ids(&notifications),
        notifications,
        settled: after,
    })
}
