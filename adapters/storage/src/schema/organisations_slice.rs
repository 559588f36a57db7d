//! Organisations and the roles that they offer.

diesel::table! {
    organisations (id) {
        id -> BigInt,
        name -> Text,
        domain -> Nullable<Text>,
        description -> Text,
        active -> Bool,
        country -> Text,
        abbreviation -> Nullable<Text>,
        name_key -> Text,
        domain_key -> Nullable<Text>,
        search_text -> Text,
        keywords -> Text,
        row_version -> BigInt,
        sort_key -> Text,
        description_sort_key -> Text,
        country_sort_key -> Text,
        abbreviation_sort_key -> Text,
    }
}

diesel::table! {
    organisation_roles (id) {
        id -> BigInt,
        organisation_id -> BigInt,
        role_id -> BigInt,
        active -> Bool,
        row_version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    organisation_role_statuses (id) {
        id -> BigInt,
        org_role_id -> BigInt,
        active -> Bool,
        changed_by -> Nullable<BigInt>,
        reason -> Nullable<Text>,
        changed_on -> UtcTime,
    }
}
