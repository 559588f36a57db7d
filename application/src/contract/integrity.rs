//! The rules for every database that can be examined. A database that cannot returns `None` and has
//! no rules here.

use std::collections::BTreeMap;

use aditus_domain::ids::RequestId;
use aditus_domain::roles::Role;

use super::fixtures::{load, minute, provider, requester, submit};
use super::steps::{approval, approve_all, decide, give_feedback, second_round};
use crate::integrity::{Difference, IntegrityScan, ScanBatch, Part};
use crate::ports::Database;

/// Examines all rows of a part, in batches of at most `most` rows.
pub(super) fn scan_part(scan: &mut dyn IntegrityScan, part: Part, most: u32) -> ScanBatch {
    let mut all = ScanBatch::default();
    let mut after = 0;
    loop {
        let batch = scan.scan(part, after, most).unwrap();
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
pub(super) fn derived(batch: &ScanBatch) -> Vec<&Difference> {
    let differences = batch.differences.iter();
    differences
        .filter(|difference| difference.is_repairable)
        .collect()
}

/// If the repositories wrote everything, no derived value differs in batches of any size, and there
/// is nothing to repair.
pub fn an_intact_database_has_no_differences(database: &dyn Database) {
    fill(database);
    let Some(mut scan) = database.begin_integrity_scan().unwrap() else {
        return;
    };
    let mut rows = BTreeMap::new();
    for part in Part::ALL {
        let at_once = scan_part(scan.as_mut(), part, 1000);
        assert_eq!(derived(&at_once), Vec::<&Difference>::new(), "{part}");
        assert_eq!(scan_part(scan.as_mut(), part, 1), at_once, "{part}");
        rows.insert(part, at_once.rows);
    }
    assert_eq!(rows[&Part::Requests], 4);
    assert!(rows[&Part::Accounts] > 1 && rows[&Part::CountersOfRoles] > 1);
    drop(scan);

    let before = load(database, RequestId(1));
    let ids: Vec<i64> = (0..100).collect();
    for part in Part::ALL {
        assert_eq!(
            database.repair(part, &ids).unwrap(),
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
pub fn a_scan_reads_one_snapshot(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    submit(database, &requester, &provider, "Malaria", minute(0));
    let Some(mut scan) = database.begin_integrity_scan().unwrap() else {
        return;
    };
    assert_eq!(scan_part(scan.as_mut(), Part::Requests, 10).rows, 1);
    submit(database, &requester, &provider, "Measles", minute(1));
    for part in [Part::Requests, Part::CountersOfOwners] {
        let again = scan_part(scan.as_mut(), part, 10);
        assert_eq!((again.rows, derived(&again)), (1, Vec::new()), "{part}");
    }
    drop(scan);
    let mut now = database.begin_integrity_scan().unwrap().unwrap();
    assert_eq!(scan_part(now.as_mut(), Part::Requests, 10).rows, 2);
}
