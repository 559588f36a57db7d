//! The contract of the store of the dictionary.

use aditus_domain::dictionary::{DataType, Dependency, Usage, VariableRow};
use aditus_domain::ids::{DataSourceId, TableId, VariableId};
use aditus_domain::roles::Role;

use super::seed::{commit, org_role, organisation, source, table, table_row, variable_row, variables};
use crate::dictionary::StoredVariable;
use crate::dictionary::views::DependencyView;
use crate::ports::{Database, StoreError};

fn stored(database: &dyn Database, source: DataSourceId) -> Vec<StoredVariable> {
    let mut views = database.read().unwrap();
    let tables = views.dictionary().tables_of(source).unwrap();
    let tables: Vec<TableId> = tables.iter().map(|table| table.id).collect();
    views.dictionary().variables_of(&tables).unwrap()
}

/// Only a published source is found as published.
pub fn a_source_is_found_by_its_name_in_any_case(database: &dyn Database) {
    let hidden = source(database, "Registry", false);
    let public = source(database, "National HMIS", true);
    let mut transaction = database.begin().unwrap();
    let dictionary = transaction.dictionary();
    assert_eq!(dictionary.source_by_name("National HMIS").unwrap(), Some(public));
    assert_eq!(dictionary.source_by_name("national HMIS").unwrap(), Some(public));
    assert_eq!(dictionary.source_by_name("Nätional HMIS").unwrap(), None);
    assert!(dictionary.is_published(public).unwrap());
    assert!(!dictionary.is_published(hidden).unwrap());
    assert!(!dictionary.is_published(DataSourceId(public.0 + 1)).unwrap());
}

/// Brokers are first, the others follow by id (decisions C5).
pub fn brokers_come_first_among_custodians(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let cases = [("One", false), ("Two", true), ("Three", false), ("Four", true)];
    let organisations = cases.map(|(name, broker)| {
        let organisation = organisation(database, name);
        let role = org_role(database, organisation, Role::DataCustodian);
        commit(database, |transaction| {
            transaction
                .dictionary()
                .add_custodian(source, role, broker)
                .unwrap();
        });
        organisation
    });
    let custodians = database.begin().unwrap().dictionary().custodians(source).unwrap();
    let order: Vec<_> = custodians
        .iter()
        .map(|custodian| (custodian.organisation, custodian.broker))
        .collect();
    let [one, two, three, four] = organisations;
    assert_eq!(order, [(two, true), (four, true), (one, false), (three, false)]);
}

/// Ids follow the order of the rows, and new table types are added.
pub fn tables_are_read_as_they_were_added(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let mut rows = vec![table_row("person"), table_row("visit"), table_row("concept")];
    rows[2].table_type = "Vocabulary".to_owned();
    rows[2].publish = false;
    let ids = commit(database, |transaction| {
        transaction.dictionary().add_tables(source, &rows).unwrap()
    });
    let tables_of = |source| database.read().unwrap().dictionary().tables_of(source).unwrap();
    let tables = tables_of(source);
    assert_eq!(tables.iter().map(|table| table.id).collect::<Vec<_>>(), ids);
    assert_eq!(
        tables.into_iter().map(|table| table.row).collect::<Vec<_>>(),
        rows
    );
    rows[0].table_type = "Standardised".to_owned();
    rows[0].tbl_description = "People.".to_owned();
    commit(database, |transaction| {
        transaction.dictionary().update_table(ids[0], &rows[0]).unwrap();
    });
    assert_eq!(tables_of(source)[0].row, rows[0]);
    assert_eq!(tables_of(DataSourceId(source.0 + 1)), []);
}

/// A variable with a value in every field.
pub(super) fn full_row() -> VariableRow {
    VariableRow {
        var_name: "Date of birth".to_owned(),
        data_type: DataType::Date,
        meaning: "The day of birth.\nEstimated when unknown.".to_owned(),
        range: Some("1900-01-01 and later".to_owned()),
        old_var_name: Some("dob".to_owned()),
        reference: Some("person.person_id".to_owned()),
        derived: true,
        usage: Usage::Metadata,
        is_primary: true,
        is_foreign: true,
        is_identifiable: true,
        is_analytical: false,
        enumerated: true,
        synonyms: vec!["Birthday".to_owned(), "DOB".to_owned()],
        input_values: vec!["known".to_owned(), "estimated".to_owned()],
        dependencies: vec![Dependency::parse("person.person_id").unwrap()],
        ..variable_row("person", "birth_date")
    }
}

