//! The contract of the dictionary records that Super Users maintain.

use aditus_domain::dictionary::search::fold;
use aditus_domain::dictionary::{DataSource, DatabaseType, SourceReferences, TopicDetails, VersionDetails};
use aditus_domain::ids::{AssignedRoleId, CustodianId, DataSourceId, TopicId, VariableId, VersionId};
use aditus_domain::requests::search::SearchTerm;
use aditus_domain::review::{RequestList, Tab};
use aditus_domain::roles::Role;

use super::dictionary_views::{all, shown};
use super::fixtures::{self, minute, provider, requester, start, submit};
use super::seed::{
    at, commit, org_role, organisation, source, table, table_row, unrecorded_in_test, variable_row, variables,
};
use super::steps::rows;
use crate::dictionary::StoredSource;
use crate::dictionary::records::repository::{DictionaryRecords, StoredCustodian};
use crate::dictionary::records::views::{CustodianSort, SourceSort, TableSort, TopicSort, VersionSort};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Database, StoreError};
use crate::requests::views::{RequestFilter, RequestQuery, RequestSort};

fn stored(database: &dyn Database, id: DataSourceId) -> StoredSource {
    let mut transaction = database.begin().unwrap();
    transaction.dictionary_records().source(id).unwrap().unwrap()
}

/// Saves a source with a change and returns the result of the store.
fn change(
    database: &dyn Database,
    id: DataSourceId,
    change: impl FnOnce(&mut StoredSource),
) -> Result<(), StoreError> {
    let mut source = stored(database, id);
    change(&mut source);
    let mut transaction = database.begin()?;
    transaction.dictionary_records().update_source(id, &source)?;
    transaction.commit(unrecorded_in_test())
}

fn list<Sort>(sort: Sort, direction: Direction) -> ListQuery<Sort> {
    ListQuery {
        search: None,
        sort,
        direction,
        page: Page::new(1, Page::MAX_SIZE),
    }
}

fn searched<Sort: Default>(text: &str) -> ListQuery<Sort> {
    ListQuery {
        search: Some(fold(text)),
        ..list(Sort::default(), Direction::Ascending)
    }
}

/// All fields are replaced, including connection fields that are now empty.
pub fn a_changed_source_is_read_as_it_is(database: &dyn Database) {
    let id = source(database, "National HMIS", true);
    let other = source(database, "Registry", true);
    let full = DataSource {
        source: "National HMIS".to_owned(),
        description: "Figures of all facilities.".to_owned(),
        db_type: DatabaseType::Graph,
        dbms: "Neo4j".to_owned(),
        db_host: Some("db.hmis.example".to_owned()),
        db_username: Some("reader".to_owned()),
        has_aggregate_data: true,
        publish: true,
    };
    change(database, id, |source| {
        source.details = full.clone();
        source.db_password = Some(vec![0, 255, 7]);
    })
    .unwrap();
    let changed = stored(database, id);
    assert_eq!(changed.details, full);
    assert_eq!(changed.db_password, Some(vec![0, 255, 7]));
    let one = |id| {
        let mut views = database.read().unwrap();
        views.dictionary_records().source_record(id).unwrap()
    };
    assert!(one(id).unwrap().has_db_password && !one(other).unwrap().has_db_password);
    let unreachable = StoredSource {
        details: DataSource {
            db_host: None,
            db_username: None,
            ..full
        },
        db_password: None,
    };
    change(database, id, |source| *source = unreachable.clone()).unwrap();
    assert_eq!(stored(database, id), unreachable);
    assert!(!one(id).unwrap().has_db_password);

    let same = change(database, id, |source| {
        source.details.source = "Registry".to_owned();
    });
    assert!(matches!(same, Err(StoreError::Duplicate(_))), "{same:?}");
    let nobody = DataSourceId(other.0 + 1);
    assert_eq!(one(nobody), None);
    let changed = stored(database, id);
    let missing = database
        .begin()
        .unwrap()
        .dictionary_records()
        .update_source(nobody, &changed);
    assert!(matches!(missing, Err(StoreError::Reference(_))), "{missing:?}");
}

