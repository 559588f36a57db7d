//! Adapters that a program brings along, in place of ours or around them.

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

/// What an adapter of one's own is made with, and ours, to be wrapped.
///
/// It is made when a command needs it and not before; `check`, for one, says what is wrong with it beside everything else.
pub struct Making<'a, P> {
    clock: Arc<dyn Clock>,
    keys: Arc<dyn Keys>,
    data_dir: &'a Path,
    authorities: &'a Authorities,
    usual: Usual<'a, P>,
}

/// How a database of one's own is to be opened, and ours, to be wrapped.
///
/// The schema must be left as it is: [`MigratableDatabase::migrate`] is called by the commands that bring it to this version. A process
/// may open the database more than once.
pub struct Opening<'a> {
    /// The most connections that calls ask for at once.
    pub connections: u32,
    /// Whether a commit has to survive a power cut. It has, but for the moment in which a demonstration is filled.
    pub durable: bool,
    clock: Arc<dyn Clock>,
    usual: Usual<'a, Arc<dyn MigratableDatabase>>,
}

/// A file store, with who answers the addresses that it signs.
#[derive(Clone)]
pub enum Files {
    /// Aditus answers them, below its own public address, from this store, which has them signed by [`Making::addresses`].
    ServedHere(Arc<dyn FileStore>),
    /// Somebody else does, such as an object store. Browsers are allowed to show documents of this origin.
    ServedAt {
        /// Such as `https://documents.example`.
        origin: String,
        /// The store, whose addresses lead there.
        store: Arc<dyn FileStore>,
    },
}

/// Work of a program's own beside the server, such as a message to another system for each approval.
///
/// `serve` calls [`Worker::work`] on a thread of its own, again and again until it ends, and `serve --demo` does too. Every node
/// runs its own. A process can die at any moment: a worker MUST keep what it has done outside of its memory, and MUST be able to do the
/// last of it once more.
pub trait Worker: Send + Sync {
    /// Does what is due, and returns how long to rest before the next call.
    ///
    /// It MUST return within some seconds, with [`Duration::ZERO`] where more is due: the server waits for it before it ends. An
    /// error is logged, and the work is tried again after ten seconds. An error MUST NOT hold a secret or personal data.
    fn work(&self, database: &dyn Database) -> Result<Duration, BoxError>;

    /// Checks for `aditus check` that what the work needs can be reached. It MUST change nothing.
    fn check(&self) -> Result<(), BoxError>;
}

impl<P> Making<'_, P> {
    /// The time.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Keyed hashes and sealing, by the secrets of this installation.
    pub fn keys(&self) -> Arc<dyn Keys> {
        Arc::clone(&self.keys)
    }

    /// The folder for everything that this node keeps, which only its owner can enter.
    pub fn data_dir(&self) -> &Path {
        self.data_dir
    }

    /// The authorities that the configuration trusts (`tls.ca_certificates`, `tls.system_roots`), for adapters that connect by TLS.
    pub fn authorities(&self) -> Authorities {
        self.authorities.clone()
    }

    /// Signs addresses of files that Aditus is to answer.
    pub fn addresses(&self) -> Addresses {
        Addresses::new(self.keys(), self.clock())
    }

    /// The adapter that would be used if the program had none of its own, as the configuration says.
    pub fn usual(&self) -> Result<P, CleanFailure> {
        self.usual.make()
    }
}

impl Opening<'_> {
    /// The time.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// The database that would be used if the program had none of its own, as the configuration says.
    pub fn usual(&self) -> Result<Arc<dyn MigratableDatabase>, CleanFailure> {
        self.usual.make()
    }
}

/// Ours, made when it is asked for.
struct Usual<'a, P> {
    make: &'a dyn Fn() -> Result<P, CleanFailure>,
    is_asked_for: Cell<bool>,
}

impl<'a, P> Usual<'a, P> {
    fn new(make: &'a dyn Fn() -> Result<P, CleanFailure>) -> Self {
        Self {
            make,
            is_asked_for: Cell::new(false),
        }
    }

    fn make(&self) -> Result<P, CleanFailure> {
        self.is_asked_for.set(true);
        (self.make)()
    }
}

