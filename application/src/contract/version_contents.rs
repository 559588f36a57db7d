//! The contract of the contents of dictionary versions, and of comparisons of two.

use aditus_domain::dictionary::VersionDetails;
use aditus_domain::dictionary::revision::{Revised, VersionChangeKind};
use aditus_domain::ids::{DataSourceId, TableId, VariableId, VersionId};

use super::fixtures;
use super::revisions::{revisions, says};
use super::seed::{at, commit, source, table, table_row, variable_row, variables};
use crate::dictionary::revisions::views::{
    ComparisonCounts, ComparisonStart, VersionPair, VersionVariableRecord, VersionVariableSort,
};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Database, StoreError};

fn version(database: &dyn Database, source: DataSourceId, seconds: i64) -> VersionId {
    let organisation = format!("Institute {seconds}");
    let committer = fixtures::Requester::new(database, "Asta", "Lind", &organisation);
    let details = VersionDetails {
        data_source: source,
        message: "As it is.".to_owned(),
        date_created: at(seconds),
    };
    commit(database, |transaction| {
        transaction
            .dictionary_records()
            .add_version(&details, committer.attendant.assigned_role)
            .unwrap()
    })
}

/// Adds a version with these variables, or all of the source. Returns its number of variables as
/// well.
fn frozen(
    database: &dyn Database,
    source: DataSourceId,
    seconds: i64,
    chosen: Option<&[VariableId]>,
) -> (VersionId, u64) {
    let id = version(database, source, seconds);
    let held = commit(database, |transaction| {
        transaction
            .dictionary_revisions()
            .freeze(id, source, chosen)
            .unwrap()
    });
    (id, held)
}

fn held(database: &dyn Database, version: VersionId, query: &ListQuery<VersionVariableSort>) -> Vec<String> {
    let mut views = database.read().unwrap();
    let page = views
        .dictionary_revisions()
        .version_variables(Some(version), query)
        .unwrap();
    let meaning = |row: &VersionVariableRecord| format!("{}: {}", row.ids_column_name, row.meaning);
    page.items.iter().map(meaning).collect()
}

fn list(sort: VersionVariableSort, direction: Direction) -> ListQuery<VersionVariableSort> {
    ListQuery {
        search: None,
        sort,
        direction,
        page: Page::new(1, 10),
    }
}

/// Adds a source with two tables and three variables.
fn registry(database: &dyn Database) -> (DataSourceId, [TableId; 2], [VariableId; 3]) {
    let registry = source(database, "Registry", true);
    let tables = ["births", "deaths"].map(|name| table(database, registry, &table_row(name)));
    let of_births = variables(
        database,
        tables[0],
        &[variable_row("births", "weight"), variable_row("births", "age")],
    );
    let cause = variables(database, tables[1], &[variable_row("deaths", "cause")])[0];
    (registry, tables, [of_births[0], of_births[1], cause])
}

/// Later changes and deletions do not affect it.
pub fn a_version_keeps_the_former_content(database: &dyn Database) {
    let (registry, _, [weight, age, cause]) = registry(database);
    let other = source(database, "Claims", true);
    let bills = table(database, other, &table_row("bills"));
    let amount = variables(database, bills, &[variable_row("bills", "amount")])[0];
    let (all, number) = frozen(database, registry, 1, None);
    assert_eq!(number, 3);
    let (some, number) = frozen(database, registry, 2, Some(&[cause, amount]));
    assert_eq!(number, 1, "a variable of another source is left out");
    let (empty, number) = frozen(database, registry, 3, Some(&[]));
    assert_eq!(number, 0);

    says(database, "births", "weight", weight, "In grams.");
    commit(database, |transaction| {
        transaction.dictionary_variables().remove_variable(age).unwrap();
    });
    let in_order = list(VersionVariableSort::Dictionary, Direction::Ascending);
    let plain = "As it was measured.";
    let whole = ["weight", "age", "cause"].map(|name| format!("{name}: {plain}"));
    assert_eq!(held(database, all, &in_order), whole);
    assert_eq!(held(database, some, &in_order), whole[2..]);
    let by_name = list(VersionVariableSort::ColumnName, Direction::Descending);
    assert_eq!(
        held(database, all, &by_name),
        ["weight", "cause", "age"].map(|name| format!("{name}: {plain}"))
    );
    let mut searched = list(VersionVariableSort::VarName, Direction::Ascending);
    searched.search = Some("births meas".to_owned());
    assert_eq!(held(database, all, &searched).len(), 2);
    searched.search = Some("100%".to_owned());
    assert!(held(database, all, &searched).is_empty());

    let id = commit(database, |transaction| {
        transaction
            .dictionary_revisions()
            .add_variable(empty, weight)
            .unwrap()
    });
    assert_eq!(held(database, empty, &in_order), ["weight: In grams."]);
    let again = database
        .begin()
        .unwrap()
        .dictionary_revisions()
        .add_variable(empty, weight);
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
    commit(database, |transaction| {
        let revisions = transaction.dictionary_revisions();
        assert_eq!(revisions.version_of(id).unwrap(), Some(empty));
        revisions.replace_variable(id, cause).unwrap();
        assert_eq!(
            (
                revisions.count_variables(empty).unwrap(),
                revisions.count_variables(all).unwrap()
            ),
            (1, 3)
        );
        assert_eq!(revisions.version_source(empty).unwrap(), Some(registry));
    });
    assert_eq!(held(database, empty, &in_order), whole[2..]);
    commit(database, |transaction| {
        let revisions = transaction.dictionary_revisions();
        revisions.remove_variable(id).unwrap();
        assert_eq!(revisions.version_of(id).unwrap(), None);
        transaction.dictionary_records().remove_version(all).unwrap();
    });
    assert!(held(database, empty, &in_order).is_empty());
    assert_eq!(revisions(database, Revised::Variable(age)).len(), 2);
}

