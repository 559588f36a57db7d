//! The data dictionary.

diesel::table! {
    data_sources (id) {
        id -> BigInt,
        source -> Text,
        source_key -> Text,
        description -> Text,
        db_type -> Text,
        dbms -> Text,
        db_host -> Nullable<Text>,
        db_username -> Nullable<Text>,
        db_password -> Nullable<Binary>,
        has_aggregate_data -> Bool,
        publish -> Bool,
        search_text -> Text,
        row_version -> BigInt,
        name_key -> Text,
        withdrawn -> Bool,
        dbms_sort_key -> Text,
    }
}

diesel::table! {
    data_custodians (id) {
        id -> BigInt,
        data_source_id -> BigInt,
        org_role_id -> BigInt,
        broker -> Bool,
        row_version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    data_source_versions (id) {
        id -> BigInt,
        data_source_id -> BigInt,
        date_created -> UtcTime,
        message -> Text,
        message_key -> Text,
        commited_by -> BigInt,
        search_text -> Text,
        row_version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    topics (id) {
        id -> BigInt,
        topic -> Text,
        topic_key -> Text,
        sort_key -> Text,
        description -> Text,
        description_key -> Text,
        active -> Bool,
        date_added -> UtcTime,
        search_text -> Text,
        row_version -> BigInt,
    }
}

diesel::table! {
    table_types (id) {
        id -> BigInt,
        name -> Text,
        sort_key -> Text,
    }
}

diesel::table! {
    dictionary_tables (id) {
        id -> BigInt,
        data_source_id -> BigInt,
        table_type_id -> BigInt,
        tbl_name -> Text,
        tbl_key -> Text,
        sort_key -> Text,
        name_order -> Text,
        tbl_description -> Text,
        icon -> Text,
        entity_name -> Text,
        in_poc -> Bool,
        in_emc -> Bool,
        poc_earliest_record -> Nullable<Date>,
        emc_earliest_record -> Nullable<Date>,
        poc_latest_record -> Nullable<Date>,
        emc_latest_record -> Nullable<Date>,
        poc_total_records -> Nullable<BigInt>,
        emc_total_records -> Nullable<BigInt>,
        poc_valid_records -> Nullable<BigInt>,
        emc_valid_records -> Nullable<BigInt>,
        publish -> Bool,
        variables_count -> Integer,
        search_text -> Text,
        row_version -> BigInt,
        entity_sort_key -> Text,
        description_sort_key -> Text,
    }
}

diesel::table! {
    variables (id) {
        id -> BigInt,
        table_id -> BigInt,
        data_source_id -> BigInt,
        published -> Bool,
        ids_column_name -> Text,
        column_key -> Text,
        var_name -> Text,
        data_type -> Text,
        meaning -> Text,
        date_introduced -> Nullable<Date>,
        range -> Nullable<Text>,
        old_var_name -> Nullable<Text>,
        reference -> Nullable<Text>,
        derived -> Bool,
        usage -> Text,
        is_primary -> Bool,
        is_foreign -> Bool,
        value_count -> Nullable<BigInt>,
        is_identifiable -> Bool,
        is_analytical -> Bool,
        enumerated -> Bool,
        table_sort_key -> Text,
        table_order -> Text,
        name_sort_key -> Text,
        name_order -> Text,
        meaning_sort_key -> Text,
        search_text -> Text,
        search_name -> Text,
        search_grams -> Text,
        row_version -> BigInt,
        withdrawn -> Bool,
        column_order -> Text,
    }
}

diesel::table! {
    synonyms (id) {
        id -> BigInt,
        variable_id -> BigInt,
        synonym -> Text,
    }
}

diesel::table! {
    input_values (id) {
        id -> BigInt,
        variable_id -> BigInt,
        value -> Text,
    }
}

diesel::table! {
    dependencies (id) {
        id -> BigInt,
        variable_id -> BigInt,
        tbl_key -> Text,
        column_key -> Text,
        depend_on -> Nullable<BigInt>,
    }
}

diesel::table! {
    timeline_of_changes (id) {
        id -> BigInt,
        variable_id -> BigInt,
        change_date -> Nullable<Date>,
        comment -> Nullable<Text>,
    }
}

diesel::table! {
    variable_metadata (id) {
        id -> BigInt,
        variable_id -> BigInt,
        key -> Text,
        val_type -> Text,
        value -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    topic_tables (id) {
        id -> BigInt,
        topic_id -> BigInt,
        table_id -> BigInt,
        assigned_on -> UtcTime,
        pos_x -> Double,
        pos_y -> Double,
        row_version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    dictionary_revisions (id) {
        id -> BigInt,
        record -> Text,
        record_id -> BigInt,
        number -> Integer,
        kind -> Text,
        author_id -> Nullable<BigInt>,
        created_on -> UtcTime,
        table_id -> BigInt,
        content -> Text,
        column_key -> Text,
        name_key -> Text,
        data_type -> Text,
        meaning_key -> Text,
        search_text -> Text,
    }
}

diesel::table! {
    present_revisions (record, record_id) {
        record -> Text,
        record_id -> BigInt,
        revision_id -> BigInt,
    }
}

diesel::table! {
    version_revisions (id) {
        id -> BigInt,
        version_id -> BigInt,
        record -> Text,
        record_id -> BigInt,
        revision_id -> BigInt,
        row_version -> BigInt,
    }
}
