//! Accounts: sessions, second factors, passkeys, identities at providers, contact changes, one-time
//! codes, events that count against rate limits, clicks, untrusted proxies.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    users (id) {
        id -> BigInt,
        fname -> Text,
        middle_name -> Nullable<Text>,
        sname -> Text,
        phone_key -> Text,
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
        phone -> Text,
        phone_claimed_on -> Nullable<UtcTime>,
        phone_is_proven -> Bool,
        erased_on -> Nullable<UtcTime>,
        designation_sort_key -> Text,
        department_sort_key -> Text,
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
        identity_id -> Nullable<BigInt>,
        provider_sid -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    second_factors (user_id) {
        user_id -> BigInt,
        app_secret -> Nullable<Binary>,
        app_added_on -> Nullable<UtcTime>,
        app_last_used_on -> Nullable<UtcTime>,
        app_last_step -> Nullable<BigInt>,
        set_up_secret -> Nullable<Binary>,
        set_up_begun_on -> Nullable<UtcTime>,
        recovery_key -> Nullable<Binary>,
        recovery_hashes -> Nullable<Binary>,
        recovery_made_on -> Nullable<UtcTime>,
        required_since -> Nullable<UtcTime>,
        version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    passkeys (id) {
        id -> BigInt,
        user_id -> BigInt,
        handle -> Binary,
        name -> Text,
        credential_id -> Binary,
        public_key -> Binary,
        algorithm -> BigInt,
        record -> Text,
        added_on -> UtcTime,
        last_used_on -> Nullable<UtcTime>,
        version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    ceremonies (challenge) {
        challenge -> Binary,
        purpose -> Text,
        user_id -> Nullable<BigInt>,
        nonce -> Binary,
        begun_on -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    pending_sign_ins (token_hash) {
        token_hash -> Binary,
        user_id -> BigInt,
        step -> Text,
        begun_on -> UtcTime,
        wrong_entries -> Integer,
        identity_id -> Nullable<BigInt>,
        provider_sid -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    identities (id) {
        id -> BigInt,
        user_id -> BigInt,
        provider -> Text,
        issuer -> Text,
        subject -> Text,
        linked_on -> UtcTime,
        last_used_on -> Nullable<UtcTime>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    provider_sign_ins (state_hash) {
        state_hash -> Binary,
        browser_hash -> Binary,
        provider -> Text,
        begun_on -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    proven_identities (token_hash) {
        token_hash -> Binary,
        provider -> Text,
        issuer -> Text,
        subject -> Text,
        fname -> Text,
        sname -> Text,
        email -> Text,
        proven_on -> UtcTime,
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
        user_id -> Nullable<BigInt>,
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

    limited_events (id) {
        id -> BigInt,
        limit_name -> Text,
        subject -> Binary,
        detail -> Binary,
        happened_at -> UtcTime,
        counts_until -> UtcTime,
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

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    untrusted_proxies (address) {
        address -> Text,
        seen_on -> UtcTime,
    }
}
