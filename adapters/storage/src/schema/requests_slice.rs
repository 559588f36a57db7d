//! Requests and everything that belongs to them.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    data_requests (id) {
        id -> BigInt,
        owner_id -> BigInt,
        requester_role_id -> BigInt,
        organisation_id -> BigInt,
        title -> Text,
        status -> Text,
        status_tab -> Text,
        round -> Integer,
        content_digest -> Binary,
        content_version -> Integer,
        date_created -> UtcTime,
        submitted_on -> UtcTime,
        needed_on -> Date,
        protocol_ref_num -> Text,
        committee_id -> BigInt,
        ethics_approval_letter -> Bool,
        additional_ethics_committee_name -> Nullable<Text>,
        exempted -> Bool,
        department -> Nullable<Text>,
        purpose_labels -> Text,
        source_labels -> Text,
        waiting_for -> Text,
        waiting_since -> Nullable<UtcTime>,
        last_responded_on -> Nullable<UtcTime>,
        has_feedback -> Bool,
        search_text -> Text,
        version -> BigInt,
        procedure_id -> Nullable<BigInt>,
        title_sort_key -> Text,
        decided_on -> Nullable<UtcTime>,
    }
}

diesel::table! {
    request_answers (request_id) {
        request_id -> BigInt,
        data_format -> Text,
        direct_access_from -> Nullable<Date>,
        direct_access_to -> Nullable<Date>,
        no_date_limit -> Bool,
        principal_fname -> Text,
        principal_sname -> Text,
        principal_email -> Text,
        principal_phone -> Text,
        principal_occupation -> Text,
        principal_institution -> Text,
        is_principal -> Bool,
        dataset_description -> Text,
        facility_filter -> Text,
        date_range_start -> Nullable<Date>,
        date_range_end -> Nullable<Date>,
    }
}

diesel::table! {
    request_purposes (request_id, purpose_id) {
        request_id -> BigInt,
        purpose_id -> BigInt,
        position -> Integer,
        purpose_description -> Nullable<Text>,
    }
}

diesel::table! {
    requested_datasets (id) {
        id -> BigInt,
        request_id -> BigInt,
        data_source_id -> BigInt,
        dataset_description -> Text,
        release_date -> Nullable<Date>,
    }
}

