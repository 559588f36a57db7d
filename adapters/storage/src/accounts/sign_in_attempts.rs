//! The store of failed sign-ins.

use aditus_application::accounts::{FailedSignIns, SignInAttempts};
use aditus_application::ports::StoreError;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::reading::Reading;
use crate::schema::sign_in_failures;
use crate::times::At;
use crate::transaction::UnitOfWork;

/// What was typed may hold anything, and PostgreSQL takes no NUL in a text.
fn storable(typed: &str) -> String {
    typed.replace('\0', "\u{fffd}")
}

fn times(rows: Vec<At>) -> Vec<DateTime<Utc>> {
    rows.into_iter().map(|at| at.0).collect()
}

fn failures_of_account(
    connection: &mut AnyConnection,
    account: &str,
    since: DateTime<Utc>,
) -> Outcome<Vec<DateTime<Utc>>> {
    let rows = sign_in_failures::table
        .filter(sign_in_failures::account.eq(storable(account)))
        .filter(sign_in_failures::failed_at.ge(At::from(since)))
        .order(sign_in_failures::failed_at)
        .select(sign_in_failures::failed_at)
        .load(connection)?;
    Ok(times(rows))
}

fn failures_of_address(
    connection: &mut AnyConnection,
    address: &str,
    since: DateTime<Utc>,
) -> Outcome<Vec<DateTime<Utc>>> {
    let rows = sign_in_failures::table
        .filter(sign_in_failures::address.eq(storable(address)))
        .filter(sign_in_failures::failed_at.ge(At::from(since)))
        .order(sign_in_failures::failed_at)
        .select(sign_in_failures::failed_at)
        .load(connection)?;
    Ok(times(rows))
}

/// Both kinds of work on the database answer alike.
macro_rules! failed_sign_ins_of {
    ($work:ty) => {
        impl FailedSignIns for $work {
            fn failures_of_account(
                &mut self,
                account: &str,
                since: DateTime<Utc>,
            ) -> Result<Vec<DateTime<Utc>>, StoreError> {
                self.run(|connection| failures_of_account(connection, account, since))
            }

            fn failures_of_address(
                &mut self,
                address: &str,
                since: DateTime<Utc>,
            ) -> Result<Vec<DateTime<Utc>>, StoreError> {
                self.run(|connection| failures_of_address(connection, address, since))
            }
        }
    };
}

failed_sign_ins_of!(UnitOfWork);
failed_sign_ins_of!(Reading);

impl SignInAttempts for UnitOfWork {
    fn failed(&mut self, account: &str, address: &str, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::insert_into(sign_in_failures::table)
                .values((
                    sign_in_failures::account.eq(storable(account)),
                    sign_in_failures::address.eq(storable(address)),
                    sign_in_failures::failed_at.eq(At::from(at)),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn forget_account(&mut self, account: &str) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(sign_in_failures::table.filter(sign_in_failures::account.eq(storable(account))))
                .execute(connection)?;
            Ok(())
        })
    }

    fn sweep(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old = sign_in_failures::table.filter(sign_in_failures::failed_at.lt(At::from(before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }
}
