/// Lists the repositories of a [`Transaction`](crate::ports::Transaction) in one place.
///
/// `repositories!([callback] arguments)` calls the macro `callback!` with the arguments and then,
/// for each repository, its documentation, the name of its accessor and the path of its trait
/// within this crate: `/// Mails. outbox: notifications::Outbox,`.
#[doc(hidden)]
#[macro_export]
macro_rules! repositories {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! { $($arguments)*
            /// People's accounts.
            accounts: accounts::Accounts,
            /// Changes made by the erasure of an account.
            erasures: accounts::erasure::Erasures,
            /// Signed-in sessions.
            sessions: accounts::Sessions,
            /// One-time codes.
            codes: accounts::Codes,
            /// Second factors of accounts.
            second_factors: accounts::second_factor::SecondFactors,
            /// Sign-ins that wait for the second factor.
            pending_sign_ins: accounts::second_factor::PendingSignIns,
            /// Identities at providers that are linked to accounts.
            identities: accounts::identities::Identities,
            /// Sign-ins that are on their way through a provider.
            provider_sign_ins: accounts::identities::ProviderSignIns,
            /// Proven identities that belong to no account yet.
            proven_identities: accounts::identities::ProvenIdentities,
            /// Passkeys of accounts.
            passkeys: accounts::passkeys::StoredPasskeys,
            /// Uses of passkeys that wait for a response.
            ceremonies: accounts::passkeys::Ceremonies,
            /// Changes of addresses and numbers that can be undone.
            contact_changes: accounts::ContactChanges,
            /// Events counted against rate limits.
            limited_events: limits::LimitedEvents,
            /// Callers that are probably proxies but not configured as trusted.
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
            /// The calendar of the installation.
            calendars: deadlines::Calendars,
            /// The clocks of requests and their stages.
            stage_clocks: deadlines::StageClocks,
            /// The terms of requests.
            request_terms: deadlines::RequestTerms,
            /// The completion windows of comments.
            completion_windows: deadlines::CompletionWindows,
            /// Reminders of due dates and of comments.
            reminders: deadlines::Reminders,
            /// Calendar feeds of people.
            calendar_feeds: deadlines::CalendarFeeds,
            /// The data dictionary.
            dictionary: dictionary::Dictionary,
            /// Imports of the dictionary.
            dictionary_imports: dictionary::import::DictionaryImports,
            /// Data sources, custodians, versions and topics, for their administration by a Super
            /// User.
            dictionary_records: dictionary::records::repository::DictionaryRecords,
            /// Purposes, ethics committees, equipment types and facilities.
            reference: reference::ReferenceRecords,
            /// Tables and their places under topics, for their administration by a Super User.
            dictionary_tables: dictionary::records::tables::repository::DictionaryTables,
            /// Variables, for their administration by a Super User.
            dictionary_variables: dictionary::records::variables::repository::DictionaryVariables,
            /// Revisions of tables and variables, and the contents of versions.
            dictionary_revisions: dictionary::revisions::repository::DictionaryRevisions,
            /// Row versions of records that several people edit.
            row_versions: row_versions::RowVersions,
            /// Data requests.
            requests: requests::Requests,
            /// Edits of data requests after they were submitted.
            request_edits: requests::edits::RequestEdits,
            /// Drafts of data requests.
            drafts: requests::drafts::Drafts,
            /// Datasets of data requests, and their variables.
            requested_datasets: requests::edits::datasets::RequestedDatasets,
            /// Versions of the contents of requests.
            request_versions: requests::versions::RequestVersions,
            /// Approval letters.
            letters: requests::letters::Letters,
            /// Comments on sections of requests.
            comments: review::Comments,
            /// Feedback.
            feedback: feedback::FeedbackEntries,
            /// Notifications.
            notifications: notifications::Notifications,
            /// Notifications that wait for a digest.
            digests: notifications::Digests,
            /// The audit log.
            audit: audit::AuditEntries,
            /// The transparency log of the audit log.
            audit_log: audit::log::AuditLog,
            /// Rows with digests in audit entries.
            stored_rows: audit::stored::StoredRows,
            /// Properties of the whole installation.
            installation: ports::Installation,
            /// Deletion of data whose retention period has ended.
            retentions: installation::retention::Retentions,
            /// Mails and text messages waiting to be sent.
            outbox: notifications::Outbox,
            /// Sealed values of all tables.
            sealed_values: sealed_values::SealedValues,
        }
    };
}
