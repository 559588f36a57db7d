//! Has the witness of the transparency log sign its newest checkpoint (decisions P3). Nothing else
//! waits for it.

use std::sync::Arc;
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::audit::log::witness::send::{self, Answer};
use aditus_application::audit::log::witness::{Trouble, TroubleKind};
use aditus_application::ports::Witness;

use super::StopSignal;

/// The resources of the worker.
#[derive(Clone)]
pub(crate) struct WitnessWorker {
    pub(crate) witness: Arc<dyn Witness>,
    /// The shortest interval between two checkpoints.
    pub(crate) every: Duration,
}

/// Sends newer checkpoints to the witness until the stop signal. Every node looks for them; one
/// sends.
pub(super) fn run(ports: &Ports, worker: &WitnessWorker, stop: &StopSignal) {
    let witness = worker.witness.as_ref();
    loop {
        match send::execute(ports, witness, worker.every) {
            Ok(Answer::Nothing | Answer::Later(_)) => {}
            Ok(Answer::Cosigned(size)) => {
                tracing::debug!(
                    witness = witness.name(),
                    size,
                    "the witness signed the newest checkpoint"
                );
            }
            Ok(Answer::Trouble(trouble)) => log_trouble(witness.name(), &trouble),
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot read the log or store the answer of its witness, retrying later"
            ),
        }
        if stop.wait(worker.every) {
            return;
        }
    }
}

fn log_trouble(name: &str, trouble: &Trouble) {
    let (since, response) = (trouble.since, trouble.message.as_str());
    match trouble.kind {
        TroubleKind::Unreachable => {
            tracing::warn!(witness = name, %since, response, "the witness cannot be reached, retrying later");
        }
        TroubleKind::Refuses => {
            tracing::error!(witness = name, %since, response, "the witness refuses to sign, retrying later");
        }
        TroubleKind::Disagrees => {
            tracing::error!(
                witness = name,
                %since,
                response,
                "ALARM: the witness has signed another history of the transparency log; run `aditus audit verify` and see PROOF.md"
            );
        }
    }
}
