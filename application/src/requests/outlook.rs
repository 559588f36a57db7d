//! What a requester can expect after a submission.

use aditus_domain::ids::RequestId;
use aditus_domain::notifications::Occasion;
use aditus_domain::review::{SAMPLED, usual_days};

use super::detail::Error;
use crate::access::Caller;
use crate::ports::Ports;

/// The usual time to the final decision, and the mails until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    /// Median of the days from the submission to the final decision, of the latest finished
    /// requests of the same procedure. None if they are too few.
    pub usual_days: Option<u64>,
    /// True if the caller wants mails about the decisions on own requests.
    pub by_mail: bool,
}

/// Returns the outlook of a request that the caller may see.
pub fn execute(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Outlook, Error> {
    let mut views = ports.database.read()?;
    let finished = views
        .requests()
        .finished_alike(&caller.scope(), request, SAMPLED)?
        .ok_or(Error::NotFound)?;
    let chosen = views.notifications().chosen_deliveries(caller.user)?;
    let decisions = [Occasion::StageApproved, Occasion::StageDenied];
    Ok(Outlook {
        usual_days: usual_days(&finished),
        by_mail: decisions.iter().all(|occasion| {
            let delivery = chosen.get(occasion.name()).copied().unwrap_or_default();
            delivery.is_by_mail()
        }),
    })
}
