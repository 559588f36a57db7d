//! Repository of contact changes that can be reverted.

use aditus_application::accounts::{ContactChanges, NewContactChange, StoredContactChange};
use aditus_application::ports::StoreError;
use aditus_domain::accounts::{ContactChange, PhoneNumber};
use aditus_domain::ids::{ContactChangeId, UserId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::error::{DbResult, unreadable};
use crate::schema::contact_changes;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = contact_changes)]
struct ChangeRow {
    id: i64,
    user_id: i64,
    kind: String,
    old_value: String,
    new_value: String,
    made_on: Timestamp,
}

impl ChangeRow {
    fn change(self) -> DbResult<StoredContactChange> {
        Ok(StoredContactChange {
            id: ContactChangeId(self.id),
            user: UserId(self.user_id),
            change: ContactChange::read(&self.kind, &self.old_value, &self.new_value)
                .map_err(unreadable("change of an address or number"))?,
            made_on: self.made_on.0,
        })
    }
}

impl ContactChanges for WriteTransaction {
    fn add(&mut self, new: &NewContactChange) -> Result<ContactChangeId, StoreError> {
        let (old_value, new_value) = new.change.values();
        self.run(|connection| {
            let id = diesel::insert_into(contact_changes::table)
                .values((
                    contact_changes::user_id.eq(new.user.0),
                    contact_changes::kind.eq(new.change.kind()),
                    contact_changes::old_value.eq(old_value),
                    contact_changes::new_value.eq(new_value),
                    contact_changes::token_hash.eq(new.token_hash.as_slice()),
                    contact_changes::made_on.eq(Timestamp::from(new.made_on)),
                ))
                .returning(contact_changes::id)
                .get_result(connection)?;
            Ok(ContactChangeId(id))
        })
    }

    fn by_token(&mut self, token_hash: &[u8; 32]) -> Result<Option<StoredContactChange>, StoreError> {
        self.run(|connection| {
            let row = contact_changes::table
                .filter(contact_changes::token_hash.eq(token_hash.as_slice()))
                .select(ChangeRow::as_select())
                .first(connection)
                .optional()?;
            row.map(ChangeRow::change).transpose()
        })
    }

    fn delete_from(&mut self, change: &StoredContactChange) -> Result<bool, StoreError> {
        self.run(|connection| {
            let from = contact_changes::table
                .filter(contact_changes::user_id.eq(change.user.0))
                .filter(contact_changes::kind.eq(change.change.kind()))
                .filter(contact_changes::id.ge(change.id.0));
            let forgotten = diesel::delete(from)
                .returning(contact_changes::id)
                .get_results::<i64>(connection)?;
            Ok(forgotten.contains(&change.id.0))
        })
    }

    fn last_owner_of_phone(
        &mut self,
        phone: &PhoneNumber,
        since: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        self.run(|connection| {
            let owner = contact_changes::table
                .filter(contact_changes::kind.eq(ContactChange::PHONE))
                .filter(contact_changes::old_value.eq(phone.as_str()))
                .filter(contact_changes::made_on.gt(Timestamp::from(since)))
                .order(contact_changes::id.desc())
                .select(contact_changes::user_id)
                .first::<i64>(connection)
                .optional()?;
            Ok(owner.map(UserId))
        })
    }

    fn delete_expired(&mut self, made_before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = contact_changes::table.filter(contact_changes::made_on.lt(Timestamp::from(made_before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
