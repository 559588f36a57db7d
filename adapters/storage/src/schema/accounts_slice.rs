//! People's accounts: sessions, changes of addresses and numbers, one-time codes, failed sign-ins, clicks.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    users (id) {
        id -> BigInt,
        fname -> Text,
        middle_name -> Nullable<Text>,
        sname -> Text,
        phone -> Text,
        org_email -> Nullable<Text>,
        email_key -> Nullable<Text>,
        designation -> Text,
        department -> Text,
        organisation_id -> BigInt,
        tentative_organization -> Nullable<Text>,
        password_hash -> Text,
        state -> Text,
        email_is_verified -> Bool,
        created_on -> UtcTime,
        version -> BigInt,
        name_key -> Text,
        search_text -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    sessions (id) {
        id -> BigInt,
        user_id -> BigInt,
        token_hash -> Binary,
        selected_role_id -> Nullable<BigInt>,
        user_agent -> Text,
        created_on -> UtcTime,
        last_used_on -> UtcTime,
        password_given_on -> Nullable<UtcTime>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    contact_changes (id) {
        id -> BigInt,
        user_id -> BigInt,
        kind -> Text,
        old_value -> Text,
        new_value -> Text,
        token_hash -> Binary,
        made_on -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    one_time_codes (id) {
        id -> BigInt,
        purpose -> Text,
        subject -> Text,
        code_hash -> Binary,
        context -> Text,
        issued_at -> UtcTime,
        expires_at -> UtcTime,
        wrong_entries -> Integer,
        spent_how -> Nullable<Text>,
        spent_at -> Nullable<UtcTime>,
        version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    sign_in_failures (id) {
        id -> BigInt,
        account -> Text,
        address -> Text,
        failed_at -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    clicks (id) {
        id -> BigInt,
        cookie_id -> Text,
        address -> Text,
        done_at -> UtcTime,
        action -> Text,
        page -> Text,
        object -> Text,
        received_on -> UtcTime,
    }
}
