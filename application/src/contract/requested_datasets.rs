//! The rules for every store about the datasets of a submitted request, and about reading them
//! ([`crate::requests::edits::datasets::RequestedDatasets`]).

use std::collections::BTreeSet;

use aditus_domain::ids::{DatasetId, DatasetVariableId, RequestId, VariableId};
use aditus_domain::requests::search::SearchTerm;
use aditus_domain::requests::{NewDataset, OfferedVariable, RawDataset};
use aditus_domain::review::{RequestList, Tab};

use super::fixtures::{Provider, Requester, start, submitted_request, transact};
use super::seed;
use crate::access::RequestScope;
use crate::dictionary::views::VariableSort;
use crate::paging::{Direction, Page};
use crate::ports::{Database, StoreError};
use crate::requests::edits::datasets::StoredDatasetVariable;
use crate::requests::views::{
    DatasetRow, DatasetVariableView, DatasetVariablesQuery, RequestFilter, RequestQuery, RequestRow,
    RequestSort,
};

/// Also returns the dataset of the request.
fn request_with_dataset(database: &dyn Database) -> (Provider, Requester, RequestId, DatasetId) {
    let (provider, requester, request) = submitted_request(database);
    let first = datasets(database, request)[0].rdataset_id;
    (provider, requester, request, first)
}

fn dataset(provider: &Provider, description: &str) -> NewDataset {
    let raw = RawDataset {
        dataset_description: Some(description.to_owned()),
        data_source: Some(provider.source.0),
        release_date: None,
    };
    raw.check().unwrap()
}

fn datasets(database: &dyn Database, request: RequestId) -> Vec<DatasetRow> {
    let mut views = database.read().unwrap();
    let rows = views.requests().datasets(&RequestScope::Everything, request);
    rows.unwrap().unwrap()
}

/// Returns all variables of the dataset, in the order of the dictionary.
fn variables(database: &dyn Database, dataset: DatasetId) -> Vec<DatasetVariableView> {
    let query = DatasetVariablesQuery {
        dataset,
        search: None,
        sort: VariableSort::Dictionary,
        direction: Direction::Ascending,
        moved_on_only: false,
        page: Page::new(1, 100),
    };
    let mut views = database.read().unwrap();
    let page = views
        .requests()
        .dataset_variables(&RequestScope::Everything, &query);
    page.unwrap().unwrap().items
}

/// A dataset is added after the others, and its description can be changed. The description of the
/// first one is that of the request.
pub fn a_dataset_is_added_and_described(database: &dyn Database) {
    let (provider, _, request, first) = request_with_dataset(database);
    let second = transact(database, |transaction| {
        let datasets = transaction.requested_datasets();
        assert_eq!(datasets.number_of_datasets(request).unwrap(), 1);
        let second = datasets
            .add_dataset(request, &dataset(&provider, "Households"))
            .unwrap();
        assert_eq!(
            datasets.dataset(second).unwrap(),
            Some((request, provider.source))
        );
        assert_eq!(datasets.dataset(DatasetId(987_654)).unwrap(), None);
        assert_eq!(datasets.number_of_datasets(request).unwrap(), 2);
        assert_eq!(
            datasets.sources(request).unwrap(),
            BTreeSet::from([provider.source])
        );
        second
    });
    let rows = datasets(database, request);
    assert_eq!(
        rows.iter()
            .map(|row| (
                row.rdataset_id,
                row.dataset_description.as_str(),
                row.variables_count
            ))
            .collect::<Vec<_>>(),
        [
            (first, "Visits with a diagnosis of malaria", 3),
            (second, "Households", 0)
        ]
    );
    assert_eq!(
        (rows[1].request, &rows[1].source, rows[1].release_date),
        (request, &provider.source_name, None)
    );
    transact(database, |transaction| {
        let datasets = transaction.requested_datasets();
        datasets.set_description(second, "Houses").unwrap();
        datasets.set_description(first, "Visits").unwrap();
    });
    let mut views = database.read().unwrap();
    let detail = views.requests().detail(&RequestScope::Everything, request);
    let detail = detail.unwrap().unwrap();
    assert_eq!(detail.filters.dataset_description, "Visits");
    let descriptions: Vec<_> = detail
        .requested_datasets
        .iter()
        .map(|dataset| dataset.dataset_description.as_str())
        .collect();
    assert_eq!(descriptions, ["Visits", "Houses"]);
}

