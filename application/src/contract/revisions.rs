//! The contract of revisions of tables and variables, and of the changes that requests show.

use aditus_domain::dictionary::revision::{Definition, Revised, RevisionKind};
use aditus_domain::dictionary::{Dependency, Detail, DetailTab};
use aditus_domain::ids::{UserId, VariableId};

use super::dictionary::full_row;
use super::fixtures::{self, minute, provider, requester, submit};
use super::seed::{at, commit, source, table, table_row, user, variable_row, variables};
use crate::dictionary::revisions::repository::RevisionAuthor;
use crate::dictionary::revisions::views::RevisionRecord;
use crate::dictionary::views::VariableSort;
use crate::paging::{Direction, Page};
use crate::ports::{Database, StoreError, Transaction};
use crate::requests::views::DatasetVariablesQuery;

/// Returns the revisions of a table or variable, newest first.
pub(super) fn revisions(database: &dyn Database, of: Revised) -> Vec<RevisionRecord> {
    let mut views = database.read().unwrap();
    let page = views
        .dictionary_revisions()
        .revisions(of, Page::new(1, 100))
        .unwrap();
    assert_eq!(page.total, page.items.len() as u64);
    page.items
}

/// Changes the meaning of a variable, as an import does.
pub(super) fn says(database: &dyn Database, tbl_name: &str, column: &str, id: VariableId, meaning: &str) {
    let mut row = variable_row(tbl_name, column);
    row.meaning = meaning.to_owned();
    commit(database, |transaction| {
        transaction.dictionary().update_variable(id, &row).unwrap();
    });
}

fn by(transaction: &mut dyn Transaction, user: UserId, seconds: i64) {
    transaction.dictionary_revisions().set_author(RevisionAuthor {
        user: Some(user),
        at: at(seconds),
    });
}

fn fields(revision: &RevisionRecord) -> Vec<&str> {
    revision.fields.iter().map(|change| change.field).collect()
}

/// A revision has author, time and content for every kind of change. A change without a visible
/// difference creates none.
pub fn each_change_makes_a_revision(database: &dyn Database) {
    let amina = user(database, 1);
    let source = source(database, "National HMIS", true);
    let births = table(database, source, &table_row("births"));
    let weight = variables(database, births, &[variable_row("births", "weight")])[0];
    let (of_table, of_variable) = (Revised::Table(births), Revised::Variable(weight));
    let first = revisions(database, of_variable);
    assert_eq!(
        (first.len(), first[0].number, first[0].kind),
        (1, 1, RevisionKind::Added)
    );
    assert_eq!((first[0].author.as_deref(), fields(&first[0]).len()), (None, 0));
    assert_eq!(first[0].definition.label(), "births.weight");
    assert_eq!(revisions(database, of_table).len(), 1);

    commit(database, |transaction| {
        by(transaction, amina, 60);
        let mut row = variable_row("births", "weight");
        row.meaning = "In grams.".to_owned();
        transaction.dictionary().update_variable(weight, &row).unwrap();
    });
    let second = revisions(database, of_variable).remove(0);
    assert_eq!((second.number, second.kind), (2, RevisionKind::Changed));
    assert_eq!(
        (second.author.as_deref(), second.created_on),
        (Some("Amina Okello 1"), at(60))
    );
    assert_eq!(fields(&second), ["meaning"]);
    assert_eq!(
        (second.fields[0].before.as_str(), second.fields[0].after.as_str()),
        ("As it was measured.", "In grams.")
    );

    says(database, "births", "weight", weight, "In grams.");
    assert_eq!(revisions(database, of_variable).len(), 2);

    let detail = commit(database, |transaction| {
        let detail = Detail::Synonym {
            synonym: "mass".to_owned(),
        };
        transaction
            .dictionary_variables()
            .add_detail(weight, &detail)
            .unwrap()
    });
    assert_eq!(fields(&revisions(database, of_variable)[0]), ["synonyms"]);
    commit(database, |transaction| {
        transaction
            .dictionary_variables()
            .remove_detail(DetailTab::Synonym, detail)
            .unwrap();
        transaction
            .dictionary_variables()
            .remove_variable(weight)
            .unwrap();
    });
    let last = revisions(database, of_variable);
    assert_eq!(
        (last.len(), last[0].number, last[0].kind),
        (4, 4, RevisionKind::Removed)
    );
    assert_eq!(revisions(database, of_table).len(), 1);

    commit(database, |transaction| {
        by(transaction, amina, 90);
        let mut row = table_row("births");
        row.publish = false;
        transaction.dictionary().update_table(births, &row).unwrap();
    });
    let table = revisions(database, of_table).remove(0);
    assert_eq!((table.number, fields(&table)), (2, vec!["publish"]));
    commit(database, |transaction| {
        transaction.dictionary_tables().remove_table(births).unwrap();
    });
    assert_eq!(revisions(database, of_table)[0].kind, RevisionKind::Removed);
    let nothing = revisions(database, Revised::Variable(VariableId(987_654)));
    assert!(nothing.is_empty());
}

