//! The state that all handlers share: the ports and the load limits.

mod running;

use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::ports::FileKey;
use thiserror::Error;
use tokio::sync::Semaphore;

pub(crate) use running::AnonymousCaller;

use crate::body::BodyMemory;
use crate::demo::Demo;
use crate::load::{
    ASKING_PROVIDERS, CONCURRENT_USE_CASES, LoadLimits, PARTS_READ_AT_ONCE, WAITING_FOR_PROVIDERS,
};
use crate::queue::Queue;
use crate::readiness::{NotReady, Readiness, ReadinessLimits};
use crate::reading_threads::ReadingThreads;
use crate::sending::{AnswerMemory, Connections};
use crate::trusted_proxies::TrustedProxies;
use crate::watch::{DOCUMENTS, INSPECTIONS, PASSWORDS, PROVIDERS, QueueState, USE_CASES, Watch};

/// The state of the http adapter, shared by all workers.
#[derive(Clone)]
pub struct Api {
    ports: Ports,
    limits: LoadLimits,
    slots: Arc<Semaphore>,
    readiness: Arc<Readiness>,
    readers: Arc<ReadingThreads>,
    heavy: Queue,
    inspections: Queue,
    hashing: Queue,
    providers: Queue,
    unknown_browsers: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    parsing: Arc<Semaphore>,
    parsing_large: Arc<Semaphore>,
    comparing: Arc<Semaphore>,
    body_memory: Arc<BodyMemory>,
    answer_memory: Arc<AnswerMemory>,
    connections: Arc<Connections>,
    reading_files: Arc<Semaphore>,
    demo: Option<Arc<dyn Demo>>,
    signed_files: Option<Arc<dyn SignedFiles>>,
    file_origin: Option<String>,
    trusted_proxies: TrustedProxies,
    watch: Option<Arc<dyn Watch>>,
}

/// Verifies signed file URLs, for file stores that do not serve them (decisions F2).
pub trait SignedFiles: Send + Sync {
    /// Returns the key of the file if the signature matches the key and the name, and the URL has
    /// not expired.
    fn verify(
        &self,
        key: &str,
        name: &str,
        expires: i64,
        signature: &str,
    ) -> Result<FileKey, SignedFileError>;
}

/// The reason why a signed URL is rejected.
#[derive(Debug, Error)]
pub enum SignedFileError {
    /// The signature or the key is invalid.
    #[error("this address was not given out")]
    Forged,
    /// The signature matches, but the URL has expired.
    #[error("This link has expired. Open the document again.")]
    Expired,
}

/// Maximum number of small bodies parsed concurrently.
pub(crate) const PARSED_AT_ONCE: usize = 2;

/// Maximum number of large bodies parsed concurrently.
pub(crate) const LARGE_PARSED_AT_ONCE: usize = 1;

/// Maximum number of dictionaries compared concurrently with the stored one. Each comparison may
/// use 200 MiB of memory.
const COMPARED_AT_ONCE: usize = 1;

/// Maximum number of calls that wait concurrently for another attempt with the same idempotency
/// key. Each polls the database; calls beyond the limit are asked to retry later.
const WAITING_FOR_ANOTHER: usize = 64;

impl Api {
    /// Creates the state with default limits.
    pub fn new(ports: Ports) -> Self {
        let limits = LoadLimits::default();
        Self {
            ports,
            limits,
            slots: Arc::new(Semaphore::new(CONCURRENT_USE_CASES)),
            readiness: Arc::new(Readiness::new(ReadinessLimits::default())),
            readers: Arc::new(ReadingThreads::new(CONCURRENT_USE_CASES / 4)),
            heavy: Queue::new(limits.heavy.slots, limits.heavy.queue),
            inspections: Queue::new(limits.inspections.slots, limits.inspections.queue),
            hashing: Queue::new(limits.hashing.queue.slots, limits.hashing.queue.queue),
            providers: Queue::new(ASKING_PROVIDERS, WAITING_FOR_PROVIDERS),
            unknown_browsers: Arc::new(Semaphore::new(limits.hashing.strangers)),
            waiting: Arc::new(Semaphore::new(WAITING_FOR_ANOTHER)),
            parsing: Arc::new(Semaphore::new(PARSED_AT_ONCE)),
            parsing_large: Arc::new(Semaphore::new(LARGE_PARSED_AT_ONCE)),
            comparing: Arc::new(Semaphore::new(COMPARED_AT_ONCE)),
            body_memory: Arc::new(BodyMemory::new(limits.bodies.memory)),
            answer_memory: Arc::new(AnswerMemory::new(&limits.answers)),
            connections: Arc::new(Connections::new(limits.answers.window)),
            reading_files: Arc::new(Semaphore::new(PARTS_READ_AT_ONCE)),
            demo: None,
            signed_files: None,
            file_origin: None,
            trusted_proxies: TrustedProxies::default(),
            watch: None,
        }
    }