/// The published tables of a source are shown while the source is published, its other tables
/// never.
pub fn unpublishing_a_source_hides_its_tables(database: &dyn Database) {
    let id = source(database, "National HMIS", false);
    let elsewhere = source(database, "Registry", true);
    let other = table(database, elsewhere, &table_row("birth"));
    let kept = variables(database, other, &[variable_row("birth", "weight")])[0];
    let mut draft = table_row("draft");
    draft.publish = false;
    let ids = [table_row("person"), draft].map(|row| {
        let table = table(database, id, &row);
        variables(database, table, &[variable_row(&row.tbl_name, "a")])[0]
    });
    let known = |variables: &[VariableId]| {
        let mut views = database.read().unwrap();
        let picked = views.dictionary().picked_variables(id, variables).unwrap();
        let name = views.dictionary().withdrawn_source(id).unwrap();
        (picked.len(), name)
    };
    assert_eq!(known(&ids), (0, None), "nobody was ever offered it");
    for publish in [true, false, true] {
        change(database, id, |source| {
            source.details.publish = publish;
            source.details.source = format!("HMIS {publish}");
        })
        .unwrap();
        let page = shown(database, &all());
        let mut found: Vec<_> = page.items.iter().map(|variable| variable.var_id).collect();
        found.sort();
        let expected = if publish { vec![kept, ids[0]] } else { vec![kept] };
        assert_eq!((found, page.total), (expected, if publish { 2 } else { 1 }));
        let mut views = database.read().unwrap();
        let dictionary = views.dictionary();
        let sources = dictionary
            .sources(Some("hmis"), Direction::Ascending, Page::new(1, 9))
            .unwrap();
        let names: Vec<_> = sources.items.into_iter().map(|source| source.source).collect();
        assert_eq!(
            names,
            if publish {
                vec!["HMIS true".to_owned()]
            } else {
                Vec::new()
            }
        );
        assert_eq!(dictionary.source(id).unwrap().is_some(), publish);
        assert_eq!(
            dictionary
                .tables(Some(id), None, Direction::Ascending, Page::new(1, 9))
                .unwrap()
                .total,
            u64::from(publish)
        );
        let mut transaction = database.begin().unwrap();
        let published = transaction.dictionary().published_among(id, &ids).unwrap();
        assert_eq!(published.len(), usize::from(publish));
        drop(transaction);
        let withdrawn = (!publish).then(|| "HMIS false".to_owned());
        assert_eq!(known(&ids), (1, withdrawn));
    }
}

/// Requests show the new name, and the search finds them by it and no longer by the old one.
pub fn requests_follow_the_name_of_their_source(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", minute(1));
    change(database, provider.source, |source| {
        source.details.source = "Facility Reporting".to_owned();
    })
    .unwrap();
    let list = RequestList::OrgRole(provider.staff(Role::DataAccessReviewer).org_role);
    let row = rows(database, list, Tab::Pending).remove(0);
    assert_eq!(
        (row.request_id, row.data_sources),
        (id, vec!["Facility Reporting".to_owned()])
    );
    let found = |typed: &str| {
        let query = RequestQuery {
            of: list,
            tabs: vec![Tab::Pending],
            search: SearchTerm::parse(typed).map(|term| term.text),
            filter: RequestFilter::default(),
            now: start(),
            today: start().date_naive(),
            sort: RequestSort::default(),
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        };
        database.read().unwrap().requests().list(&query).unwrap().total
    };
    assert_eq!(
        (found("facility rep"), found("national hmis"), found("malaria")),
        (1, 0, 1)
    );
}

