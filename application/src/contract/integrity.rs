//! The rules for every database that can be examined. A database that cannot returns `None` and has
//! no rules here.

use std::collections::BTreeMap;

use aditus_domain::ids::RequestId;
use aditus_domain::roles::Role;

use super::fixtures::{load, minute, provider, requester, submit};
use super::steps::{approval, approve_all, decide, give_feedback, second_round};
use crate::integrity::{Difference, Examination, Looked, Part};
use crate::ports::Database;

/// Examines all rows of a part, in batches of at most `most` rows.
pub(super) fn looked(examination: &mut dyn Examination, part: Part, most: u32) -> Looked {
    let mut all = Looked::default();
    let mut after = 0;
    loop {
        let batch = examination.look(part, after, most).unwrap();
        assert!(batch.rows <= u64::from(most), "{part}");
        all.rows += batch.rows;
        all.differences.extend(batch.differences);
        match batch.last {
            Some(last) => {
                assert!(last > after, "{part}");
                after = last;
            }
            None => return all,
        }
    }
}

fn fill(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let ids = ["Malaria", "Measles", "Cholera", "Rubella"]
        .map(|title| submit(database, &requester, &provider, title, minute(0)));
    decide(
        database,
        &provider,
        ids[0],
        Role::DataAccessReviewer,
        approval(),
        minute(1),
    );
    second_round(database, &provider, &requester, ids[1]);
    approve_all(database, &provider, ids[2], minute(2));
    give_feedback(database, &requester, ids[2], "Good", minute(3));
}

/// Returns the differences that can be repaired. The others concern rows that only use cases write
/// and these requests lack, such as versions of their contents.
pub(super) fn derived(looked: &Looked) -> Vec<&Difference> {
    let differences = looked.differences.iter();
    differences
        .filter(|difference| difference.can_be_mended)
        .collect()
}

/// If the repositories wrote everything, no derived value differs in batches of any size, and there
/// is nothing to repair.
pub fn an_intact_database_has_no_differences(database: &dyn Database) {
    fill(database);
    let Some(mut examination) = database.examine().unwrap() else {
        return;
    };
    let mut rows = BTreeMap::new();
    for part in Part::ALL {
        let at_once = looked(examination.as_mut(), part, 1000);
        assert_eq!(derived(&at_once), Vec::<&Difference>::new(), "{part}");
        assert_eq!(looked(examination.as_mut(), part, 1), at_once, "{part}");
        rows.insert(part, at_once.rows);
    }
    assert_eq!(rows[&Part::Requests], 4);
    assert!(rows[&Part::Accounts] > 1 && rows[&Part::CountersOfRoles] > 1);
    drop(examination);

    let before = load(database, RequestId(1));
    let ids: Vec<i64> = (0..100).collect();
    for part in Part::ALL {
        assert_eq!(
            database.mend(part, &ids).unwrap(),
            Vec::<Difference>::new(),
            "{part}"
        );
    }
    let after = load(database, RequestId(1));
    assert_eq!(
        (before.title, before.chain, before.version),
        (after.title, after.chain, after.version)
    );
}

/// Writers are not blocked, and their writes are not seen.
pub fn an_examination_reads_one_snapshot(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    submit(database, &requester, &provider, "Malaria", minute(0));
    let Some(mut examination) = database.examine().unwrap() else {
        return;
    };
    assert_eq!(looked(examination.as_mut(), Part::Requests, 10).rows, 1);
    submit(database, &requester, &provider, "Measles", minute(1));
    for part in [Part::Requests, Part::CountersOfOwners] {
        let again = looked(examination.as_mut(), part, 10);
        assert_eq!((again.rows, derived(&again)), (1, Vec::new()), "{part}");
    }
    drop(examination);
    let mut now = database.examine().unwrap().unwrap();
    assert_eq!(looked(now.as_mut(), Part::Requests, 10).rows, 2);
}
