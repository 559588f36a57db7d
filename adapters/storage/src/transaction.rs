//! A write transaction, which implements every repository.

use std::collections::BTreeSet;
use std::sync::Arc;

use aditus_application::audit::Recorded;
use aditus_application::ports::{Signal, StoreError, Transaction};
use aditus_application::repositories;
use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::sql_types::{Array, Text};
use diesel::{QueryResult, RunQueryDsl};

use crate::commit_hooks::{CommitHook, CommitHooks};
use crate::connection::{AnyConnection, PooledConnection};
use crate::erased_pages;
use crate::error::{DbError, DbResult};
use crate::listener::{CHANNEL, payload};
use crate::prepared::Prepared;
use crate::signals::Subscribers;
use crate::write_availability::WriteAvailability;

/// A write transaction. Each repository is a trait of it, implemented in the folder of its slice.
pub(crate) struct WriteTransaction {
    pooled: PooledConnection,
    open: bool,
    subscribers: Arc<Subscribers>,
    write_availability: Arc<WriteAvailability>,
    hooks: CommitHooks,
    signals: BTreeSet<Signal>,
    rewrites_file: bool,
}

impl WriteTransaction {
    /// Begins a transaction. SQLite takes the write lock at once. A transaction that upgrades from
    /// read to write could otherwise fail because of writes in between.
    pub(crate) fn begin(
        mut pooled: PooledConnection,
        subscribers: Arc<Subscribers>,
        write_availability: Arc<WriteAvailability>,
    ) -> Result<Self, StoreError> {
        let begun = match &mut pooled.connection {
            AnyConnection::Postgres(c) => AnsiTransactionManager::begin_transaction(c),
            AnyConnection::Sqlite(c) => AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE"),
        };
        if let Err(error) = begun {
            pooled.mark_suspect();
            let error = DbError::from(error).into();
            write_availability.note(&error);
            return Err(error);
        }
        Ok(Self {
            pooled,
            open: true,
            subscribers,
            write_availability,
            hooks: CommitHooks::default(),
            signals: BTreeSet::new(),
            rewrites_file: false,
        })
    }

    /// Runs work of a repository. The first error rolls everything back, and later calls fail.
    pub(crate) fn run<T>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> DbResult<T>,
    ) -> Result<T, StoreError> {
        if !self.open {
            return Err(StoreError::internal("the transaction has failed already"));
        }
        work(&mut self.pooled.connection).map_err(|error| {
            self.roll_back();
            if matches!(error, DbError::Database(_)) {
                self.pooled.mark_suspect();
            }
            let error = error.into();
            self.write_availability.note(&error);
            error
        })
    }

    pub(crate) fn at_commit<H: CommitHook + Default>(&mut self, work: impl FnOnce(&mut H)) {
        self.hooks.add(work);
    }

    /// Runs this hook before the commit, for statements that need its result.
    pub(crate) fn run_hook<H: CommitHook>(&mut self) -> Result<(), StoreError> {
        self.with_hooks(CommitHooks::run_one::<H>)
    }

    fn with_hooks(
        &mut self,
        run: impl FnOnce(&mut CommitHooks, &mut AnyConnection) -> DbResult<()>,
    ) -> Result<(), StoreError> {
        let mut hooks = std::mem::take(&mut self.hooks);
        let done = self.run(|connection| run(&mut hooks, connection));
        self.hooks = hooks;
        done
    }

    /// Sends this signal once, after the commit.
    pub(crate) fn will_signal(&mut self, signal: Signal) {
        self.signals.insert(signal);
    }

    /// Rewrites the SQLite file after the commit, to remove copies of erased data.
    pub(crate) fn will_rewrite_file(&mut self) -> Result<(), StoreError> {
        self.run(|connection| Ok(erased_pages::mark(connection)?))?;
        self.rewrites_file = true;
        Ok(())
    }

    fn roll_back(&mut self) {
        if std::mem::take(&mut self.open)
            && let Err(error) = AnyConnection::rollback_transaction(&mut self.pooled.connection)
        {
            tracing::warn!(%error, "cannot roll back a transaction, closing its connection");
            self.pooled.mark_suspect();
        }
    }
}

impl Drop for WriteTransaction {
    fn drop(&mut self) {
        self.roll_back();
    }
}

macro_rules! accessor {
    ($($(#[$doc:meta])+ $accessor:ident: $($repository:ident)::+,)+) => {
        $(fn $accessor(&mut self) -> &mut dyn aditus_application::$($repository)::+ {
            self
        })+
    };
}

impl Transaction for WriteTransaction {
    repositories!([accessor]);

    fn commit(mut self: Box<Self>, _recorded: Recorded) -> Result<(), StoreError> {
        self.with_hooks(CommitHooks::run_all)?;
        let signals = std::mem::take(&mut self.signals);
        let sent_by_database = self.run(|connection| Ok(notify_all_nodes(connection, &signals)?))?;
        let committed = self.run(|connection| Ok(AnyConnection::commit_transaction(connection)?));
        self.open = false;
        committed?;
        if !sent_by_database {
            for signal in signals {
                self.subscribers.send(signal);
            }
        }
        if self.rewrites_file {
            erased_pages::rewrite_if_marked(&mut self.pooled.connection);
        }
        Ok(())
    }
}

/// Sends the signals through PostgreSQL, which delivers them to every node if and when the
/// transaction commits. Returns false on SQLite, which has a single node and no such channel.
fn notify_all_nodes(connection: &mut AnyConnection, signals: &BTreeSet<Signal>) -> QueryResult<bool> {
    let AnyConnection::Postgres(connection) = connection else {
        return Ok(false);
    };
    let payloads: Vec<String> = signals.iter().copied().filter_map(payload).collect();
    if !payloads.is_empty() {
        let notify =
            diesel::sql_query("SELECT pg_notify($1, signals.payload) FROM unnest($2) AS signals (payload)")
                .bind::<Text, _>(CHANNEL)
                .bind::<Array<Text>, _>(payloads);
        RunQueryDsl::execute(Prepared::new(notify), connection)?;
    }
    Ok(true)
}
