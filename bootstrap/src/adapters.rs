//! Adapters that a program brings along, in place of the built-in ones or around them.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use aditus_application::ports::{
    Authorities, Clock, Database, Documents, FileScanner, FileStore, Keys, Mailer, MigratableDatabase,
    TextMessages,
};
use aditus_files::Addresses;

use crate::clean_failure::{BoxError, CleanFailure};

/// The context in which a program's adapter is created. It also gives access to the built-in
/// adapter, so that it can be wrapped.
///
/// An adapter is created only when a command needs it. `check`, for example, reports its failures
/// beside all other findings.
pub struct AdapterContext<'a, P> {
    clock: Arc<dyn Clock>,
    keys: Arc<dyn Keys>,
    data_dir: &'a Path,
    authorities: &'a Authorities,
    built_in: BuiltIn<'a, P>,
}

/// The context in which a program's database is opened. It also gives access to the built-in
/// database, so that it can be wrapped.
///
/// Opening MUST leave the schema unchanged: commands that upgrade it call
/// [`MigratableDatabase::migrate`]. A process may open the database more than once.
pub struct DatabaseContext<'a> {
    /// The largest number of connections that calls request at the same time.
    pub connections: u32,
    /// True if a commit has to survive a power cut. It is false only while a demonstration is
    /// filled.
    pub durable: bool,
    clock: Arc<dyn Clock>,
    built_in: BuiltIn<'a, Arc<dyn MigratableDatabase>>,
}

/// A file store, and the server that answers the addresses it signs.
#[derive(Clone)]
pub enum Files {
    /// Aditus serves the addresses, below its own public address and from this store. The store
    /// signs them with [`AdapterContext::addresses`].
    ServedHere(Arc<dyn FileStore>),
    /// Another server, such as an object store, serves the addresses. Browsers are allowed to show
    /// documents of this origin.
    ServedAt {
        /// The origin, such as `https://documents.example`.
        origin: String,
        /// The store, whose addresses point to that origin.
        store: Arc<dyn FileStore>,
    },
}

/// A program's own background work beside the server, such as a message to another system for each
/// approval.
///
/// `serve` and `serve --demo` call [`Worker::work`] repeatedly, on a separate thread, until the
/// server ends. Every node runs its own worker. A process can die at any moment: a worker MUST
/// persist its progress, and MUST be able to repeat its last piece of work.
pub trait Worker: Send + Sync {
    /// Does the work that is due, and returns the delay before the next call.
    ///
    /// It MUST return within some seconds, with [`Duration::ZERO`] if more work is due: the server
    /// waits for it before it ends. An error is logged, and the call is retried after ten seconds.
    /// An error MUST NOT contain a secret or personal data.
    fn work(&self, database: &dyn Database) -> Result<Duration, BoxError>;

    /// Checks for `aditus check` that the systems the worker needs can be reached. It MUST NOT
    /// change anything.
    fn check(&self) -> Result<(), BoxError>;
}

impl<P> AdapterContext<'_, P> {
    /// Returns the clock.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Returns the keyed hashes and the sealing that use the secrets of this installation.
    pub fn keys(&self) -> Arc<dyn Keys> {
        Arc::clone(&self.keys)
    }

    /// Returns the data folder of this node, which only its owner can enter.
    pub fn data_dir(&self) -> &Path {
        self.data_dir
    }

    /// Returns the certificate authorities that the configuration trusts (`tls.ca_certificates`,
    /// `tls.system_roots`), for adapters that connect by TLS.
    pub fn authorities(&self) -> Authorities {
        self.authorities.clone()
    }

    /// Returns the signer for file addresses that Aditus itself serves.
    pub fn addresses(&self) -> Addresses {
        Addresses::new(self.keys(), self.clock())
    }

    /// Returns the built-in adapter, configured as it would be if the program had none of its own.
    pub fn built_in(&self) -> Result<P, CleanFailure> {
        self.built_in.make()
    }
}

impl DatabaseContext<'_> {
    /// Returns the clock.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Returns the built-in database, configured as it would be if the program had none of its own.
    pub fn built_in(&self) -> Result<Arc<dyn MigratableDatabase>, CleanFailure> {
        self.built_in.make()
    }
}

/// The built-in adapter, created on request.
struct BuiltIn<'a, P> {
    make: &'a dyn Fn() -> Result<P, CleanFailure>,
    was_requested: Cell<bool>,
}

impl<'a, P> BuiltIn<'a, P> {
    fn new(make: &'a dyn Fn() -> Result<P, CleanFailure>) -> Self {
        Self {
            make,
            was_requested: Cell::new(false),
        }
    }

    fn make(&self) -> Result<P, CleanFailure> {
        self.was_requested.set(true);
        (self.make)()
    }
}

pub(crate) struct Own<M: ?Sized> {
    /// The name in logs, in `check` and in failures.
    pub(crate) name: String,
    pub(crate) make: Box<M>,
}

impl<M: ?Sized> Own<M> {
    pub(crate) fn new(name: impl Into<String>, make: Box<M>) -> Self {
        Self {
            name: name.into(),
            make,
        }
    }
}