/// A source without references can be deleted.
pub fn references_to_a_source_are_counted(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    submit(database, &requester, &provider, "Malaria", minute(1));
    let (role, attendant) = (
        provider.staff(Role::DataCustodian).org_role,
        provider.staff(Role::DataOfficer).assigned_role,
    );
    let free = source(database, "Registry", true);
    commit(database, |transaction| {
        let custodian = transaction
            .dictionary()
            .add_custodian(provider.source, role, true);
        custodian.unwrap();
        let version = version(provider.source, "First.", 0);
        transaction
            .dictionary_records()
            .add_version(&version, attendant)
            .unwrap();
    });
    let counted = |id| {
        let mut transaction = database.begin().unwrap();
        transaction.dictionary_records().source_references(id).unwrap()
    };
    let expected = SourceReferences {
        tables: 1,
        custodians: 1,
        versions: 1,
        requests: 1,
    };
    assert_eq!(counted(provider.source), expected);
    assert_eq!(counted(free), SourceReferences::default());
    let mut transaction = database.begin().unwrap();
    let refused = transaction.dictionary_records().remove_source(provider.source);
    assert!(matches!(refused, Err(StoreError::Reference(_))), "{refused:?}");
    drop(transaction);
    commit(database, |transaction| {
        transaction.dictionary_records().remove_source(free).unwrap();
    });
    let mut transaction = database.begin().unwrap();
    assert!(transaction.dictionary_records().source(free).unwrap().is_none());
}

/// Unpublished sources are listed as well.
pub fn sources_are_listed_found_and_sorted(database: &dyn Database) {
    for (name, publish, db_type, dbms) in [
        ("Öresund Registry", true, DatabaseType::Relational, "MySQL"),
        ("births", false, DatabaseType::Cloud, "PostgreSQL"),
        ("Claims", true, DatabaseType::Graph, "Oracle"),
    ] {
        let id = source(database, name, publish);
        change(database, id, |source| {
            source.details.db_type = db_type;
            source.details.dbms = dbms.to_owned();
        })
        .unwrap();
    }
    let names = |query: &ListQuery<SourceSort>| {
        let page = database
            .read()
            .unwrap()
            .dictionary_records()
            .source_records(query);
        let page = page.unwrap();
        let names: Vec<_> = page.items.into_iter().map(|row| row.details.source).collect();
        (names.join(", "), page.total)
    };
    let by = |sort, direction| names(&list(sort, direction)).0;
    assert_eq!(
        by(SourceSort::Source, Direction::Ascending),
        "births, Claims, Öresund Registry"
    );
    assert_eq!(
        by(SourceSort::Source, Direction::Descending),
        "Öresund Registry, Claims, births"
    );
    assert_eq!(
        by(SourceSort::DbType, Direction::Ascending),
        "births, Claims, Öresund Registry"
    );
    assert_eq!(
        by(SourceSort::Dbms, Direction::Descending),
        "births, Claims, Öresund Registry"
    );
    assert_eq!(names(&searched("ORESUND")), ("Öresund Registry".to_owned(), 1));
    assert_eq!(names(&searched("birth")).1, 1);
    assert_eq!(names(&searched("%")).1, 0);
    let second = ListQuery {
        page: Page::new(2, 2),
        ..list(SourceSort::Source, Direction::Ascending)
    };
    assert_eq!(names(&second), ("Öresund Registry".to_owned(), 3));
}