/// Many variables are added at once, with all fields.
pub fn variables_are_read_as_they_were_added(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let person = table(database, source, &table_row("person"));
    let mut rows: Vec<_> = (0..1234)
        .map(|number| variable_row("person", &format!("column_{number}")))
        .collect();
    rows[7] = full_row();
    rows[8] = variable_row("person", "person_id");
    let ids = variables(database, person, &rows);
    let stored = stored(database, source);
    assert_eq!(stored.iter().map(|variable| variable.id).collect::<Vec<_>>(), ids);
    assert!(stored.iter().all(|variable| variable.table == person));
    assert_eq!(
        stored
            .into_iter()
            .map(|variable| variable.row)
            .collect::<Vec<_>>(),
        rows
    );
    let mut undated = variable_row("person", "undated");
    undated.date_introduced = None;
    variables(database, person, std::slice::from_ref(&undated));
    let last = self::stored(database, source).pop().unwrap();
    assert_eq!(last.row.date_introduced, None);
}

/// Variables are sorted by table and then by id. Names are those of a whole source.
pub fn variables_are_read_by_their_tables(database: &dyn Database) {
    let source_of_both = source(database, "National HMIS", true);
    let other = source(database, "Registry", true);
    let [visit, person] = ["visit", "person"].map(|name| table(database, source_of_both, &table_row(name)));
    let elsewhere = table(database, other, &table_row("person"));
    let [first, second, third] = [(person, "id"), (visit, "id"), (person, "name")].map(|(table, column)| {
        let tbl_name = if table == person { "person" } else { "visit" };
        variables(database, table, &[variable_row(tbl_name, column)])[0]
    });
    let foreign = variables(database, elsewhere, &[variable_row("person", "id")])[0];
    let mut views = database.read().unwrap();
    let tables = views.dictionary().tables_of(source_of_both).unwrap();
    assert_eq!(
        tables
            .iter()
            .map(|table| (table.id, table.variables))
            .collect::<Vec<_>>(),
        [(visit, 1), (person, 2)]
    );
    let mut of = |tables: &[TableId]| -> Vec<VariableId> {
        let found = views.dictionary().variables_of(tables).unwrap();
        found.iter().map(|variable| variable.id).collect()
    };
    assert_eq!(of(&[person, visit]), [second, first, third]);
    assert_eq!(of(&[elsewhere]), [foreign]);
    assert_eq!(of(&[]), []);
    let mut names = views.dictionary().variable_names_of(source_of_both).unwrap();
    names.sort_unstable();
    let expected = [("person", "id"), ("person", "name"), ("visit", "id")];
    assert_eq!(
        names,
        expected.map(|(table, column)| (table.to_owned(), column.to_owned()))
    );
}

/// Values that the new row lacks are deleted.
pub fn an_updated_variable_is_replaced_whole(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let person = table(database, source, &table_row("person"));
    let id = variables(database, person, &[full_row()])[0];
    let mut changed = variable_row("person", "birth_date");
    changed.synonyms = vec!["Natal day".to_owned()];
    commit(database, |transaction| {
        transaction.dictionary().update_variable(id, &changed).unwrap();
    });
    assert_eq!(
        stored(database, source),
        [StoredVariable {
            id,
            table: person,
            row: changed
        }]
    );
    let nobody = VariableId(id.0 + 1);
    let refused = database
        .begin()
        .unwrap()
        .dictionary()
        .update_variable(nobody, &full_row());
    assert!(refused.is_err());
}

/// Table names are unique within a source, variable names within a table.
pub fn names_are_unique_whatever_their_case(database: &dyn Database) {
    let one = source(database, "National HMIS", true);
    let other = source(database, "Registry", true);
    let person = table(database, one, &table_row("person"));
    table(database, other, &table_row("PERSON"));
    let again = database
        .begin()
        .unwrap()
        .dictionary()
        .add_tables(one, &[table_row("PERSON")]);
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
    variables(database, person, &[variable_row("person", "person_id")]);
    let rows = [(person, variable_row("person", "Person_ID"))];
    let again = database.begin().unwrap().dictionary().add_variables(&rows);
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
    let nowhere = [(TableId(person.0 + 100), variable_row("nowhere", "x"))];
    let refused = database.begin().unwrap().dictionary().add_variables(&nowhere);
    assert!(matches!(refused, Err(StoreError::Reference(_))), "{refused:?}");
}

