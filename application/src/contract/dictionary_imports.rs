//! The contract of imports of the dictionary.

use std::sync::Barrier;

use aditus_domain::dictionary::{ImportFormat, ImportState};
use aditus_domain::ids::ImportId;

use super::seed::{at, commit, source, unrecorded_in_test, user};
use crate::dictionary::import::{
    File, Files, ImportJob, ImportSort, Lease, LeasedImport, NewImport, Remark, RemarkKind, StoredRemark,
    Tally,
};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Database, StoreError};

const HOLDER: [u8; 16] = [1; 16];

fn new(source: &str) -> NewImport {
    NewImport {
        source: source.to_owned(),
        format: ImportFormat::Redcap,
        leave_unknown: true,
        publish: true,
        started_by: None,
        started_on: at(0),
        holder: HOLDER,
        held_until: at(60),
    }
}

fn added(database: &dyn Database, source: &str) -> Lease {
    let import = commit(database, |transaction| {
        transaction.dictionary_imports().add(&new(source)).unwrap()
    });
    Lease {
        import,
        holder: HOLDER,
    }
}

fn found(database: &dyn Database, import: ImportId) -> Option<ImportJob> {
    let mut views = database.read().unwrap();
    views.dictionary_imports().import(import).unwrap()
}

/// Saves another state of the import, which later reads find.
fn saved(database: &dyn Database, lease: &Lease, state: ImportState) -> ImportJob {
    commit(database, |transaction| {
        let imports = transaction.dictionary_imports();
        let mut job = imports.find_leased(lease).unwrap().unwrap();
        job.state = state;
        job.ended_on = (!state.is_open()).then(|| at(30));
        imports.save(lease, &job, at(60)).unwrap();
        job
    })
}

fn abandoned(database: &dyn Database, seconds: i64) -> Vec<LeasedImport> {
    let mut views = database.read().unwrap();
    views.dictionary_imports().abandoned(at(seconds)).unwrap()
}

/// All fields are stored, and the import belongs to the person who began it.
pub fn an_import_is_found_as_it_was_saved(database: &dyn Database) {
    let person = user(database, 1);
    let id = source(database, "Birth Register", true);
    let import = commit(database, |transaction| {
        let new = NewImport {
            started_by: Some(person),
            ..new("Birth Register")
        };
        transaction.dictionary_imports().add(&new).unwrap()
    });
    let lease = Lease {
        import,
        holder: HOLDER,
    };
    let mut job = found(database, import).unwrap();
    assert_eq!(
        (job.source.as_str(), job.format, job.started_by, job.started_on),
        ("Birth Register", ImportFormat::Redcap, Some(person), at(0))
    );
    assert!(job.leave_unknown && job.publish);
    assert!(job.started_by_name.is_some());
    assert_eq!(
        (job.state, job.ended_on, job.tables, job.message.as_deref()),
        (ImportState::Comparing, None, Tally::default(), None)
    );
    job.state = ImportState::Failed;
    job.data_source = Some(id);
    job.source_added = true;
    job.ended_on = Some(at(5));
    job.tables = Tally {
        read: 4,
        added: 3,
        changed: 2,
        refused: 1,
    };
    job.variables = Tally {
        read: 100_000,
        added: 70_000,
        changed: 20_000,
        refused: 10_000,
    };
    job.rows_to_store = 90_005;
    job.message = Some("The file is empty.".to_owned());
    commit(database, |transaction| {
        transaction
            .dictionary_imports()
            .save(&lease, &job, at(60))
            .unwrap();
    });
    assert_eq!(found(database, import), Some(job));
    assert_eq!(found(database, ImportId(import.0 + 1)), None);
}

/// Eight imports begin at once, with different cases in the name of the source.
pub fn one_import_runs_in_a_source(database: &dyn Database) {
    let start = Barrier::new(8);
    let begun: Vec<ImportId> = std::thread::scope(|scope| {
        let attempts: Vec<_> = (0..8)
            .map(|number| {
                let start = &start;
                scope.spawn(move || {
                    let name = if number % 2 == 0 { "BIRTHS" } else { "Births" };
                    start.wait();
                    let mut transaction = database.begin().unwrap();
                    match transaction.dictionary_imports().add(&new(name)) {
                        Ok(import) => transaction.commit(unrecorded_in_test()).map(|()| import).ok(),
                        Err(StoreError::Duplicate(_)) => None,
                        Err(error) => panic!("{error}"),
                    }
                })
            })
            .collect();
        attempts
            .into_iter()
            .filter_map(|attempt| attempt.join().unwrap())
            .collect()
    });
    assert_eq!(begun.len(), 1);
    added(database, "Deaths");
    let open = |database: &dyn Database| {
        commit(database, |transaction| {
            transaction.dictionary_imports().count_open().unwrap()
        })
    };
    assert_eq!(open(database), 2);
    let lease = Lease {
        import: begun[0],
        holder: HOLDER,
    };
    saved(database, &lease, ImportState::Cancelled);
    assert_eq!(open(database), 1);
    added(database, "births");
}