/// Lists show each source once. The search finds a request by all its sources, and not by former
/// ones.
pub fn a_request_shows_and_is_found_by_all_its_sources(database: &dyn Database) {
    let (provider, requester, request, first) = request_with_dataset(database);
    let other = Provider::new(database, "Central Statistics Office", "Household Survey");
    transact(database, |transaction| {
        let datasets = transaction.requested_datasets();
        datasets
            .add_dataset(request, &dataset(&other, "Households"))
            .unwrap();
        datasets
            .add_dataset(request, &dataset(&provider, "Visits again"))
            .unwrap();
    });
    let found = |text: &str| -> Vec<RequestRow> {
        let query = RequestQuery {
            of: RequestList::Owner(requester.attendant.user),
            tabs: vec![Tab::All],
            search: SearchTerm::parse(text).map(|term| term.text),
            filter: RequestFilter::default(),
            now: start(),
            today: start().date_naive(),
            sort: RequestSort::default(),
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        };
        database.read().unwrap().requests().list(&query).unwrap().items
    };
    assert_eq!(
        found("household survey")[0].data_sources,
        ["National HMIS", "Household Survey"]
    );
    assert_eq!(found("national hmis").len(), 1);
    transact(database, |transaction| {
        transaction
            .request_edits()
            .set_data_source(request, first, other.source)
            .unwrap();
    });
    assert_eq!(found("national hmis").len(), 1, "another dataset still is of it");
    assert_eq!(
        found("malaria")[0].data_sources,
        ["Household Survey", "National HMIS"]
    );
    let last = datasets(database, request)[2].rdataset_id;
    transact(database, |transaction| {
        transaction
            .request_edits()
            .set_data_source(request, last, other.source)
            .unwrap();
    });
    assert!(found("national hmis").is_empty());
    assert_eq!(found("household survey")[0].data_sources, ["Household Survey"]);
    assert_eq!(
        found(&request.to_string()).len(),
        1,
        "its id is still among the words"
    );
}

/// Variables get ids of their own in a dataset, belong to one dataset each, and can be removed.
pub fn variables_are_added_and_removed(database: &dyn Database) {
    let (provider, _, request, first) = request_with_dataset(database);
    let (second, added) = transact(database, |transaction| {
        let datasets = transaction.requested_datasets();
        let second = datasets
            .add_dataset(request, &dataset(&provider, "Again"))
            .unwrap();
        let ids = [provider.variables[2], provider.variables[0]];
        assert_eq!(datasets.present_among(first, &ids).unwrap(), BTreeSet::from(ids));
        assert_eq!(datasets.present_among(second, &ids).unwrap(), BTreeSet::new());
        let added = datasets.add_variables(second, &ids, true).unwrap();
        assert_eq!(datasets.number_of_variables(request).unwrap(), 5);
        assert_eq!(
            datasets.variable(added[0]).unwrap(),
            Some(StoredDatasetVariable {
                request,
                dataset: second,
                variable: provider.variables[2],
            })
        );
        assert_eq!(datasets.variable(DatasetVariableId(987_654)).unwrap(), None);
        assert!(datasets.has_all(second, &added).unwrap());
        assert!(!datasets.has_all(first, &added[..1]).unwrap());
        datasets.set_distinct(added[1], false).unwrap();
        (second, added)
    });
    let read: Vec<_> = variables(database, second)
        .into_iter()
        .map(|row| {
            (
                row.dataset_variable_id,
                row.rdataset,
                row.var.var_id,
                row.is_distinct,
            )
        })
        .collect();
    assert_eq!(
        read,
        [
            (added[1], second, provider.variables[0], false),
            (added[0], second, provider.variables[2], true),
        ]
    );
    let detail = {
        let mut views = database.read().unwrap();
        let detail = views.requests().detail(&RequestScope::Everything, request);
        detail.unwrap().unwrap()
    };
    assert_eq!(
        detail.requested_datasets[1].variables,
        variables(database, second)
    );
    let content = transact(database, |transaction| {
        transaction.request_versions().content(request).unwrap().unwrap()
    });
    let of_content: Vec<_> = content.datasets[1]
        .variables
        .iter()
        .map(|variable| (variable.id, variable.is_distinct))
        .collect();
    assert_eq!(
        of_content,
        [(provider.variables[0], false), (provider.variables[2], true)]
    );
    transact(database, |transaction| {
        let datasets = transaction.requested_datasets();
        datasets.remove_variables(&added[..1]).unwrap();
        assert_eq!(datasets.variable(added[0]).unwrap(), None);
    });
    assert_eq!(variables(database, second).len(), 1);
    assert_eq!(variables(database, first).len(), 3, "the other dataset keeps it");
}

/// Adding a variable to a dataset that contains it is refused and ends the transaction.
pub fn a_variable_is_in_a_dataset_once(database: &dyn Database) {
    let (provider, _, _, first) = request_with_dataset(database);
    let mut transaction = database.begin().unwrap();
    let again = transaction
        .requested_datasets()
        .add_variables(first, &provider.variables[..1], false);
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
    drop(transaction);
    assert_eq!(variables(database, first).len(), 3);
}

