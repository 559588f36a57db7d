use std::sync::{Arc, mpsc};

use aditus_domain::ids::{SessionId, UserId};
use thiserror::Error;

use super::{DatabaseBackup, ExclusiveLock, StoreError};
use crate::accounts::directory::Directory;
use crate::accounts::{AccountLookup, views::AccountViews};
use crate::audit::log::views::AuditLogViews;
use crate::audit::{Recorded, views::AuditViews};
use crate::deadlines::views::DeadlineViews;
use crate::dictionary::import::ImportViews;
use crate::dictionary::records::views::DictionaryRecordViews;
use crate::dictionary::records::views::DictionaryVariableViews;
use crate::dictionary::revisions::views::RevisionViews;
use crate::dictionary::views::DictionaryViews;
use crate::feedback::views::FeedbackViews;
use crate::idempotency::{Claim, StoredCalls};
use crate::installation::monitoring::{MonitoringViews, PoolUse};
use crate::integrity::{Difference, IntegrityScan, Part};
use crate::limits::PastEvents;
use crate::notifications::{Channel, views::NotificationViews};
use crate::organisations::views::OrganisationViews;
use crate::procedures::views::ProcedureViews;
use crate::reference::ReferenceViews;
use crate::repositories;
use crate::requests::drafts::DraftViews;
use crate::requests::versions::views::VersionViews;
use crate::requests::views::RequestViews;
use crate::review::views::ReviewViews;
use crate::roles::views::RoleViews;

/// The database.
///
/// An adapter MUST guarantee that:
///
/// - a [`Transaction`] dropped without [`Transaction::commit`] changes nothing;
/// - concurrent write transactions do not lose updates (saving a stale version is
///   [`StoreError::Conflict`]);
/// - any error of a repository ends the transaction: later calls fail and a commit is refused.
pub trait Database: Send + Sync {
    /// Begins a write transaction.
    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError>;

    /// Begins the write transaction of a call with an idempotency key. Its commit marks the call as
    /// carried out, and MUST be refused with [`StoreError::Conflict`] if the claim is no longer
    /// held.
    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError>;

    /// Begins a write transaction separate from the main work of a call, for counters and notes
    /// that persist even if the work fails. Its commit does not mark the call as carried out.
    fn begin_separate(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.begin()
    }

    /// Yields the write lock between two batches of a long operation, so that other writers can
    /// proceed.
    ///
    /// An adapter with a single writer MUST let waiting writers begin, also those of other
    /// processes. A caller that begins again at once would starve them until they time out.
    fn yield_write_lock(&self) {}

    /// Opens the read models for screens and lists.
    fn read(&self) -> Result<Box<dyn Views + '_>, StoreError>;

    /// Returns a handle that reuses one pooled connection for all reads of a call. None if the
    /// adapter gains nothing by it.
    ///
    /// The handle MUST be the same database otherwise: commits and signals are visible through
    /// both. A wrapper must wrap the returned handle as well, or return none; otherwise reads
    /// bypass the wrapper. A connection kept between two reads MUST NOT block a write in between,
    /// and MUST be released with the handle.
    fn per_request(&self) -> Option<Arc<dyn Database>> {
        None
    }

    /// Begins an integrity scan of a snapshot of all stored data. None if the adapter has no such
    /// scan.
    fn begin_integrity_scan(&self) -> Result<Option<Box<dyn IntegrityScan + '_>>, StoreError> {
        Ok(None)
    }

    /// Recomputes derived values of rows of a part, in its own transaction that excludes other
    /// writers of these rows. Returns the differences that it repaired. Correct rows, and values
    /// that cannot be derived, MUST stay as they are.
    fn repair(&self, _part: Part, _ids: &[i64]) -> Result<Vec<Difference>, StoreError> {
        Ok(Vec::new())
    }

    /// Subscribes to signals of commits on every node. A signal arrives after its commit, never
    /// before.
    fn signals(&self) -> Signals;

    /// Returns the use of each connection pool. Empty if the adapter has no pool. It MUST return at
    /// once, without a query.
    fn pools(&self) -> Vec<PoolUse> {
        Vec::new()
    }

    /// Checks for the readiness probe that the database answers and accepts writes.
    ///
    /// Once an adapter has found a full disk or a database that refuses writes, it MUST return
    /// [`StoreError::Full`] or [`StoreError::ReadOnly`] until a write succeeds again. It may block
    /// for as long as the database does not answer.
    fn ping(&self) -> Result<(), StoreError>;
}

