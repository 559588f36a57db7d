//! Shared parts of the calls about purposes, ethics committees and equipment types.

use aditus_application::reference::views::EntrySort;

use crate::records::RecordsQuery;
use crate::sort::Columns;

pub(super) type EntriesQuery = RecordsQuery<EntrySort>;

impl Columns for EntrySort {
    const COLUMNS: &'static [(&'static str, Self)] = &[("name", Self::Name), ("active", Self::Active)];
}

/// Declares the bodies of a list of entries, which differ in two field names.
macro_rules! entry_bodies {
    ($row:ident, $input:ident, $id_body:ident: $id:ident, $name:ident) => {
        /// An entry of the list, as a Super User sees it.
        #[derive(Serialize, ToSchema)]
        pub(crate) struct $row {
            pub $id: i64,
            pub $name: String,
            /// 1 for an active entry, 0 for one that is no longer offered.
            pub active: i64,
            /// The reason why it cannot be renamed; null if it can.
            pub rename_refused: Option<String>,
            /// The reason why it cannot be deactivated; null if it can, or if it is inactive.
            pub deactivation_refused: Option<String>,
            /// The reason why it cannot be deleted; null if it can.
            pub deletion_refused: Option<String>,
            /// The version of the record, to be sent with a change.
            pub row_version: i64,
        }

        /// The form of an entry.
        #[derive(Deserialize, Validate, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $input {
            pub $name: Option<String>,
            /// Deactivate (0) or Activate (1). Defaults to 1 for a new entry. In a change, a
            /// missing field keeps the value.
            pub active: Option<i64>,
            /// The `row_version` that was read. If a newer version was saved since, the change
            /// fails with 409 (conflict). Without it, there is no check for conflicts.
            #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
            pub row_version: Option<i64>,
        }

        /// The id of an entry.
        #[derive(Serialize, ToSchema)]
        pub(crate) struct $id_body {
            pub $id: i64,
        }

        impl From<EntryRow> for $row {
            fn from(row: EntryRow) -> Self {
                let text = |refusal: Option<EntryRefusal>| refusal.map(|refusal| refusal.to_string());
                Self {
                    $id: row.record.entry.id.number(),
                    $name: row.record.entry.name,
                    active: i64::from(row.record.entry.active),
                    rename_refused: text(row.rename_refused),
                    deactivation_refused: text(row.deactivation_refused),
                    deletion_refused: text(row.deletion_refused),
                    row_version: row.record.row_version.0,
                }
            }
        }

        impl From<$input> for RawEntry {
            fn from(body: $input) -> Self {
                Self {
                    name: body.$name.unwrap_or_default(),
                    active: body.active,
                }
            }
        }
    };
}
pub(super) use entry_bodies;