/// An adapter of a program's own.
pub(crate) struct Own<M: ?Sized> {
    /// What it is called where it is told of.
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

type Make<P> = dyn Fn(&Making<'_, P>) -> Result<P, BoxError>;
type MakeWorker = dyn Fn(&Making<'_, ()>) -> Result<Arc<dyn Worker>, BoxError>;
type Open = dyn Fn(&Opening<'_>) -> Result<Arc<dyn MigratableDatabase>, BoxError>;

/// None where nothing takes text messages.
pub(crate) type Gateway = Option<Arc<dyn TextMessages>>;
/// None where documents are taken unscanned.
pub(crate) type Scanner = Option<Arc<dyn FileScanner>>;

/// What the program brings along. All that is none is ours.
#[derive(Default)]
pub(crate) struct OwnAdapters {
    pub(crate) database: Option<Own<Open>>,
    pub(crate) mailer: Option<Own<Make<Arc<dyn Mailer>>>>,
    pub(crate) text_messages: Option<Own<Make<Gateway>>>,
    pub(crate) files: Option<Own<Make<Files>>>,
    pub(crate) scanner: Option<Own<Make<Scanner>>>,
    pub(crate) documents: Option<Own<Make<Arc<dyn Documents>>>>,
    pub(crate) workers: Vec<Own<MakeWorker>>,
}

/// A worker of the program.
pub(crate) struct OwnWorker {
    /// The name of the worker in logs and in `check`.
    pub(crate) name: String,
    pub(crate) worker: Arc<dyn Worker>,
}

/// What adapters are made with.
pub(crate) struct Surroundings<'a> {
    pub(crate) clock: &'a Arc<dyn Clock>,
    pub(crate) keys: &'a Arc<dyn Keys>,
    pub(crate) data_dir: &'a Path,
    pub(crate) authorities: &'a Authorities,
    /// The keys that somebody set.
    pub(crate) set: &'a [&'static str],
}

impl Surroundings<'_> {
    fn making<'a, P>(&'a self, usual: &'a dyn Fn() -> Result<P, CleanFailure>) -> Making<'a, P> {
        Making {
            clock: Arc::clone(self.clock),
            keys: Arc::clone(self.keys),
            data_dir: self.data_dir,
            authorities: self.authorities,
            usual: Usual::new(usual),
        }
    }
}

/// Makes the adapter of the program where it has one, and ours where it has none. Keys that only ours reads are refused where it is not
/// asked for: whoever set them believes that they count.
pub(crate) fn made<P>(
    own: Option<&Own<Make<P>>>,
    surroundings: &Surroundings<'_>,
    is_key_of_usual: fn(&str) -> bool,
    usual: &dyn Fn() -> Result<P, CleanFailure>,
) -> Result<P, CleanFailure> {
    let Some(own) = own else {
        return usual();
    };
    let making = surroundings.making(usual);
    let made = (own.make)(&making).map_err(|error| failed(&own.name, error))?;
    refuse_idle_keys(&own.name, &making.usual, surroundings.set, is_key_of_usual)?;
    Ok(made)
}

/// The same with a database.
pub(crate) fn opened(
    own: &Own<Open>,
    (connections, durable): (u32, bool),
    clock: Arc<dyn Clock>,
    set: &[&'static str],
    usual: &dyn Fn() -> Result<Arc<dyn MigratableDatabase>, CleanFailure>,
) -> Result<Arc<dyn MigratableDatabase>, CleanFailure> {
    let opening = Opening {
        connections,
        durable,
        clock,
        usual: Usual::new(usual),
    };
    let opened = (own.make)(&opening).map_err(|error| failed(&own.name, error))?;
    refuse_idle_keys(&own.name, &opening.usual, set, |key| key == "database_url")?;
    Ok(opened)
}

/// Makes the workers of the program.
pub(crate) fn workers(
    own: &[Own<MakeWorker>],
    surroundings: &Surroundings<'_>,
) -> Result<Vec<OwnWorker>, CleanFailure> {
    let making = surroundings.making(&|| Ok(()));
    let make = |own: &Own<MakeWorker>| {
        let worker = (own.make)(&making).map_err(|error| failed(&own.name, error))?;
        let name = own.name.clone();
        Ok(OwnWorker { name, worker })
    };
    own.iter().map(make).collect()
}

/// A failure of ours within it names what is wrong already.
fn failed(name: &str, error: BoxError) -> CleanFailure {
    match error.downcast::<CleanFailure>() {
        Ok(failure) => *failure,
        Err(error) => CleanFailure::because(&format!("{name} cannot be used"), error.as_ref()),
    }
}

fn refuse_idle_keys<P>(
    name: &str,
    usual: &Usual<'_, P>,
    set: &[&'static str],
    is_key_of_usual: fn(&str) -> bool,
) -> Result<(), CleanFailure> {
    if usual.is_asked_for.get() {
        return Ok(());
    }
    let idle: Vec<&str> = set.iter().copied().filter(|key| is_key_of_usual(key)).collect();
    if idle.is_empty() {
        return Ok(());
    }
    Err(CleanFailure::new(format!(
        "{} {} no effect: this program uses {name} instead; take {} out of the configuration",
        idle.join(", "),
        if idle.len() == 1 { "has" } else { "have" },
        if idle.len() == 1 { "it" } else { "them" },
    )))
}
