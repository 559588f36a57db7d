//! Approval procedures.

diesel::table! {
    stage_types (id) {
        id -> BigInt,
        name -> Text,
        built_in -> Bool,
        search_text -> Text,
        row_version -> BigInt,
        sort_key -> Text,
    }
}

diesel::table! {
    approval_procedures (id) {
        id -> BigInt,
        name -> Text,
        description -> Text,
        is_active -> Bool,
        is_default -> Bool,
        name_key -> Text,
        search_text -> Text,
        row_version -> BigInt,
        drawing_version -> BigInt,
        letter_version -> BigInt,
        letter_heading -> Nullable<Text>,
        letter_body -> Nullable<Text>,
        sort_key -> Text,
        term_unit -> Nullable<Text>,
        term_count -> Nullable<Integer>,
        completion_weeks -> Nullable<Integer>,
    }
}

diesel::table! {
    stages (id) {
        id -> BigInt,
        procedure_id -> BigInt,
        role_id -> BigInt,
        stage_type_id -> BigInt,
        stage_order -> Integer,
        stage_activity -> Text,
        branch_level -> Integer,
        pos_x -> Double,
        pos_y -> Double,
        icon -> Text,
        search_text -> Text,
        sort_key -> Text,
        row_version -> BigInt,
        target -> Nullable<Integer>,
    }
}

diesel::table! {
    next_stages (id) {
        id -> BigInt,
        current_stage_id -> BigInt,
        next_stage_id -> BigInt,
        row_version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    procedure_changes (id) {
        id -> BigInt,
        procedure_id -> BigInt,
        procedure_name -> Text,
        author_id -> BigInt,
        changed_on -> UtcTime,
        lines -> Text,
        search_text -> Text,
    }
}
