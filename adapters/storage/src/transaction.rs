//! A write transaction, which is at once every repository.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use aditus_application::audit::Recorded;
use aditus_application::dictionary::revisions::repository::Reviser;
use aditus_application::idempotency::Claim;
use aditus_application::notifications::Channel;
use aditus_application::ports::{Signal, StoreError, Transaction};
use aditus_application::repositories;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::ids::{RequestId, SessionId, UserId, VariableId};
use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::sql_types::{Array, Text};
use diesel::{QueryResult, RunQueryDsl};

use crate::connection::{AnyConnection, Loan};
use crate::dictionary::{self, NewVariableDefinition};
use crate::erased_pages;
use crate::error::{Fault, Outcome};
use crate::idempotency::mark;
use crate::installation::room::Room;
use crate::listener::{CHANNEL, payload};
use crate::prepared::Prepared;
use crate::requests::{Changes, Counted};
use crate::signals::Subscribers;

/// A write transaction. Each repository is a trait of it, implemented in the folder of its slice.
pub(crate) struct UnitOfWork {
    link: Loan,
    open: bool,
    subscribers: Arc<Subscribers>,
    room: Arc<Room>,
    notified: BTreeSet<UserId>,
    read: BTreeSet<UserId>,
    roles_changed: BTreeSet<UserId>,
    comments_changed: BTreeSet<UserId>,
    requests_changed: BTreeSet<UserId>,
    ended: BTreeSet<SessionId>,
    queued: BTreeSet<Channel>,
    marks: Option<Claim>,
    revised: BTreeSet<Revised>,
    new_variables: BTreeMap<VariableId, NewVariableDefinition>,
    reviser: Option<Reviser>,
    counted: Counted,
    rewrites_file: bool,
}

impl UnitOfWork {
    /// Begins a transaction. SQLite takes the write lock at once: a transaction that read first and then wanted to
    /// write could be refused for what others wrote in between.
    pub(crate) fn begin(
        mut link: Loan,
        subscribers: Arc<Subscribers>,
        room: Arc<Room>,
    ) -> Result<Self, StoreError> {
        let begun = match &mut link.connection {
            AnyConnection::Postgres(c) => AnsiTransactionManager::begin_transaction(c),
            AnyConnection::Sqlite(c) => AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE"),
        };
        if let Err(error) = begun {
            link.suspect();
            let error = Fault::from(error).into();
            room.note(&error);
            return Err(error);
        }
        Ok(Self {
            link,
            open: true,
            subscribers,
            room,
            notified: BTreeSet::new(),
            read: BTreeSet::new(),
            roles_changed: BTreeSet::new(),
            comments_changed: BTreeSet::new(),
            requests_changed: BTreeSet::new(),
            ended: BTreeSet::new(),
            queued: BTreeSet::new(),
            marks: None,
            revised: BTreeSet::new(),
            new_variables: BTreeMap::new(),
            reviser: None,
            counted: Counted::default(),
            rewrites_file: false,
        })
    }

