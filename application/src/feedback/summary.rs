//! Returns the statistics on the cards of the feedback dashboard (3 §2.14, §9).

use aditus_domain::percentage::Percentage;

use super::may_read_dashboard;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The query has no filter: all requests in the caller's scope count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// The statistics. Shares are percentages, rounded to two decimals; 0 without feedback.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// The number of requests with feedback.
    pub total: u64,
    /// The share with the process experience Excellent.
    pub excellent: f64,
    /// The share with the process experience Poor.
    pub poor: f64,
    /// The share of people who would come back.
    pub would_return: f64,
}

/// Returns the statistics over all requests in the caller's scope.
pub fn execute(ports: &Ports, caller: &Caller, _query: Query) -> Result<Answer, Error> {
    may_read_dashboard(caller)?;
    let tally = ports.database.read()?.feedback().tally(&caller.scope())?;
    Ok(Answer {
        total: tally.total,
        excellent: percentage(tally.excellent, tally.total),
        poor: percentage(tally.poor, tally.total),
        would_return: percentage(tally.would_return, tally.total),
    })
}

/// Returns the share in per cent; 0 if the whole is 0.
fn percentage(part: u64, whole: u64) -> f64 {
    Percentage::from_ratio(part, whole).map_or(0.0, Percentage::value)
}
