//! The figures on the landing page: `GET figures/`, also for guests.

use aditus_domain::review::{RequestList, SAMPLED, usual_days};

use crate::access::RequestScope;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Figures that everyone may know. They name no request and no person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// Number of published data sources.
    pub sources: u64,
    /// Number of variables in their published tables.
    pub variables: u64,
    /// Number of submitted requests, whatever their status.
    pub requests: u64,
    /// Median of the full days from submission to decision ([`usual_days`]).
    pub usual_days: Option<u64>,
}

/// Returns the figures.
pub fn execute(ports: &Ports) -> Result<Figures, Error> {
    let mut views = ports.database.read()?;
    let (sources, variables) = views.dictionary().published_counts()?;
    let requests = views.requests().counts(RequestList::Everything)?.all;
    let finished = views.requests().finished(&RequestScope::Everything, SAMPLED)?;
    Ok(Figures {
        sources,
        variables,
        requests,
        usual_days: usual_days(&finished),
    })
}
