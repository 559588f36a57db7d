//! Continues the transparency log (design P2): what was committed is in the tree within a second.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::audit::log::kept::KeptCheckpoint;
use aditus_application::audit::log::sequence::{self, Sequenced};

use super::StopSignal;

const EVERY: Duration = Duration::from_millis(500);

/// After a failure: what stands in the way is not gone in a moment, and is told each time.
const AFTER_FAILURE: Duration = Duration::from_secs(30);

/// Whether the log has stopped on this node, for whoever watches.
#[derive(Debug, Default)]
pub(crate) struct Stopped(AtomicBool);

impl Stopped {
    /// Whether the last try to continue it failed.
    pub(crate) fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Looks whether anything waits until it is told to stop. On several nodes each looks; one of them at a time appends.
pub(super) fn work(ports: &Ports, kept: &dyn KeptCheckpoint, stopped: &Stopped, stop: &StopSignal) {
    let mut told = 0;
    loop {
        let sequenced = sequence::execute(ports, kept);
        stopped.0.store(sequenced.is_err(), Ordering::Relaxed);
        if let Ok(Sequenced { foreign, .. }) = sequenced {
            if foreign > told {
                tracing::error!(
                    entries = foreign,
                    "ALARM: entries wait for the transparency log that were not written with the secrets of this installation; run `aditus \
                     audit verify` and see PROOF.md"
                );
            }
            told = foreign;
        }
        let rest = match sequenced {
            // Each pass takes a commit and leaves a checkpoint: what comes meanwhile waits for the next.
            Ok(done) if done.appended < sequence::AT_ONCE as usize => EVERY,
            // More wait than are appended at once.
            Ok(_) => {
                ports.database.let_others_write();
                Duration::ZERO
            }
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the transparency log is not continued; trying again soon"
                );
                AFTER_FAILURE
            }
        };
        if stop.rest(rest) {
            return;
        }
    }
}