    /// Sets the limits of readiness probes.
    #[must_use]
    pub fn with_readiness(mut self, limits: ReadinessLimits) -> Self {
        self.readiness = Arc::new(Readiness::new(limits));
        self
    }

    /// Returns an error with the reason if calls cannot be processed right now.
    pub(crate) async fn readiness(&self) -> Result<(), NotReady> {
        let is_exhausted = self.slots.available_permits() == 0;
        self.readiness.check(&self.ports.database, is_exhausted).await
    }

    /// Sets the observer of use cases.
    #[must_use]
    pub fn with_watch(mut self, watch: Arc<dyn Watch>) -> Self {
        self.watch = Some(watch);
        self
    }

    pub(crate) fn watch(&self) -> Option<&Arc<dyn Watch>> {
        self.watch.as_ref()
    }

    /// Returns the current state of the queues.
    pub fn queues(&self) -> [QueueState; 5] {
        let free = self.slots.available_permits();
        [
            QueueState {
                name: USE_CASES,
                slots: CONCURRENT_USE_CASES,
                running: CONCURRENT_USE_CASES.saturating_sub(free),
                waiting: None,
            },
            self.heavy.state(DOCUMENTS),
            self.inspections.state(INSPECTIONS),
            self.hashing.state(PASSWORDS),
            self.providers.state(PROVIDERS),
        ]
    }

    /// Returns the bytes that request bodies currently occupy.
    pub fn body_bytes(&self) -> usize {
        self.body_memory.used_bytes()
    }

    /// Returns the bytes that large responses currently occupy.
    pub fn answer_bytes(&self) -> usize {
        self.answer_memory.used_bytes()
    }

    /// Serves the demo mailbox and accounts.
    #[must_use]
    pub fn with_demo(mut self, demo: Arc<dyn Demo>) -> Self {
        self.demo = Some(demo);
        self
    }

    /// Serves files by signed URLs.
    #[must_use]
    pub fn with_signed_files(mut self, files: Arc<dyn SignedFiles>) -> Self {
        self.signed_files = Some(files);
        self
    }

    /// Allows browsers to show documents from this origin, if the file store serves them itself.
    #[must_use]
    pub fn with_file_origin(mut self, origin: String) -> Self {
        self.file_origin = Some(origin);
        self
    }

    /// Trusts the client addresses that these proxies report.
    #[must_use]
    pub fn with_trusted_proxies(mut self, proxies: TrustedProxies) -> Self {
        self.trusted_proxies = proxies;
        self
    }

    /// Sets the number of concurrent reads, which is the number of database connections.
    #[must_use]
    pub fn with_readers(mut self, connections: usize) -> Self {
        self.readers = Arc::new(ReadingThreads::new(connections));
        self
    }

    /// Sets the load limits.
    #[must_use]
    pub fn with_limits(mut self, limits: LoadLimits) -> Self {
        self.limits = limits;
        self.heavy = Queue::new(limits.heavy.slots, limits.heavy.queue);
        self.inspections = Queue::new(limits.inspections.slots, limits.inspections.queue);
        self.hashing = Queue::new(limits.hashing.queue.slots, limits.hashing.queue.queue);
        self.unknown_browsers = Arc::new(Semaphore::new(limits.hashing.strangers));
        self.body_memory = Arc::new(BodyMemory::new(limits.bodies.memory));
        self.answer_memory = Arc::new(AnswerMemory::new(&limits.answers));
        self.connections = Arc::new(Connections::new(limits.answers.window));
        self
    }

    pub(crate) fn limits(&self) -> &LoadLimits {
        &self.limits
    }

    pub(crate) fn body_memory(&self) -> &Arc<BodyMemory> {
        &self.body_memory
    }

    pub(crate) fn answer_memory(&self) -> &AnswerMemory {
        &self.answer_memory
    }

    pub(crate) fn connections(&self) -> &Arc<Connections> {
        &self.connections
    }

    pub(crate) fn trusted_proxies(&self) -> &TrustedProxies {
        &self.trusted_proxies
    }

    pub(crate) fn file_origin(&self) -> Option<&str> {
        self.file_origin.as_deref()
    }

    /// Returns the ports.
    pub fn ports(&self) -> &Ports {
        &self.ports
    }

    pub(crate) fn demo(&self) -> Option<&Arc<dyn Demo>> {
        self.demo.as_ref()
    }

    pub(crate) fn signed_files(&self) -> Option<Arc<dyn SignedFiles>> {
        self.signed_files.clone()
    }
}
