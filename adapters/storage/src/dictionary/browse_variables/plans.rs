//! Pages, searches and totals of variables read indexes, on either database, however many there are.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::seed::{source, table, table_row, variable_row, variables as add};
use aditus_application::dictionary::views::{VariableQuery, VariableSort};
use aditus_application::paging::{Direction, Page};
use aditus_domain::ids::{DataSourceId, TableId};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::{ShownRow, sorted, wanted};
use crate::connection::{AnyConnection, Manager, Target, Use};
use crate::database::Options;
use crate::requests::plans::plan;
use crate::search::Term;
use crate::testing::TestDatabase;

/// Several sources with many tables; answers one of each.
fn fill(database: &TestDatabase) -> (DataSourceId, TableId) {
    let store = database.store();
    let mut last = None;
    for source_number in 0..4 {
        let source = source(&*store, &format!("Source {source_number}"), true);
        for table_number in 0..10 {
            let name = format!("table_{table_number}");
            let table = table(&*store, source, &table_row(&name));
            let rows: Vec<_> = (0..150)
                .map(|number| {
                    let mut row = variable_row(&name, &format!("column_{number}"));
                    row.meaning = format!("Meaning {} of {source_number}", number * 7919);
                    row
                })
                .collect();
            add(&*store, table, &rows);
            last = Some((source, table));
        }
    }
    last.unwrap()
}

fn connection(database: &TestDatabase) -> AnyConnection {
    let target = Target::parse(database.url()).unwrap();
    let mut connection = Manager::new(target, Use::Writing, &Options::default()).open().unwrap();
    // SQLite has to find its way without statistics, as it does in a new installation.
    if matches!(connection, AnyConnection::Postgres(_)) {
        connection.batch_execute("ANALYZE").unwrap();
    }
    connection
}

fn queries(source: DataSourceId, table: TableId) -> Vec<VariableQuery> {
    let all = VariableQuery {
        data_source: None,
        table: None,
        tbl_name_prefix: None,
        search: None,
        ids: None,
        sort: VariableSort::Dictionary,
        direction: Direction::Ascending,
        page: Page::new(2, 20),
    };
    vec![
        VariableQuery { data_source: Some(source), ..all.clone() },
        VariableQuery { table: Some(table), ..all.clone() },
        VariableQuery { tbl_name_prefix: Some("table_7".to_owned()), ..all.clone() },
        VariableQuery { search: Some("7919".to_owned()), ..all.clone() },
        VariableQuery { search: Some("id".to_owned()), data_source: Some(source), ..all.clone() },
        all,
    ]
}

fn every_page_reads_indexes(database: &TestDatabase) {
    let (source, table) = fill(database);
    let mut connection = connection(database);
    for query in queries(source, table) {
        let term = query.search.as_deref().and_then(Term::parse);
        for sort in [VariableSort::Dictionary, VariableSort::TblName, VariableSort::VarName, VariableSort::Meaning] {
            for direction in [Direction::Ascending, Direction::Descending] {
                let statement = sorted(wanted(&query, term.as_ref()), sort, direction)
                    .limit(query.page.limit())
                    .offset(query.page.offset())
                    .select(ShownRow::as_select());
                let lines = plan(&mut connection, statement).join("\n");
                assert!(!lines.contains("Seq Scan on variables"), "{query:?} {sort:?}\n{lines}");
                let scans = lines.lines().any(|line| line.starts_with("SCAN variables") && !line.contains("INDEX"));
                assert!(!scans, "{query:?} {sort:?}\n{lines}");
                let is_plain = query.data_source.is_none() && query.table.is_none() && term.is_none();
                if is_plain && query.tbl_name_prefix.is_none() {
                    let sorts = lines.contains("TEMP B-TREE") || lines.contains("Sort");
                    assert!(!sorts, "{query:?} {sort:?}\n{lines}");
                }
            }
        }
        if term.is_some() {
            let lines = plan(&mut connection, wanted(&query, term.as_ref()).count()).join("\n");
            assert!(lines.contains("variables_fts") || lines.contains("variables_by_search_text"), "{lines}");
        }
    }
}

#[test]
fn every_page_reads_indexes_on_sqlite() {
    every_page_reads_indexes(&TestDatabase::sqlite());
}

#[test]
fn every_page_reads_indexes_on_postgres() {
    every_page_reads_indexes(&TestDatabase::postgres());
}

#[test]
fn timing() {
    use aditus_application::ports::Database;
    for database in [TestDatabase::sqlite(), TestDatabase::postgres()] {
        let store = database.store();
        let t = std::time::Instant::now();
        let mut src = None;
        for s in 0..4 {
            let so = source(&*store, &format!("Source {s}"), true);
            for tn in 0..250 {
                let name = format!("table_{tn}");
                let table = table(&*store, so, &table_row(&name));
                let rows: Vec<_> = (0..100).map(|n| { let mut row = variable_row(&name, &format!("column_{n}")); row.meaning = format!("Recorded meaning {} of haemoglobin level {}", n * 7919 + tn, s * 1000 + tn); if n % 50 == 0 { row.synonyms = vec!["Platelets".to_owned()]; } row }).collect();
                add(&*store, table, &rows);
            }
            src = Some(so);
        }
        eprintln!("== {} fill {:?}", database.url(), t.elapsed());
        let base = VariableQuery { data_source: None, table: None, tbl_name_prefix: None, search: None, ids: None, sort: VariableSort::Dictionary, direction: Direction::Ascending, page: Page::new(1, 20) };
        let mut c = connection(&database);
        for (name, query) in [
            ("plain", base.clone()),
            ("plain page 1000", VariableQuery { page: Page::new(1000, 20), ..base.clone() }),
            ("source", VariableQuery { data_source: src, ..base.clone() }),
            ("source by name", VariableQuery { data_source: src, sort: VariableSort::VarName, ..base.clone() }),
            ("source by table", VariableQuery { data_source: src, sort: VariableSort::TblName, ..base.clone() }),
            ("by meaning", VariableQuery { sort: VariableSort::Meaning, ..base.clone() }),
            ("prefix", VariableQuery { tbl_name_prefix: Some("table_24".into()), ..base.clone() }),
            ("search rare", VariableQuery { search: Some("391990".into()), ..base.clone() }),
            ("search 2000", VariableQuery { search: Some("platelets".into()), ..base.clone() }),
            ("search 400", VariableQuery { search: Some("level 3123".into()), ..base.clone() }),
            ("search broad", VariableQuery { search: Some("haemoglobin".into()), ..base.clone() }),
            ("search 2", VariableQuery { search: Some("pl".into()), ..base.clone() }),
            ("search 1", VariableQuery { search: Some("h".into()), ..base.clone() }),
        ] {
            let mut best = std::time::Duration::from_secs(100);
            let mut total = 0;
            for _ in 0..5 {
                let t = std::time::Instant::now();
                total = store.read().unwrap().dictionary().variables(&query).unwrap().total;
                best = best.min(t.elapsed());
            }
            eprintln!("{name}: {best:?} total {total}");
            let term = query.search.as_deref().and_then(Term::parse);
            let st = sorted(wanted(&query, term.as_ref()), query.sort, query.direction).limit(20).offset(query.page.offset()).select(ShownRow::as_select());
            eprintln!("    {}", plan(&mut c, st).join("\n    "));
        }
    }
}
