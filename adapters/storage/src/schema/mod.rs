//! The tables, as the migrations create them. A test compares the schemas of the two databases.
#![allow(
    clippy::wildcard_imports,
    reason = "the SQL types of Diesel are imported so, as its documentation does"
)]

mod accounts_slice;
mod audit_slice;
mod deadlines_slice;
mod dictionary_slice;
mod drafts_slice;
mod idempotency_slice;
mod imports_slice;
mod installation_slice;
mod notifications_slice;
mod organisations_slice;
mod procedures_slice;
mod reference_slice;
mod requests_slice;
mod roles_slice;

pub(crate) use accounts_slice::{
    ceremonies, clicks, contact_changes, identities, limited_events, one_time_codes, passkeys,
    pending_sign_ins, proven_identities, provider_sign_ins, second_factors, sessions, untrusted_proxies,
    users,
};
pub(crate) use audit_slice::{
    audit_checkpoints, audit_counts, audit_entries, audit_leaves, audit_log_keys, audit_log_secrets,
    audit_pending, audit_tree, audit_values, audit_witnesses,
};
pub(crate) use deadlines_slice::{calendar_feeds, calendars, holidays};
pub(crate) use dictionary_slice::{
    data_custodians, data_source_versions, data_sources, dependencies, dictionary_revisions,
    dictionary_tables, input_values, present_revisions, synonyms, table_types, timeline_of_changes,
    topic_tables, topics, variable_metadata, variables, version_revisions,
};
pub(crate) use drafts_slice::{draft_files, request_drafts};
pub(crate) use idempotency_slice::idempotency_keys;
pub(crate) use imports_slice::{dictionary_import_parts, dictionary_import_remarks, dictionary_imports};
pub(crate) use installation_slice::installation;
pub(crate) use notifications_slice::{
    digest_entries, notification_preferences, notifications, outbox_messages,
};
pub(crate) use organisations_slice::{organisation_role_statuses, organisation_roles, organisations};
pub(crate) use procedures_slice::{approval_procedures, next_stages, procedure_changes, stage_types, stages};
pub(crate) use reference_slice::{
    equipment_types, ethics_committees, facilities, former_facility_names, purposes,
};
pub(crate) use requests_slice::{
    approval_letter_numbers, approval_letters, comment_replies, data_handling_devices, data_request_feedback,
    data_requests, data_requests_fts, dataset_variables, demand_pauses, request_answers, request_bindings,
    request_counts, request_documents, request_edges, request_history, request_purposes, request_rounds,
    request_states, request_terms, request_version_values, request_versions, requested_datasets,
    staff_shared, state_comments, uploads,
};
pub(crate) use roles_slice::{assigned_role_statuses, assigned_roles, roles};

diesel::joinable!(users -> organisations (organisation_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(sessions -> identities (identity_id));
diesel::joinable!(pending_sign_ins -> identities (identity_id));
diesel::joinable!(dictionary_imports -> users (started_by));
diesel::joinable!(organisation_roles -> organisations (organisation_id));
diesel::joinable!(organisation_roles -> roles (role_id));
diesel::joinable!(assigned_roles -> users (user_id));
diesel::joinable!(assigned_roles -> organisation_roles (org_role_id));
diesel::joinable!(stages -> approval_procedures (procedure_id));
diesel::joinable!(stages -> stage_types (stage_type_id));
diesel::joinable!(data_custodians -> organisation_roles (org_role_id));
diesel::joinable!(data_custodians -> data_sources (data_source_id));
diesel::joinable!(data_source_versions -> data_sources (data_source_id));
diesel::joinable!(data_source_versions -> assigned_roles (commited_by));
diesel::joinable!(dictionary_tables -> data_sources (data_source_id));
diesel::joinable!(dictionary_tables -> table_types (table_type_id));
diesel::joinable!(variables -> dictionary_tables (table_id));
diesel::joinable!(variables -> data_sources (data_source_id));
diesel::joinable!(topic_tables -> topics (topic_id));
diesel::joinable!(topic_tables -> dictionary_tables (table_id));
diesel::joinable!(dictionary_revisions -> users (author_id));
diesel::joinable!(present_revisions -> dictionary_revisions (revision_id));
diesel::joinable!(version_revisions -> dictionary_revisions (revision_id));
diesel::joinable!(synonyms -> variables (variable_id));
diesel::joinable!(input_values -> variables (variable_id));
diesel::joinable!(dependencies -> variables (variable_id));

diesel::joinable!(data_requests -> users (owner_id));
diesel::joinable!(data_requests -> organisations (organisation_id));
diesel::joinable!(data_requests -> ethics_committees (committee_id));
diesel::joinable!(request_answers -> data_requests (request_id));
diesel::joinable!(request_purposes -> purposes (purpose_id));
diesel::joinable!(requested_datasets -> data_sources (data_source_id));
diesel::joinable!(requested_datasets -> data_requests (request_id));
diesel::joinable!(dataset_variables -> requested_datasets (dataset_id));
diesel::joinable!(dataset_variables -> variables (variable_id));
diesel::joinable!(data_handling_devices -> equipment_types (equipment_type_id));
diesel::joinable!(request_bindings -> data_requests (request_id));
diesel::joinable!(request_states -> data_requests (request_id));
diesel::joinable!(request_history -> request_states (state_id));
diesel::joinable!(state_comments -> assigned_roles (author_role_id));
diesel::joinable!(comment_replies -> state_comments (comment_id));
diesel::joinable!(comment_replies -> users (author_id));
diesel::joinable!(comment_replies -> assigned_roles (author_role_id));
diesel::joinable!(data_request_feedback -> data_requests (request_id));

diesel::allow_columns_to_appear_in_same_group_by_clause!(
    dataset_variables::dataset_id,
    dictionary_tables::id,
    dictionary_tables::tbl_name,
    variables::derived,
    variables::is_identifiable,
);

diesel::allow_tables_to_appear_in_same_query!(
    approval_letters,
    approval_procedures,
    assigned_role_statuses,
    assigned_roles,
    ceremonies,
    clicks,
    comment_replies,
    contact_changes,
    data_custodians,
    data_handling_devices,
    data_request_feedback,
    data_requests,
    data_source_versions,
    data_sources,
    dataset_variables,
    dependencies,
    dictionary_imports,
    dictionary_revisions,
    dictionary_tables,
    digest_entries,
    equipment_types,
    ethics_committees,
    facilities,
    former_facility_names,
    identities,
    input_values,
    limited_events,
    next_stages,
    notification_preferences,
    notifications,
    one_time_codes,
    organisation_role_statuses,
    organisation_roles,
    organisations,
    outbox_messages,
    passkeys,
    pending_sign_ins,
    present_revisions,
    procedure_changes,
    proven_identities,
    provider_sign_ins,
    purposes,
    request_answers,
    request_bindings,
    request_counts,
    request_documents,
    request_edges,
    request_history,
    request_purposes,
    request_rounds,
    request_states,
    request_terms,
    request_version_values,
    request_versions,
    requested_datasets,
    roles,
    second_factors,
    sessions,
    staff_shared,
    stage_types,
    stages,
    state_comments,
    synonyms,
    table_types,
    timeline_of_changes,
    topic_tables,
    topics,
    untrusted_proxies,
    users,
    variable_metadata,
    variables,
    version_revisions,
);

diesel::allow_tables_to_appear_in_same_query!(audit_entries, data_requests);
diesel::allow_tables_to_appear_in_same_query!(audit_entries, users);
diesel::allow_tables_to_appear_in_same_query!(calendars, holidays);
