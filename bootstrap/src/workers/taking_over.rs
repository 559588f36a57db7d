//! Takes over into the record what was there before it (design P1): once, in small transactions, while the server serves.

use std::time::Duration;

use aditus_application::Ports;
use aditus_application::audit::take_over::{Next, Taken, step};

use super::StopSignal;

/// What came to be in the meantime has its entries, but for what a node of the version before has written.
const EVERY: Duration = Duration::from_hours(1);

/// After a failure, or where somebody has what comes next.
const SOON: Duration = Duration::from_secs(5);

/// Takes over what is left, now and then every hour, until it is told to stop. On several nodes each does a part.
pub(super) fn work(ports: &Ports, stop: &StopSignal) {
    loop {
        let is_done = Taken::ALL.into_iter().all(|of| all_of(ports, of, stop));
        if stop.rest(if is_done { EVERY } else { SOON }) {
            return;
        }
    }
}

/// Takes over what is left of a kind; answers whether it came to an end.
fn all_of(ports: &Ports, of: Taken, stop: &StopSignal) -> bool {
    let mut taken = 0;
    let is_done = loop {
        if stop.is_given() {
            break false;
        }
        match step(ports, of) {
            Ok(done) => {
                taken += done.taken;
                match done.next {
                    Next::More => ports.database.let_others_write(),
                    Next::Busy => break false,
                    Next::Done => break true,
                }
            }
            Err(error) => {
                tracing::warn!(
                    kind = of.name(),
                    error = &error as &dyn std::error::Error,
                    "what was there before the record could not be taken over; trying again soon"
                );
                break false;
            }
        }
    };
    if taken > 0 {
        tracing::info!(kind = of.name(), taken, "taken over into the record");
    }
    is_done
}
