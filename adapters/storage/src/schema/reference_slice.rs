//! Reference data that requests choose from.

diesel::table! {
    purposes (id) {
        id -> BigInt,
        purpose -> Text,
        active -> Bool,
        search_text -> Text,
        row_version -> BigInt,
        sort_key -> Text,
    }
}

diesel::table! {
    ethics_committees (id) {
        id -> BigInt,
        irb_name -> Text,
        active -> Bool,
        search_text -> Text,
        row_version -> BigInt,
        sort_key -> Text,
    }
}

diesel::table! {
    equipment_types (id) {
        id -> BigInt,
        equipment_type -> Text,
        active -> Bool,
        search_text -> Text,
        row_version -> BigInt,
        sort_key -> Text,
    }
}

diesel::table! {
    facilities (id) {
        id -> BigInt,
        parent_id -> Nullable<BigInt>,
        level -> Text,
        label -> Text,
        active -> Bool,
        sort_key -> Text,
        search_text -> Text,
        row_version -> BigInt,
    }
}

diesel::table! {
    former_facility_names (id) {
        id -> BigInt,
        facility_id -> BigInt,
        label -> Text,
    }
}
