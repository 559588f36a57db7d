//! The contract of the record counts of tables.

use aditus_domain::dictionary::{OriginRecords, TableRecords};
use aditus_domain::ids::{DataSourceId, TableId};

use super::seed::{commit, day, source, table, table_row};
use crate::ports::Database;

/// Figures about records, different for each number.
fn known(number: u64) -> TableRecords {
    TableRecords {
        poc: OriginRecords {
            included: true,
            earliest: day().checked_sub_days(chrono::Days::new(number)),
            latest: Some(day()),
            total: Some(number * 1_000_000_007),
            valid: Some(number),
        },
        emc: OriginRecords {
            included: false,
            total: Some(0),
            ..OriginRecords::default()
        },
    }
}

/// All figures are read as they were written. A change of a table without figures keeps them. A
/// change with fewer figures deletes the others.
pub fn record_counts_are_kept_until_they_are_replaced(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let mut rows = vec![table_row("person"), table_row("visit")];
    rows[0].records = Some(known(7));
    let ids = commit(database, |transaction| {
        transaction.dictionary().add_tables(source, &rows).unwrap()
    });
    let stored = || {
        let tables = database.read().unwrap().dictionary().tables_of(source).unwrap();
        tables.into_iter().map(|table| table.row).collect::<Vec<_>>()
    };
    assert_eq!(stored(), rows);
    let change = |number: usize, records: Option<TableRecords>| {
        let mut row = table_row("person");
        row.tbl_name = rows[number].tbl_name.clone();
        row.tbl_description = "Changed.".to_owned();
        row.records = records;
        commit(database, |transaction| {
            transaction.dictionary().update_table(ids[number], &row).unwrap();
        });
        stored()[number].records
    };
    assert_eq!(change(0, None), Some(known(7)));
    let less = TableRecords {
        emc: OriginRecords {
            included: true,
            ..OriginRecords::default()
        },
        ..TableRecords::default()
    };
    assert_eq!(change(0, Some(less)), Some(less));
    assert_eq!(change(1, Some(known(3))), Some(known(3)));
    assert_eq!(stored()[0].records, Some(less), "of this table alone");
    assert_eq!(change(1, Some(TableRecords::default())), None);
}

/// Tables are sorted by name ignoring case, optionally filtered by name. Unpublished tables are
/// left out.
pub fn record_counts_are_shown_for_published_tables_by_name(database: &dyn Database) {
    let public = source(database, "National HMIS", true);
    let hidden = source(database, "Hidden", false);
    let other = source(database, "Other", true);
    let add = |source: DataSourceId, name: &str, number: u64, publish: bool| {
        let mut row = table_row(name);
        row.records = (number > 0).then(|| known(number));
        row.publish = publish;
        table(database, source, &row)
    };
    let visit = add(public, "visit", 4, true);
    let draft = add(public, "draft", 5, false);
    let person = add(public, "Person", 0, true);
    let secret = add(hidden, "secret", 6, true);
    let elsewhere = add(other, "admission", 7, true);
    let shown = |source: DataSourceId, tables: Option<&[TableId]>| {
        let mut views = database.read().unwrap();
        views.dictionary().table_records(source, tables).unwrap()
    };
    let all = shown(public, None);
    let facts: Vec<_> = all
        .iter()
        .map(|table| (table.tbl_id, table.tbl_name.as_str(), table.records))
        .collect();
    assert_eq!(
        facts,
        [
            (person, "Person", TableRecords::default()),
            (visit, "visit", known(4))
        ]
    );
    assert_eq!(all[1].entity_name, "visit");
    let named = [visit, draft, secret, elsewhere, TableId(987_654)];
    assert_eq!(shown(public, Some(&named)), all[1..]);
    assert_eq!(shown(public, Some(&[])), []);
    assert_eq!(shown(hidden, None), []);
    let mut views = database.read().unwrap();
    let everywhere = views.dictionary().all_table_records().unwrap();
    let facts: Vec<_> = everywhere
        .iter()
        .filter(|(id, ..)| [public, hidden, other].contains(id))
        .map(|(id, source, table)| (*id, source.as_str(), table.tbl_id))
        .collect();
    assert_eq!(
        facts,
        [
            (public, "National HMIS", person),
            (public, "National HMIS", visit),
            (other, "Other", elsewhere)
        ]
    );
    assert!(everywhere.iter().any(|(_, _, table)| *table == all[1]));
    assert_eq!(shown(DataSourceId(987_654), None), []);
}
