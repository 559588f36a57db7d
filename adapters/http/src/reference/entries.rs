//! What the calls about purposes, ethics committees and equipment types have in common.

use aditus_application::reference::views::EntrySort;

use crate::records::RecordsQuery;
use crate::sort::Columns;

pub(super) type EntriesQuery = RecordsQuery<EntrySort>;

impl Columns for EntrySort {
    const COLUMNS: &'static [(&'static str, Self)] = &[("name", Self::Name), ("active", Self::Active)];
}

/// The bodies of a list of entries, which differ in the names of two fields.
macro_rules! entry_bodies {
    ($row:ident, $input:ident, $id_body:ident: $id:ident, $name:ident) => {
        /// An entry of the list, as a Super User sees it.
        #[derive(Serialize, ToSchema)]
        pub(crate) struct $row {
            pub $id: i64,
            pub $name: String,
            /// 1, or 0 for one that is not offered any more.
            pub active: i64,
            /// Why it cannot be renamed; null when it can.
            pub rename_refused: Option<String>,
            /// Why it cannot be deactivated; null when it can, or is not active.
            pub deactivation_refused: Option<String>,
            /// Why it cannot be deleted; null when it can.
            pub deletion_refused: Option<String>,
            /// The version of this state, which a change names.
            pub row_version: i64,
        }

        /// What is typed of an entry.
        #[derive(Deserialize, Validate, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $input {
            pub $name: Option<String>,
            /// Deactivate (0) or Activate (1). Without it a new entry is active, and another one stays as it is.
            pub active: Option<i64>,
            /// The version that was read, which a change names; somebody else has saved a newer one: 409. Without it nobody asks.
            #[validate(range(min = 1, message = "A version is a number from 1 on."))]
            pub row_version: Option<i64>,
        }

        /// The id of an entry.
        #[derive(Serialize, ToSchema)]
        pub(crate) struct $id_body {
            pub $id: i64,
        }

        impl From<EntryRow> for $row {
            fn from(row: EntryRow) -> Self {
                let told = |refusal: Option<EntryRefusal>| refusal.map(|refusal| refusal.to_string());
                Self {
                    $id: row.record.entry.id.number(),
                    $name: row.record.entry.name,
                    active: i64::from(row.record.entry.active),
                    rename_refused: told(row.rename_refused),
                    deactivation_refused: told(row.deactivation_refused),
                    deletion_refused: told(row.deletion_refused),
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
