//! State of the installation as a whole.

diesel::table! {
    use diesel::sql_types::*;

    installation (id) {
        id -> BigInt,
        demonstration -> Nullable<Text>,
        trial -> Nullable<Binary>,
    }
}
