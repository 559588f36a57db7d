//! The record of acts.

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
