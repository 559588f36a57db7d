//! The way of a call to its use case: where it waits for its turn, and on which threads it runs.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web;
use aditus_application::access::Caller;
use aditus_application::accounts::is_known_browser;
use aditus_application::idempotency::Marking;
use aditus_application::ports::{FileError, FileKey, FilePart};
use aditus_application::{Failure, Ports};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Api;
use crate::idempotency;
use crate::problem::Problem;
use crate::queue::{Asker, Full, Place};
use crate::signed_in::Reader;
use crate::watch::{DOCUMENTS, INSPECTIONS, PASSWORDS, READS, USE_CASES, Watched};

/// After so many seconds somebody for whom there was no place may try again.
const RETRY_HEAVY: u64 = 5;
const RETRY_INSPECTION: u64 = 5;
const RETRY_HASHING: u64 = 2;

/// A place among those that may run; whoever comes later waits for one.
async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(places)
        .acquire_owned()
        .await
        .map_err(Problem::internal)
}

/// Does this where it holds up no socket, in a place of its own.
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
            "Many people are signing in at the moment. Please try again in a few seconds.",
        )
        .retry_after(RETRY_HASHING),
    }
}

/// Somebody who is not signed in and has a password hashed.
pub(crate) struct Stranger<'a> {
    /// The account that they name; empty where they name none.
    pub account: &'a str,
    /// Where they call from.
    pub network: String,
    /// The cookie by which their browser is known; empty where it sent none.
    pub browser: &'a str,
}

impl Api {
    /// A place to wait for another attempt of the same call, if there is one left.
    pub(crate) fn place_to_wait(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.waiting).try_acquire_owned().ok()
    }

    /// Runs a use case that makes a document. Few run at a time, in places of their own, so that they take no other call's turn.
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
                "Other documents are being made for you. Please wait until they are there.",
            )
            .retry_after(RETRY_HEAVY),
            Full::Everybody => Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Many documents are being made at the moment. Please try again in a few seconds.",
            )
            .retry_after(RETRY_HEAVY),
            Full::Closed => Problem::internal("the server ends"),
        })?;
        run_holding(self.marking(), place, watched, use_case).await
    }

    /// Runs a use case of a call that may bring files, which it inspects. With files it waits for a slot of its own and takes no slot of
    /// other use cases: it holds neither those nor a connection to the database while it waits.
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
                "Other files of yours are being checked. Please wait until that is done.",
            )
            .retry_after(RETRY_INSPECTION),
            Full::Everybody => Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Many files are being checked at the moment. Please try again in a few seconds.",
            )
            .retry_after(RETRY_INSPECTION),
            Full::Closed => Problem::internal("the server ends"),
        })?;
        run_holding(self.marking(), place, watched, use_case).await
    }

    /// Waits for the turn to compare a whole dictionary. Super Users alone have such: nobody else can make them wait.
    pub(crate) async fn turn_to_compare(&self) -> Result<OwnedSemaphorePermit, Problem> {
        place(&self.comparing).await
    }

    /// Runs a use case that hashes a password of somebody who is signed in.
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
        self.run_at(place, watched, use_case).await
    }

    /// Runs a use case that hashes a password of somebody who is not signed in, but names an account.
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
        self.run_at(place, watched, use_case).await
    }

    /// The place goes with the work: a caller that hangs up does not end it.
    async fn run_at<T, E>(
        &self,
        place: Place,
        watched: Watched,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let watched = watched.goes_on_in(USE_CASES);
        self.run_on(self.marking(), watched, move |ports| {
            let _place = place;
            use_case(ports)
        })
        .await
    }

    /// Reads a part of a stored file apart from the threads that serve sockets. The call needs no slot of a use case for it: it may take the
    /// file as slowly as its connection is.
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

    /// Parses a body apart from the threads that serve sockets.
    pub(crate) async fn parse<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        apart(&self.parsing, work).await
    }

    /// Parses a large body apart from the threads that serve sockets, and from other bodies.
    pub(crate) async fn parse_large<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        apart(&self.parsing_large, work).await
    }

    /// Runs a use case on the blocking pool and turns its error into an answer. What it commits is what the call makes: a call with
    /// an idempotency key is carried out then.
    pub(crate) async fn run<T, E>(
        &self,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let watched = Watched::begin(&use_case, self.watch(), USE_CASES);
        self.run_on(self.marking(), watched, use_case).await
    }

    fn marking(&self) -> Ports {
        let mut ports = self.ports.clone();
        if let Some(claim) = idempotency::claim() {
            ports.database = Arc::new(Marking::new(ports.database, claim));
        }
        ports
    }

    /// Runs what comes before and after the work of a call, such as finding out who calls.
    pub(crate) async fn run_aside<T, E>(
        &self,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let watched = Watched::begin(&use_case, self.watch(), USE_CASES);
        self.run_on(self.ports.clone(), watched, use_case).await
    }

    async fn run_on<T, E>(
        &self,
        ports: Ports,
        watched: Watched,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let permit = self.slot().await?;
        run_holding(ports, permit, watched, use_case).await
    }

    /// Reads from the database for somebody. Who calls is looked up in the same visit to another thread: a visit costs more than what most calls
    /// read.
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
        self.read_watched(watched, reader, Ok(()), |ports, caller, ()| {
            use_case(ports, caller)
        })
        .await
    }

    /// The same with what the call asks for. What is wrong with that is told only to somebody who is signed in.
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
        self.read_watched(watched, reader, wanted, use_case).await
    }

    async fn read_watched<W, T, E>(
        &self,
        mut watched: Watched,
        reader: Reader,
        wanted: Result<W, Problem>,
        use_case: impl FnOnce(&Ports, &Caller, W) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        W: Send + 'static,
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let mut ports = self.ports.clone();
        if let Some(database) = ports.database.for_one_call() {
            ports.database = database;
        }
        let work = move || {
            watched.its_turn();
            let (caller, unnoted) = reader.look_up(&ports)?;
            let read = wanted.and_then(|wanted| {
                let read = watched.run(|| use_case(&ports, &caller, wanted));
                read.map_err(|error| Problem::of(&error))
            });
            Ok((read, unnoted))
        };
        let (read, unnoted) = self.readers.run(work).await?;
        if let Some(unnoted) = unnoted {
            // It waits for the writer, and must not keep other readers waiting meanwhile.
            let note = |ports: &Ports| {
                unnoted.note(ports);
                Ok(())
            };
            self.visit(note).await?;
        }
        read
    }

    /// Waits for one of the slots for use cases.
    async fn slot(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let permit = place(&self.slots).await?;
        self.readiness.slot_was_taken();
        Ok(permit)
    }

    /// Does something on the blocking pool that is no use case, or more than one.
    pub(crate) async fn visit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Ports) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = self.slot().await?;
        visit_holding(self.ports.clone(), permit, work).await
    }
}

/// Runs a use case on the blocking pool. What is held is let go when it has ended.
async fn run_holding<T, E>(
    ports: Ports,
    held: impl Send + 'static,
    watched: Watched,
    use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
) -> Result<T, Problem>
where
    T: Send + 'static,
    E: Failure + Send + 'static,
{
    let work = move |ports: &Ports| {
        let done = watched.run(|| use_case(ports));
        done.map_err(|error| Problem::of(&error))
    };
    visit_holding(ports, held, work).await
}

async fn visit_holding<T: Send + 'static>(
    ports: Ports,
    held: impl Send + 'static,
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