type Make<P> = dyn Fn(&AdapterContext<'_, P>) -> Result<P, BoxError>;
type MakeWorker = dyn Fn(&AdapterContext<'_, ()>) -> Result<Arc<dyn Worker>, BoxError>;
type Open = dyn Fn(&DatabaseContext<'_>) -> Result<Arc<dyn MigratableDatabase>, BoxError>;

/// The text message gateway, or `None` if there is none.
pub(crate) type Gateway = Option<Arc<dyn TextMessages>>;
/// The virus scanner, or `None` if documents are accepted unscanned.
pub(crate) type Scanner = Option<Arc<dyn FileScanner>>;

/// The adapters that the program brings along. `None` stands for the built-in adapter.
#[derive(Default)]
pub(crate) struct OwnAdapters {
    pub(crate) database: Option<Own<Open>>,
    pub(crate) mailer: Option<Own<Make<Arc<dyn Mailer>>>>,
    pub(crate) text_messages: Option<Own<Make<Gateway>>>,
    pub(crate) files: Option<Own<Make<Files>>>,
    pub(crate) scanner: Option<Own<Make<Scanner>>>,
    pub(crate) documents: Option<Own<Make<Arc<dyn Documents>>>>,
    pub(crate) clock: Option<Arc<dyn Clock>>,
    pub(crate) workers: Vec<Own<MakeWorker>>,
}

pub(crate) struct OwnWorker {
    /// The name of the worker in logs and in `check`.
    pub(crate) name: String,
    pub(crate) worker: Arc<dyn Worker>,
}

/// The inputs that adapters are created from.
pub(crate) struct AdapterInputs<'a> {
    pub(crate) clock: &'a Arc<dyn Clock>,
    pub(crate) keys: &'a Arc<dyn Keys>,
    pub(crate) data_dir: &'a Path,
    pub(crate) authorities: &'a Authorities,
    /// The names of the keys that are set, in the file or by variables.
    pub(crate) configured_keys: &'a [&'static str],
}

impl AdapterInputs<'_> {
    fn context<'a, P>(&'a self, built_in: &'a dyn Fn() -> Result<P, CleanFailure>) -> AdapterContext<'a, P> {
        AdapterContext {
            clock: Arc::clone(self.clock),
            keys: Arc::clone(self.keys),
            data_dir: self.data_dir,
            authorities: self.authorities,
            built_in: BuiltIn::new(built_in),
        }
    }
}

/// Creates the program's adapter if it has one, else the built-in one. Refuses keys that only the
/// built-in adapter reads if the program's adapter does not use that one: the keys would have no
/// effect.
pub(crate) fn create<P>(
    own: Option<&Own<Make<P>>>,
    inputs: &AdapterInputs<'_>,
    is_built_in_key: fn(&str) -> bool,
    built_in: &dyn Fn() -> Result<P, CleanFailure>,
) -> Result<P, CleanFailure> {
    let Some(own) = own else {
        return built_in();
    };
    let context = inputs.context(built_in);
    let made = (own.make)(&context).map_err(|error| failed(&own.name, error))?;
    refuse_unused_keys(
        &own.name,
        &context.built_in,
        inputs.configured_keys,
        is_built_in_key,
    )?;
    Ok(made)
}

/// Opens the program's database, with the same check of keys as [`create`].
pub(crate) fn open(
    own: &Own<Open>,
    (connections, durable): (u32, bool),
    clock: Arc<dyn Clock>,
    set: &[&'static str],
    built_in: &dyn Fn() -> Result<Arc<dyn MigratableDatabase>, CleanFailure>,
) -> Result<Arc<dyn MigratableDatabase>, CleanFailure> {
    let context = DatabaseContext {
        connections,
        durable,
        clock,
        built_in: BuiltIn::new(built_in),
    };
    let opened = (own.make)(&context).map_err(|error| failed(&own.name, error))?;
    refuse_unused_keys(&own.name, &context.built_in, set, |key| key == "database_url")?;
    Ok(opened)
}

pub(crate) fn workers(
    own: &[Own<MakeWorker>],
    inputs: &AdapterInputs<'_>,
) -> Result<Vec<OwnWorker>, CleanFailure> {
    let context = inputs.context(&|| Ok(()));
    let make = |own: &Own<MakeWorker>| {
        let worker = (own.make)(&context).map_err(|error| failed(&own.name, error))?;
        let name = own.name.clone();
        Ok(OwnWorker { name, worker })
    };
    own.iter().map(make).collect()
}

/// Passes a [`CleanFailure`] through: it already names its cause.
fn failed(name: &str, error: BoxError) -> CleanFailure {
    match error.downcast::<CleanFailure>() {
        Ok(failure) => *failure,
        Err(error) => CleanFailure::because(&format!("{name} cannot be used"), error.as_ref()),
    }
}

fn refuse_unused_keys<P>(
    name: &str,
    built_in: &BuiltIn<'_, P>,
    set: &[&'static str],
    is_built_in_key: fn(&str) -> bool,
) -> Result<(), CleanFailure> {
    if built_in.was_requested.get() {
        return Ok(());
    }
    let idle: Vec<&str> = set.iter().copied().filter(|key| is_built_in_key(key)).collect();
    if idle.is_empty() {
        return Ok(());
    }
    Err(CleanFailure::new(format!(
        "{} {} no effect: this program uses {name} instead; remove {} from the configuration",
        idle.join(", "),
        if idle.len() == 1 { "has" } else { "have" },
        if idle.len() == 1 { "it" } else { "them" },
    )))
}
