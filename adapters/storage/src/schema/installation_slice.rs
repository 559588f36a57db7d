//! State of the installation as a whole.

diesel::table! {
    use diesel::sql_types::*;
    use crate::times::UtcTime;

    installation (id) {
        id -> BigInt,
        demonstration -> Nullable<Text>,
        trial -> Nullable<Binary>,
        reminders_ran_on -> Nullable<UtcTime>,
    }
}
