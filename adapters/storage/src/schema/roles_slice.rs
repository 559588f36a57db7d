//! Roles and their holders.

diesel::table! {
    roles (id) {
        id -> BigInt,
        name -> Text,
    }
}

diesel::table! {
    role_statuses (id) {
        id -> BigInt,
        name -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    assigned_roles (id) {
        id -> BigInt,
        user_id -> BigInt,
        org_role_id -> BigInt,
        status_id -> BigInt,
        created_on -> UtcTime,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    assigned_role_statuses (id) {
        id -> BigInt,
        assigned_role_id -> BigInt,
        status_id -> BigInt,
        changed_by -> Nullable<BigInt>,
        reason -> Nullable<Text>,
        changed_on -> UtcTime,
    }
}
