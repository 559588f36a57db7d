//! Repository of recorded clicks.

use aditus_application::accounts::Clicks;
use aditus_application::ports::StoreError;
use aditus_domain::accounts::Click;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::dialect::insert_rows;
use crate::schema::clicks;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Insertable)]
#[diesel(table_name = clicks, treat_none_as_default_value = false)]
struct ClickRow<'a> {
    cookie_id: &'a str,
    address: &'a str,
    done_at: Timestamp,
    action: &'a str,
    page: &'a str,
    object: &'a str,
    received_on: Timestamp,
}

impl Clicks for WriteTransaction {
    fn add(&mut self, clicks: &[Click], address: &str, at: DateTime<Utc>) -> Result<(), StoreError> {
        let rows: Vec<ClickRow<'_>> = clicks
            .iter()
            .map(|click| ClickRow {
                cookie_id: &click.cookie_id,
                address,
                done_at: Timestamp::from(click.done_at),
                action: &click.action,
                page: &click.page,
                object: &click.object,
                received_on: Timestamp::from(at),
            })
            .collect();
        self.run(|connection| Ok(insert_rows!(connection, clicks::table, &rows)?))
    }

    fn delete_expired(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = clicks::table.filter(clicks::received_on.lt(Timestamp::from(before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
