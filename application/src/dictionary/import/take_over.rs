//! Ends imports whose process died: those in the state `comparing` are marked as interrupted, and
//! those in the state `storing` are completed. A worker calls it at start and every few seconds.

use aditus_domain::dictionary::ImportState;

use super::repository::{ImportJob, Lease, LeasedImport};
use super::run::{Error, end_import, finish, plan_again};
use super::start::LEASE;
use crate::audit::{Unrecorded, unrecorded};
use crate::ports::Ports;

/// Maximum number of takeovers. After that the cause is probably the import itself, so it fails
/// instead of being retried for ever.
const MAX_TAKEOVERS: u32 = 10;

const GIVEN_UP: &str = "Not everything could be imported, even after several attempts. What was imported stays; import the same \
     files again to add the rest.";

/// Ends abandoned imports. Returns those that ended.
pub fn execute(ports: &Ports) -> Result<Vec<ImportJob>, Error> {
    let now = ports.clock.now();
    let abandoned = ports.database.read()?.dictionary_imports().abandoned(now)?;
    let mut ended = Vec::new();
    for dead in abandoned {
        let Some(lease) = take_lease(ports, &dead)? else {
            continue;
        };
        match complete(ports, &lease, &dead.job) {
            Ok(job) => ended.push(job),
            // The new holder of the lease completes it.
            Err(Error::Lost) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(ended)
}

/// Takes over the lease, unless another node is faster.
fn take_lease(ports: &Ports, dead: &LeasedImport) -> Result<Option<Lease>, Error> {
    let now = ports.clock.now();
    let mut holder = [0; 16];
    ports.entropy.fill(&mut holder);
    let mut transaction = ports.database.begin()?;
    let is_ours = transaction
        .dictionary_imports()
        .take_over(dead, holder, now, now + LEASE)?;
    transaction.commit(unrecorded(Unrecorded::Housekeeping))?;
    Ok(is_ours.then_some(Lease {
        import: dead.job.id,
        holder,
    }))
}

fn complete(ports: &Ports, lease: &Lease, job: &ImportJob) -> Result<ImportJob, Error> {
    match job.state {
        ImportState::Storing if job.takeovers < MAX_TAKEOVERS => {
            let plan = plan_again(ports, lease, job)?;
            finish(ports, lease, job, plan)
        }
        ImportState::Storing => end_import(ports, lease, ImportState::Failed, Some(GIVEN_UP.to_owned()), &[]),
        _ if job.is_cancel_asked => end_import(ports, lease, ImportState::Cancelled, None, &[]),
        _ => end_import(ports, lease, ImportState::Interrupted, None, &[]),
    }
}
