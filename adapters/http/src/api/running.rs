//! Runs use cases: limits their concurrency, and chooses the threads on which they run.

use std::any::Any;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web;
use aditus_application::access::Caller;
use aditus_application::accounts::is_known_browser;
use aditus_application::idempotency::IdempotentDatabase;
use aditus_application::ports::{FileError, FileKey, FilePart};
use aditus_application::{Failure, Ports, Reason};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Api;
use crate::idempotency;
use crate::load::PROVIDER_CALLS_PER_NETWORK;
use crate::problem::Problem;
use crate::queue::{AcquireError, Permit, QuotaKey};
use crate::signed_in::Reader;
use crate::watch::{
    DOCUMENTS, INSPECTIONS, Measurement, PASSWORDS, PROVIDERS, READS, USE_CASES, UseCaseError,
};

/// `Retry-After` in seconds for callers that a full queue rejected.
const RETRY_HEAVY: u64 = 5;
const RETRY_INSPECTION: u64 = 5;
const RETRY_HASHING: u64 = 2;
const RETRY_PROVIDER: u64 = 5;

/// The answer of a use case with its type erased.
type Answer = Box<dyn Any + Send>;

/// A use case with its types erased, so that the code that runs it is compiled once and not for
/// each of some 200 calls.
type Work = Box<dyn FnOnce(&Ports) -> Result<Answer, UseCaseError> + Send>;

/// A read with its types erased. It gets the caller, and the measurement that it ends.
type Read = Box<dyn FnOnce(&Ports, &Caller, Measurement) -> Result<Answer, Problem> + Send>;

fn boxed<T, E>(result: Result<T, E>) -> Result<Answer, UseCaseError>
where
    T: Send + 'static,
    E: Failure + Send + 'static,
{
    match result {
        Ok(answer) => Ok(Box::new(answer)),
        Err(error) => Err(Box::new(error)),
    }
}

fn erased<T, E>(use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static) -> Work
where
    T: Send + 'static,
    E: Failure + Send + 'static,
{
    Box::new(move |ports| boxed(use_case(ports)))
}

/// Returns the answer with its type.
fn typed<T: 'static>(answer: Answer) -> Result<T, Problem> {
    match answer.downcast() {
        Ok(answer) => Ok(*answer),
        Err(_) => Err(Problem::internal("a use case returned another type")),
    }
}

/// Waits for a permit.
async fn acquire_permit(semaphore: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(semaphore)
        .acquire_owned()
        .await
        .map_err(Problem::internal)
}

/// Runs blocking work on the blocking pool, with its own permit.
async fn block_with_permit<T: Send + 'static>(
    semaphore: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let permit = acquire_permit(semaphore).await?;
    let span = tracing::Span::current();
    web::block(move || {
        let _permit = permit;
        span.in_scope(work)
    })
    .await
    .map_err(Problem::internal)?
}

/// Rejects a sign-in whose queue has no place left.
fn sign_in_rejected(error: AcquireError, retry_after: u64) -> Problem {
    match error {
        AcquireError::ShuttingDown => Problem::internal("the server is shutting down"),
        AcquireError::QuotaUsedUp | AcquireError::QueueFull => Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            Reason::PasswordQueueFull,
            "Many people are signing in right now. Please try again in a few seconds.",
        )
        .retry_after(retry_after),
    }
}

fn hashing_rejected(error: AcquireError) -> Problem {
    sign_in_rejected(error, RETRY_HASHING)
}

/// An anonymous caller whose request hashes, verifies or rates a password.
pub(crate) struct AnonymousCaller<'a> {
    /// The account that the caller names; empty if none.
    pub account: &'a str,
    /// The caller's network address.
    pub address: String,
    /// The cookie of a known browser; empty if none was sent.
    pub browser: &'a str,
}

