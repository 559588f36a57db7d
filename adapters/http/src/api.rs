//! What every handler shares: the ports, and the way to a use case.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web;
use aditus_application::access::Caller;
use aditus_application::accounts::is_known_browser;
use aditus_application::idempotency::Marking;
use aditus_application::ports::FileError;
use aditus_application::{Failure, Ports};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::body::BodyMemory;
use crate::caller_address::TrustedProxies;
use crate::demo::Demo;
use crate::idempotency;
use crate::load::{CONCURRENT_USE_CASES, LoadLimits};
use crate::problem::Problem;
use crate::queue::{Asker, Full, Place, Queue};
use crate::reading_threads::ReadingThreads;
use crate::signed_in::Reader;
use crate::untrusted_proxy::Told;
use crate::watch::{DOCUMENTS, PASSWORDS, QueueState, READS, USE_CASES, Watch, Watched};

/// The state of the http adapter; one for all workers.
#[derive(Clone)]
pub struct Api {
    ports: Ports,
    limits: LoadLimits,
    slots: Arc<Semaphore>,
    readers: Arc<ReadingThreads>,
    heavy: Queue,
    hashing: Queue,
    strangers: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    parsing: Arc<Semaphore>,
    parsing_large: Arc<Semaphore>,
    comparing: Arc<Semaphore>,
    body_memory: Arc<BodyMemory>,
    demo: Option<Arc<dyn Demo>>,
    signed_files: Option<Arc<dyn SignedFiles>>,
    file_origin: Option<String>,
    trusted_proxies: TrustedProxies,
    told_proxies: Arc<Told>,
    watch: Option<Arc<dyn Watch>>,
}

/// Opens files by signed addresses, where the file store itself does not serve them (decisions F2).
pub trait SignedFiles: Send + Sync {
    /// The content, if the signature fits the key and the address has not expired.
    fn open(&self, key: &str, expires: i64, signature: &str) -> Result<Vec<u8>, SignedFileError>;
}

/// A signed address leads to no content.
#[derive(Debug, Error)]
pub enum SignedFileError {
    /// Nobody was given this address.
    #[error("this address was not given out")]
    Forged,
    /// It was right once.
    #[error("This link has expired. Open the document again.")]
    Expired,
    /// The store does not hold the file, or cannot be asked.
    #[error("Error retrieving file")]
    Lost(#[source] FileError),
}

/// How many bodies are parsed at once, but for large ones.
pub(crate) const PARSED_AT_ONCE: usize = 2;

/// How many large bodies are parsed at once.
pub(crate) const LARGE_PARSED_AT_ONCE: usize = 1;

/// How many dictionaries are compared at once with what is stored: each may take 200 MiB of memory.
const COMPARED_AT_ONCE: usize = 1;

/// How many calls wait at once for another attempt with the same idempotency key. Each asks the database now and then; those
/// beyond are told to come back.
const WAITING_FOR_ANOTHER: usize = 64;

/// After so many seconds somebody for whom there was no place may try again.
const RETRY_HEAVY: u64 = 5;
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
    /// Puts the state together.
    pub fn new(ports: Ports) -> Self {
        let limits = LoadLimits::default();
        Self {
            ports,
            limits,
            slots: Arc::new(Semaphore::new(CONCURRENT_USE_CASES)),
            readers: Arc::new(ReadingThreads::new(CONCURRENT_USE_CASES / 4)),
            heavy: Queue::new(limits.heavy.slots, limits.heavy.queue),
            hashing: Queue::new(limits.hashing.queue.slots, limits.hashing.queue.queue),
            strangers: Arc::new(Semaphore::new(limits.hashing.strangers)),
            waiting: Arc::new(Semaphore::new(WAITING_FOR_ANOTHER)),
            parsing: Arc::new(Semaphore::new(PARSED_AT_ONCE)),
            parsing_large: Arc::new(Semaphore::new(LARGE_PARSED_AT_ONCE)),
            comparing: Arc::new(Semaphore::new(COMPARED_AT_ONCE)),
            body_memory: Arc::new(BodyMemory::new(limits.bodies.memory)),
            demo: None,
            signed_files: None,
            file_origin: None,
            trusted_proxies: TrustedProxies::default(),
            told_proxies: Arc::default(),
            watch: None,
        }
    }

