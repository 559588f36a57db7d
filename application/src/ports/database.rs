use std::sync::{Arc, mpsc};

use aditus_domain::ids::{SessionId, UserId};
use thiserror::Error;

use super::{DatabaseBackup, StoreError, Turn};
use crate::accounts::directory::Directory;
use crate::accounts::{AccountLookup, views::AccountViews};
use crate::audit::log::views::AuditLogViews;
use crate::audit::{Recorded, views::AuditViews};
use crate::dictionary::import::ImportViews;
use crate::dictionary::records::views::DictionaryRecordViews;
use crate::dictionary::records::views::DictionaryVariableViews;
use crate::dictionary::revisions::views::RevisionViews;
use crate::dictionary::views::DictionaryViews;
use crate::feedback::views::FeedbackViews;
use crate::idempotency::{Claim, KeptCalls};
use crate::installation::watched::{PoolUse, WatchedViews};
use crate::integrity::{Difference, Examination, Part};
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
/// An adapter MUST see to it that a [`Transaction`] dropped without [`Transaction::commit`] leaves no trace; that no
/// two write transactions interleave in a way that loses an update (a save with a stale version is
/// [`StoreError::Conflict`]); and that any error of a repository ends the transaction: later calls fail and a commit
/// is refused.
pub trait Database: Send + Sync {
    /// Begins a write transaction.
    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError>;

    /// Begins a write transaction of a call with an idempotency key. Its commit notes that the call is carried out, and MUST be
    /// refused with [`StoreError::Conflict`] when the claim is no longer held.
    fn begin_marking(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError>;

    /// Begins a write transaction beside the work of a call, for what counts or is noted whatever becomes of the work: its commit
    /// says nothing of whether the call is carried out.
    fn begin_aside(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.begin()
    }

    /// Waits, between the parts of a long work, until others could write.
    ///
    /// An adapter with one writer at a time MUST let those begin who wait for their turn, in other processes too: whoever
    /// begins again at once would keep them waiting until they give up.
    fn let_others_write(&self) {}

    /// Opens the read models for screens and lists.
    fn read(&self) -> Result<Box<dyn Views + '_>, StoreError>;

    /// The same database for the reads of one call, made one after the other. None where an adapter saves nothing by knowing that they
    /// belong together.
    ///
    /// It MUST be the same database in all else: what is committed through one is read and heard of through the other. Whoever wraps a
    /// database wraps what it answers here too, or answers none; else the calls that read pass the wrapper by. What is kept between two
    /// reads MUST NOT be in the way of a write in between, and MUST be let go with what is answered here.
    fn for_one_call(&self) -> Option<Arc<dyn Database>> {
        None
    }

    /// Begins to look through everything that is stored, as it is at this moment, to see whether it is whole. None where an adapter
    /// cannot.
    fn examine(&self) -> Result<Option<Box<dyn Examination + '_>>, StoreError> {
        Ok(None)
    }

    /// Derives rows of a part anew, in a transaction of its own during which nobody else changes them; answers what was not as it
    /// should be, and is now. What is as it should be MUST stay as it is, and so MUST what cannot be derived.
    fn mend(&self, _part: Part, _ids: &[i64]) -> Result<Vec<Difference>, StoreError> {
        Ok(Vec::new())
    }

    /// Hears of commits, on every node, each after the commit and never before.
    fn signals(&self) -> Signals;

    /// How its connections are used, for each pool of them; nothing where an adapter keeps none. It MUST be answered at once, without the
    /// database.
    fn pools(&self) -> Vec<PoolUse> {
        Vec::new()
    }

    /// Checks for the readiness probe that the database answers and can be written to.
    ///
    /// Once an adapter has found a full disk or a database that refuses writes, it MUST return [`StoreError::Full`] or
    /// [`StoreError::ReadOnly`] until a write succeeds again. It may block for as long as the database does not answer.
    fn ping(&self) -> Result<(), StoreError>;
}

/// A database whose schema belongs to a version of Aditus, for the commands that bring it there. Use cases know nothing of it.
pub trait MigratableDatabase: Database {
    /// Brings the schema to that of this version, from an empty database or any earlier version; answers the names of the migrations
    /// that were applied, in their order.
    ///
    /// Where nothing is missing it MUST change nothing and answer none; what is stored MUST stay; and where several
    /// nodes can use the database, of those that start at once each MUST succeed, and one of them apply a migration.
    fn migrate(&self) -> Result<Vec<String>, StoreError>;

