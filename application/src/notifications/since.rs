//! Reads the notifications for a websocket: everything unread when it opens, then each new one
//! (decisions, "The calls").

use aditus_domain::ids::NotificationId;

use super::list;
use super::views::{NotificationView, ReadFilter};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::Page;
use crate::ports::Ports;

/// Number of the newest notifications among which lower ids may still appear. Ids are assigned
/// before the commit, so a transaction with a lower id may commit later.
const UNSETTLED: u32 = 32;

/// The position of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Query {
    /// No new notification can appear up to this id. None when the socket has just opened.
    pub after: Option<NotificationId>,
}

/// The notifications for the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// For a socket that has just opened: the newest hundred unread notifications, newest first.
    /// Later: notifications after the given one, oldest first, up to [`super::views::MAX_SINCE`].
    /// They can include notifications that were sent before.
    pub notifications: Vec<NotificationView>,
    /// No new notification can appear up to this id.
    pub settled: NotificationId,
    /// Ids after `settled` that the client knows with this answer: all notifications of this
    /// answer, and those that were read before.
    pub known: Vec<NotificationId>,
}

/// Reads the notifications for a client.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let ids = |notifications: &[NotificationView]| -> Vec<NotificationId> {
        notifications.iter().map(|notification| notification.id).collect()
    };
    let Some(after) = query.after else {
        let newest = views
            .notifications()
            .list(caller.user, ReadFilter::All, Page::new(1, UNSETTLED + 1))?;
        let mut unread =
            views
                .notifications()
                .list(caller.user, ReadFilter::Unread, Page::new(1, Page::MAX_SIZE))?;
        list::add_titles(views.as_mut(), caller, &mut unread.items)?;
        let mut known = ids(&newest.items);
        let settled = if known.len() > UNSETTLED as usize {
            known.pop()
        } else {
            None
        };
        let settled = settled.unwrap_or(NotificationId(0));
        // A notification created between the two queries occurs only in the list of unread ones.
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
    let mut notifications = views.notifications().since(caller.user, after)?;
    list::add_titles(views.as_mut(), caller, &mut notifications)?;
    Ok(Answer {
        known: ids(&notifications),
        notifications,
        settled: after,
    })
}
