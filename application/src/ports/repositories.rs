/// The repositories of a [`Transaction`](crate::ports::Transaction): the one list of them.
///
/// `repositories!([callback] arguments)` calls the macro `callback!` with the arguments and then, for each repository, its documentation,
/// the name of its accessor and the path of its trait within this crate: `/// Mails. outbox: notifications::Outbox,`.
#[doc(hidden)]
#[macro_export]
macro_rules! repositories {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! { $($arguments)*
            /// People's accounts.
            accounts: accounts::Accounts,
            /// What the erasure of an account changes.
            erasures: accounts::erasure::Erasures,
            /// Signed-in sessions.
            sessions: accounts::Sessions,
            /// One-time codes.
            codes: accounts::Codes,
            /// Changes of addresses and numbers that can be taken back.
            contact_changes: accounts::ContactChanges,
            /// What is counted against limits.
            limited_events: limits::LimitedEvents,
            /// Callers that are likely proxies and not believed.
            untrusted_proxies: untrusted_proxies::UntrustedProxies,
            /// Clicks of visitors.
            clicks: accounts::Clicks,
            /// Idempotency keys of calls.
            idempotency_keys: idempotency::IdempotencyKeys,
            /// Roles that people hold.
            roles: roles::Roles,
            /// Organisations and the roles they offer.
            organisations: organisations::Organisations,
            /// Approval procedures.
            procedures: procedures::Procedures,
            /// Types of their stages.
            stage_types: procedures::StageTypes,
            /// The data dictionary.
            dictionary: dictionary::Dictionary,
            /// Imports of the dictionary.
            dictionary_imports: dictionary::import::DictionaryImports,
            /// Data sources, custodians, versions and topics, as a Super User keeps them.
            dictionary_records: dictionary::records::repository::DictionaryRecords,
            /// Purposes, ethics committees, equipment types and facilities.
            reference: reference::ReferenceRecords,
            /// Tables and their places under topics, as a Super User keeps them.
            dictionary_tables: dictionary::records::tables::repository::DictionaryTables,
            /// Variables, as a Super User keeps them.
            dictionary_variables: dictionary::records::variables::repository::DictionaryVariables,
            /// Revisions of tables and variables, and what versions hold.
            dictionary_revisions: dictionary::revisions::repository::DictionaryRevisions,
            /// The versions of records that several people edit.
            row_versions: row_versions::RowVersions,
            /// Data requests.
            requests: requests::Requests,
            /// Edits of data requests after they were submitted.
            request_edits: requests::edits::RequestEdits,
            /// Drafts of data requests.
            drafts: requests::drafts::Drafts,
            /// Their datasets, and the variables in them.
            requested_datasets: requests::edits::datasets::RequestedDatasets,
            /// The versions of their contents.
            request_versions: requests::versions::RequestVersions,
            /// Approval letters.
            letters: requests::letters::Letters,
            /// Comments on sections of requests.
            comments: review::Comments,
            /// Feedback.
            feedback: feedback::FeedbackEntries,
            /// Notifications.
            notifications: notifications::Notifications,
            /// The record of acts.
            audit: audit::AuditEntries,
            /// Its transparency log.
            audit_log: audit::log::AuditLog,
            /// Rows of which entries of the record hold digests.
            stored_rows: audit::stored::StoredRows,
            /// What the installation as a whole is.
            installation: ports::Installation,
            /// What was kept for long enough.
            retentions: installation::retention::Retentions,
            /// Mails and text messages to be sent.
            outbox: notifications::Outbox,
            /// Sealed values, whichever table holds them.
            sealed_values: sealed_values::SealedValues,
        }
    };
}
