//! The calendar of the installation, and calendar feeds of people.

diesel::table! {
    use diesel::sql_types::*;

    calendars (id) {
        id -> BigInt,
        working_days -> Text,
        time_zone -> Text,
        row_version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;

    holidays (day) {
        day -> Date,
        name -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    calendar_feeds (user_id) {
        user_id -> BigInt,
        token_hash -> Binary,
        made_on -> UtcTime,
    }
}