impl Api {
    /// Returns a permit to wait for another attempt of the same call, if one is left.
    pub(crate) fn waiting_permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.waiting).try_acquire_owned().ok()
    }

    /// Runs a use case that generates a document. Few run concurrently, with permits of their own,
    /// so that they do not delay other calls.
    pub(crate) async fn run_heavy<T, E>(
        &self,
        caller: &Caller,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let measurement = Measurement::begin(&use_case, self.watch(), DOCUMENTS);
        let limit = self.limits.heavy.per_account;
        let keys = vec![(QuotaKey::User(caller.user), limit)];
        let permit = self.heavy.acquire(keys).await.map_err(|error| match error {
            AcquireError::QuotaUsedUp => Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                Reason::OwnDocumentsPending,
                "Your other documents are still being prepared. Please wait.",
            )
            .retry_after(RETRY_HEAVY),
            AcquireError::QueueFull => Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                Reason::DocumentQueueFull,
                "Many documents are being prepared right now. Please try again in a few seconds.",
            )
            .retry_after(RETRY_HEAVY),
            AcquireError::ShuttingDown => Problem::internal("the server is shutting down"),
        })?;
        typed(
            run_holding(
                self.idempotent_ports(),
                Box::new(permit),
                measurement,
                erased(use_case),
            )
            .await?,
        )
    }

    /// Runs a use case of a call that may carry files, which it inspects. With files it waits for a
    /// permit of its own queue and takes none of the other use cases: while waiting, it occupies
    /// neither those nor a database connection.
    pub(crate) async fn run_inspecting<T, E>(
        &self,
        caller: &Caller,
        has_files: bool,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        if !has_files {
            return self.run(use_case).await;
        }
        let measurement = Measurement::begin(&use_case, self.watch(), INSPECTIONS);
        let limit = self.limits.inspections.per_account;
        let keys = vec![(QuotaKey::User(caller.user), limit)];
        let permit = self
            .inspections
            .acquire(keys)
            .await
            .map_err(|error| match error {
                AcquireError::QuotaUsedUp => Problem::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    Reason::OwnFilesPending,
                    "Your other files are still being checked. Please wait.",
                )
                .retry_after(RETRY_INSPECTION),
                AcquireError::QueueFull => Problem::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    Reason::FileQueueFull,
                    "Many files are being checked right now. Please try again in a few seconds.",
                )
                .retry_after(RETRY_INSPECTION),
                AcquireError::ShuttingDown => Problem::internal("the server is shutting down"),
            })?;
        typed(
            run_holding(
                self.idempotent_ports(),
                Box::new(permit),
                measurement,
                erased(use_case),
            )
            .await?,
        )
    }

    /// Runs a use case that asks an identity provider. It waits for a permit of its own queue and
    /// takes none of the other use cases, because a provider may take many seconds to answer.
    pub(crate) async fn run_asking_provider<T, E>(
        &self,
        address: &str,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let measurement = Measurement::begin(&use_case, self.watch(), PROVIDERS);
        let keys = vec![(QuotaKey::network(address), PROVIDER_CALLS_PER_NETWORK)];
        let permit = self
            .providers
            .acquire(keys)
            .await
            .map_err(|error| sign_in_rejected(error, RETRY_PROVIDER))?;
        typed(
            run_holding(
                self.ports.clone(),
                Box::new(permit),
                measurement,
                erased(use_case),
            )
            .await?,
        )
    }

    /// Waits for the permit to compare a whole dictionary. Only Super Users make such calls, so no
    /// other caller can block them.
    pub(crate) async fn comparison_permit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        acquire_permit(&self.comparing).await
    }

    /// Runs a use case that hashes a password of a signed-in user.
    pub(crate) async fn run_hashing_for<T, E>(
        &self,
        caller: &Caller,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let measurement = Measurement::begin(&use_case, self.watch(), PASSWORDS);
        let limit = self.limits.hashing.queue.per_account;
        let keys = vec![(QuotaKey::User(caller.user), limit)];
        let permit = self.hashing.acquire(keys).await.map_err(hashing_rejected)?;
        typed(
            self.run_with_permit(permit, measurement, erased(use_case))
                .await?,
        )
    }

    /// Runs a use case that hashes a password for an anonymous caller, who may name an account.
    pub(crate) async fn run_hashing<T, E>(
        &self,
        caller: AnonymousCaller<'_>,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let measurement = Measurement::begin(&use_case, self.watch(), PASSWORDS);
        let limits = &self.limits.hashing;
        let keys = vec![
            (
                QuotaKey::named_account(caller.account, &caller.address),
                limits.queue.per_account,
            ),
            (QuotaKey::network(&caller.address), limits.per_network),
        ];
        let is_known = is_known_browser(&self.ports, caller.browser);
        let gate = (!is_known).then_some(&self.unknown_browsers);
        let permit = self
            .hashing
            .acquire_through(gate, keys)
            .await
            .map_err(hashing_rejected)?;
        typed(
            self.run_with_permit(permit, measurement, erased(use_case))
                .await?,
        )
    }

    /// Moves the permit into the work, because the work continues if the client disconnects.
    async fn run_with_permit(
        &self,
        permit: Permit,
        measurement: Measurement,
        work: Work,
    ) -> Result<Answer, Problem> {
        let measurement = measurement.enter_queue(USE_CASES);
        let work_with_permit = Box::new(move |ports: &Ports| {
            let _permit = permit;
            work(ports)
        });
        self.run_on(self.idempotent_ports(), measurement, work_with_permit)
            .await
    }

    /// Reads a part of a stored file on the blocking pool. Takes no use-case slot, because a slow
    /// connection may keep the file open for long.
    pub(crate) async fn read_part(
        &self,
        key: FileKey,
        start: u64,
        length: usize,
    ) -> Result<Result<FilePart, FileError>, Problem> {
        let files = Arc::clone(&self.ports.files);
        block_with_permit(&self.reading_files, move || {
            Ok(files.read_part(&key, start, length))
        })
        .await
    }

    pub(crate) async fn parse<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        block_with_permit(&self.parsing, work).await
    }

    /// Parses a large body on the blocking pool, with a limit separate from that of other bodies.
    pub(crate) async fn parse_large<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        block_with_permit(&self.parsing_large, work).await
    }

    /// Runs a use case on the blocking pool and converts its error into a response. Its commit
    /// completes the call's idempotency key, if there is one.
    pub(crate) async fn run<T, E>(
        &self,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let measurement = Measurement::begin(&use_case, self.watch(), USE_CASES);
        typed(
            self.run_on(self.idempotent_ports(), measurement, erased(use_case))
                .await?,
        )
    }

    fn idempotent_ports(&self) -> Ports {
        let mut ports = self.ports.clone();
        if let Some(claim) = idempotency::current_claim() {
            ports.database = Arc::new(IdempotentDatabase::new(ports.database, claim));
        }
        ports
    }

    /// Runs work before or after the actual call, such as a permission check, without completing
    /// its idempotency key.
    pub(crate) async fn run_without_idempotency<T, E>(
        &self,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let measurement = Measurement::begin(&use_case, self.watch(), USE_CASES);
        typed(
            self.run_on(self.ports.clone(), measurement, erased(use_case))
                .await?,
        )
    }

    async fn run_on(&self, ports: Ports, measurement: Measurement, work: Work) -> Result<Answer, Problem> {
        let permit = self.slot().await?;
        run_holding(ports, Box::new(permit), measurement, work).await
    }

    /// Runs a read for a signed-in caller. Authenticates on the same blocking thread, because
    /// switching threads costs more than most reads.
    pub(crate) async fn read<T, E>(
        &self,
        reader: Reader,
        use_case: impl FnOnce(&Ports, &Caller) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let measurement = Measurement::begin(&use_case, self.watch(), READS);
        let read: Read = Box::new(move |ports, caller, measurement| {
            let read = measurement.run(|| boxed(use_case(ports, caller)));
            read.map_err(|error| Problem::from_failure(&*error))
        });
        typed(self.run_read(measurement, reader, read).await?)
    }

    /// Runs a read with parsed input. Errors in the input are returned only to a signed-in caller.
    pub(crate) async fn read_with<I, T, E>(
        &self,
        reader: Reader,
        input: Result<I, Problem>,
        use_case: impl FnOnce(&Ports, &Caller, I) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        I: Send + 'static,
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let measurement = Measurement::begin(&use_case, self.watch(), READS);
        let read: Read = Box::new(move |ports, caller, measurement| {
            let input = input?;
            let read = measurement.run(|| boxed(use_case(ports, caller, input)));
            read.map_err(|error| Problem::from_failure(&*error))
        });
        typed(self.run_read(measurement, reader, read).await?)
    }

    async fn run_read(
        &self,
        mut measurement: Measurement,
        reader: Reader,
        read: Read,
    ) -> Result<Answer, Problem> {
        let mut ports = self.ports.clone();
        if let Some(database) = ports.database.per_request() {
            ports.database = database;
        }
        let work = move || {
            measurement.end_wait();
            let (caller, pending_use) = reader.look_up(&ports)?;
            Ok((read(&ports, &caller, measurement), pending_use))
        };
        let (read, pending_use) = self.readers.run(work).await?;
        if let Some(pending_use) = pending_use {
            // Waits for the write lock, and must not block other readers meanwhile.
            let note = |ports: &Ports| {
                pending_use.store(ports);
                Ok(())
            };
            self.run_blocking(note).await?;
        }
        read
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let permit = acquire_permit(&self.slots).await?;
        self.readiness.note_slot_taken();
        Ok(permit)
    }

    /// Runs work on the blocking pool that is not exactly one use case.
    pub(crate) async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Ports) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = self.slot().await?;
        block_holding(self.ports.clone(), Box::new(permit), work).await
    }
}

/// Runs a use case on the blocking pool. Drops `permit` when it has ended, also if the client
/// disconnects before.
async fn run_holding(
    ports: Ports,
    permit: Box<dyn Send>,
    measurement: Measurement,
    work: Work,
) -> Result<Answer, Problem> {
    block_holding(ports, permit, move |ports| {
        let done = measurement.run(|| work(ports));
        done.map_err(|error| Problem::from_failure(&*error))
    })
    .await
}

async fn block_holding<T: Send + 'static>(
    ports: Ports,
    permit: Box<dyn Send>,
    work: impl FnOnce(&Ports) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let span = tracing::Span::current();
    web::block(move || {
        let _permit = permit;
        span.in_scope(|| work(&ports))
    })
    .await
    .map_err(Problem::internal)?
}
