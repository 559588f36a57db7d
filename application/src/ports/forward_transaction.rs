/// Has a transaction that wraps another one hand every repository on to it, so that only `commit` is left to write:
///
/// ```
/// use aditus_application::audit::Recorded;
/// use aditus_application::forward_transaction;
/// use aditus_application::ports::{StoreError, Transaction};
///
/// struct Counted<'a> {
///     inner: Box<dyn Transaction + 'a>,
/// }
///
/// impl Transaction for Counted<'_> {
///     forward_transaction!(inner);
///
///     fn commit(self: Box<Self>, recorded: Recorded) -> Result<(), StoreError> {
///         self.inner.commit(recorded)
///     }
/// }
/// ```
///
/// A repository that a later version adds is handed on as well. `forward_transaction!(inner, audit: entries)` takes the field `entries` for the
/// record of acts instead.
#[macro_export]
macro_rules! forward_transaction {
    ($inner:ident) => {
        $crate::forward_transaction! { @but_audit $inner }
        $crate::forward_transaction! { @repositories $inner; audit: audit::AuditEntries }
    };
    ($inner:ident, audit: $audit:ident) => {
        $crate::forward_transaction! { @but_audit $inner }

        fn audit(&mut self) -> &mut dyn $crate::audit::AuditEntries {
            &mut self.$audit
        }
    };
    (@but_audit $inner:ident) => {
        $crate::forward_transaction! { @repositories $inner;
            accounts: accounts::Accounts,
            erasures: accounts::erasure::Erasures,
            sessions: accounts::Sessions,
            codes: accounts::Codes,
            contact_changes: accounts::ContactChanges,
            limited_events: limits::LimitedEvents,
            untrusted_proxies: untrusted_proxies::UntrustedProxies,
            clicks: accounts::Clicks,
            idempotency_keys: idempotency::IdempotencyKeys,
            roles: roles::Roles,
            organisations: organisations::Organisations,
            procedures: procedures::Procedures,
            stage_types: procedures::StageTypes,
            dictionary: dictionary::Dictionary,
            dictionary_imports: dictionary::import::DictionaryImports,
            dictionary_records: dictionary::records::repository::DictionaryRecords,
            reference: reference::ReferenceRecords,
            dictionary_tables: dictionary::records::tables::repository::DictionaryTables,
            dictionary_variables: dictionary::records::variables::repository::DictionaryVariables,
            dictionary_revisions: dictionary::revisions::repository::DictionaryRevisions,
            row_versions: row_versions::RowVersions,
            requests: requests::Requests,
            request_edits: requests::edits::RequestEdits,
            drafts: requests::drafts::Drafts,
            requested_datasets: requests::edits::datasets::RequestedDatasets,
            request_versions: requests::versions::RequestVersions,
            letters: requests::letters::Letters,
            comments: review::Comments,
            feedback: feedback::FeedbackEntries,
            notifications: notifications::Notifications,
            audit_log: audit::log::AuditLog,
            stored_rows: audit::stored::StoredRows,
            installation: ports::Installation,
            retentions: installation::retention::Retentions,
            outbox: notifications::Outbox,
            sealed_values: sealed_values::SealedValues,
        }
    };
    (@repositories $inner:ident; $($accessor:ident: $first:ident$(::$rest:ident)*),+ $(,)?) => {
        $(fn $accessor(&mut self) -> &mut dyn $crate::$first$(::$rest)* {
            self.$inner.$accessor()
        })+
    };
}
