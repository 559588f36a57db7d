//! Import jobs: previews, outcomes, and jobs whose process died.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use aditus_application::access::Caller;
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::dictionary::import::{
    Error, File, Files, ImportJob, ImportSort, Importer, Lease, RemarkKind, Tally, cancel, find, list,
    may_import, preview, run, start, take_over,
};
use aditus_application::dictionary::{StoredTable, StoredVariable};
use aditus_application::forward_database;
use aditus_application::idempotency::Claim;
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::ports::{Database, Ports, StoreError, Transaction};
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::{ImportFormat, ImportState, MAX_IMPORT_BYTES};
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use proptest::prelude::*;

use crate::world::World;
use crate::world::dictionary::{stored_variables, table_row};

const SOURCE: &str = "Birth Register";

fn files(tables: &str, variables: &str) -> Files {
    Files {
        tables: format!("tbl_name,table_type,tbl_description\n{tables}").into_bytes(),
        variables: format!("tbl_name,var_name,data_type,meaning,synonyms,dependencies\n{variables}")
            .into_bytes(),
    }
}

fn births() -> Files {
    files(
        "births,Event,Births\nmothers,Person,Mothers\n",
        "births,mother,Number,Who gave birth,,mothers.id\nbirths,sex,Text,Sex of the child,gender,\n\
         mothers,id,Number,Number of the mother,,\n",
    )
}

fn previewed(world: &World, files: Files) -> preview::Answer {
    let command = preview::Command {
        source: SOURCE.to_owned(),
        format: ImportFormat::Aditus,
        leave_unknown: false,
        files,
    };
    preview::execute(&world.ports, Importer::Operator, command).unwrap()
}

fn begin(ports: &Ports, source: &str, files: &Files) -> Result<Lease, Error> {
    let command = start::Command {
        source,
        format: ImportFormat::Aditus,
        leave_unknown: false,
        publish: false,
        size: files.size(),
    };
    start::execute(ports, Importer::Operator, &command)
}

fn imported(world: &World, files: Files) -> ImportJob {
    let lease = begin(&world.ports, SOURCE, &files).unwrap();
    run::execute(&world.ports, &lease, files).unwrap()
}

/// Returns all stored tables and variables of the source; empty if there is no source.
fn stored(world: &World) -> (Vec<StoredTable>, Vec<StoredVariable>) {
    world.read(|views| {
        let source = views.dictionary_imports().source_by_name(SOURCE).unwrap();
        source.map_or_else(Default::default, |id| {
            (
                views.dictionary().tables_of(id).unwrap(),
                stored_variables(views, id),
            )
        })
    })
}

fn super_user(world: &World) -> Caller {
    let provider = world.provider();
    world.caller_with("Sol", provider, Role::SuperUser)
}

fn tally(read: usize, added: usize, changed: usize, refused: usize) -> Tally {
    Tally {
        read,
        added,
        changed,
        refused,
    }
}

/// A database that calls a function before each write transaction. The function may fail the
/// transaction.
struct Watched<F> {
    inner: Arc<dyn Database>,
    before: F,
}

impl<F> Database for Watched<F>
where
    F: Fn(&dyn Database) -> Result<(), StoreError> + Send + Sync,
{
    forward_database!(inner);

    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        (self.before)(self.inner.as_ref())?;
        self.inner.begin()
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.inner.begin_idempotent(claim)
    }
}

fn watched(
    world: &World,
    before: impl Fn(&dyn Database) -> Result<(), StoreError> + Send + Sync + 'static,
) -> Ports {
    let inner = Arc::clone(&world.ports.database);
    Ports {
        database: Arc::new(Watched { inner, before }),
        ..world.ports.clone()
    }
}

