//! Runs use cases: limits their concurrency, and chooses the threads on which they run.

use std::any::Any;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web;
use aditus_application::access::Caller;
use aditus_application::accounts::is_known_browser;
use aditus_application::idempotency::Marking;
use aditus_application::ports::{FileError, FileKey, FilePart};
use aditus_application::{Failure, Ports, Reason};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Api;
use crate::idempotency;
use crate::problem::Problem;
use crate::queue::{Asker, Full, Place};
use crate::signed_in::Reader;
use crate::watch::{DOCUMENTS, INSPECTIONS, PASSWORDS, READS, Refusal, USE_CASES, Watched};

/// `Retry-After` in seconds for callers that a full queue rejected.
const RETRY_HEAVY: u64 = 5;
const RETRY_INSPECTION: u64 = 5;
const RETRY_HASHING: u64 = 2;

/// The answer of a use case with its type erased.
type Answer = Box<dyn Any + Send>;

/// A use case with its types erased, so that the code that runs it is compiled once and not for
/// each of some 200 calls.
type Work = Box<dyn FnOnce(&Ports) -> Result<Answer, Refusal> + Send>;

/// A read with its types erased. It gets the caller, and the measurement that it ends.
type Read = Box<dyn FnOnce(&Ports, &Caller, Watched) -> Result<Answer, Problem> + Send>;

fn boxed<T, E>(result: Result<T, E>) -> Result<Answer, Refusal>
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
async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(places)
        .acquire_owned()
        .await
        .map_err(Problem::internal)
}

/// Runs blocking work on the blocking pool, with its own permit.
async fn apart<T: Send + 'static>(
    places: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let permit = place(places).await?;
    let span = tracing::Span::current();
    web::block(move || {
        let _permit = permit;
        span.in_scope(work)
    })
    .await
    .map_err(Problem::internal)?
}

fn hashing_full(full: Full) -> Problem {
    match full {
        Full::Closed => Problem::internal("the server ends"),
        Full::Asker | Full::Everybody => Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            Reason::PasswordQueueFull,
            "Many people are signing in right now. Please try again in a few seconds.",
        )
        .retry_after(RETRY_HASHING),
    }
}

/// An anonymous caller whose request verifies a password.
pub(crate) struct Stranger<'a> {
    /// The account that the caller names; empty if none.
    pub account: &'a str,
    /// The caller's network address.
    pub network: String,
    /// The cookie of a known browser; empty if none was sent.
    pub browser: &'a str,
}