    /// The names of migrations that this database has and this version does not know, in their order: it is of a newer version then, and
    /// MUST be left as it is. An adapter without a record of them answers none.
    fn unknown_migrations(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// The names of migrations that this version knows and this database does not have, in their order: it is of an earlier version then, or
    /// empty. It MUST be answered without changing anything. An adapter without a record of them answers none.
    fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Claims the database for a server; none where another server uses it and it can have only one.
    ///
    /// The claim MUST end with the process at the latest, and MUST NOT hinder programs that are no server. A database that many servers can
    /// use claims nothing. A wrapper of a database returns the claim of the inner one.
    fn claim_for_server(&self) -> Result<Option<Box<dyn Turn>>, StoreError> {
        Ok(Some(Box::new(())))
    }

    /// What copies this database into backups and fills it from them; none where it is backed up by means of its own. Whoever wraps a
    /// database hands on what that answers.
    fn backup(&self) -> Option<&dyn DatabaseBackup> {
        None
    }
}

macro_rules! accessors {
    ($($(#[$doc:meta])+ $accessor:ident: $($repository:ident)::+,)+) => {
        $($(#[$doc])+ fn $accessor(&mut self) -> &mut dyn crate::$($repository)::+;)+
    };
}

/// A unit of work: one accessor a repository.
pub trait Transaction {
    repositories!([accessors]);

    /// Makes everything durable. After it, and only then, the signals of this transaction go out: one
    /// [`Signal::Notified`] for each person who was notified, [`Signal::NotificationsRead`] for each who read what was
    /// unread, [`Signal::RolesChanged`] for each whose roles changed, [`Signal::CommentsChanged`] for each to whom a change
    /// of comments was announced, [`Signal::SessionEnded`] for each session that was ended, and [`Signal::Queued`] for each channel that a message was queued for.
    ///
    /// `recorded` says that the acts of this transaction stand in the record, or that it holds none: there is no commit without one or the
    /// other.
    fn commit(self: Box<Self>, recorded: Recorded) -> Result<(), StoreError>;
}

/// Read models, each filled for one screen by a fixed number of queries.
pub trait Views {
    /// Accounts, sessions and roles of the signed-in person.
    fn accounts(&mut self) -> &mut dyn AccountViews;
    /// Accounts to verify a password of.
    fn account_lookup(&mut self) -> &mut dyn AccountLookup;
    /// What was counted against limits, to refuse before any work is done.
    fn past_events(&mut self) -> &mut dyn PastEvents;
    /// Calls with an idempotency key.
    fn kept_calls(&mut self) -> &mut dyn KeptCalls;
    /// Organisations to choose from.
    fn organisations(&mut self) -> &mut dyn OrganisationViews;
    /// People, as administrators see them.
    fn directory(&mut self) -> &mut dyn Directory;
    /// Roles that organisations offer and people hold.
    fn roles(&mut self) -> &mut dyn RoleViews;
    /// Approval procedures.
    fn procedures(&mut self) -> &mut dyn ProcedureViews;
    /// The published dictionary.
    fn dictionary(&mut self) -> &mut dyn DictionaryViews;
    /// Imports of the dictionary.
    fn dictionary_imports(&mut self) -> &mut dyn ImportViews;
    /// Data sources, custodians, versions and topics, as a Super User keeps them.
    fn dictionary_records(&mut self) -> &mut dyn DictionaryRecordViews;
    /// Purposes, ethics committees, equipment types and facilities, as a Super User keeps them.
    fn reference(&mut self) -> &mut dyn ReferenceViews;
    /// Variables, types of tables and tables under topics, as a Super User keeps them.
    fn dictionary_variables(&mut self) -> &mut dyn DictionaryVariableViews;
    /// Revisions of tables and variables, and what versions hold.
    fn dictionary_revisions(&mut self) -> &mut dyn RevisionViews;
    /// Requests, and what the wizard offers to choose from.
    fn requests(&mut self) -> &mut dyn RequestViews;
    /// Drafts of data requests.
    fn drafts(&mut self) -> &mut dyn DraftViews;
    /// The versions of their contents.
    fn request_versions(&mut self) -> &mut dyn VersionViews;
    /// States, edges, comments and histories.
    fn review(&mut self) -> &mut dyn ReviewViews;
    /// Feedback.
    fn feedback(&mut self) -> &mut dyn FeedbackViews;
    /// Notifications.
    fn notifications(&mut self) -> &mut dyn NotificationViews;
    /// The record of acts.
    fn audit(&mut self) -> &mut dyn AuditViews;
    /// Its transparency log.
    fn audit_log(&mut self) -> &mut dyn AuditLogViews;
    /// What is watched of the installation.
    fn watched(&mut self) -> &mut dyn WatchedViews;
}

/// Something was committed that a worker waits for. A commit sends its signals in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Signal {
    /// There is a message for this channel in the outbox.
    Queued(Channel),
    /// This session was ended by signing out, by a change of the password, or with its account.
    SessionEnded(SessionId),
    /// What this person may do has changed: a role was granted or withdrawn, the account was activated.
    RolesChanged(UserId),
    /// A Data Request that this person may see was edited, or a comment or reply on it was added, resolved or reopened.
    CommentsChanged(UserId),
    /// The stages of a Data Request that this person may see have changed: it was submitted, decided, recalled, resubmitted, or given feedback.
    RequestsChanged(UserId),
    /// This person has a new notification.
    Notified(UserId),
    /// Notifications of this person were marked as read.
    NotificationsRead(UserId),
    /// The listener lost its connection for a while: whatever it waits for may have happened unheard.
    Missed,
}

/// The receiving end of the signals.
pub struct Signals(pub mpsc::Receiver<Signal>);

/// The database is gone for good, or no signal came in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SignalError {
    /// Nothing happened within the time.
    #[error("no signal in time")]
    Timeout,
    /// The sender was dropped: the process is shutting down.
    #[error("no more signals will come")]
    Closed,
}

impl Signals {
    /// Waits for the next signal, at most for `timeout`.
    pub fn wait(&self, timeout: std::time::Duration) -> Result<Signal, SignalError> {
        self.0.recv_timeout(timeout).map_err(|error| match error {
            mpsc::RecvTimeoutError::Timeout => SignalError::Timeout,
            mpsc::RecvTimeoutError::Disconnected => SignalError::Closed,
        })
    }
}
