//! The read models of all slices on one connection.

use std::sync::{Arc, Mutex, PoisonError};

use aditus_application::accounts::AccountLookup;
use aditus_application::accounts::directory::Directory;
use aditus_application::accounts::views::AccountViews;
use aditus_application::audit::log::views::AuditLogViews;
use aditus_application::audit::views::AuditViews;
use aditus_application::deadlines::views::DeadlineViews;
use aditus_application::dictionary::import::ImportViews;
use aditus_application::dictionary::records::views::{DictionaryRecordViews, DictionaryVariableViews};
use aditus_application::dictionary::revisions::views::RevisionViews;
use aditus_application::dictionary::views::DictionaryViews;
use aditus_application::feedback::views::FeedbackViews;
use aditus_application::idempotency::StoredCalls;
use aditus_application::installation::monitoring::MonitoringViews;
use aditus_application::limits::PastEvents;
use aditus_application::notifications::views::NotificationViews;
use aditus_application::organisations::views::OrganisationViews;
use aditus_application::ports::{StoreError, Views};
use aditus_application::procedures::views::ProcedureViews;
use aditus_application::reference::ReferenceViews;
use aditus_application::requests::drafts::DraftViews;
use aditus_application::requests::versions::views::VersionViews;
use aditus_application::requests::views::RequestViews;
use aditus_application::review::views::ReviewViews;
use aditus_application::roles::views::RoleViews;

use crate::connection::{AnyConnection, PooledConnection};
use crate::error::{DbError, DbResult};

/// Holds the connection that the reads of one HTTP request reuse. It is returned to its pool at the
/// end of the request.
#[derive(Default)]
pub(crate) struct CachedConnection(Mutex<Option<PooledConnection>>);

impl CachedConnection {
    /// Takes the connection, unless a read is using it.
    pub(crate) fn take(&self) -> Option<PooledConnection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put_back(&self, pooled: PooledConnection) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(pooled);
    }
}

/// A read session. Each set of read models is a trait of it, implemented in the folder of its
/// slice.
pub(crate) struct ReadSession {
    /// `Some` until the session is dropped.
    pooled: Option<PooledConnection>,
    cached: Option<Arc<CachedConnection>>,
}

impl Drop for ReadSession {
    fn drop(&mut self) {
        if let (Some(cached), Some(pooled)) = (&self.cached, self.pooled.take()) {
            cached.put_back(pooled);
        }
    }
}

impl ReadSession {
    pub(crate) fn new(pooled: PooledConnection, cached: Option<Arc<CachedConnection>>) -> Self {
        Self {
            pooled: Some(pooled),
            cached,
        }
    }

    pub(crate) fn run<T>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> DbResult<T>,
    ) -> Result<T, StoreError> {
        let Some(pooled) = &mut self.pooled else {
            return Err(StoreError::internal(
                "the read session has already returned its connection",
            ));
        };
        work(&mut pooled.connection).map_err(|error| {
            if matches!(error, DbError::Database(_)) {
                pooled.mark_suspect();
            }
            error.into()
        })
    }
}

impl Views for ReadSession {
    fn accounts(&mut self) -> &mut dyn AccountViews {
        self
    }
    fn account_lookup(&mut self) -> &mut dyn AccountLookup {
        self
    }
    fn past_events(&mut self) -> &mut dyn PastEvents {
        self
    }
    fn stored_calls(&mut self) -> &mut dyn StoredCalls {
        self
    }
    fn organisations(&mut self) -> &mut dyn OrganisationViews {
        self
    }
    fn directory(&mut self) -> &mut dyn Directory {
        self
    }
    fn roles(&mut self) -> &mut dyn RoleViews {
        self
    }
    fn procedures(&mut self) -> &mut dyn ProcedureViews {
        self
    }
    fn deadlines(&mut self) -> &mut dyn DeadlineViews {
        self
    }
    fn dictionary(&mut self) -> &mut dyn DictionaryViews {
        self
    }
    fn dictionary_imports(&mut self) -> &mut dyn ImportViews {
        self
    }
    fn dictionary_records(&mut self) -> &mut dyn DictionaryRecordViews {
        self
    }
    fn reference(&mut self) -> &mut dyn ReferenceViews {
        self
    }

    fn dictionary_variables(&mut self) -> &mut dyn DictionaryVariableViews {
        self
    }
    fn dictionary_revisions(&mut self) -> &mut dyn RevisionViews {
        self
    }
    fn requests(&mut self) -> &mut dyn RequestViews {
        self
    }
    fn drafts(&mut self) -> &mut dyn DraftViews {
        self
    }
    fn request_versions(&mut self) -> &mut dyn VersionViews {
        self
    }
    fn review(&mut self) -> &mut dyn ReviewViews {
        self
    }
    fn feedback(&mut self) -> &mut dyn FeedbackViews {
        self
    }
    fn notifications(&mut self) -> &mut dyn NotificationViews {
        self
    }
    fn audit(&mut self) -> &mut dyn AuditViews {
        self
    }
    fn audit_log(&mut self) -> &mut dyn AuditLogViews {
        self
    }
    fn monitoring(&mut self) -> &mut dyn MonitoringViews {
        self
    }
}