    /// Does work of a repository. Its first error rolls everything back, and nothing works afterwards.
    pub(crate) fn run<T>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> Outcome<T>,
    ) -> Result<T, StoreError> {
        if !self.open {
            return Err(StoreError::internal("the transaction has failed already"));
        }
        work(&mut self.link.connection).map_err(|fault| {
            self.roll_back();
            if matches!(fault, Fault::Database(_)) {
                self.link.suspect();
            }
            let error = fault.into();
            self.room.note(&error);
            error
        })
    }

    /// The commit will note that the call of this claim is carried out.
    pub(crate) fn will_mark(&mut self, claim: Claim) {
        self.marks = Some(claim);
    }

    /// The commit will make revisions of these, as far as they read differently than before.
    pub(crate) fn will_revise(&mut self, changed: impl IntoIterator<Item = Revised>) {
        for record in changed {
            // It reads otherwise than when it was added.
            if let Revised::Variable(id) = record {
                self.new_variables.remove(&id);
            }
            self.revised.insert(record);
        }
    }

    /// The commit will make the first revisions of these.
    pub(crate) fn will_revise_new(&mut self, added: Vec<NewVariableDefinition>) {
        self.new_variables
            .extend(added.into_iter().map(|new| (new.id(), new)));
    }

    /// The revisions of this transaction are made by this person, at this time.
    pub(crate) fn is_revised_by(&mut self, reviser: Reviser) {
        self.reviser = Some(reviser);
    }

    /// Makes the revisions that the commit would make, for what looks at them before.
    pub(crate) fn make_revisions(&mut self) -> Result<(), StoreError> {
        let changed = std::mem::take(&mut self.revised);
        let new: Vec<_> = std::mem::take(&mut self.new_variables).into_values().collect();
        let reviser = self.reviser;
        if !changed.is_empty() {
            self.run(|connection| dictionary::make_revisions(connection, &changed, reviser))?;
        }
        if !new.is_empty() {
            self.run(|connection| dictionary::make_new_revisions(connection, new, reviser))?;
        }
        Ok(())
    }

    /// The commit will write what this request changes in the counters, as the last of what the use case did: whoever decides at the same
    /// organisation role waits for counters that are written until they are committed.
    pub(crate) fn will_count(&mut self, request: RequestId, changes: Changes) {
        self.counted.add(request, changes);
    }

    /// The commit will signal this person.
    pub(crate) fn will_notify(&mut self, user: UserId) {
        self.notified.insert(user);
    }

    /// The commit will signal that this person has read what was unread.
    pub(crate) fn will_tell_read(&mut self, user: UserId) {
        self.read.insert(user);
    }

    /// The commit will signal that this person may do something else than before.
    pub(crate) fn will_change_roles(&mut self, user: UserId) {
        self.roles_changed.insert(user);
    }

    /// The commit will signal that comments have changed on a request that this person may see.
    pub(crate) fn will_tell_of_comments(&mut self, user: UserId) {
        self.comments_changed.insert(user);
    }

    /// The commit will signal that stages have changed of a request that this person may see.
    pub(crate) fn will_tell_of_requests(&mut self, user: UserId) {
        self.requests_changed.insert(user);
    }

    /// The commit will signal the end of this session.
    pub(crate) fn will_end(&mut self, session: SessionId) {
        self.ended.insert(session);
    }

    /// The commit will signal the worker of this channel.
    pub(crate) fn will_signal_message(&mut self, channel: Channel) {
        self.queued.insert(channel);
    }

    /// After the commit, the file of SQLite is rewritten without what was erased.
    pub(crate) fn will_rewrite_file(&mut self) -> Result<(), StoreError> {
        self.run(|connection| Ok(erased_pages::mark(connection)?))?;
        self.rewrites_file = true;
        Ok(())
    }

    fn roll_back(&mut self) {
        if std::mem::take(&mut self.open)
            && let Err(error) = AnyConnection::rollback_transaction(&mut self.link.connection)
        {
            tracing::warn!(%error, "a transaction could not be rolled back; its connection is given up");
            self.link.suspect();
        }
    }

    fn signals(&self) -> Vec<Signal> {
        let queued = self.queued.iter().copied().map(Signal::Queued);
        queued
            .chain(self.ended.iter().copied().map(Signal::SessionEnded))
            .chain(self.roles_changed.iter().copied().map(Signal::RolesChanged))
            .chain(self.comments_changed.iter().copied().map(Signal::CommentsChanged))
            .chain(self.requests_changed.iter().copied().map(Signal::RequestsChanged))
            .chain(self.notified.iter().copied().map(Signal::Notified))
            .chain(self.read.iter().copied().map(Signal::NotificationsRead))
            .collect()
    }
}

impl Drop for UnitOfWork {
    fn drop(&mut self) {
        self.roll_back();
    }
}

macro_rules! itself {
    ($($(#[$doc:meta])+ $accessor:ident: $($repository:ident)::+,)+) => {
        $(fn $accessor(&mut self) -> &mut dyn aditus_application::$($repository)::+ {
            self
        })+
    };
}

impl Transaction for UnitOfWork {
    repositories!([itself]);

    fn commit(mut self: Box<Self>, _recorded: Recorded) -> Result<(), StoreError> {
        self.make_revisions()?;
        let signals = self.signals();
        if let Some(claim) = self.marks {
            self.run(|connection| mark(connection, &claim))?;
        }
        let counted = std::mem::take(&mut self.counted);
        self.run(|connection| counted.write(connection))?;
        let told_by_database = self.run(|connection| Ok(tell_all_nodes(connection, &signals)?))?;
        let committed = self.run(|connection| Ok(AnyConnection::commit_transaction(connection)?));
        self.open = false;
        committed?;
        if !told_by_database {
            for signal in signals {
                self.subscribers.send(signal);
            }
        }
        if self.rewrites_file {
            erased_pages::rewrite_if_marked(&mut self.link.connection);
        }
        Ok(())
    }
}

/// Hands the signals to PostgreSQL, which passes them to every node when, and only when, it has committed. SQLite has
/// one node, this one, and is no messenger: answers false.
fn tell_all_nodes(connection: &mut AnyConnection, signals: &[Signal]) -> QueryResult<bool> {
    let AnyConnection::Postgres(connection) = connection else {
        return Ok(false);
    };
    let payloads: Vec<String> = signals.iter().copied().filter_map(payload).collect();
    if !payloads.is_empty() {
        let notify =
            diesel::sql_query("SELECT pg_notify($1, told.payload) FROM unnest($2) AS told (payload)")
                .bind::<Text, _>(CHANNEL)
                .bind::<Array<Text>, _>(payloads);
        RunQueryDsl::execute(Prepared::new(notify), connection)?;
    }
    Ok(true)
}
