//! Importing a dictionary: accepted and refused rows, and a second run that changes nothing.

use crate::world::World;
use crate::world::dictionary::{stored_variables, table_row, variable_row};
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::dictionary::StoredVariable;
use aditus_application::dictionary::import::{Answer, Command, Error, File, Importer, Line, Tally, execute};
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::{DataSource, Dependency, OriginRecords, TableRecords, TableRow, VariableRow};
use aditus_domain::roles::Role;
use chrono::TimeDelta;

/// Numbers the rows of a file. The first is on line 2, below the heading.
fn lines<Row>(rows: Vec<Row>) -> Vec<Line<Row>> {
    (2..)
        .zip(rows)
        .map(|(number, row)| Line { number, row: Ok(row) })
        .collect()
}

fn import(world: &World, tables: Vec<TableRow>, variables: Vec<VariableRow>) -> Answer {
    import_lines(world, lines(tables), lines(variables))
}

fn import_lines(world: &World, tables: Vec<Line<TableRow>>, variables: Vec<Line<VariableRow>>) -> Answer {
    let command = Command {
        source: DataSource::named("Birth Register"),
        tables,
        variables,
    };
    execute(&world.ports, Importer::Operator, command).unwrap()
}

fn depends_on(table: &str, column: &str) -> Vec<Dependency> {
    vec![Dependency {
        tbl_name: table.to_owned(),
        ids_column_name: column.to_owned(),
    }]
}

fn tables() -> Vec<TableRow> {
    vec![table_row("births"), table_row("mothers")]
}

fn variables() -> Vec<VariableRow> {
    vec![
        VariableRow {
            // Precedes the table that it depends on.
            dependencies: depends_on("mothers", "mother_id"),
            is_foreign: true,
            reference: Some("mothers.mother_id".to_owned()),
            ..variable_row("births", "mother_id")
        },
        VariableRow {
            synonyms: vec!["Gender".into(), "Boy or girl".into()],
            input_values: vec!["male".into(), "female".into(), "unknown".into()],
            enumerated: true,
            ..variable_row("births", "sex")
        },
        VariableRow {
            is_primary: true,
            ..variable_row("Mothers", "mother_id")
        },
    ]
}

fn stored(world: &World, answer: &Answer) -> Vec<StoredVariable> {
    world.read(|views| stored_variables(views, answer.source))
}

fn tally(read: usize, added: usize, changed: usize, refused: usize) -> Tally {
    Tally {
        read,
        added,
        changed,
        refused,
    }
}

#[test]
fn all_rows_are_imported_and_a_second_run_changes_nothing() {
    let world = World::new();
    let first = import(&world, tables(), variables());
    assert!(first.source_added);
    assert_eq!(
        (first.tables, first.variables),
        (tally(2, 2, 0, 0), tally(3, 3, 0, 0))
    );
    assert_eq!((first.refused.len(), first.notes.len()), (0, 0));
    let after_first = stored(&world, &first);
    assert_eq!(after_first.len(), 3);
    assert_eq!(
        after_first[0].row.dependencies,
        depends_on("mothers", "mother_id")
    );
    assert_eq!(after_first[0].row.date_introduced, None, "nobody said when");

    world.wait(TimeDelta::days(3));
    let second = import(&world, tables(), variables());
    assert!(!second.source_added);
    assert_eq!(second.source, first.source);
    assert_eq!(
        (second.tables, second.variables),
        (tally(2, 0, 0, 0), tally(3, 0, 0, 0))
    );
    assert_eq!(stored(&world, &second), after_first);
}

