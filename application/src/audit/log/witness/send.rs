//! Asks a witness to cosign the newest checkpoint, independently of use cases and the sequencer.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::{CosignedCheckpoint, LONGEST, NamedWitness, Trouble, TroubleKind, WitnessState, back_off};
use crate::audit::log::Checkpoint;
use crate::audit::log::repository::WitnessLease;
use crate::audit::{Unrecorded, unrecorded};
use crate::failure::causes;
use crate::ports::{LogError, Ports, StoreError, Submission, Witness, WitnessError, WitnessResponse};

/// The lease of a node on a witness. It expires in case the node dies meanwhile.
const LEASE: TimeDelta = TimeDelta::minutes(2);

/// The number of attempts within one pass: the witness may report another tree size, and other
/// nodes may extend the log meanwhile.
const TRIES: usize = 3;

/// The result of a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// There is no checkpoint yet, or the witness has signed the newest one already.
    Nothing,
    /// The witness is not asked before this time.
    Later(DateTime<Utc>),
    /// The witness has signed a tree of this number of leaves.
    Cosigned(u64),
    /// The witness has not signed, and will be asked again later.
    Trouble(Trouble),
}

/// Errors that prevented asking the witness or storing its answer.
#[derive(Debug, Error)]
pub enum Error {
    /// The tree cannot be read.
    #[error("the transparency log cannot be read for its witness")]
    Log(#[source] LogError),
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<LogError> for Error {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Store(error) => Self::Store(error),
            error => Self::Log(error),
        }
    }
}

/// Sends the newest checkpoint to the witness if it has not signed it yet, at most once per
/// interval. Of several nodes, one sends.
pub fn execute(ports: &Ports, witness: &dyn Witness, every: Duration) -> Result<Answer, Error> {
    let (newest, state) = newest_and_state(ports, witness.name())?;
    let now = ports.clock.now();
    let Some(newest) = newest.filter(|newest| !has_signed(&state, newest)) else {
        return Ok(Answer::Nothing);
    };
    let lease = WitnessLease {
        now,
        until: now + LEASE,
        latest: now + every.max(LONGEST),
    };
    if !lease.can_start(state.next) {
        return Ok(Answer::Later(state.next));
    }
    let until = lease.until;
    let mut transaction = ports.database.begin()?;
    if !transaction.audit_log().try_lease_witness(witness.name(), lease)? {
        return Ok(Answer::Later(until));
    }
    transaction.commit(unrecorded(Unrecorded::Housekeeping))?;

    let outcome = request_cosignature(ports, witness, newest, &state);
    let (answer, state) = match outcome? {
        Ok(agreed) => (
            Answer::Cosigned(agreed.size),
            after_cosignature(agreed, ports.clock.now(), every),
        ),
        Err(error) => {
            let state = after_failure(state, &error, ports.clock.now(), every);
            let trouble = state.trouble.clone();
            (trouble.map_or(Answer::Nothing, Answer::Trouble), state)
        }
    };
    let mut transaction = ports.database.begin()?;
    transaction
        .audit_log()
        .save_witness_state(witness.name(), &state)?;
    transaction.commit(unrecorded(Unrecorded::Housekeeping))?;
    Ok(answer)
}

fn newest_and_state(ports: &Ports, name: &str) -> Result<(Option<Checkpoint>, WitnessState), StoreError> {
    let mut views = ports.database.read()?;
    let newest = views.audit_log().newest()?;
    let witnesses: Vec<NamedWitness> = views.audit_log().witnesses()?;
    let state = witnesses.into_iter().find(|(found, _)| found == name);
    Ok((newest, state.map(|(_, state)| state).unwrap_or_default()))
}

/// Compares notes rather than sizes: after a key rotation the same tree is signed again, and the
/// witness may know only one of the two keys.
fn has_signed(state: &WitnessState, checkpoint: &Checkpoint) -> bool {
    state
        .agreed
        .as_ref()
        .is_some_and(|agreed| agreed.note.starts_with(&checkpoint.note))
}

/// Returns the cosignature, or the reason why the witness did not sign.
fn request_cosignature(
    ports: &Ports,
    witness: &dyn Witness,
    mut checkpoint: Checkpoint,
    state: &WitnessState,
) -> Result<Result<CosignedCheckpoint, WitnessError>, Error> {
    let mut earlier = state.agreed.as_ref().map_or(0, |agreed| agreed.size);
    for _ in 0..TRIES {
        let size = checkpoint.head.size;
        if earlier > size {
            // Another node may have extended the log since this one read it.
            let (newest, _) = newest_and_state(ports, witness.name())?;
            match newest.filter(|newest| newest.head.size >= earlier) {
                Some(newest) => checkpoint = newest,
                None => return Ok(Err(WitnessError::Disagrees)),
            }
            continue;
        }
        let mut views = ports.database.read()?;
        let log = views.audit_log();
        let proof = ports
            .log
            .prove_consistency(earlier, size, &mut |nodes| log.hashes(nodes))?;
        drop(views);
        let submission = Submission {
            earlier,
            proof: &proof,
            checkpoint: &checkpoint.note,
        };
        match witness.add_checkpoint(submission) {
            Ok(WitnessResponse::Cosigned(lines)) => {
                return Ok(Ok(CosignedCheckpoint {
                    size,
                    note: checkpoint.note + &lines,
                    at: ports.clock.now(),
                }));
            }
            Ok(WitnessResponse::OtherSize(other)) => earlier = other,
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Err(WitnessError::Unreachable(
        "it was told what it knows, and knows something else each time".into(),
    )))
}

fn after_cosignature(agreed: CosignedCheckpoint, now: DateTime<Utc>, every: Duration) -> WitnessState {
    WitnessState {
        agreed: Some(agreed),
        trouble: None,
        failures: 0,
        next: now + every,
    }
}

fn after_failure(
    state: WitnessState,
    error: &WitnessError,
    now: DateTime<Utc>,
    every: Duration,
) -> WitnessState {
    let kind = match error {
        WitnessError::Unreachable(_) => TroubleKind::Unreachable,
        WitnessError::Refuses(_) => TroubleKind::Refuses,
        WitnessError::Disagrees => TroubleKind::Disagrees,
    };
    let before = state.trouble.filter(|trouble| trouble.kind == kind);
    // A different failure resets the count, because an operator may be repairing the witness.
    let failures = if before.is_some() {
        state.failures.saturating_add(1)
    } else {
        1
    };
    WitnessState {
        agreed: state.agreed,
        trouble: Some(Trouble {
            kind,
            message: causes(error),
            since: before.map_or(now, |trouble| trouble.since),
        }),
        failures,
        next: now + back_off(every, failures),
    }
}
