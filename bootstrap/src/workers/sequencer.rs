//! Continues the transparency log (decisions P2): committed entries are in the tree within a
//! second.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::audit::log::kept::KeptCheckpoint;
use aditus_application::audit::log::sequence::{self, Sequenced};

use super::StopSignal;

const EVERY: Duration = Duration::from_millis(500);

/// The wait after a failure: its cause rarely disappears at once, and each attempt is logged.
const AFTER_FAILURE: Duration = Duration::from_secs(30);

/// A flag for the metrics: set while this node cannot continue the log.
#[derive(Debug, Default)]
pub(crate) struct LogStopped(AtomicBool);

impl LogStopped {
    /// Returns true if the last attempt to continue the log failed.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Appends pending entries until the stop signal. Every node tries; one at a time appends.
pub(super) fn run(ports: &Ports, kept: &dyn KeptCheckpoint, stopped: &LogStopped, stop: &StopSignal) {
    let mut reported = 0;
    loop {
        let sequenced = sequence::execute(ports, kept);
        stopped.0.store(sequenced.is_err(), Ordering::Relaxed);
        if let Ok(Sequenced {
            foreign: Some(foreign),
            ..
        }) = sequenced
        {
            if foreign > reported {
                tracing::error!(
                    entries = foreign,
                    "ALARM: the transparency log skips waiting entries that were not written with the secrets of this installation; run `aditus \
                     audit verify` and see PROOF.md"
                );
            }
            reported = foreign;
        }
        let pause = match sequenced {
            // Each pass makes a commit and a checkpoint, so entries that arrive meanwhile wait for
            // the next one.
            Ok(done) if done.appended < sequence::AT_ONCE as usize => EVERY,
            // More entries are pending than one pass appends.
            Ok(_) => {
                ports.database.yield_write_lock();
                Duration::ZERO
            }
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "cannot continue the transparency log, retrying in 30 seconds"
                );
                AFTER_FAILURE
            }
        };
        if stop.wait(pause) {
            return;
        }
    }
}
