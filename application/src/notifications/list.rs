//! Lists a person's notifications: `notifications/user-notifications/` and
//! `notifications/all-user-notifications/` (1 §7.3).

use std::collections::{BTreeSet, HashMap};

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{RequestId, UserId};

use super::views::{NotificationGroup, NotificationView, ReadFilter};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::{Ports, StoreError, Views};

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
        let mut found = read(query.page)?;
        add_titles(views.as_mut(), caller, &mut found.items)?;
        return Ok(found);
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
    let mut found = Paged::from_all(holding, query.page);
    add_titles(views.as_mut(), caller, &mut found.items)?;
    Ok(found)
}

/// Sets the titles of the requests that the caller may see now.
pub(super) fn add_titles(
    views: &mut dyn Views,
    caller: &Caller,
    notifications: &mut [NotificationView],
) -> Result<(), StoreError> {
    let requests: BTreeSet<RequestId> = notifications.iter().filter_map(|one| one.request_id).collect();
    if requests.is_empty() {
        return Ok(());
    }
    let requests: Vec<_> = requests.into_iter().collect();
    let titles: HashMap<_, _> = views
        .requests()
        .titles(&caller.scope(), &requests)?
        .into_iter()
        .collect();
    for notification in notifications {
        notification.request_title = notification
            .request_id
            .and_then(|request| titles.get(&request).cloned());
    }
    Ok(())
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