#[test]
fn a_preview_changes_nothing_and_matches_the_import() {
    let world = World::new();
    let answer = previewed(&world, births());
    assert_eq!(answer.data_source, None);
    assert_eq!(
        (answer.tables, answer.variables),
        (tally(2, 2, 0, 0), tally(3, 3, 0, 0))
    );
    let added: Vec<(File, u64, &str)> = answer
        .added
        .iter()
        .map(|added| (added.file, added.line, added.name.as_str()))
        .collect();
    assert_eq!(
        added,
        [
            (File::Tables, 2, "births"),
            (File::Tables, 3, "mothers"),
            (File::Variables, 2, "births.mother"),
            (File::Variables, 3, "births.sex"),
            (File::Variables, 4, "mothers.id"),
        ]
    );
    assert_eq!((answer.altered, answer.wrong), (Vec::new(), Vec::new()));
    assert_eq!(stored(&world), (Vec::new(), Vec::new()));

    let job = imported(&world, births());
    assert_eq!((job.state, job.source_added), (ImportState::Done, true));
    assert_eq!(
        (job.tables, job.variables, job.rows_stored),
        (answer.tables, answer.variables, 5)
    );
    let once = stored(&world);
    assert_eq!((once.0.len(), once.1.len()), (2, 3));

    let again = previewed(&world, births());
    assert_eq!(again.data_source, job.data_source);
    assert_eq!(
        (again.tables, again.variables, again.altered),
        (tally(2, 0, 0, 0), tally(3, 0, 0, 0), Vec::new())
    );
    let second = imported(&world, births());
    assert_eq!(
        (second.state, second.source_added, second.rows_to_store),
        (ImportState::Done, false, 0)
    );
    assert_eq!(stored(&world), once);
}

#[test]
fn differences_show_the_old_and_the_new_value() {
    let world = World::new();
    imported(&world, births());
    let before = stored(&world);
    let changed = || {
        files(
            "BIRTHS,Event,Births\n",
            "births,SEX,Text,Sex at birth,sex; gender,\nnowhere,x,Text,y,,\n",
        )
    };
    let answer = previewed(&world, changed());
    let differences: Vec<_> = answer
        .altered
        .iter()
        .flat_map(|altered| {
            let line = (altered.file, altered.line, altered.name.as_str());
            altered
                .fields
                .iter()
                .map(move |field| (line, field.field, field.before.as_str(), field.after.as_str()))
        })
        .collect();
    let table = (File::Tables, 2, "births");
    let variable = (File::Variables, 2, "births.sex");
    assert_eq!(
        differences,
        [
            (table, "tbl_name", "births", "BIRTHS"),
            (table, "entity_name", "births", "BIRTHS"),
            (variable, "ids_column_name", "sex", "SEX"),
            (variable, "var_name", "sex", "SEX"),
            (variable, "meaning", "Sex of the child", "Sex at birth"),
            (variable, "synonyms", "gender", "gender; sex"),
        ]
    );
    assert_eq!(answer.refused.len(), 1);
    assert_eq!(stored(&world), before);

    let job = imported(&world, changed());
    assert_eq!(
        (job.tables, job.variables),
        (answer.tables, answer.variables),
        "the import does what the preview said"
    );
    let found = find::execute(&world.ports, Importer::Operator, job.id).unwrap();
    let remarks: Vec<_> = found
        .remarks
        .iter()
        .map(|kept| (kept.kind, kept.remark.line, kept.remark.text.as_str()))
        .collect();
    assert_eq!(
        remarks,
        [(
            RemarkKind::Refused,
            3,
            "there is no table \"nowhere\" in this source"
        )]
    );
}

#[test]
fn changes_are_listed_in_file_order_in_any_number() {
    let world = World::new();
    // Too many variables to compare in one batch. The rows of the tables alternate in the file.
    let tables = 60_u32;
    let rows = |meaning: &str| {
        (0..3_000)
            .map(|number| {
                format!(
                    "table_{},column_{number},Text,{meaning} {number},,",
                    number % tables
                )
            })
            .collect::<Vec<_>>()
    };
    let file = |rows: Vec<String>| {
        let names: Vec<String> = (0..tables)
            .map(|number| format!("table_{number},Event,x\n"))
            .collect();
        files(&names.concat(), &(rows.join("\n") + "\n"))
    };
    imported(&world, file(rows("Question")));
    let mut changed = rows("Question");
    let places = [2_999, 7, 1_500, 8];
    for place in places {
        changed[place] = changed[place].replace("Question", "Answer");
    }
    changed.swap(7, 2_000);
    let answer = previewed(&world, file(changed.clone()));
    assert_eq!(answer.variables, tally(3_000, 0, 4, 0));
    let lines: Vec<u64> = answer.altered.iter().map(|altered| altered.line).collect();
    assert_eq!(lines, [10, 1_502, 2_002, 3_001]);

    let job = imported(&world, file(changed));
    assert_eq!((job.variables, job.rows_stored), (tally(3_000, 0, 4, 0), 4));
    let stored = stored(&world).1;
    // The variables were written table by table as well.
    assert!(stored.is_sorted_by_key(|variable| variable.id));
    let answers = stored
        .iter()
        .filter(|variable| variable.row.meaning.starts_with("Answer"))
        .count();
    assert_eq!(answers, 4);
}