/// The table and the source must be published, and the source must be the requested one.
pub fn only_published_variables_of_published_tables_are_found(database: &dyn Database) {
    let public = source(database, "National HMIS", true);
    let hidden = source(database, "Registry", false);
    let mut draft = table_row("draft");
    draft.publish = false;
    let cases = [
        (public, table_row("person")),
        (public, draft),
        (hidden, table_row("person")),
    ];
    let ids: Vec<_> = cases
        .iter()
        .map(|(source, row)| {
            let table = table(database, *source, row);
            variables(database, table, &[variable_row(&row.tbl_name, "a")])[0]
        })
        .collect();
    let mut asked = ids.clone();
    asked.push(VariableId(ids[2].0 + 100));
    let mut transaction = database.begin().unwrap();
    assert_eq!(
        transaction.dictionary().published_among(public, &asked).unwrap(),
        [ids[0]]
    );
    assert_eq!(
        transaction.dictionary().published_among(hidden, &asked).unwrap(),
        []
    );
    assert_eq!(transaction.dictionary().published_among(public, &[]).unwrap(), []);
}

/// Until then, the dependency is stored by its names.
pub fn a_dependency_waits_for_its_variable(database: &dyn Database) {
    let source = source(database, "National HMIS", true);
    let visit = table(database, source, &table_row("visit"));
    let mut row = variable_row("visit", "person_id");
    row.dependencies = vec![Dependency::parse("Person.PERSON_ID").unwrap()];
    let waiting = variables(database, visit, std::slice::from_ref(&row))[0];
    assert_eq!(stored(database, source)[0].row, row);
    let shown = || {
        let query = super::dictionary_views::all();
        let page = database.read().unwrap().dictionary().variables(&query).unwrap();
        page.items
            .into_iter()
            .find(|variable| variable.var_id == waiting)
            .unwrap()
            .dependencies
    };
    assert_eq!(shown(), []);
    let person = table(database, source, &table_row("Person"));
    let named = variables(database, person, &[variable_row("Person", "person_id")])[0];
    let in_words = |shown: Vec<DependencyView>| {
        shown
            .into_iter()
            .map(|on| (on.depend_on, on.tbl_name, on.var_name))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        in_words(shown()),
        [(named, "Person".to_owned(), "person_id".to_owned())]
    );
    let mut hidden = table_row("Person");
    hidden.publish = false;
    commit(database, |transaction| {
        transaction.dictionary().update_table(person, &hidden).unwrap();
    });
    assert_eq!(shown(), [], "what is not published is not named");
    assert_eq!(stored(database, source)[0].row, row);
}

/// A variable of the same name in another source does not resolve the dependency.
pub fn a_dependency_is_resolved_within_its_source(database: &dyn Database) {
    let [one, other] = ["National HMIS", "Registry"].map(|name| source(database, name, true));
    let mut row = variable_row("visit", "person_id");
    row.dependencies = vec![Dependency::parse("person.person_id").unwrap()];
    let [waiting, elsewhere] = [one, other].map(|source| {
        let visit = table(database, source, &table_row("visit"));
        variables(database, visit, std::slice::from_ref(&row))[0]
    });
    let resolved = |waiting: VariableId| {
        let query = super::dictionary_views::all();
        let page = database.read().unwrap().dictionary().variables(&query).unwrap();
        let shown = page
            .items
            .into_iter()
            .find(|shown| shown.var_id == waiting)
            .unwrap();
        shown
            .dependencies
            .iter()
            .map(|on| on.depend_on)
            .collect::<Vec<_>>()
    };
    let person = table(database, one, &table_row("person"));
    let named = variables(database, person, &[variable_row("person", "person_id")])[0];
    assert_eq!((resolved(waiting), resolved(elsewhere)), (vec![named], vec![]));
    // The other way round: the named variable already exists when the dependent one changes.
    commit(database, |transaction| {
        let dictionary = transaction.dictionary();
        dictionary.update_variable(waiting, &row).unwrap();
        dictionary.update_variable(elsewhere, &row).unwrap();
    });
    assert_eq!((resolved(waiting), resolved(elsewhere)), (vec![named], vec![]));
    let more = variables(
        database,
        person,
        &[VariableRow {
            dependencies: row.dependencies.clone(),
            ..variable_row("person", "mother_id")
        }],
    );
    assert_eq!(resolved(more[0]), [named]);
}
