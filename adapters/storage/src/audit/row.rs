//! Row types of audit entries and the values beside them.

use aditus_application::ports::SaltedValue;
use aditus_domain::requests::content::Commitment;
use diesel::prelude::*;

use crate::connection::MultiBackend;
use crate::error::{DbResult, unreadable};
use crate::schema::audit_entries;
use crate::times::Timestamp;

pub(super) type Rows<'a> = audit_entries::BoxedQuery<'a, MultiBackend>;

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_entries)]
pub(super) struct EntryRow {
    pub id: i64,
    pub at: Timestamp,
    pub kind: String,
    pub user_id: Option<i64>,
    pub concerns_id: Option<i64>,
    pub request_id: Option<i64>,
    pub canonical: String,
}

pub(super) fn salted(commitment: &[u8], salt: &[u8], value: String) -> DbResult<SaltedValue> {
    Ok(SaltedValue {
        commitment: Commitment(commitment.try_into().map_err(unreadable("commitment"))?),
        salt: salt.try_into().map_err(unreadable("salt"))?,
        value,
    })
}
