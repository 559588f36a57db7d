//! Calls with an idempotency key.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    idempotency_keys (key_hash) {
        key_hash -> Binary,
        caller_hash -> Binary,
        holder -> Binary,
        claimed_at -> UtcTime,
        is_carried_out -> Bool,
        body_hash -> Nullable<Binary>,
        status -> Nullable<Integer>,
        sealed_answer -> Nullable<Binary>,
    }
}
