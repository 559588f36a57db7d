//! The fields that the forms of a device share.

/// Adds the fields of a device to a body, and `into_raw`. Each body has further fields and its own
/// schema in the OpenAPI document.
macro_rules! device_body {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident { $($own:tt)* }) => {
        $(#[$meta])*
        $visibility struct $name {
            $($own)*
            pub equipment_name: Option<String>,
            /// The id of the equipment type.
            pub equipment_type: Option<i64>,
            pub serial_number: Option<String>,
            pub used_by: Option<String>,
            pub organisation: Option<String>,
            pub usage_from: Option<String>,
            pub usage_to: Option<String>,
        }

        impl $name {
            fn into_raw(self) -> aditus_domain::requests::RawDevice {
                aditus_domain::requests::RawDevice {
                    equipment_name: self.equipment_name,
                    equipment_type: self.equipment_type,
                    serial_number: self.serial_number,
                    used_by: self.used_by,
                    organisation: self.organisation,
                    usage_from: self.usage_from,
                    usage_to: self.usage_to,
                }
            }
        }
    };
}
pub(crate) use device_body;