/// Each organisation role is a custodian of a source once.
pub fn custodians_are_kept_found_and_sorted(database: &dyn Database) {
    let sources = ["National HMIS", "Registry"].map(|name| source(database, name, true));
    source(database, "Not published", false);
    let without_custodian = || {
        let mut views = database.read().unwrap();
        views.dictionary_records().sources_without_custodian().unwrap()
    };
    let named = |place: usize, name: &str| (sources[place], name.to_owned());
    assert_eq!(
        without_custodian(),
        [named(0, "National HMIS"), named(1, "Registry")]
    );
    let (clinic, ministry) = (
        organisation(database, "Lake Clinic"),
        organisation(database, "Ministry"),
    );
    let custodian = org_role(database, clinic, Role::DataCustodian);
    let officer = org_role(database, ministry, Role::DataOfficer);
    let ids = commit(database, |transaction| {
        let dictionary = transaction.dictionary();
        [
            dictionary.add_custodian(sources[0], custodian, false).unwrap(),
            dictionary.add_custodian(sources[1], officer, true).unwrap(),
        ]
    });
    let found = |query: &ListQuery<CustodianSort>, roles: &[Role]| {
        let mut views = database.read().unwrap();
        let page = views
            .dictionary_records()
            .custodian_records(query, roles)
            .unwrap();
        let ids: Vec<_> = page.items.iter().map(|row| row.custodian_id).collect();
        assert_eq!(ids.len() as u64, page.total);
        ids
    };
    for sort in [
        CustodianSort::Source,
        CustodianSort::Organisation,
        CustodianSort::Role,
        CustodianSort::Broker,
    ] {
        assert_eq!(found(&list(sort, Direction::Ascending), &[]), ids, "{sort:?}");
        assert_eq!(
            found(&list(sort, Direction::Descending), &[]),
            [ids[1], ids[0]],
            "{sort:?}"
        );
    }
    assert_eq!(without_custodian(), []);
    assert_eq!(found(&searched("registry"), &[]), [ids[1]]);
    assert_eq!(found(&searched("lake cl"), &[]), [ids[0]]);
    assert_eq!(found(&searched("officer"), &[Role::DataOfficer]), [ids[1]]);
    assert_eq!(found(&searched("nothing"), &[]), []);

    let change = |id: CustodianId, custodian: StoredCustodian| {
        let mut transaction = database.begin()?;
        transaction
            .dictionary_records()
            .update_custodian(id, &custodian)?;
        transaction.commit(unrecorded_in_test())
    };
    let moved = StoredCustodian {
        data_source: sources[1],
        org_role: custodian,
        broker: true,
    };
    change(ids[0], moved).unwrap();
    assert_eq!(without_custodian(), [named(0, "National HMIS")]);
    let one = |id| {
        let mut views = database.read().unwrap();
        views.dictionary_records().custodian_record(id).unwrap()
    };
    let row = one(ids[0]).unwrap();
    assert_eq!(
        (
            row.source_name.as_str(),
            row.organisation.as_str(),
            row.role,
            row.broker
        ),
        ("Registry", "Lake Clinic", Role::DataCustodian, true)
    );
    let mut transaction = database.begin().unwrap();
    assert_eq!(
        transaction.dictionary_records().custodian(ids[0]).unwrap(),
        Some(moved)
    );
    drop(transaction);
    let twice = change(ids[1], moved);
    assert!(matches!(twice, Err(StoreError::Duplicate(_))), "{twice:?}");
    let nobody = change(CustodianId(ids[1].0 + 1), moved);
    assert!(matches!(nobody, Err(StoreError::Reference(_))), "{nobody:?}");
    commit(database, |transaction| {
        transaction.dictionary_records().remove_custodian(ids[0]).unwrap();
    });
    assert_eq!(one(ids[0]), None);
}

