//! Repository of callers that look like proxies but are not configured as trusted.

use aditus_application::ports::StoreError;
use aditus_application::untrusted_proxies::UntrustedProxies;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::schema::untrusted_proxies;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

impl UntrustedProxies for WriteTransaction {
    fn note(&mut self, address: &str, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let known = untrusted_proxies::table.filter(untrusted_proxies::address.eq(address));
            let noted = diesel::update(known)
                .set(untrusted_proxies::seen_on.eq(Timestamp::from(at)))
                .execute(connection)?;
            if noted == 0 {
                diesel::insert_into(untrusted_proxies::table)
                    .values((
                        untrusted_proxies::address.eq(address),
                        untrusted_proxies::seen_on.eq(Timestamp::from(at)),
                    ))
                    .execute(connection)?;
            }
            Ok(())
        })
    }

    fn seen(&mut self, since: DateTime<Utc>) -> Result<Vec<String>, StoreError> {
        self.run(|connection| {
            Ok(untrusted_proxies::table
                .filter(untrusted_proxies::seen_on.gt(Timestamp::from(since)))
                .order(untrusted_proxies::address)
                .select(untrusted_proxies::address)
                .load(connection)?)
        })
    }

    fn delete_expired(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = untrusted_proxies::table.filter(untrusted_proxies::seen_on.lt(Timestamp::from(before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