#[test]
fn changed_rows_are_updated_under_the_same_id() {
    let world = World::new();
    let first = import(&world, tables(), variables());
    let before = stored(&world, &first);
    let mut rows = variables();
    rows[1].meaning = "The sex of the child".to_owned();
    rows[1].synonyms = vec!["Gender".into()];
    let mut new_tables = tables();
    new_tables[0].publish = false;
    new_tables.push(table_row("deaths"));
    rows.push(VariableRow {
        dependencies: depends_on("births", "sex"),
        ..variable_row("deaths", "cause")
    });
    rows[2].dependencies = depends_on("deaths", "cause");

    let second = import(&world, new_tables.clone(), rows.clone());
    assert_eq!(
        (second.tables, second.variables),
        (tally(3, 1, 1, 0), tally(4, 1, 2, 0))
    );
    let after = stored(&world, &second);
    assert_eq!(
        after.iter().take(3).map(|v| v.id).collect::<Vec<_>>(),
        before.iter().map(|v| v.id).collect::<Vec<_>>()
    );
    assert_eq!(after[0], before[0]);
    assert_eq!(after[1].row.meaning, "The sex of the child");
    assert_eq!(after[1].row.synonyms, ["Gender"]);
    assert_eq!(after[2].row.dependencies, depends_on("deaths", "cause"));

    let third = import(&world, new_tables, rows);
    assert_eq!(
        (third.tables, third.variables),
        (tally(3, 0, 0, 0), tally(4, 0, 0, 0))
    );
}

#[test]
fn rows_missing_in_the_file_are_kept() {
    let world = World::new();
    import(&world, tables(), variables());
    let second = import(&world, vec![table_row("births")], Vec::new());
    assert_eq!(
        (second.tables, second.variables),
        (tally(1, 0, 0, 0), Tally::default())
    );
    assert_eq!(stored(&world, &second).len(), 3);
}

#[test]
fn a_file_without_record_counts_keeps_the_stored_ones() {
    let world = World::new();
    let known = TableRecords {
        poc: OriginRecords {
            included: true,
            total: Some(1200),
            ..OriginRecords::default()
        },
        ..TableRecords::default()
    };
    let mut rows = tables();
    rows[0].records = Some(known);
    let first = import(&world, rows.clone(), Vec::new());
    let records = || {
        let mut views = world.ports.database.read().unwrap();
        let stored = views.dictionary().tables_of(first.source).unwrap();
        stored
            .into_iter()
            .map(|table| table.row.records)
            .collect::<Vec<_>>()
    };
    assert_eq!(records(), [Some(known), None]);
    assert_eq!(import(&world, tables(), Vec::new()).tables, tally(2, 0, 0, 0));
    assert_eq!(records(), [Some(known), None]);
    rows[0].records = Some(TableRecords {
        poc: OriginRecords {
            valid: Some(1100),
            ..known.poc
        },
        ..known
    });
    assert_eq!(import(&world, rows.clone(), Vec::new()).tables, tally(2, 0, 1, 0));
    assert_eq!(records(), [rows[0].records, None]);
}

#[test]
fn invalid_rows_are_reported_by_line_and_the_rest_is_imported() {
    let world = World::new();
    let mut table_lines = lines(tables());
    table_lines.push(Line {
        number: 4,
        row: Err("tbl_name: Table Name is required".to_owned()),
    });
    table_lines.push(Line {
        number: 9,
        row: Ok(table_row("BIRTHS")),
    });
    let mut variable_lines = lines(variables());
    variable_lines.push(Line {
        number: 5,
        row: Ok(variable_row("nowhere", "x")),
    });
    variable_lines.push(Line {
        number: 6,
        row: Ok(variable_row("births", "SEX")),
    });
    variable_lines.push(Line {
        number: 8,
        row: Err("meaning: Meaning is required".to_owned()),
    });

    let answer = import_lines(&world, table_lines, variable_lines);
    assert_eq!(
        (answer.tables, answer.variables),
        (tally(4, 2, 0, 2), tally(6, 3, 0, 3))
    );
    let remarks: Vec<_> = answer
        .refused
        .iter()
        .map(|remark| (remark.file, remark.line, remark.text.as_str()))
        .collect();
    assert_eq!(
        remarks,
        [
            (File::Tables, 4, "tbl_name: Table Name is required"),
            (File::Tables, 9, "the table \"BIRTHS\" is already on line 2"),
            (File::Variables, 5, "there is no table \"nowhere\" in this source"),
            (
                File::Variables,
                6,
                "the variable \"SEX\" of the table \"births\" is already on line 3"
            ),
            (File::Variables, 8, "meaning: Meaning is required"),
        ]
    );
    assert_eq!(stored(&world, &answer).len(), 3);
}

