//! The figures on the home page of Super Users: `GET data_requests/figures/` (3 §2.4).

use aditus_domain::review::wording::days_between;
use aditus_domain::review::{RequestList, SAMPLED, Tab, usual_days};
use aditus_domain::roles::Role;

use super::views::{RequestFilter, RequestQuery, RequestSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page};
use crate::ports::Ports;

/// Figures about all requests and the dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// Number of pending requests.
    pub waiting: u64,
    /// Full days since the submission of the oldest pending request, if there is one.
    pub oldest_days: Option<u64>,
    /// Median of the full days from submission to decision ([`usual_days`]).
    pub usual_days: Option<u64>,
    /// Number of published data sources.
    pub sources: u64,
}

/// Returns the figures.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Figures, Error> {
    caller.require(Role::SuperUser)?;
    let first = Page::new(1, 1);
    let now = ports.clock.now();
    let mut views = ports.database.read()?;
    let today = views.deadlines().day_of(now)?;
    let pending = views.requests().list(&RequestQuery {
        of: RequestList::Everything,
        tabs: vec![Tab::Pending],
        search: None,
        filter: RequestFilter::default(),
        now,
        today,
        sort: RequestSort::Created,
        direction: Direction::Ascending,
        page: first,
    })?;
    let oldest = pending.items.first();
    let finished = views.requests().finished(&caller.scope(), SAMPLED)?;
    let sources = views.dictionary().sources(None, Direction::Ascending, first)?;
    Ok(Figures {
        waiting: pending.total,
        oldest_days: oldest.map(|request| days_between(request.date_created, now)),
        usual_days: usual_days(&finished),
        sources: sources.total,
    })
}
