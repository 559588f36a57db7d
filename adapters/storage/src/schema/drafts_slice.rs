//! Drafts of requests, and their files.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    request_drafts (id) {
        id -> BigInt,
        owner_id -> BigInt,
        version -> BigInt,
        title -> Text,
        content -> Text,
        created_on -> UtcTime,
        changed_on -> UtcTime,
        told_on -> Nullable<UtcTime>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    draft_files (id) {
        id -> BigInt,
        draft_id -> BigInt,
        file_key -> Text,
        name -> Text,
        file_type -> Text,
        size -> BigInt,
        sha256 -> Binary,
        unnamed_since -> Nullable<UtcTime>,
        is_protected -> Bool,
    }
}
