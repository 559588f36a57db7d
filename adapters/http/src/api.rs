//! What every handler shares: the ports, and the way to a use case.

use std::sync::Arc;

use actix_web::web;
use aditus_application::idempotency::Marking;
use aditus_application::ports::FileError;
use aditus_application::{Failure, Ports};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::caller_address::TrustedProxies;
use crate::demo::Demo;
use crate::idempotency;
use crate::problem::Problem;
use crate::untrusted_proxy::Told;

/// The state of the http adapter; one for all workers.
#[derive(Clone)]
pub struct Api {
    ports: Ports,
    slots: Arc<Semaphore>,
    hashing: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    demo: Option<Arc<dyn Demo>>,
    signed_files: Option<Arc<dyn SignedFiles>>,
    file_origin: Option<String>,
    trusted_proxies: TrustedProxies,
    told_proxies: Arc<Told>,
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

/// How many use cases run at once. Each holds a database connection: more only queue in the pool, with worse tails.
pub const CONCURRENT_USE_CASES: usize = 16;

/// How many calls wait at once for another attempt with the same idempotency key. Each asks the database now and then; those
/// beyond are told to come back.
const WAITING_FOR_ANOTHER: usize = 64;

/// How many use cases that hash a password run at once: twice as many as there are processors, so that these need not rest
/// while some wait for the database, and never more than half of all slots. The others wait outside, without a slot, so that
/// a storm of sign-ins leaves room for all else.
fn concurrent_hashes() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (2 * processors).min(CONCURRENT_USE_CASES / 2)
}

/// A place among those that may run; whoever comes later waits for one.
async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(places)
        .acquire_owned()
        .await
        .map_err(Problem::internal)
}

impl Api {
    /// Puts the state together.
    pub fn new(ports: Ports) -> Self {
        Self {
            ports,
            slots: Arc::new(Semaphore::new(CONCURRENT_USE_CASES)),
            hashing: Arc::new(Semaphore::new(concurrent_hashes())),
            waiting: Arc::new(Semaphore::new(WAITING_FOR_ANOTHER)),
            demo: None,
            signed_files: None,
            file_origin: None,
            trusted_proxies: TrustedProxies::default(),
            told_proxies: Arc::default(),
        }
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

    /// Runs a use case that hashes a password. See [`concurrent_hashes`].
    pub(crate) async fn run_hashing<T, E>(
        &self,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let permit = place(&self.hashing).await?;
        // The permit goes with the work: a caller that hangs up does not end it.
        self.run(move |ports| {
            let _permit = permit;
            use_case(ports)
        })
        .await
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
        let mut ports = self.ports.clone();
        if let Some(claim) = idempotency::claim() {
            ports.database = Arc::new(Marking::new(ports.database, claim));
        }
        self.run_on(ports, use_case).await
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
        self.run_on(self.ports.clone(), use_case).await
    }

    async fn run_on<T, E>(
        &self,
        ports: Ports,
        use_case: impl FnOnce(&Ports) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let permit = place(&self.slots).await?;
        let span = tracing::Span::current();
        web::block(move || {
            let _permit = permit;
            span.in_scope(|| use_case(&ports).map_err(|error| Problem::of(&error)))
        })
        .await
        .map_err(Problem::internal)?
    }
}