    /// Tells somebody what is done.
    #[must_use]
    pub fn with_watch(mut self, watch: Arc<dyn Watch>) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Who is told what is done.
    pub(crate) fn watch(&self) -> Option<&Arc<dyn Watch>> {
        self.watch.as_ref()
    }

    /// Where calls wait at this moment.
    pub fn queues(&self) -> [QueueState; 3] {
        let free = self.slots.available_permits();
        [
            QueueState {
                name: USE_CASES,
                slots: CONCURRENT_USE_CASES,
                running: CONCURRENT_USE_CASES.saturating_sub(free),
                waiting: None,
            },
            self.heavy.state(DOCUMENTS),
            self.hashing.state(PASSWORDS),
        ]
    }

    /// The bytes that all bodies take at this moment.
    pub fn body_bytes(&self) -> usize {
        self.body_memory.taken()
    }

    /// Serves the demo mailbox and accounts.
    #[must_use]
    pub fn with_demo(mut self, demo: Arc<dyn Demo>) -> Self {
        self.demo = Some(demo);
        self
    }

    /// Serves files by signed addresses.
    #[must_use]
    pub fn with_signed_files(mut self, files: Arc<dyn SignedFiles>) -> Self {
        self.signed_files = Some(files);
        self
    }

    /// Lets browsers show documents from this origin, where the file store serves them itself.
    #[must_use]
    pub fn with_file_origin(mut self, origin: String) -> Self {
        self.file_origin = Some(origin);
        self
    }

    /// Believes these proxies when they say for whom they call.
    #[must_use]
    pub fn with_trusted_proxies(mut self, proxies: TrustedProxies) -> Self {
        self.trusted_proxies = proxies;
        self
    }

    /// Reads by so many connections at once, which are those of the database.
    #[must_use]
    pub fn with_readers(mut self, connections: usize) -> Self {
        self.readers = Arc::new(ReadingThreads::new(connections));
        self
    }

    /// Takes on so much at once, and no more.
    #[must_use]
    pub fn with_limits(mut self, limits: LoadLimits) -> Self {
        self.limits = limits;
        self.heavy = Queue::new(limits.heavy.slots, limits.heavy.queue);
        self.hashing = Queue::new(limits.hashing.queue.slots, limits.hashing.queue.queue);
        self.strangers = Arc::new(Semaphore::new(limits.hashing.strangers));
        self.body_memory = Arc::new(BodyMemory::new(limits.bodies.memory));
        self
    }

    pub(crate) fn limits(&self) -> &LoadLimits {
        &self.limits
    }

    pub(crate) fn body_memory(&self) -> &Arc<BodyMemory> {
        &self.body_memory
    }

    pub(crate) fn trusted_proxies(&self) -> &TrustedProxies {
        &self.trusted_proxies
    }

    pub(crate) fn told_proxies(&self) -> &Told {
        &self.told_proxies
    }

    pub(crate) fn file_origin(&self) -> Option<&str> {
        self.file_origin.as_deref()
    }

    /// The ports.
    pub fn ports(&self) -> &Ports {
        &self.ports
    }

    pub(crate) fn demo(&self) -> Option<&Arc<dyn Demo>> {
        self.demo.as_ref()
    }

    pub(crate) fn signed_files(&self) -> Option<Arc<dyn SignedFiles>> {
        self.signed_files.clone()
    }

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
        let permit = place(&self.slots).await?;
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

    /// Does something on the blocking pool that is no use case, or more than one.
    pub(crate) async fn visit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Ports) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = place(&self.slots).await?;
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