/// Tables of unpublished sources are included, in each order and direction.
pub fn tables_are_listed_published_or_not(database: &dyn Database) {
    let (hidden, public) = (
        source(database, "Registry", false),
        source(database, "National HMIS", true),
    );
    let mut draft = table_row("Visits");
    draft.publish = false;
    draft.entity_name = "Zone".to_owned();
    let mut published = table_row("births");
    published.entity_name = "Area".to_owned();
    let births = table(database, hidden, &published);
    let visits = table(database, hidden, &draft);
    let other = table(database, public, &table_row("Claims"));
    variables(database, visits, &[variable_row("Visits", "weight")]);
    let found = |of: Option<DataSourceId>, query: &ListQuery<TableSort>| {
        let mut views = database.read().unwrap();
        let page = views.dictionary_records().table_list(of, query).unwrap();
        assert_eq!(page.total, page.items.len() as u64);
        page.items.iter().map(|row| row.tbl_id).collect::<Vec<_>>()
    };
    let by_name = list(TableSort::Name, Direction::Ascending);
    assert_eq!(found(Some(hidden), &by_name), [births, visits]);
    assert_eq!(found(None, &by_name), [births, other, visits]);
    assert_eq!(found(Some(hidden), &searched("VISIT")), [visits]);
    for sort in [TableSort::Name, TableSort::Entity, TableSort::Variables] {
        let up = found(Some(hidden), &list(sort, Direction::Ascending));
        let down = found(Some(hidden), &list(sort, Direction::Descending));
        assert_eq!(
            (up, down),
            (vec![births, visits], vec![visits, births]),
            "{sort:?}"
        );
    }
    let by_publish = list(TableSort::Publish, Direction::Ascending);
    assert_eq!(found(Some(hidden), &by_publish), [visits, births]);
    let mut views = database.read().unwrap();
    let rows = views
        .dictionary_records()
        .table_list(Some(hidden), &by_name)
        .unwrap()
        .items;
    assert_eq!((rows[1].variables_count, rows[1].definition.publish), (1, false));
    assert_eq!(rows[1].definition.table_type, "Clinical");
}

fn version(data_source: DataSourceId, message: &str, seconds: i64) -> VersionDetails {
    VersionDetails {
        data_source,
        message: message.to_owned(),
        date_created: at(seconds),
    }
}

/// A new person with a role, whose names contain this one.
fn committer(database: &dyn Database, name: &str) -> AssignedRoleId {
    fixtures::Requester::new(database, name, "Lindqvist", &format!("Institute of {name}"))
        .attendant
        .assigned_role
}

/// The newest version is first by default.
pub fn versions_are_kept_found_and_sorted(database: &dyn Database) {
    let (hmis, registry) = (
        source(database, "National HMIS", true),
        source(database, "Registry", true),
    );
    let (asta, bo) = (committer(database, "Asta"), committer(database, "Bo"));
    let ids = commit(database, |transaction| {
        let records = transaction.dictionary_records();
        [
            records.add_version(&version(hmis, "Älter", 20), asta).unwrap(),
            records
                .add_version(&version(registry, "Weights in grams", 10), bo)
                .unwrap(),
        ]
    });
    let found = |query: &ListQuery<VersionSort>| {
        let page = database
            .read()
            .unwrap()
            .dictionary_records()
            .version_records(None, query);
        let page = page.unwrap();
        page.items.iter().map(|row| row.version_id).collect::<Vec<_>>()
    };
    let [first, second] = ids;
    assert_eq!(
        found(&list(VersionSort::Newest, Direction::Ascending)),
        [first, second]
    );
    assert_eq!(
        found(&list(VersionSort::DateCreated, Direction::Ascending)),
        [second, first]
    );
    for sort in [VersionSort::Source, VersionSort::Message, VersionSort::Committer] {
        assert_eq!(
            found(&list(sort, Direction::Ascending)),
            [first, second],
            "{sort:?}"
        );
        assert_eq!(
            found(&list(sort, Direction::Descending)),
            [second, first],
            "{sort:?}"
        );
    }
    let of_registry = database
        .read()
        .unwrap()
        .dictionary_records()
        .version_records(Some(registry), &list(VersionSort::Newest, Direction::Ascending))
        .unwrap();
    assert_eq!((of_registry.total, of_registry.items[0].version_id), (1, second));
    assert_eq!(found(&searched("registry")), [second]);
    assert_eq!(found(&searched("alter")), [first]);
    assert_eq!(found(&searched("nothing")), []);

    commit(database, |transaction| {
        let records = transaction.dictionary_records();
        assert_eq!(records.version_created_on(second).unwrap(), Some(at(10)));
        let changed = version(hmis, "Weights in tons", 30);
        records.update_version(second, &changed, asta).unwrap();
    });
    let one = |id| {
        let mut views = database.read().unwrap();
        views.dictionary_records().version_record(id).unwrap()
    };
    let row = one(second).unwrap();
    assert_eq!(
        (row.source.as_str(), row.message.as_str(), row.date_created),
        ("National HMIS", "Weights in tons", at(30))
    );
    assert_eq!(
        (row.committer.as_str(), row.commited_by),
        ("Asta Lindqvist", asta)
    );
    assert_eq!(found(&searched("tons")), [second]);
    assert_eq!(found(&searched("grams")), []);
    let nobody = VersionId(second.0 + 1);
    let missing = database.begin().unwrap().dictionary_records().update_version(
        nobody,
        &version(hmis, "None", 0),
        asta,
    );
    assert!(matches!(missing, Err(StoreError::Reference(_))), "{missing:?}");
    commit(database, |transaction| {
        let records = transaction.dictionary_records();
        assert_eq!(records.version_created_on(nobody).unwrap(), None);
        records.remove_version(second).unwrap();
    });
    assert_eq!((one(second), found(&searched("tons"))), (None, Vec::new()));
}

