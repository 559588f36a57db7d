//! The audit log.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    audit_entries (id) {
        id -> BigInt,
        at -> UtcTime,
        kind -> Text,
        user_id -> Nullable<BigInt>,
        concerns_id -> Nullable<BigInt>,
        request_id -> Nullable<BigInt>,
        canonical -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;

    audit_values (entry_id, commitment) {
        entry_id -> BigInt,
        commitment -> Binary,
        salt -> Binary,
        value -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;

    audit_pending (entry_id) {
        entry_id -> BigInt,
        mac -> Binary,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    audit_counts (entry_id) {
        entry_id -> BigInt,
        user_id -> BigInt,
        act -> Binary,
        hour -> UtcTime,
        times -> BigInt,
        last_at -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;

    audit_leaves (leaf_index) {
        leaf_index -> BigInt,
        entry_id -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;

    audit_tree (level, place) {
        level -> BigInt,
        place -> BigInt,
        hash -> Binary,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    audit_checkpoints (id) {
        id -> BigInt,
        size -> BigInt,
        root -> Binary,
        signed_at -> UtcTime,
        note -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    audit_log_keys (id) {
        id -> BigInt,
        origin -> Text,
        verifier_key -> Text,
        made_at -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;

    audit_log_secrets (key_id) {
        key_id -> BigInt,
        sealed -> Binary,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    audit_witnesses (name) {
        name -> Text,
        next_at -> UtcTime,
        failures -> BigInt,
        agreed_size -> Nullable<BigInt>,
        agreed_note -> Nullable<Text>,
        agreed_at -> Nullable<UtcTime>,
        trouble -> Nullable<Text>,
        trouble_told -> Nullable<Text>,
        trouble_since -> Nullable<UtcTime>,
    }
}

diesel::joinable!(audit_pending -> audit_entries (entry_id));
diesel::joinable!(audit_leaves -> audit_entries (entry_id));
diesel::joinable!(audit_log_secrets -> audit_log_keys (key_id));
diesel::allow_tables_to_appear_in_same_query!(
    audit_entries,
    audit_pending,
    audit_leaves,
    audit_log_keys,
    audit_log_secrets,
);
diesel::joinable!(audit_values -> audit_entries (entry_id));
diesel::allow_tables_to_appear_in_same_query!(audit_values, audit_entries);
