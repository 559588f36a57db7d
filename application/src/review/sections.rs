//! The sections of a request for comments, with the number of comments on each (2 §3, §7,
//! `all-sections/`; decisions, "Requests").

use aditus_domain::ids::RequestId;
use aditus_domain::review::Section;
use aditus_domain::review::comments::blocking_since;

pub use super::list_comments::Error;
use super::views::SectionCount;
use crate::access::Caller;
use crate::ports::Ports;

/// Selects the comments to count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query {
    /// Id of a request. None for all requests that the caller may read.
    pub request: Option<RequestId>,
}

/// Returns all sections in the order of the page, each with its number of comments, and of those
/// that block decisions now.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<SectionCount>, Error> {
    let demanded_after = blocking_since(ports.clock.now());
    let counted = ports
        .database
        .read()?
        .review()
        .section_counts(&caller.scope(), query.request, demanded_after)?
        .ok_or(Error::NotFound)?;
    let count_of = |section: Section| {
        let found = counted.iter().find(|count| count.section == section);
        found.copied().unwrap_or(SectionCount {
            section,
            comments: 0,
            demands: 0,
        })
    };
    Ok(Section::ALL.map(count_of).to_vec())
}