/// A database whose schema Aditus migrates, for the commands that do so. Use cases do not use it.
pub trait MigratableDatabase: Database {
    /// Migrates the schema to this version, from an empty database or any earlier version. Returns
    /// the names of the applied migrations, in their order.
    ///
    /// An up-to-date schema MUST stay unchanged and returns an empty list. Stored data MUST be
    /// kept. If several nodes start at once, each MUST succeed and only one may apply a migration.
    fn migrate(&self) -> Result<Vec<String>, StoreError>;

    /// Returns the applied migrations that this version does not know, in their order. A database
    /// with unknown migrations is of a newer version and MUST be left as it is. An adapter without
    /// a list of applied migrations returns none.
    fn unknown_migrations(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Returns the migrations of this version that are not applied, in their order. A database with
    /// missing migrations is of an earlier version or empty. This call MUST NOT change anything. An
    /// adapter without a list of applied migrations returns none.
    fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Claims the database for a server. None if another server uses it and only one may.
    ///
    /// The claim MUST end with the process at the latest, and MUST NOT block programs that are not
    /// servers. A database that supports many servers claims nothing. A wrapper returns the claim
    /// of the inner database.
    fn claim_for_server(&self) -> Result<Option<Box<dyn ExclusiveLock>>, StoreError> {
        Ok(Some(Box::new(())))
    }

    /// Returns the backup implementation of this database. None if it is backed up by other means.
    /// A wrapper returns that of the inner database.
    fn backup(&self) -> Option<&dyn DatabaseBackup> {
        None
    }
}

macro_rules! accessors {
    ($($(#[$doc:meta])+ $accessor:ident: $($repository:ident)::+,)+) => {
        $($(#[$doc])+ fn $accessor(&mut self) -> &mut dyn crate::$($repository)::+;)+
    };
}

/// A write transaction (unit of work), with one accessor for each repository.
pub trait Transaction {
    repositories!([accessors]);

    /// Commits the transaction and sends its signals afterwards: one [`Signal::Notified`] for each
    /// notified person, [`Signal::NotificationsRead`] for each person whose unread notifications
    /// were marked as read, [`Signal::RolesChanged`] for each person whose roles changed,
    /// [`Signal::CommentsChanged`] and [`Signal::RequestsChanged`] for each person to whom a change
    /// of comments or of a request was announced, [`Signal::SessionEnded`] for each ended session,
    /// and [`Signal::Queued`] for each channel with a new message.
    ///
    /// `recorded` proves that the audit entries of this transaction were added, or that it needs
    /// none. There is no commit without it.
    fn commit(self: Box<Self>, recorded: Recorded) -> Result<(), StoreError>;
}

/// Read models. Each serves one screen with a fixed number of queries.
pub trait Views {
    /// Accounts, sessions and roles of the signed-in person.
    fn accounts(&mut self) -> &mut dyn AccountViews;
    /// Accounts for the verification of passwords.
    fn account_lookup(&mut self) -> &mut dyn AccountLookup;
    /// Past events counted against limits, to refuse a call before any work is done.
    fn past_events(&mut self) -> &mut dyn PastEvents;
    /// Calls with an idempotency key.
    fn stored_calls(&mut self) -> &mut dyn StoredCalls;
    /// Organisations offered in forms.
    fn organisations(&mut self) -> &mut dyn OrganisationViews;
    /// People, as administrators see them.
    fn directory(&mut self) -> &mut dyn Directory;
    /// Roles offered by organisations and held by people.
    fn roles(&mut self) -> &mut dyn RoleViews;
    /// Approval procedures.
    fn procedures(&mut self) -> &mut dyn ProcedureViews;
    /// Due dates and their calendar.
    fn deadlines(&mut self) -> &mut dyn DeadlineViews;
    /// The published dictionary.
    fn dictionary(&mut self) -> &mut dyn DictionaryViews;
    /// Imports of the dictionary.
    fn dictionary_imports(&mut self) -> &mut dyn ImportViews;
    /// Data sources, tables and their types, custodians, versions and topics, for their
    /// administration by a Super User.
    fn dictionary_records(&mut self) -> &mut dyn DictionaryRecordViews;
    /// Purposes, ethics committees, equipment types and facilities, for their administration by a
    /// Super User.
    fn reference(&mut self) -> &mut dyn ReferenceViews;
    /// Variables, and tables under topics, for their administration by a Super User.
    fn dictionary_variables(&mut self) -> &mut dyn DictionaryVariableViews;
    /// Revisions of tables and variables, and the contents of versions.
    fn dictionary_revisions(&mut self) -> &mut dyn RevisionViews;
    /// Requests, and the choices offered by the wizard.
    fn requests(&mut self) -> &mut dyn RequestViews;
    /// Drafts of data requests.
    fn drafts(&mut self) -> &mut dyn DraftViews;
    /// Versions of the contents of requests.
    fn request_versions(&mut self) -> &mut dyn VersionViews;
    /// States, edges, comments and histories.
    fn review(&mut self) -> &mut dyn ReviewViews;
    /// Feedback.
    fn feedback(&mut self) -> &mut dyn FeedbackViews;
    /// Notifications.
    fn notifications(&mut self) -> &mut dyn NotificationViews;
    /// The audit log.
    fn audit(&mut self) -> &mut dyn AuditViews;
    /// The transparency log of the audit log.
    fn audit_log(&mut self) -> &mut dyn AuditLogViews;
    /// Monitored figures of the installation.
    fn monitoring(&mut self) -> &mut dyn MonitoringViews;
}

/// An event of a commit that workers listen for. A commit sends its signals in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Signal {
    /// The outbox has a message for this channel.
    Queued(Channel),
    /// This session was ended by signing out, by a password change, or with its account.
    SessionEnded(SessionId),
    /// The permissions of this person have changed: a role was granted or withdrawn, or the account
    /// was activated.
    RolesChanged(UserId),
    /// A Data Request visible to this person was edited, or a comment or reply on it was added,
    /// resolved or reopened.
    CommentsChanged(UserId),
    /// The stages of a Data Request visible to this person have changed: it was submitted, decided,
    /// recalled, resubmitted, or given feedback.
    RequestsChanged(UserId),
    /// This person has a new notification.
    Notified(UserId),
    /// Notifications of this person were marked as read.
    NotificationsRead(UserId),
    /// The listener lost its connection for a while, so signals may have been missed.
    Missed,
}

/// The receiving end of the signals.
pub struct Signals(pub mpsc::Receiver<Signal>);

/// The signals have ended, or none came in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SignalError {
    /// No signal arrived within the time.
    #[error("no signal in time")]
    Timeout,
    /// The sender was dropped: the process is shutting down.
    #[error("no more signals will come")]
    Closed,
}

impl Signals {
    /// Waits up to `timeout` for the next signal.
    pub fn wait(&self, timeout: std::time::Duration) -> Result<Signal, SignalError> {
        self.0.recv_timeout(timeout).map_err(|error| match error {
            mpsc::RecvTimeoutError::Timeout => SignalError::Timeout,
            mpsc::RecvTimeoutError::Disconnected => SignalError::Closed,
        })
    }
}