/// Another writer sees some of the variables before all of them are there.
#[test]
fn others_write_while_a_long_import_runs() {
    const MANY: usize = 3000;
    let world = World::new();
    let source = world.source("Birth Register");
    let ports = &world.ports;
    let rows = (0..MANY)
        .map(|number| variable_row("births", &format!("column_{number}")))
        .collect();
    let command = Command {
        source: DataSource::named("Birth Register"),
        tables: lines(vec![table_row("births")]),
        variables: lines(rows),
    };
    let (answer, wrote_meanwhile) = std::thread::scope(|scope| {
        let import = scope.spawn(move || execute(ports, Importer::Operator, command).unwrap());
        let mut wrote_meanwhile = 0;
        for number in 0.. {
            if import.is_finished() {
                break;
            }
            let mut transaction = ports.database.begin().unwrap();
            let other = DataSource::named(&format!("Other {number}"));
            transaction.dictionary().add_source(&other).unwrap();
            transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
            let shown = ports
                .database
                .read()
                .unwrap()
                .dictionary()
                .source(source)
                .unwrap();
            let count = shown.unwrap().variables_count;
            wrote_meanwhile += usize::from(count > 0 && count < i64::try_from(MANY).unwrap());
        }
        (import.join().unwrap(), wrote_meanwhile)
    });
    assert_eq!(answer.variables, tally(MANY, MANY, 0, 0));
    assert!(wrote_meanwhile > 0);
}

#[test]
fn a_dependency_is_left_out_until_its_variable_exists() {
    let world = World::new();
    let alone = vec![variables().remove(0)];
    for _ in 0..2 {
        let answer = import(&world, vec![table_row("births")], alone.clone());
        assert_eq!((answer.variables.refused, answer.variables.changed), (0, 0));
        let notes: Vec<_> = answer
            .notes
            .iter()
            .map(|note| (note.line, note.text.as_str()))
            .collect();
        assert_eq!(
            notes,
            [(
                2,
                "the dependency on mothers.mother_id was left out: it is not in this source"
            )]
        );
        let stored = stored(&world, &answer);
        assert!(stored[0].row.dependencies.is_empty());
        assert_eq!(stored[0].row.reference.as_deref(), Some("mothers.mother_id"));
    }
    let whole = import(&world, tables(), variables());
    assert_eq!((whole.variables, whole.notes.len()), (tally(3, 2, 1, 0), 0));
    assert_eq!(
        stored(&world, &whole)[0].row.dependencies,
        depends_on("mothers", "mother_id")
    );
}

#[test]
fn variables_of_the_same_name_in_two_sources_are_separate() {
    let world = World::new();
    import(&world, tables(), variables());
    let command = Command {
        source: DataSource::named("Second Register"),
        tables: lines(tables()),
        variables: lines(variables()),
    };
    let answer = execute(&world.ports, Importer::Operator, command).unwrap();
    assert_eq!(
        (answer.source_added, answer.tables.added, answer.variables.added),
        (true, 2, 3)
    );
}

#[test]
fn only_a_super_user_or_the_operator_imports() {
    let world = World::new();
    let provider = world.provider();
    let admin = world.caller_with("Ada", provider, Role::Admin);
    let super_user = world.caller_with("Sol", provider, Role::SuperUser);
    let command = || Command {
        source: DataSource::named("Birth Register"),
        tables: lines(tables()),
        variables: lines(variables()),
    };
    let error = execute(&world.ports, Importer::Caller(&admin), command()).unwrap_err();
    assert!(matches!(error, Error::Access(_)));
    assert_eq!(error.kind(), Kind::Forbidden);
    assert!(
        world
            .read_in_transaction(|transaction| transaction
                .dictionary()
                .source_by_name("Birth Register")
                .unwrap())
            .is_none()
    );
    assert!(execute(&world.ports, Importer::Caller(&super_user), command()).is_ok());
}

#[test]
fn the_source_needs_a_name() {
    let world = World::new();
    for (name, message) in [
        (" ".to_owned(), "Source is required"),
        ("x".repeat(256), "Source must not be longer than 255 characters."),
    ] {
        let command = Command {
            source: DataSource::named(&name),
            tables: Vec::new(),
            variables: Vec::new(),
        };
        let error = execute(&world.ports, Importer::Operator, command).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            (message, Kind::Invalid)
        );
        assert_eq!(error.fields()[0].0, "source");
    }
}
