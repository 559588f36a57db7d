//! The numbers on the cards of the feedback dashboard (3 §2.14, §9).

use aditus_domain::percentage::Percentage;

use super::may_read_dashboard;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Everything that the caller may see is counted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// The numbers. Shares are percentages, rounded to two decimals; 0 without feedback.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// How many requests have feedback.
    pub total: u64,
    /// The share with the process experience Excellent.
    pub excellent: f64,
    /// The share with the process experience Poor.
    pub poor: f64,
    /// The share of people who would come back.
    pub would_return: f64,
}

/// The numbers over all requests that the caller may see.
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

/// The share in per cent; 0 of nothing.
fn percentage(part: u64, whole: u64) -> f64 {
    Percentage::of(part, whole).map_or(0.0, Percentage::value)
}
