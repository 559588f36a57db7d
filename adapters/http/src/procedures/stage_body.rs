//! The fields of a stage as bodies take them.

/// Adds the fields of a stage to a body, and `into_raw`, which leaves the procedure to the caller. The OpenAPI document has a schema for
/// each of the bodies, and describes `pos_x` in its own way.
macro_rules! stage_body {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident { $($own:tt)* }) => {
        $(#[$meta])*
        $visibility struct $name {
            $($own)*
            /// 1 to 8.
            pub stage_order: Option<i64>,
            /// The role's id.
            pub role: Option<i64>,
            pub stage_activity: Option<String>,
            /// The stage type's id.
            pub stage_type: Option<i64>,
            /// 0 or 1.
            pub branch_level: Option<i64>,
            /// A fraction of the drawing's height.
            pub pos_y: Option<f64>,
            /// The name of an MUI icon.
            #[schema(example = "FactCheck")]
            pub icon: Option<String>,
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
                }
            }
        }
    };
}
pub(crate) use stage_body;
