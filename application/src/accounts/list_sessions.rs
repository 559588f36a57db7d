//! The caller's sessions: `GET users/sessions/` (decisions A2).

use aditus_domain::accounts::device_name;
use aditus_domain::ids::SessionId;
use chrono::{DateTime, Utc};

use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Page, Paged};
use crate::ports::Ports;

/// The page to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The page.
    pub page: Page,
}

/// A live session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnSession {
    /// Its id.
    pub session_id: SessionId,
    /// The browser and the system, in words.
    pub device: String,
    /// The time at which it began.
    pub created_on: DateTime<Utc>,
    /// The time of its last use, to the minute.
    pub last_used_on: DateTime<Utc>,
    /// True for the session of this call.
    pub current: bool,
}

/// A page of sessions, most recently used first.
pub type Answer = Paged<OwnSession>;

/// Lists the live sessions of the caller.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let now = ports.clock.now();
    let life = ports.settings.session_life;
    let (idle_since, begun_since) = (now - life.idle, now - life.absolute);
    let mut views = ports.database.read()?;
    let found = views
        .accounts()
        .sessions(caller.user, idle_since, begun_since, query.page)?;
    Ok(Paged {
        items: found
            .items
            .into_iter()
            .map(|row| OwnSession {
                session_id: row.session_id,
                device: device_name(&row.user_agent),
                created_on: row.created_on,
                last_used_on: row.last_used_on,
                current: row.session_id == caller.session,
            })
            .collect(),
        page: found.page,
        total: found.total,
        more: false,
    })
}

/// Returns all live sessions. A person has few, because each ends after a week at the latest.
pub fn every(ports: &Ports, caller: &Caller) -> Result<Vec<OwnSession>, Error> {
    let mut sessions = Vec::new();
    for number in 1.. {
        let query = Query {
            page: Page::new(number, Page::MAX_SIZE),
        };
        let found = execute(ports, caller, query)?.items;
        let is_last = found.len() < Page::MAX_SIZE as usize;
        sessions.extend(found);
        if is_last {
            break;
        }
    }
    Ok(sessions)
}