#[test]
fn a_file_that_cannot_be_read_is_refused_whole_with_everything_that_is_wrong() {
    let world = World::new();
    let broken = || Files {
        tables: b"name\n".to_vec(),
        variables: b"tbl_name,var_name,data_type,meaning\n,sex,Text,x\nbirths,id,Number,\"x".to_vec(),
    };
    let answer = previewed(&world, broken());
    let wrong: Vec<File> = answer.wrong.iter().map(|wrong| wrong.file).collect();
    assert_eq!(wrong, [File::Tables, File::Variables]);
    assert!(answer.wrong[1].text.starts_with("line 3: The quotation mark"));
    assert_eq!(answer.refused.len(), 1);

    let job = imported(&world, broken());
    assert_eq!(job.state, ImportState::Failed);
    let message = job.message.unwrap();
    assert!(message.starts_with("File of tables: line 1: the first line must name the columns"));
    assert!(message.contains("File of variables: line 3: The quotation mark"));
    let found = find::execute(&world.ports, Importer::Operator, job.id).unwrap();
    assert_eq!(found.remarks.len(), 1);
    assert_eq!(found.remarks[0].remark.text, "tbl_name: Table Name is required");
    assert!(world.read(|views| {
        let found = views.dictionary_imports().source_by_name(SOURCE);
        found.unwrap().is_none()
    }));
}

#[test]
fn a_dictionary_of_redcap_names_its_tables_and_leaves_those_that_are_described() {
    let world = World::new();
    let command = |publish| start::Command {
        source: SOURCE,
        format: ImportFormat::Redcap,
        leave_unknown: true,
        publish,
        size: 1,
    };
    let files = || Files {
        tables: Vec::new(),
        variables: b"field_name,form_name,field_type,field_label,colour\nsex,visit,yesno,Female?,red\n\
            hint,visit,descriptive,Turn over,red\n"
            .to_vec(),
    };
    let run = || {
        let lease = start::execute(&world.ports, Importer::Operator, &command(false)).unwrap();
        run::execute(&world.ports, &lease, files()).unwrap()
    };
    let job = run();
    assert_eq!((job.state, job.message.as_deref()), (ImportState::Done, None));
    assert_eq!(
        (job.tables, job.variables),
        (tally(1, 1, 0, 0), tally(1, 1, 0, 0))
    );
    let found = find::execute(&world.ports, Importer::Operator, job.id).unwrap();
    let notes: Vec<&str> = found
        .remarks
        .iter()
        .map(|kept| kept.remark.text.as_str())
        .collect();
    assert_eq!(
        notes,
        [
            "these columns are left out: colour",
            "it only shows a text on the form, and has no data"
        ]
    );
    assert_eq!(
        world.read(|views| views.dictionary().source(job.data_source.unwrap()).unwrap()),
        None,
        "it is not published"
    );
    world.execute("UPDATE dictionary_tables SET tbl_description = 'Visits at home'");
    let again = run();
    assert_eq!(
        (again.tables, again.variables),
        (tally(1, 0, 0, 0), tally(1, 0, 0, 0))
    );
    assert_eq!(stored(&world).0[0].row.tbl_description, "Visits at home");
}