diesel::table! {
    dataset_variables (id) {
        id -> BigInt,
        dataset_id -> BigInt,
        variable_id -> BigInt,
        is_distinct -> Bool,
        revision_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    data_handling_devices (id) {
        id -> BigInt,
        request_id -> BigInt,
        equipment_name -> Text,
        equipment_type_id -> BigInt,
        serial_number -> Text,
        used_by -> Text,
        organisation -> Text,
        usage_from -> Date,
        usage_to -> Date,
        deleted_on -> Nullable<UtcTime>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    staff_shared (id) {
        id -> BigInt,
        request_id -> BigInt,
        first_name -> Text,
        surname -> Text,
        phone -> Text,
        email -> Text,
        identification_type -> Text,
        identification_number -> Text,
        position_in_organisation -> Text,
        confidentiality_protocols -> Bool,
        deleted_on -> Nullable<UtcTime>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    uploads (file_key) {
        file_key -> Text,
        begun_on -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    request_documents (id) {
        id -> BigInt,
        request_id -> BigInt,
        kind -> Text,
        staff_id -> Nullable<BigInt>,
        file_key -> Text,
        file_type -> Text,
        size -> BigInt,
        uploaded_on -> UtcTime,
        deleted_on -> Nullable<UtcTime>,
        sha256 -> Binary,
        gone_on -> Nullable<UtcTime>,
        gone_why -> Nullable<Text>,
        is_protected -> Bool,
        name -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    request_states (id) {
        id -> BigInt,
        request_id -> BigInt,
        number -> Integer,
        state -> Text,
        stage_type -> Text,
        role_id -> BigInt,
        org_role_id -> BigInt,
        stage_order -> Integer,
        stage_activity -> Text,
        branch_level -> Integer,
        pos_x -> Double,
        pos_y -> Double,
        icon -> Text,
        created_on -> UtcTime,
        unattended_since -> Nullable<UtcTime>,
        responded_on -> Nullable<UtcTime>,
        answered_by -> Nullable<BigInt>,
        answered_in_role -> Nullable<BigInt>,
        answered_for -> Nullable<BigInt>,
        reason -> Nullable<Text>,
        recommendation -> Nullable<Text>,
        target -> Nullable<Integer>,
        due_soon_on -> Nullable<Date>,
        due_on -> Nullable<Date>,
        calendar_version -> Nullable<BigInt>,
        reminded -> Nullable<Text>,
        reminded_on -> Nullable<Date>,
        escalated_on -> Nullable<Date>,
    }
}

diesel::table! {
    request_edges (request_id, current_state, next_state) {
        request_id -> BigInt,
        current_state -> BigInt,
        next_state -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    request_history (id) {
        id -> BigInt,
        request_id -> BigInt,
        round -> Integer,
        state_id -> BigInt,
        state -> Text,
        happened_on -> UtcTime,
        user_id -> Nullable<BigInt>,
        assigned_role_id -> Nullable<BigInt>,
        org_role_id -> Nullable<BigInt>,
        reason -> Nullable<Text>,
        recommendation -> Nullable<Text>,
        version -> Integer,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    request_bindings (request_id, org_role_id) {
        request_id -> BigInt,
        org_role_id -> BigInt,
        own_state_id -> BigInt,
        own_state -> Text,
        answered -> Bool,
        status_tab -> Text,
        date_created -> UtcTime,
    }
}

diesel::table! {
    request_counts (scope, scope_id, tab, slot) {
        scope -> Text,
        scope_id -> BigInt,
        tab -> Text,
        slot -> Integer,
        number -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    state_comments (id) {
        id -> BigInt,
        request_id -> BigInt,
        state_id -> BigInt,
        author_id -> BigInt,
        author_role_id -> BigInt,
        section -> Text,
        comment -> Text,
        action_required -> Bool,
        created_on -> UtcTime,
        resolved_on -> Nullable<UtcTime>,
        resolved_by -> Nullable<BigInt>,
        round -> Integer,
        version -> Integer,
        reminders -> Integer,
        reopened_on -> Nullable<UtcTime>,
        completion_weeks -> Nullable<Integer>,
        answer_by -> Nullable<Date>,
        answer_calendar_version -> Nullable<BigInt>,
        answered_on -> Nullable<UtcTime>,
        answer_reminders -> Integer,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    demand_pauses (id) {
        id -> BigInt,
        comment_id -> BigInt,
        request_id -> BigInt,
        began_on -> UtcTime,
        ended_on -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    comment_replies (id) {
        id -> BigInt,
        comment_id -> BigInt,
        author_id -> BigInt,
        author_role_id -> BigInt,
        reply -> Text,
        created_on -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    request_rounds (request_id, round) {
        request_id -> BigInt,
        round -> Integer,
        started_by -> BigInt,
        started_on -> UtcTime,
        note -> Nullable<Text>,
        sources -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    request_terms (request_id, round) {
        request_id -> BigInt,
        round -> Integer,
        term_unit -> Text,
        term_count -> Integer,
        started_on -> UtcTime,
        is_running -> Bool,
        extension_count -> Nullable<Integer>,
        extension_reason -> Nullable<Text>,
        extended_by -> Nullable<BigInt>,
        extended_on -> Nullable<UtcTime>,
        due_soon_on -> Nullable<Date>,
        expected_by -> Nullable<Date>,
        calendar_version -> Nullable<BigInt>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    request_versions (request_id, number) {
        request_id -> BigInt,
        number -> Integer,
        canonical -> Text,
        digest -> Binary,
        author_id -> BigInt,
        author_role_id -> BigInt,
        created_on -> UtcTime,
        section -> Nullable<Text>,
        comment_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    request_version_values (request_id, commitment) {
        request_id -> BigInt,
        commitment -> Binary,
        salt -> Binary,
        value -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    data_request_feedback (request_id) {
        request_id -> BigInt,
        data_request_process_experience -> Text,
        would_recommend_others -> Text,
        reasonable_response_timeframe -> Bool,
        study_questions_answered_by_request -> Bool,
        expectations_met -> Text,
        improvement_suggestion -> Text,
        would_you_come_back -> Text,
        additional_feedback -> Nullable<Text>,
        date_created -> UtcTime,
        title_sort_key -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    approval_letters (request_id) {
        request_id -> BigInt,
        number -> BigInt,
        made_on -> UtcTime,
        heading -> Text,
        body -> Text,
    }
}

diesel::table! {
    approval_letter_numbers (id) {
        id -> BigInt,
        last -> BigInt,
    }
}

diesel::table! {
    // A table on PostgreSQL only. SQLite's index of the same name is queried through FTS5
    // (`dialect::contains`).
    data_requests_fts (request_id) {
        request_id -> BigInt,
        search_text -> Text,
    }
}
