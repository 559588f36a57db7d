//! The fields that the forms of a staff member share.

/// Adds the fields of a staff member to a body, and `into_raw`, which returns the identification
/// file separately. Each body has further fields and its own schema in the OpenAPI document, and
/// declares `identification_type` and `confidentiality_protocols` itself.
macro_rules! staff_body {
    (identified by $file:ident; $(#[$meta:meta])* $visibility:vis struct $name:ident { $($own:tt)* }) => {
        $(#[$meta])*
        $visibility struct $name {
            $($own)*
            pub first_name: Option<String>,
            pub surname: Option<String>,
            pub phone: Option<String>,
            pub email: Option<String>,
            pub identification_number: Option<String>,
            pub position_in_organisation: Option<String>,
            #[validate(nested)]
            pub identification_file_path: Option<$file>,
        }

        impl $name {
            fn into_raw(self) -> (aditus_domain::requests::RawStaff, Option<$file>) {
                let member = aditus_domain::requests::RawStaff {
                    first_name: self.first_name,
                    surname: self.surname,
                    phone: self.phone,
                    email: self.email,
                    identification_type: self.identification_type,
                    identification_number: self.identification_number,
                    position_in_organisation: self.position_in_organisation,
                    identification_file_path: None,
                    confidentiality_protocols: self.confidentiality_protocols,
                };
                (member, self.identification_file_path)
            }
        }
    };
}
pub(crate) use staff_body;