/// The process dies before each of its transactions in turn.
#[test]
fn an_import_that_dies_stores_nothing_or_everything() {
    let (mut nothing, mut everything) = (0, 0);
    for survived in 0.. {
        assert!(survived < 100, "the import never came to its end");
        let world = World::new();
        let lease = begin(&world.ports, SOURCE, &births()).unwrap();
        let begun = AtomicUsize::new(0);
        let dying = watched(&world, move |_| {
            if begun.fetch_add(1, Ordering::SeqCst) < survived {
                Ok(())
            } else {
                Err(StoreError::Unavailable("killed".into()))
            }
        });
        let ran = run::execute(&dying, &lease, births());
        if let Ok(job) = ran {
            assert_eq!(job.state, ImportState::Done);
            break;
        }
        assert!(
            take_over::execute(&world.ports).unwrap().is_empty(),
            "it is held yet"
        );
        world.wait(start::LEASE + TimeDelta::seconds(1));
        let ended = take_over::execute(&world.ports).unwrap();
        assert_eq!(ended.len(), 1, "after {survived} transactions");
        let (tables, variables) = stored(&world);
        match ended[0].state {
            ImportState::Interrupted => {
                assert_eq!((tables.len(), variables.len()), (0, 0));
                nothing += 1;
            }
            ImportState::Done => {
                assert_eq!((tables.len(), variables.len()), (2, 3));
                assert_eq!(ended[0].rows_stored, ended[0].rows_to_store);
                everything += 1;
            }
            other => panic!("{other:?} after {survived} transactions"),
        }
        let kept = world
            .read_in_transaction(|transaction| transaction.dictionary_imports().files(lease.import).unwrap());
        assert_eq!(kept, Files::default(), "no file outlives its import");
        let late = run::execute(&world.ports, &lease, births());
        assert!(matches!(late, Err(run::Error::Lost)));
    }
    assert!(nothing > 0 && everything > 1, "{nothing} and {everything}");
}

/// A table of the file is added by another writer between the comparison and the first batch.
#[test]
fn an_import_compares_again_if_its_tables_change_meanwhile() {
    let world = World::new();
    let is_done = AtomicBool::new(false);
    let meddled = watched(&world, move |database| {
        let source = database.read()?.dictionary_imports().source_by_name(SOURCE)?;
        if let Some(source) = source
            && !is_done.swap(true, Ordering::SeqCst)
        {
            let mut transaction = database.begin()?;
            transaction
                .dictionary()
                .add_tables(source, &[table_row("births")])?;
            transaction.commit(unrecorded(Unrecorded::DemoOrTest))?;
        }
        Ok(())
    });
    let lease = begin(&world.ports, SOURCE, &births()).unwrap();
    let job = run::execute(&meddled, &lease, births()).unwrap();
    assert_eq!(job.state, ImportState::Done);
    let (tables, variables) = stored(&world);
    assert_eq!((tables.len(), variables.len()), (2, 3));
    assert_eq!(tables[0].row.tbl_description, "Births");
}

#[test]
fn an_import_can_be_cancelled_until_it_writes() {
    let world = World::new();
    let sol = super_user(&world);
    let lease = begin(&world.ports, SOURCE, &births()).unwrap();
    let asked = cancel::execute(&world.ports, &sol, lease.import).unwrap();
    assert_eq!(
        (asked.state, asked.is_cancel_asked),
        (ImportState::Comparing, true)
    );
    let job = run::execute(&world.ports, &lease, births()).unwrap();
    assert_eq!(job.state, ImportState::Cancelled);
    assert_eq!(stored(&world), (Vec::new(), Vec::new()));
    let error = cancel::execute(&world.ports, &sol, lease.import).unwrap_err();
    assert_eq!(error.kind(), Kind::Conflict);

    // No process notices the cancellation, because the one that ran the import has died.
    let lease = begin(&world.ports, SOURCE, &births()).unwrap();
    cancel::execute(&world.ports, &sol, lease.import).unwrap();
    world.wait(start::LEASE + TimeDelta::seconds(1));
    let ended = take_over::execute(&world.ports).unwrap();
    assert_eq!(ended[0].state, ImportState::Cancelled);
}

#[test]
fn one_import_runs_per_source_and_few_in_total() {
    let world = World::new();
    let lease = begin(&world.ports, SOURCE, &births()).unwrap();
    let error = begin(&world.ports, " birth REGISTER ", &births()).unwrap_err();
    assert!(matches!(error, Error::Running), "{error:?}");
    assert_eq!(error.kind(), Kind::Conflict);
    begin(&world.ports, "Deaths", &births()).unwrap();
    let error = begin(&world.ports, "Visits", &births()).unwrap_err();
    assert!(matches!(error, Error::TooMany), "{error:?}");
    run::execute(&world.ports, &lease, births()).unwrap();
    begin(&world.ports, "Visits", &births()).unwrap();
}