/// Neither the progress nor the end is saved.
pub fn a_lost_lease_cannot_write(database: &dyn Database) {
    let lease = added(database, "Births");
    let stranger = Lease {
        holder: [9; 16],
        ..lease
    };
    let job = found(database, lease.import).unwrap();
    let mut transaction = database.begin().unwrap();
    assert_eq!(
        transaction.dictionary_imports().find_leased(&stranger).unwrap(),
        None
    );
    let refused = transaction.dictionary_imports().save(&stranger, &job, at(90));
    assert!(matches!(refused, Err(StoreError::Conflict)));
    drop(transaction);
    let mut transaction = database.begin().unwrap();
    let refused = transaction.dictionary_imports().advance(&stranger, 5, at(90));
    assert!(matches!(refused, Err(StoreError::Conflict)));
    drop(transaction);

    commit(database, |transaction| {
        let imports = transaction.dictionary_imports();
        imports.advance(&lease, 200, at(90)).unwrap();
        imports.advance(&lease, 5, at(90)).unwrap();
    });
    assert_eq!(found(database, lease.import).unwrap().rows_stored, 205);
    saved(database, &lease, ImportState::Interrupted);
    let mut transaction = database.begin().unwrap();
    assert_eq!(
        transaction.dictionary_imports().find_leased(&lease).unwrap(),
        None
    );
    let refused = transaction.dictionary_imports().advance(&lease, 1, at(90));
    assert!(matches!(refused, Err(StoreError::Conflict)), "it has ended");
}

/// Renewing keeps the lease. One of two workers takes over an import whose lease has expired.
pub fn an_abandoned_import_is_taken_over_once(database: &dyn Database) {
    let lease = added(database, "Births");
    assert_eq!(abandoned(database, 60), []);
    let dead = abandoned(database, 61);
    assert_eq!(dead.len(), 1);
    assert_eq!((dead[0].job.id, dead[0].holder), (lease.import, HOLDER));
    let take = |holder: u8, now: i64| {
        commit(database, |transaction| {
            transaction
                .dictionary_imports()
                .take_over(&dead[0], [holder; 16], at(now), at(now + 60))
                .unwrap()
        })
    };
    assert!(!take(2, 59), "it is held yet");
    assert!(take(2, 61));
    assert!(!take(3, 61));
    assert_eq!(abandoned(database, 62), []);
    let ours = Lease {
        holder: [2; 16],
        ..lease
    };
    let job = commit(database, |transaction| {
        assert_eq!(
            transaction.dictionary_imports().find_leased(&lease).unwrap(),
            None
        );
        transaction
            .dictionary_imports()
            .find_leased(&ours)
            .unwrap()
            .unwrap()
    });
    assert_eq!(job.takeovers, 1);
    saved(database, &ours, ImportState::Interrupted);
    assert_eq!(abandoned(database, 1000), []);
}

/// An import that already writes cannot be cancelled.
pub fn an_import_can_be_cancelled_while_it_compares(database: &dyn Database) {
    let ask = |import: ImportId| {
        commit(database, |transaction| {
            transaction.dictionary_imports().ask_to_cancel(import).unwrap()
        })
    };
    let lease = added(database, "Births");
    assert!(ask(lease.import));
    assert!(found(database, lease.import).unwrap().is_cancel_asked);
    assert!(!ask(ImportId(lease.import.0 + 100)));
    let writes = added(database, "Deaths");
    saved(database, &writes, ImportState::Storing);
    assert!(!ask(writes.import));
    saved(database, &lease, ImportState::Cancelled);
    assert!(!ask(lease.import));
}

/// The cancellation was requested after the import was read.
pub fn a_cancelled_import_does_not_begin_to_write(database: &dyn Database) {
    let lease = added(database, "Births");
    let mut job = found(database, lease.import).unwrap();
    commit(database, |transaction| {
        transaction
            .dictionary_imports()
            .ask_to_cancel(lease.import)
            .unwrap();
    });
    job.state = ImportState::Storing;
    let mut transaction = database.begin().unwrap();
    let refused = transaction.dictionary_imports().save(&lease, &job, at(90));
    assert!(matches!(refused, Err(StoreError::Conflict)));
}

/// Files are returned by parts, in order. Files of another import are kept.
pub fn files_come_back_whole_and_are_forgotten(database: &dyn Database) {
    let (lease, other) = (added(database, "Births"), added(database, "Deaths"));
    commit(database, |transaction| {
        let imports = transaction.dictionary_imports();
        for (number, part) in (0..).zip(["tbl_", "na", "me\n"]) {
            imports
                .add_file_part(lease.import, File::Tables, number, part.as_bytes())
                .unwrap();
        }
        imports
            .add_file_part(lease.import, File::Variables, 0, &[0, 255])
            .unwrap();
        imports
            .add_file_part(other.import, File::Tables, 0, b"x")
            .unwrap();
    });
    let files = |import: ImportId| {
        commit(database, |transaction| {
            transaction.dictionary_imports().files(import).unwrap()
        })
    };
    let kept = Files {
        tables: b"tbl_name\n".to_vec(),
        variables: vec![0, 255],
    };
    assert_eq!(files(lease.import), kept);
    commit(database, |transaction| {
        transaction
            .dictionary_imports()
            .delete_files(lease.import)
            .unwrap();
    });
    assert_eq!(files(lease.import), Files::default());
    assert_eq!(files(other.import).tables, b"x");
}