/// The first revision of a variable contains its complete stored content, so saving the same row
/// again creates none. It includes later changes in the same transaction.
pub fn a_first_revision_contains_the_stored_row(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let births = table(database, source, &table_row("Births"));
    let mut row = full_row();
    row.tbl_name = "births".to_owned();
    row.synonyms = vec!["weight at birth".to_owned(), "mass".to_owned()];
    row.input_values = vec!["2".to_owned(), "1".to_owned()];
    row.dependencies.push(Dependency {
        tbl_name: "births".to_owned(),
        ids_column_name: "mother".to_owned(),
    });
    let rows = [row.clone(), variable_row("births", "mother")];
    let added = variables(database, births, &rows);
    let of = Revised::Variable(added[0]);
    let first = revisions(database, of);
    assert_eq!((first.len(), first[0].kind), (1, RevisionKind::Added));
    let Definition::Variable(definition) = &first[0].definition else {
        panic!("a table: {:?}", first[0].definition);
    };
    assert_eq!(definition.row.tbl_name, "Births");
    commit(database, |transaction| {
        transaction.dictionary().update_variable(added[0], &row).unwrap();
    });
    assert_eq!(revisions(database, of).len(), 1);

    let id = commit(database, |transaction| {
        let rows = [(births, variable_row("births", "length"))];
        let id = transaction.dictionary().add_variables(&rows).unwrap()[0];
        let detail = Detail::Synonym {
            synonym: "size".to_owned(),
        };
        transaction
            .dictionary_variables()
            .add_detail(id, &detail)
            .unwrap();
        id
    });
    let only = revisions(database, Revised::Variable(id));
    assert_eq!((only.len(), only[0].number), (1, 1));
    let Definition::Variable(definition) = &only[0].definition else {
        panic!("a table: {:?}", only[0].definition);
    };
    assert_eq!(definition.row.synonyms, ["size"]);

    let removed = commit(database, |transaction| {
        let rows = [(births, variable_row("births", "head"))];
        let id = transaction.dictionary().add_variables(&rows).unwrap()[0];
        transaction.dictionary_variables().remove_variable(id).unwrap();
        id
    });
    assert!(revisions(database, Revised::Variable(removed)).is_empty());
}

/// A page of revisions also shows the difference to the first revision of the next page.
pub fn revisions_come_in_pages(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let births = table(database, source, &table_row("births"));
    let weight = variables(database, births, &[variable_row("births", "weight")])[0];
    for meaning in ["One.", "Two.", "Three."] {
        says(database, "births", "weight", weight, meaning);
    }
    let mut views = database.read().unwrap();
    let page = views
        .dictionary_revisions()
        .revisions(Revised::Variable(weight), Page::new(1, 3))
        .unwrap();
    assert_eq!((page.items.len(), page.total), (3, 4));
    let oldest = &page.items[2];
    assert_eq!((oldest.number, oldest.fields[0].after.as_str()), (2, "One."));
    let rest = views
        .dictionary_revisions()
        .revisions(Revised::Variable(weight), Page::new(2, 3))
        .unwrap();
    assert_eq!((rest.items.len(), rest.items[0].number), (1, 1));
}

/// Variables contain the name of their table, and dependencies the names of their variables.
pub fn a_rename_changes_the_rows_that_contain_the_name(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let births = table(database, source, &table_row("births"));
    let visits = table(database, source, &table_row("visits"));
    let mother = variables(database, births, &[variable_row("births", "mother")])[0];
    let mut row = variable_row("visits", "birth");
    row.dependencies = vec![Dependency {
        tbl_name: "births".to_owned(),
        ids_column_name: "mother".to_owned(),
    }];
    let birth = variables(database, visits, &[row])[0];
    commit(database, |transaction| {
        transaction
            .dictionary_tables()
            .update_table(births, &table_row("deliveries"))
            .unwrap();
    });
    assert_eq!(
        fields(&revisions(database, Revised::Variable(mother))[0]),
        ["tbl_name"]
    );
    let dependent = revisions(database, Revised::Variable(birth)).remove(0);
    assert_eq!(fields(&dependent), ["dependencies"]);
    assert_eq!(dependent.fields[0].after, "deliveries.mother");
    commit(database, |transaction| {
        let variables = transaction.dictionary_variables();
        let mut details = variables.variable(mother).unwrap().unwrap().details;
        details.ids_column_name = "mother_id".to_owned();
        variables.update_variable(mother, &details).unwrap();
    });
    let dependent = revisions(database, Revised::Variable(birth)).remove(0);
    assert_eq!(dependent.fields[0].after, "deliveries.mother_id");
}

