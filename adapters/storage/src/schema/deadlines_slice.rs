//! The calendar of the installation.

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