#[test]
fn files_that_are_too_large_are_refused_before_they_are_read() {
    let world = World::new();
    let large = Files {
        tables: vec![b'x'; MAX_IMPORT_BYTES],
        variables: vec![b'x'],
    };
    let error = begin(&world.ports, SOURCE, &large).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (
            Kind::TooLarge,
            "The two files must not be larger than 64 MiB together"
        )
    );
}

#[test]
fn only_super_users_and_the_operator_see_and_begin_imports() {
    let world = World::new();
    let provider = world.provider();
    let ada = world.caller_with("Ada", provider, Role::Admin);
    let sol = super_user(&world);
    let files = births();
    let command = start::Command {
        source: SOURCE,
        format: ImportFormat::Aditus,
        leave_unknown: false,
        publish: false,
        size: files.size(),
    };
    let refused = |error: Error| assert_eq!(error.kind(), Kind::Forbidden);
    refused(start::execute(&world.ports, Importer::Caller(&ada), &command).unwrap_err());
    let lease = start::execute(&world.ports, Importer::Caller(&sol), &command).unwrap();
    let command = preview::Command {
        source: SOURCE.to_owned(),
        format: ImportFormat::Aditus,
        leave_unknown: false,
        files: births(),
    };
    refused(preview::execute(&world.ports, Importer::Caller(&ada), command).unwrap_err());
    refused(find::execute(&world.ports, Importer::Caller(&ada), lease.import).unwrap_err());
    refused(cancel::execute(&world.ports, &ada, lease.import).unwrap_err());
    refused(may_import(&ada).unwrap_err());
    may_import(&sol).unwrap();
    let all = || ListQuery {
        search: Some("birth".to_owned()),
        sort: ImportSort::Newest,
        direction: Direction::Ascending,
        page: Page::new(1, 10),
    };
    refused(list::execute(&world.ports, &ada, all()).unwrap_err());

    let found = find::execute(&world.ports, Importer::Caller(&sol), lease.import).unwrap();
    assert_eq!(found.job.started_by, Some(sol.user));
    let listed = list::execute(&world.ports, &sol, all()).unwrap();
    assert_eq!(listed.items, [found.job]);
}

/// A line of a file of variables: names that differ only in case, repeated values, and invalid
/// ones.
fn any_variable() -> impl Strategy<Value = String> {
    (
        prop::sample::select(vec!["births", "BIRTHS", "mothers", "nowhere"]),
        prop::sample::select(vec!["id", "Id", "sex", "=1"]),
        prop::sample::select(vec!["Text", "Number", "Picture"]),
        prop::sample::select(vec!["a", "b", ""]),
        prop::sample::select(vec!["", "x", "x;y", "y;x;x"]),
        prop::sample::select(vec!["", "mothers.id", "births.SEX", "a.b"]),
    )
        .prop_map(|(table, column, data_type, meaning, synonyms, dependencies)| {
            format!("{table},{column},{data_type},{meaning},{synonyms},{dependencies}\n")
        })
}

fn any_files() -> impl Strategy<Value = Files> {
    let table = prop::sample::select(vec![
        "births,Event,a\n",
        "Births,Event,b\n",
        "mothers,Person,a\n",
        ",Event,a\n",
    ]);
    (
        prop::collection::vec(table, 0..4),
        prop::collection::vec(any_variable(), 0..8),
    )
        .prop_map(|(tables, variables)| files(&tables.concat(), &variables.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_import_matches_its_preview_and_is_idempotent(
        first in any_files(),
        second in any_files(),
    ) {
        let world = World::new();
        for files in [first, second] {
            let preview = previewed(&world, files.clone());
            let job = imported(&world, files.clone());
            prop_assert_eq!(job.state, ImportState::Done);
            prop_assert_eq!((job.tables, job.variables), (preview.tables, preview.variables));
            prop_assert_eq!(job.rows_stored, job.rows_to_store);
            let once = stored(&world);
            let again = imported(&world, files);
            prop_assert_eq!(again.rows_to_store, 0);
            prop_assert_eq!(stored(&world), once);
        }
    }
}
