//! Repository of ceremonies that wait for the response of a passkey.

use aditus_application::accounts::passkeys::Ceremonies;
use aditus_application::ports::StoreError;
use aditus_domain::accounts::passkey::{Ceremony, CeremonyPurpose};
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::error::{DbResult, missing, unreadable};
use crate::prepared::{Prepare, columns_of};
use crate::schema::ceremonies;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = ceremonies)]
struct CeremonyRow {
    purpose: String,
    user_id: Option<i64>,
    nonce: Vec<u8>,
    begun_on: Timestamp,
}

impl CeremonyRow {
    fn ceremony(self) -> DbResult<Ceremony> {
        let nonce = <[u8; 32]>::try_from(self.nonce);
        Ok(Ceremony {
            purpose: CeremonyPurpose::parse(&self.purpose).map_err(unreadable("purpose of a ceremony"))?,
            user: self.user_id.map(UserId),
            nonce: nonce.map_err(|_| missing("nonce of a ceremony")())?,
            begun_on: self.begun_on.0,
        })
    }
}

impl Ceremonies for WriteTransaction {
    fn add(&mut self, challenge: &[u8; 32], ceremony: &Ceremony) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::insert_into(ceremonies::table)
                .values((
                    ceremonies::challenge.eq(challenge.as_slice()),
                    ceremonies::purpose.eq(ceremony.purpose.name()),
                    ceremonies::user_id.eq(ceremony.user.map(|user| user.0)),
                    ceremonies::nonce.eq(ceremony.nonce.as_slice()),
                    ceremonies::begun_on.eq(Timestamp::from(ceremony.begun_on)),
                ))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn take(&mut self, challenge: &[u8; 32]) -> Result<Option<Ceremony>, StoreError> {
        self.run(|connection| {
            let taken = diesel::delete(ceremonies::table.find(challenge.as_slice()))
                .returning(columns_of::<CeremonyRow>())
                .get_result::<CeremonyRow>(connection)
                .optional()?;
            taken.map(CeremonyRow::ceremony).transpose()
        })
    }

    fn delete_expired(&mut self, begun_before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = ceremonies::table.filter(ceremonies::begun_on.lt(Timestamp::from(begun_before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