/// Pages of the variables of one dataset can be searched by words and sorted in each order.
pub fn variables_of_a_dataset_are_searched_and_sorted(database: &dyn Database) {
    let (provider, _, request, first) = request_with_dataset(database);
    let table = seed::table(database, provider.source, &seed::table_row("birth"));
    let more = seed::variables(
        database,
        table,
        &[
            seed::variable_row("birth", "weight"),
            seed::variable_row("birth", "place"),
        ],
    );
    let other = transact(database, |transaction| {
        let datasets = transaction.requested_datasets();
        datasets.add_variables(first, &more, false).unwrap();
        let other = datasets
            .add_dataset(request, &dataset(&provider, "Other"))
            .unwrap();
        datasets.add_variables(other, &more[1..], false).unwrap();
        other
    });
    let read = |query: &DatasetVariablesQuery| {
        let mut views = database.read().unwrap();
        let page = views
            .requests()
            .dataset_variables(&RequestScope::Everything, query);
        page.unwrap().unwrap()
    };
    let named = |query: &DatasetVariablesQuery| -> Vec<String> {
        let rows = read(query).items.into_iter();
        rows.map(|row| format!("{}.{}", row.var.tbl_name, row.var.var_name))
            .collect()
    };
    let query = DatasetVariablesQuery {
        dataset: first,
        search: None,
        sort: VariableSort::VarName,
        direction: Direction::Ascending,
        moved_on_only: false,
        page: Page::new(1, 10),
    };
    assert_eq!(
        named(&query),
        [
            "visit.day",
            "visit.place",
            "birth.place",
            "visit.reason",
            "birth.weight"
        ]
    );
    let downwards = DatasetVariablesQuery {
        sort: VariableSort::TblName,
        direction: Direction::Descending,
        ..query.clone()
    };
    assert_eq!(
        named(&downwards),
        [
            "visit.reason",
            "visit.place",
            "visit.day",
            "birth.place",
            "birth.weight"
        ]
    );
    let second_page = DatasetVariablesQuery {
        page: Page::new(2, 2),
        ..query.clone()
    };
    let page = read(&second_page);
    assert_eq!((page.items.len(), page.total), (2, 5));
    let searched = |text: &str, dataset| DatasetVariablesQuery {
        search: Some(text.to_owned()),
        dataset,
        ..query.clone()
    };
    assert_eq!(named(&searched("place", first)), ["visit.place", "birth.place"]);
    assert_eq!(
        named(&searched("place birth", first)),
        ["birth.place"],
        "all of the words, in any order"
    );
    assert_eq!(named(&searched("place", other)), ["birth.place"]);
    assert_eq!(read(&searched("place", first)).total, 2);
    assert!(named(&searched("nothing", first)).is_empty());
}

/// Datasets outside the scope do not exist.
pub fn datasets_of_a_foreign_request_are_not_found(database: &dyn Database) {
    let (_, requester, request, first) = request_with_dataset(database);
    let stranger = Requester::new(database, "Olu", "Bello", "Elsewhere");
    let query = |dataset| DatasetVariablesQuery {
        dataset,
        search: None,
        sort: VariableSort::Dictionary,
        direction: Direction::Ascending,
        moved_on_only: false,
        page: Page::new(1, 10),
    };
    let mut views = database.read().unwrap();
    let requests = views.requests();
    let own = requester.scope();
    assert_eq!(requests.datasets(&own, request).unwrap().unwrap().len(), 1);
    assert_eq!(
        requests
            .dataset_variables(&own, &query(first))
            .unwrap()
            .unwrap()
            .total,
        3
    );
    assert_eq!(
        requests
            .dataset_variables(&own, &query(DatasetId(987_654)))
            .unwrap(),
        None
    );
    let scope = stranger.scope();
    assert_eq!(requests.datasets(&scope, request).unwrap(), None);
    assert_eq!(requests.dataset_variables(&scope, &query(first)).unwrap(), None);
}

/// Variables are offered with their source and name if their table and source are published.
pub fn only_published_variables_are_offered(database: &dyn Database) {
    let (provider, _, _, _) = request_with_dataset(database);
    let hidden = {
        let mut row = seed::table_row("draft");
        row.publish = false;
        let table = seed::table(database, provider.source, &row);
        seed::variables(database, table, &[seed::variable_row("draft", "secret")])[0]
    };
    let ids = [provider.variables[1], hidden, VariableId(987_654)];
    let offered = transact(database, |transaction| {
        transaction.dictionary().offered(&ids).unwrap()
    });
    assert_eq!(
        offered,
        [OfferedVariable {
            id: provider.variables[1],
            source: provider.source,
            name: "visit.place".to_owned(),
        }]
    );
}