fn compared(
    database: &dyn Database,
    older: VersionId,
    newer: VersionId,
) -> (ComparisonCounts, Vec<(VersionChangeKind, String, Vec<String>)>) {
    let mut views = database.read().unwrap();
    let versions = VersionPair { older, newer };
    let counts = views.dictionary_revisions().comparison_counts(versions).unwrap();
    let mut changes = Vec::new();
    for kind in VersionChangeKind::ALL {
        let mut start = ComparisonStart::Offset(0);
        let mut number = 0;
        // One at a time, so that each part begins after another.
        loop {
            let part = views
                .dictionary_revisions()
                .comparison(versions, kind, start, 1)
                .unwrap();
            let Some(change) = part.into_iter().next() else {
                break;
            };
            start = ComparisonStart::After(change.of);
            number += 1;
            let fields = change.fields.iter().map(|field| field.field.to_owned()).collect();
            changes.push((change.kind, change.definition.label(), fields));
        }
        assert_eq!(number, counts.count(kind), "{kind:?}");
        let rest = views
            .dictionary_revisions()
            .comparison(versions, kind, ComparisonStart::Offset(1), 100)
            .unwrap();
        assert_eq!(rest.len() as u64, number.saturating_sub(1), "{kind:?}");
    }
    (counts, changes)
}

/// Comparing a version with itself, or with an equal one, returns nothing.
pub fn versions_are_compared(database: &dyn Database) {
    use VersionChangeKind::{Added, Altered, Removed};
    let (registry, [births, _], [weight, age, cause]) = registry(database);
    let (first, _) = frozen(database, registry, 1, None);
    assert_eq!(
        compared(database, first, first),
        (ComparisonCounts::default(), Vec::new())
    );

    says(database, "births", "weight", weight, "In grams.");
    says(database, "deaths", "cause", cause, "By ICD-11.");
    let length = variables(database, births, &[variable_row("births", "length")])[0];
    commit(database, |transaction| {
        transaction.dictionary_variables().remove_variable(age).unwrap();
        let mut row = table_row("births");
        row.tbl_description = "One row a birth.".to_owned();
        transaction.dictionary().update_table(births, &row).unwrap();
    });
    let (second, _) = frozen(database, registry, 2, None);
    let before = |id| {
        let mut views = database.read().unwrap();
        views.dictionary_revisions().version_before(id).unwrap()
    };
    assert_eq!((before(second), before(first)), (Some(first), None));
    let named = |kind, label: &str, fields: &[&str]| {
        let fields = fields.iter().map(|field| (*field).to_owned()).collect();
        (kind, label.to_owned(), fields)
    };
    let (counts, changes) = compared(database, first, second);
    let expected = ComparisonCounts {
        added: 1,
        removed: 1,
        altered: 3,
    };
    assert_eq!(counts, expected);
    assert_eq!(
        changes,
        [
            named(Added, "births.length", &[]),
            named(Removed, "births.age", &[]),
            named(Altered, "births", &["tbl_description"]),
            named(Altered, "births.weight", &["meaning"]),
            named(Altered, "deaths.cause", &["meaning"]),
        ]
    );
    let meanings = |older, newer| {
        let mut views = database.read().unwrap();
        let versions = VersionPair { older, newer };
        let part = views
            .dictionary_revisions()
            .comparison(versions, Altered, ComparisonStart::Offset(1), 1);
        let field = part.unwrap().remove(0).fields.remove(0);
        (field.before, field.after)
    };
    let (was, is) = ("As it was measured.".to_owned(), "In grams.".to_owned());
    assert_eq!(meanings(first, second), (was.clone(), is.clone()));
    assert_eq!(meanings(second, first), (is, was));
    let (back, _) = compared(database, second, first);
    assert_eq!((back.added, back.removed, back.altered), (1, 1, 3));

    for (table, column, id) in [("births", "weight", weight), ("deaths", "cause", cause)] {
        says(database, table, column, id, "As it was measured.");
    }
    commit(database, |transaction| {
        transaction
            .dictionary_variables()
            .remove_variable(length)
            .unwrap();
        transaction
            .dictionary()
            .update_table(births, &table_row("births"))
            .unwrap();
    });
    let (third, _) = frozen(database, registry, 3, None);
    let (counts, _) = compared(database, first, third);
    assert_eq!((counts.added, counts.removed, counts.altered), (0, 1, 0));
    assert_eq!(compared(database, third, third).0, ComparisonCounts::default());
}