/// Only remarks of this import are returned.
pub fn remarks_come_by_kind_and_line(database: &dyn Database) {
    let (lease, other) = (added(database, "Births"), added(database, "Deaths"));
    let kept = |kind, file, line| StoredRemark {
        kind,
        remark: Remark {
            file,
            line,
            text: "meaning: Meaning is required".to_owned(),
        },
    };
    let remarks = [
        kept(RemarkKind::Refused, File::Tables, 7),
        kept(RemarkKind::Refused, File::Variables, 100_000),
        kept(RemarkKind::Note, File::Variables, 3),
    ];
    commit(database, |transaction| {
        let imports = transaction.dictionary_imports();
        imports.remark(lease.import, &remarks[2..]).unwrap();
        imports.remark(lease.import, &remarks[..2]).unwrap();
        imports.remark(other.import, &[]).unwrap();
    });
    let found = |import: ImportId| {
        let mut views = database.read().unwrap();
        views.dictionary_imports().remarks(import).unwrap()
    };
    assert_eq!(found(lease.import), remarks);
    assert_eq!(found(other.import), []);
}

fn listed(database: &dyn Database, query: &ListQuery<ImportSort>) -> (Vec<ImportId>, u64) {
    let mut views = database.read().unwrap();
    let page = views.dictionary_imports().imports(query).unwrap();
    (page.items.iter().map(|job| job.id).collect(), page.total)
}

/// Every sort order works. The search matches the name of the source, with the typed text taken
/// literally.
pub fn imports_are_sorted_and_found_by_their_source(database: &dyn Database) {
    let [births, visits, deaths] =
        ["Birth register", "Visits 100%", "Death register"].map(|source| added(database, source).import);
    let by = |search: Option<&str>, sort: ImportSort, direction: Direction| {
        let query = ListQuery {
            search: search.map(ToOwned::to_owned),
            sort,
            direction,
            page: Page::new(1, 10),
        };
        listed(database, &query)
    };
    let (up, down) = (Direction::Ascending, Direction::Descending);
    assert_eq!(by(None, ImportSort::Source, up).0, [births, deaths, visits]);
    assert_eq!(by(None, ImportSort::Source, down).0, [visits, deaths, births]);
    assert_eq!(by(None, ImportSort::StartedOn, up).0, [births, visits, deaths]);
    assert_eq!(by(None, ImportSort::StartedOn, down).0, [deaths, visits, births]);
    assert_eq!(
        by(Some("register"), ImportSort::Newest, up),
        (vec![deaths, births], 2)
    );
    assert_eq!(by(Some("100%"), ImportSort::Newest, up), (vec![visits], 1));
    assert_eq!(by(Some("_irth"), ImportSort::Newest, up), (vec![], 0));
}

/// A running import is never deleted.
pub fn the_last_import_comes_first_and_old_ones_are_deleted(database: &dyn Database) {
    let leases = ["Births", "Deaths", "Visits"].map(|source| added(database, source));
    let listed = |number: u32| {
        let query = ListQuery {
            search: None,
            sort: ImportSort::Newest,
            direction: Direction::Ascending,
            page: Page::new(number, 2),
        };
        listed(database, &query)
    };
    assert_eq!(listed(1), (vec![leases[2].import, leases[1].import], 3));
    assert_eq!(listed(2), (vec![leases[0].import], 3));
    saved(database, &leases[0], ImportState::Failed);
    commit(database, |transaction| {
        let imports = transaction.dictionary_imports();
        imports
            .add_file_part(leases[0].import, File::Tables, 0, b"x")
            .unwrap();
        let remark = StoredRemark {
            kind: RemarkKind::Note,
            remark: Remark {
                file: File::Tables,
                line: 2,
                text: "left out".to_owned(),
            },
        };
        imports.remark(leases[0].import, &[remark]).unwrap();
        assert_eq!(imports.delete_expired(at(30)).unwrap(), 0);
        assert_eq!(imports.delete_expired(at(31)).unwrap(), 1);
    });
    assert_eq!(listed(1), (vec![leases[2].import, leases[1].import], 2));
}

/// The name is matched in any case.
pub fn a_source_is_found_by_its_name_without_writing(database: &dyn Database) {
    let id = source(database, "Birth Register", false);
    let mut views = database.read().unwrap();
    let imports = views.dictionary_imports();
    assert_eq!(imports.source_by_name("BIRTH register").unwrap(), Some(id));
    assert_eq!(imports.source_by_name("Deaths").unwrap(), None);
}
