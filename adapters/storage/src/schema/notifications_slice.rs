//! Notifications, and the outbox of emails and text messages.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    notifications (id) {
        id -> BigInt,
        user_id -> BigInt,
        role_id -> BigInt,
        kind -> Text,
        message -> Text,
        request_id -> Nullable<BigInt>,
        authored_on -> UtcTime,
        is_read -> Bool,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    outbox_messages (id) {
        id -> BigInt,
        channel -> Text,
        code_user_id -> Nullable<BigInt>,
        account_id -> Nullable<BigInt>,
        account_role_id -> Nullable<BigInt>,
        reference -> Text,
        sealed -> Nullable<Binary>,
        queued_on -> UtcTime,
        useless_after -> Nullable<UtcTime>,
        due_on -> UtcTime,
        attempts -> Integer,
        finished_on -> Nullable<UtcTime>,
        error -> Nullable<Text>,
    }
}

diesel::table! {
    notification_preferences (user_id, kind) {
        user_id -> BigInt,
        kind -> Text,
        by_mail -> Bool,
        digest -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    digest_entries (id) {
        id -> BigInt,
        user_id -> BigInt,
        role_id -> BigInt,
        kind -> Text,
        request_id -> Nullable<BigInt>,
        message -> Text,
        action -> Text,
        link -> Text,
        delivery -> Text,
        created_on -> UtcTime,
    }
}