impl Api {
    /// Returns a permit to wait for another attempt of the same call, if one is left.
    pub(crate) fn place_to_wait(&self) -> Option<OwnedSemaphorePermit> {
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
        let watched = Watched::begin(&use_case, self.watch(), DOCUMENTS);
        let most = self.limits.heavy.per_account;
        let askers = vec![(Asker::Person(caller.user), most)];
        let place = self.heavy.enter(askers).await.map_err(|full| match full {
            Full::Asker => Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                Reason::OwnDocumentsPending,
                "Your other documents are still being prepared. Please wait.",
            )
            .retry_after(RETRY_HEAVY),
            Full::Everybody => Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                Reason::DocumentQueueFull,
                "Many documents are being prepared right now. Please try again in a few seconds.",
            )
            .retry_after(RETRY_HEAVY),
            Full::Closed => Problem::internal("the server ends"),
        })?;
        typed(run_holding(self.marking(), Box::new(place), watched, erased(use_case)).await?)
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
        let watched = Watched::begin(&use_case, self.watch(), INSPECTIONS);
        let most = self.limits.inspections.per_account;
        let askers = vec![(Asker::Person(caller.user), most)];
        let place = self.inspections.enter(askers).await.map_err(|full| match full {
            Full::Asker => Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                Reason::OwnFilesPending,
                "Your other files are still being checked. Please wait.",
            )
            .retry_after(RETRY_INSPECTION),
            Full::Everybody => Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                Reason::FileQueueFull,
                "Many files are being checked right now. Please try again in a few seconds.",
            )
            .retry_after(RETRY_INSPECTION),
            Full::Closed => Problem::internal("the server ends"),
        })?;
        typed(run_holding(self.marking(), Box::new(place), watched, erased(use_case)).await?)
    }

    /// Waits for the permit to compare a whole dictionary. Only Super Users make such calls, so no
    /// other caller can block them.
    pub(crate) async fn turn_to_compare(&self) -> Result<OwnedSemaphorePermit, Problem> {
        place(&self.comparing).await
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
        let watched = Watched::begin(&use_case, self.watch(), PASSWORDS);
        let most = self.limits.hashing.queue.per_account;
        let askers = vec![(Asker::Person(caller.user), most)];
        let place = self.hashing.enter(askers).await.map_err(hashing_full)?;
        typed(self.run_at(place, watched, erased(use_case)).await?)
    }

    /// Runs a use case that hashes a password for an anonymous caller, who may name an account.
    pub(crate) async fn run_hashing<T, E>(
        &self,
        stranger: Stranger<'_>,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let watched = Watched::begin(&use_case, self.watch(), PASSWORDS);
        let limits = &self.limits.hashing;
        let account = stranger.account.trim().to_lowercase();
        let askers = vec![
            (
                Asker::Named(account, stranger.network.clone()),
                limits.queue.per_account,
            ),
            (Asker::Network(stranger.network), limits.per_network),
        ];
        let is_known = is_known_browser(&self.ports, stranger.browser);
        let gate = (!is_known).then_some(&self.strangers);
        let place = self.hashing.enter_by(gate, askers).await.map_err(hashing_full)?;
        typed(self.run_at(place, watched, erased(use_case)).await?)
    }

    /// Moves the permit into the work, because the work continues if the client disconnects.
    async fn run_at(&self, place: Place, watched: Watched, work: Work) -> Result<Answer, Problem> {
        let watched = watched.goes_on_in(USE_CASES);
        let holding = Box::new(move |ports: &Ports| {
            let _place = place;
            work(ports)
        });
        self.run_on(self.marking(), watched, holding).await
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
        apart(&self.reading_files, move || {
            Ok(files.read_part(&key, start, length))
        })
        .await
    }

    pub(crate) async fn parse<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        apart(&self.parsing, work).await
    }

    /// Parses a large body on the blocking pool, with a limit separate from that of other bodies.
    pub(crate) async fn parse_large<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        apart(&self.parsing_large, work).await
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
        let watched = Watched::begin(&use_case, self.watch(), USE_CASES);
        typed(self.run_on(self.marking(), watched, erased(use_case)).await?)
    }

    fn marking(&self) -> Ports {
        let mut ports = self.ports.clone();
        if let Some(claim) = idempotency::claim() {
            ports.database = Arc::new(Marking::new(ports.database, claim));
        }
        ports
    }

    /// Runs work before or after the actual call, such as authentication, without completing its
    /// idempotency key.
    pub(crate) async fn run_aside<T, E>(
        &self,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let watched = Watched::begin(&use_case, self.watch(), USE_CASES);
        typed(self.run_on(self.ports.clone(), watched, erased(use_case)).await?)
    }

    async fn run_on(&self, ports: Ports, watched: Watched, work: Work) -> Result<Answer, Problem> {
        let permit = self.slot().await?;
        run_holding(ports, Box::new(permit), watched, work).await
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
        let watched = Watched::begin(&use_case, self.watch(), READS);
        let read: Read = Box::new(move |ports, caller, watched| {
            let read = watched.run(|| boxed(use_case(ports, caller)));
            read.map_err(|error| Problem::of(&*error))
        });
        typed(self.read_watched(watched, reader, read).await?)
    }

    /// Runs a read with parsed input. Errors in the input are returned only to a signed-in caller.
    pub(crate) async fn read_wanted<W, T, E>(
        &self,
        reader: Reader,
        wanted: Result<W, Problem>,
        use_case: impl FnOnce(&Ports, &Caller, W) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        W: Send + 'static,
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let watched = Watched::begin(&use_case, self.watch(), READS);
        let read: Read = Box::new(move |ports, caller, watched| {
            let wanted = wanted?;
            let read = watched.run(|| boxed(use_case(ports, caller, wanted)));
            read.map_err(|error| Problem::of(&*error))
        });
        typed(self.read_watched(watched, reader, read).await?)
    }

    async fn read_watched(
        &self,
        mut watched: Watched,
        reader: Reader,
        read: Read,
    ) -> Result<Answer, Problem> {
        let mut ports = self.ports.clone();
        if let Some(database) = ports.database.for_one_call() {
            ports.database = database;
        }
        let work = move || {
            watched.its_turn();
            let (caller, unnoted) = reader.look_up(&ports)?;
            Ok((read(&ports, &caller, watched), unnoted))
        };
        let (read, unnoted) = self.readers.run(work).await?;
        if let Some(unnoted) = unnoted {
            // Waits for the write lock, and must not block other readers meanwhile.
            let note = |ports: &Ports| {
                unnoted.note(ports);
                Ok(())
            };
            self.visit(note).await?;
        }
        read
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let permit = place(&self.slots).await?;
        self.readiness.slot_was_taken();
        Ok(permit)
    }

    /// Runs work on the blocking pool that is not exactly one use case.
    pub(crate) async fn visit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Ports) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = self.slot().await?;
        visit_holding(self.ports.clone(), Box::new(permit), work).await
    }
}

/// Runs a use case on the blocking pool. Drops `held` when it has ended.
async fn run_holding(
    ports: Ports,
    held: Box<dyn Send>,
    watched: Watched,
    work: Work,
) -> Result<Answer, Problem> {
    visit_holding(ports, held, move |ports| {
        let done = watched.run(|| work(ports));
        done.map_err(|error| Problem::of(&*error))
    })
    .await
}

async fn visit_holding<T: Send + 'static>(
    ports: Ports,
    held: Box<dyn Send>,
    work: impl FnOnce(&Ports) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let span = tracing::Span::current();
    web::block(move || {
        let _held = held;
        span.in_scope(|| work(&ports))
    })
    .await
    .map_err(Problem::internal)?
}
