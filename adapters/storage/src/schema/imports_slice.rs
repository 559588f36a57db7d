//! Imports of the dictionary.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    dictionary_imports (id) {
        id -> BigInt,
        source -> Text,
        source_key -> Text,
        search_text -> Text,
        data_source_id -> Nullable<BigInt>,
        source_added -> Bool,
        format -> Text,
        leave_unknown -> Bool,
        publish -> Bool,
        started_by -> Nullable<BigInt>,
        started_on -> UtcTime,
        ended_on -> Nullable<UtcTime>,
        state -> Text,
        is_cancel_asked -> Bool,
        tables_read -> BigInt,
        tables_added -> BigInt,
        tables_changed -> BigInt,
        tables_refused -> BigInt,
        variables_read -> BigInt,
        variables_added -> BigInt,
        variables_changed -> BigInt,
        variables_refused -> BigInt,
        rows_to_store -> BigInt,
        rows_stored -> BigInt,
        takeovers -> BigInt,
        message -> Nullable<Text>,
        holder -> Binary,
        held_until -> UtcTime,
        source_sort_key -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;

    dictionary_import_parts (import_id, file, number) {
        import_id -> BigInt,
        file -> Text,
        number -> Integer,
        content -> Binary,
    }
}

diesel::table! {
    use diesel::sql_types::*;

    dictionary_import_remarks (id) {
        id -> BigInt,
        import_id -> BigInt,
        kind -> Text,
        file -> Text,
        line -> BigInt,
        text -> Text,
    }
}
