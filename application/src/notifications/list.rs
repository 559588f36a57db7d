//! Lists a person's notifications: `notifications/user-notifications/` and
//! `notifications/all-user-notifications/` (1 §7.3).

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::UserId;

use super::views::{NotificationGroup, NotificationView, ReadFilter};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::Ports;

/// Filter and page of notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// Recipient. The caller by default; other people are refused.
    pub user_id: Option<UserId>,
    /// Filter by read or unread.
    pub filter: ReadFilter,
    /// Requested page.
    pub page: Page,
}

/// A page of notifications.
pub type Answer = Paged<NotificationView>;

/// Lists the caller's own notifications, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    found(ports, caller, query, None, Direction::Descending)
}

/// Lists the caller's own notifications whose message contains a text, in either direction. The
/// search runs in memory over the displayed text, because a person has few notifications.
pub fn found(
    ports: &Ports,
    caller: &Caller,
    query: Query,
    search: Option<&str>,
    direction: Direction,
) -> Result<Answer, Error> {
    caller.require_self(query.user_id.unwrap_or(caller.user))?;
    let mut views = ports.database.read()?;
    let mut read = |page| {
        views
            .notifications()
            .by_time(caller.user, query.filter, direction, page)
    };
    let Some(search) = searched_for(search) else {
        return Ok(read(query.page)?);
    };
    let mut holding = Vec::new();
    for number in 1.. {
        let page = read(Page::new(number, Page::MAX_SIZE))?;
        let is_last = page.items.len() < Page::MAX_SIZE as usize;
        holding.extend(
            page.items
                .into_iter()
                .filter(|item| fold(&item.message).contains(&search)),
        );
        if is_last {
            break;
        }
    }
    let total = holding.len() as u64;
    let before = usize::try_from(query.page.offset()).unwrap_or(usize::MAX);
    let items = holding.into_iter().skip(before).take(query.page.size() as usize);
    Ok(Paged {
        items: items.collect(),
        page: query.page,
        total,
        more: false,
    })
}

/// Counts the caller's notifications by role, because a page of the list does not contain these
/// numbers (1 §2.5).
pub fn groups(
    ports: &Ports,
    caller: &Caller,
    user_id: Option<UserId>,
) -> Result<Vec<NotificationGroup>, Error> {
    caller.require_self(user_id.unwrap_or(caller.user))?;
    Ok(ports.database.read()?.notifications().groups(caller.user)?)
}
