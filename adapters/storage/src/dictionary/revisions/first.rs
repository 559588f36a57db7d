//! The first revisions of what was there before revisions were kept.

use std::collections::BTreeSet;

use aditus_domain::dictionary::revision::Revised;
use diesel::connection::Connection;
use diesel::prelude::*;

use super::{TABLE, VARIABLE, make_revisions, pins, read};
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::records_without_revision;

/// The rows of one transaction, so that others who write wait no longer than for these.
const ROWS_AT_ONCE: i64 = 500;

/// Makes them, and has requests ask for them. They bear nobody's name, and the time of this.
pub(crate) fn make_first_revisions(connection: &mut AnyConnection) -> Outcome<()> {
    while connection.transaction(make_some)? > 0 {}
    Ok(())
}

fn make_some(connection: &mut AnyConnection) -> Outcome<usize> {
    let rows: Vec<(String, i64)> = records_without_revision::table
        .order((
            records_without_revision::record,
            records_without_revision::record_id,
        ))
        .limit(ROWS_AT_ONCE)
        .load(connection)?;
    let these = rows
        .iter()
        .map(|(record, id)| read(record, *id))
        .collect::<Outcome<BTreeSet<Revised>>>()?;
    if these.is_empty() {
        return Ok(0);
    }
    make_revisions(connection, &these, None)?;
    let of = |kind: &str| -> Vec<i64> {
        let these = rows.iter().filter(|(record, _)| record == kind);
        these.map(|(_, id)| *id).collect()
    };
    pins::pin_variables(connection, &of(VARIABLE))?;
    for kind in [TABLE, VARIABLE] {
        let made = records_without_revision::table
            .filter(records_without_revision::record.eq(kind))
            .filter(records_without_revision::record_id.eq_any(of(kind)));
        diesel::delete(made).execute(connection)?;
    }
    Ok(rows.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use aditus_application::audit::{Unrecorded, unrecorded};
    use aditus_application::contract::fixtures::{minute, provider, requester, submit};
    use aditus_application::paging::Page;
    use aditus_application::ports::Database;
    use diesel::connection::SimpleConnection;

    use super::*;
    use crate::testing::TestDatabase;

    /// As the migration left it: nobody kept revisions.
    const WITHOUT: &str = "
        DELETE FROM present_revisions;
        UPDATE dataset_variables SET revision_id = NULL;
        DELETE FROM dictionary_revisions;
        INSERT INTO records_without_revision (record, record_id) SELECT 'table', id FROM dictionary_tables;
        INSERT INTO records_without_revision (record, record_id) SELECT 'variable', id FROM variables;";

    fn what_was_there_before_gets_a_first_revision(database: &TestDatabase) {
        let store = database.store();
        let (provider, requester) = (provider(&*store), requester(&*store));
        let request = submit(&*store, &requester, &provider, "Malaria", minute(1));
        let mut connection = database.connection();
        database.unprotect("dictionary_revisions");
        connection.batch_execute(WITHOUT).unwrap();
        make_first_revisions(&mut connection).unwrap();
        make_first_revisions(&mut connection).unwrap();
        let mut views = store.read().unwrap();
        for variable in &provider.variables {
            let of = Revised::Variable(*variable);
            let known = views
                .dictionary_revisions()
                .revisions(of, Page::new(1, 9))
                .unwrap();
            assert_eq!((known.total, known.items[0].number), (1, 1));
            assert_eq!(known.items[0].author, None);
        }
        drop(views);
        let asked = provider.variables[0];
        let mut transaction = store.begin().unwrap();
        let variables = transaction.dictionary_variables();
        let mut details = variables.variable(asked).unwrap().unwrap().details;
        "Something else.".clone_into(&mut details.meaning);
        variables.update_variable(asked, &details).unwrap();
        transaction.commit(unrecorded(Unrecorded::Invented)).unwrap();
        let mut views = store.read().unwrap();
        let detail = views
            .requests()
            .detail(&requester.scope(), request)
            .unwrap()
            .unwrap();
        let variables = &detail.requested_datasets[0].variables;
        let since = variables
            .iter()
            .find(|variable| variable.var.var_id == asked)
            .map(|variable| variable.since.remark());
        assert_eq!(since, Some(Some("changed since")));
    }

    #[test]
    fn what_was_there_before_gets_a_first_revision_on_sqlite() {
        what_was_there_before_gets_a_first_revision(&TestDatabase::sqlite());
    }

    #[test]
    fn what_was_there_before_gets_a_first_revision_on_postgres() {
        what_was_there_before_gets_a_first_revision(&TestDatabase::postgres());
    }

    fn a_revision_stays(database: &TestDatabase) {
        let store = database.store();
        provider(&*store);
        for statement in [
            "UPDATE dictionary_revisions SET number = 7",
            "DELETE FROM dictionary_revisions",
        ] {
            assert!(database.execute(statement).is_err(), "{statement}");
        }
    }

    #[test]
    fn a_revision_stays_on_sqlite() {
        a_revision_stays(&TestDatabase::sqlite());
    }

    #[test]
    fn a_revision_stays_on_postgres() {
        a_revision_stays(&TestDatabase::postgres());
    }
}
