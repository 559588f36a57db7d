//! The fields that the forms of a stage share.

/// Adds the fields of a stage to a body, and `into_raw`, which does not set the procedure. Each
/// body has its own schema in the OpenAPI document, with its own description of `pos_x`.
macro_rules! stage_body {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident { $($own:tt)* }) => {
        $(#[$meta])*
        $visibility struct $name {
            $($own)*
            /// From 1 to 8.
            pub stage_order: Option<i64>,
            /// The id of the role.
            pub role: Option<i64>,
            pub stage_activity: Option<String>,
            /// The id of the stage type.
            pub stage_type: Option<i64>,
            /// Either 0 or 1.
            pub branch_level: Option<i64>,
            /// The vertical position, as a fraction of the drawing's height.
            pub pos_y: Option<f64>,
            /// The name of an MUI icon.
            #[schema(example = "FactCheck")]
            pub icon: Option<String>,
            /// The number of working days, from 1 to 250, in which the stage should be decided; null
            /// for no target. Only a stage with a decision can have a target. In a change, a missing
            /// field keeps the value.
            #[serde(default, deserialize_with = "crate::optional_fields::double_option")]
            #[schema(value_type = Option<i64>)]
            pub target: Option<Option<i64>>,
        }

        impl $name {
            fn into_raw(self) -> aditus_domain::procedures::RawStage {
                aditus_domain::procedures::RawStage {
                    approval_procedure: None,
                    role: self.role,
                    stage_type: self.stage_type,
                    stage_order: self.stage_order,
                    stage_activity: self.stage_activity.unwrap_or_default(),
                    branch_level: self.branch_level,
                    pos_x: self.pos_x,
                    pos_y: self.pos_y,
                    icon: self.icon.unwrap_or_default(),
                    target: self.target,
                }
            }
        }
    };
}
pub(crate) use stage_body;
