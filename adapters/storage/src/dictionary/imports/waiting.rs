//! Durability of the commits of an import.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::sync::Arc;

use aditus_application::contract::seed::at;
use aditus_application::dictionary::import::{DictionaryImports, Lease, NewImport};
use aditus_domain::dictionary::ImportFormat;
use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::connection::AnyConnection;
use crate::testing::TestDatabase;
use crate::transaction::WriteTransaction;

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    waits: String,
}

/// Makes the commit of this transaction durable, because the test server has `synchronous_commit`
/// off.
fn make_durable(transaction: &mut WriteTransaction) {
    let set = transaction.run(|connection| {
        if let AnyConnection::Postgres(connection) = connection {
            diesel::sql_query("SET LOCAL synchronous_commit = on").execute(connection)?;
        }
        Ok(())
    });
    set.unwrap();
}

/// Returns true if the commit of this transaction waits for the disk.
fn is_durable(transaction: &mut WriteTransaction) -> bool {
    let setting = transaction.run(|connection| {
        let AnyConnection::Postgres(connection) = connection else {
            return Ok(None);
        };
        let setting = diesel::sql_query("SELECT current_setting('synchronous_commit') AS waits");
        Ok(Some(setting.get_result::<Setting>(connection)?.waits))
    });
    setting.unwrap().as_deref() != Some("off")
}

#[test]
fn only_commits_of_stored_rows_are_asynchronous() {
    let database = TestDatabase::postgres();
    let store = database.store();
    let mut transaction =
        WriteTransaction::begin(store.writer().unwrap(), Arc::default(), Arc::default()).unwrap();
    make_durable(&mut transaction);
    let holder = [7; 16];
    let import = DictionaryImports::add(
        &mut transaction,
        &NewImport {
            source: "National HMIS".to_owned(),
            format: ImportFormat::Aditus,
            leave_unknown: false,
            publish: false,
            started_by: None,
            started_on: at(0),
            holder,
            held_until: at(60),
        },
    )
    .unwrap();
    let lease = Lease { import, holder };
    transaction.advance(&lease, 0, at(60)).unwrap();
    assert!(is_durable(&mut transaction));
    transaction.advance(&lease, 1_000, at(60)).unwrap();
    assert!(!is_durable(&mut transaction));
}