/// The request shows the change with both definitions. A requested variable cannot be deleted.
pub fn a_request_shows_later_changes(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let asked = provider.variables[0];
    let before = commit(database, |transaction| {
        transaction
            .dictionary_variables()
            .variable(asked)
            .unwrap()
            .unwrap()
    });
    let request = submit(database, &requester, &provider, "Malaria", minute(1));
    let since = || {
        let mut views = database.read().unwrap();
        let detail = views
            .requests()
            .detail(&requester.scope(), request)
            .unwrap()
            .unwrap();
        let variables = &detail.requested_datasets[0].variables;
        let others = variables.iter().filter(|variable| variable.var.var_id != asked);
        assert!(others.into_iter().all(|other| other.since.changed.is_none()));
        let found = variables.iter().find(|variable| variable.var.var_id == asked);
        found.unwrap().since.clone()
    };
    assert_eq!(since().remark(), None);
    let moved_on = || moved_on(database, &requester, request);
    assert!(moved_on().is_empty());
    let change = |meaning: &str| {
        commit(database, |transaction| {
            let mut details = before.details.clone();
            details.meaning = meaning.to_owned();
            transaction
                .dictionary_variables()
                .update_variable(asked, &details)
                .unwrap();
        });
    };
    change("Something else.");
    let changed = since();
    assert_eq!(changed.remark(), Some("changed since"));
    assert_eq!(moved_on(), [asked]);
    let both = changed.changed.unwrap();
    assert_eq!(
        (both.asked.row.meaning.as_str(), both.now.row.meaning.as_str()),
        (before.details.meaning.as_str(), "Something else.")
    );
    change(&before.details.meaning);
    assert_eq!(since().remark(), None, "it reads as it was asked for");
    assert!(moved_on().is_empty());
    commit(database, |transaction| {
        let tables = transaction.dictionary_tables();
        let mut row = tables.table(before.table).unwrap().unwrap().row;
        row.publish = false;
        tables.update_table(before.table, &row).unwrap();
    });
    assert!(!since_all_offered(database, &requester, request));
    let only = moved_on();
    assert!(only.contains(&asked), "{only:?}");
    let mut transaction = database.begin().unwrap();
    let variables = transaction.dictionary_variables();
    assert_eq!(variables.variable_references(asked).unwrap().requests, 1);
    let refused = variables.remove_variable(asked);
    assert!(matches!(refused, Err(StoreError::Reference(_))), "{refused:?}");
}

/// Returns the listed variables whose dictionary entry has changed since.
fn moved_on(
    database: &dyn Database,
    requester: &fixtures::Requester,
    request: aditus_domain::ids::RequestId,
) -> Vec<VariableId> {
    let mut views = database.read().unwrap();
    let scope = requester.scope();
    let detail = views.requests().detail(&scope, request).unwrap().unwrap();
    let query = DatasetVariablesQuery {
        dataset: detail.requested_datasets[0].rdataset_id,
        search: None,
        sort: VariableSort::Dictionary,
        direction: Direction::Ascending,
        moved_on_only: true,
        page: Page::new(1, 50),
    };
    let listed = views
        .requests()
        .dataset_variables(&scope, &query)
        .unwrap()
        .unwrap();
    assert_eq!(listed.total, listed.items.len() as u64);
    assert!(listed.items.iter().all(|item| item.since.remark().is_some()));
    listed.items.iter().map(|item| item.var.var_id).collect()
}

fn since_all_offered(
    database: &dyn Database,
    requester: &fixtures::Requester,
    request: aditus_domain::ids::RequestId,
) -> bool {
    let mut views = database.read().unwrap();
    let detail = views
        .requests()
        .detail(&requester.scope(), request)
        .unwrap()
        .unwrap();
    let variables = &detail.requested_datasets[0].variables;
    variables.iter().any(|variable| variable.since.is_offered)
}
