//! The figures on the home page of Super Users: `GET data_requests/figures/` (3 §2.4).

use aditus_domain::review::wording::days_between;
use aditus_domain::review::{RequestList, Tab, usual_days};
use aditus_domain::roles::Role;

use super::views::RequestQuery;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page};
use crate::ports::Ports;

/// Maximum number of approved and of denied requests that are read. The latest decisions are among
/// them, unless as many later requests were decided before an early one.
const READ_AT_MOST: u32 = 100;

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
    let mut views = ports.database.read()?;
    let pending = views.requests().list(&RequestQuery {
        of: RequestList::Everything,
        tabs: vec![Tab::Pending],
        search: None,
        direction: Direction::Ascending,
        page: first,
    })?;
    let oldest = pending.items.first();
    let now = ports.clock.now();
    let decided = views.requests().decided(&caller.scope(), READ_AT_MOST)?;
    let sources = views.dictionary().sources(None, Direction::Ascending, first)?;
    Ok(Figures {
        waiting: pending.total,
        oldest_days: oldest.map(|request| days_between(request.date_created, now)),
        usual_days: usual_days(decided),
        sources: sources.total,
    })
}
