//! What every database MUST do that can be examined. One that cannot answers none, and has nothing to keep here.

use std::collections::BTreeMap;

use aditus_domain::ids::RequestId;
use aditus_domain::roles::Role;

use super::fixtures::{load, minute, provider, requester, submit};
use super::steps::{approval, approve_all, decide, give_feedback, second_round};
use crate::integrity::{Difference, Examination, Looked, Part};
use crate::ports::Database;

/// All rows of a part, by batches of at most so many.
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

/// What differs and can be mended. What cannot is what use cases write and these requests do not have, such as versions of their contents.
pub(super) fn derived(looked: &Looked) -> Vec<&Difference> {
    let differences = looked.differences.iter();
    differences
        .filter(|difference| difference.can_be_mended)
        .collect()
}

/// Where everything was written by the repositories nothing that is derived differs, by batches of any size, and there is nothing to mend.
pub fn what_is_whole_is_found_whole_and_left_as_it_is(database: &dyn Database) {
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

/// Whoever writes is not held up, and what they write is not seen.
pub fn an_examination_is_of_one_moment(database: &dyn Database) {
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