fn topic(name: &str, description: &str, active: bool) -> TopicDetails {
    TopicDetails {
        topic: name.to_owned(),
        description: description.to_owned(),
        active,
    }
}

/// Each name exists once, ignoring case.
pub fn topics_are_kept_found_and_sorted(database: &dyn Database) {
    let ids = commit(database, |transaction| {
        let records = transaction.dictionary_records();
        [
            records
                .add_topic(&topic("births", "All of them", false), at(1))
                .unwrap(),
            records
                .add_topic(&topic("Deaths", "Causes, too", true), at(2))
                .unwrap(),
        ]
    });
    let found = |query: &ListQuery<TopicSort>| {
        let mut views = database.read().unwrap();
        let page = views.dictionary_records().topic_records(query, false).unwrap();
        page.items.iter().map(|row| row.topic_id).collect::<Vec<_>>()
    };
    for sort in [
        TopicSort::Topic,
        TopicSort::Description,
        TopicSort::DateAdded,
        TopicSort::Active,
    ] {
        assert_eq!(found(&list(sort, Direction::Ascending)), ids, "{sort:?}");
        assert_eq!(
            found(&list(sort, Direction::Descending)),
            [ids[1], ids[0]],
            "{sort:?}"
        );
    }
    assert_eq!(found(&searched("BIRTHS")), [ids[0]]);
    assert_eq!(found(&searched("causes")), [ids[1]]);

    commit(database, |transaction| {
        let changed = topic("BIRTHS and twins", "Registered ones", true);
        transaction
            .dictionary_records()
            .update_topic(ids[0], &changed)
            .unwrap();
    });
    let mut views = database.read().unwrap();
    let page = views
        .dictionary_records()
        .topic_records(&searched("twins"), false)
        .unwrap();
    let row = &page.items[0];
    assert_eq!(
        (
            row.topic.as_str(),
            row.description.as_str(),
            row.active,
            row.date_added
        ),
        ("BIRTHS and twins", "Registered ones", true, at(1))
    );
    drop(views);
    let same = topic("DEATHS", "Again", true);
    let refused = |work: &dyn Fn(&mut dyn DictionaryRecords) -> Result<(), StoreError>| {
        let mut transaction = database.begin().unwrap();
        let refused = work(transaction.dictionary_records());
        assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
    };
    refused(&|records| records.add_topic(&same, at(3)).map(drop));
    refused(&|records| records.update_topic(ids[0], &same));
    let nobody = TopicId(ids[1].0 + 1);
    let missing = database
        .begin()
        .unwrap()
        .dictionary_records()
        .update_topic(nobody, &same);
    assert!(matches!(missing, Err(StoreError::Reference(_))), "{missing:?}");
    commit(database, |transaction| {
        let records = transaction.dictionary_records();
        assert!(records.topic(ids[1]).unwrap().is_some() && records.topic(nobody).unwrap().is_none());
        records.remove_topic(ids[1]).unwrap();
        assert!(records.topic(ids[1]).unwrap().is_none());
    });
}
