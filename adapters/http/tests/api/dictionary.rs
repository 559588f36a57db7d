//! `GET data_dictionary/…`: the published dictionary, which everyone may read.

use aditus_domain::dictionary::{DataSource, DataType, Dependency, TableRow};
use aditus_domain::ids::TableId;
use serde_json::{Value, json};

use crate::client::Client;
use crate::on_both_databases;
use crate::people::{Installation, table, variable};
use crate::server::TestServer;

on_both_databases!(
    sources_are_listed_by_name_and_found,
    unpublished_records_return_404,
    tables_are_listed_and_found,
    the_tree_of_a_source_contains_its_tables,
    variables_are_found_by_every_text,
    a_long_search_result_is_marked_as_incomplete,
    variables_are_sorted_and_come_in_pages,
    variables_are_picked_by_ids,
    a_search_over_all_sources_is_grouped_by_source,
);

/// A second source with two tables, and an unpublished table and an unpublished source.
struct Dictionary {
    first: i64,
    second: i64,
    hidden: i64,
    births: i64,
    hidden_table: i64,
    hidden_variables: Vec<i64>,
}

impl Dictionary {
    fn new(installation: &Installation<'_>) -> Self {
        installation.server.write(|transaction| {
            let dictionary = transaction.dictionary();
            let second = dictionary
                .add_source(&DataSource::named("Civil Registration"))
                .unwrap();
            let hidden = DataSource {
                publish: false,
                ..DataSource::named("Kept Back")
            };
            let hidden = dictionary.add_source(&hidden).unwrap();
            let rows = [
                table("births"),
                table("Births_of_twins"),
                TableRow {
                    publish: false,
                    ..table("drafts")
                },
            ];
            let tables = dictionary.add_tables(second, &rows).unwrap();
            let secret = dictionary.add_tables(hidden, &[table("secrets")]).unwrap()[0];
            let mut weight = variable("births", "weight");
            "Grams at the first weighing".clone_into(&mut weight.meaning);
            weight.data_type = DataType::Number;
            weight.synonyms = vec!["Birth mass".to_owned()];
            let mut age = variable("Births_of_twins", "age_of_mother");
            age.derived = true;
            "&lt;p&gt;In years &amp; months.&lt;/p&gt;See [the guide](https://guide.example/)"
                .clone_into(&mut age.meaning);
            age.dependencies = vec![Dependency::parse("births.place").unwrap()];
            dictionary
                .add_variables(&[
                    (tables[0], weight),
                    (tables[0], variable("births", "place")),
                    (tables[1], age),
                ])
                .unwrap();
            let rows = [
                (tables[2], variable("drafts", "weight")),
                (secret, variable("secrets", "weight")),
            ];
            let hidden_variables = dictionary.add_variables(&rows).unwrap();
            Self {
                first: installation.source.0,
                second: second.0,
                hidden: hidden.0,
                births: tables[0].0,
                hidden_table: tables[2].0,
                hidden_variables: hidden_variables.into_iter().map(|id| id.0).collect(),
            }
        })
    }
}

fn names(client: &Client, path: &str, field: &str) -> Vec<String> {
    let answer = client.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.json());
    let body = answer.json();
    let rows = body["data"].as_array().unwrap();
    rows.iter()
        .map(|row| row[field].as_str().unwrap().to_owned())
        .collect()
}

fn columns(client: &Client, query: &str) -> Vec<String> {
    names(
        client,
        &format!("data_dictionary/data_dictionary/{query}"),
        "ids_column_name",
    )
}

fn sources_are_listed_by_name_and_found(server: &TestServer) {
    let dictionary = Dictionary::new(&Installation::new(server));
    let guest = server.guest();
    let body = guest.get("data_dictionary/data_sources/").json();
    assert_eq!(body["page"], json!({ "number": 1, "size": 9, "total": 2 }));
    let first = json!({
        "data_source_id": dictionary.second,
        "source": "Civil Registration",
        "description": "The data dictionary of Civil Registration.",
        "publish": true,
        "tables_count": 2,
        "variables_count": 3,
    });
    assert_eq!(body["data"][0], first);
    assert_eq!(
        guest
            .get(&format!("data_dictionary/data_sources/{}/", dictionary.second))
            .data(200),
        first
    );

    let sources = |query: &str| names(&guest, &format!("data_dictionary/data_sources/{query}"), "source");
    assert_eq!(sources(""), ["Civil Registration", "Hospital Records"]);
    assert_eq!(sources("?search=hOsPiTaL"), ["Hospital Records"]);
    assert_eq!(sources("?search=dictionary of civil"), ["Civil Registration"]);
    assert_eq!(sources("?search=%25"), [""; 0]);
    assert_eq!(sources("?page=2&page_size=1"), ["Hospital Records"]);
    assert_eq!(sources("?page=3&page_size=1"), [""; 0]);
}

fn unpublished_records_return_404(server: &TestServer) {
    let dictionary = Dictionary::new(&Installation::new(server));
    let guest = server.guest();
    guest
        .get(&format!("data_dictionary/data_sources/{}", dictionary.hidden))
        .refuses(404, "Data source not found.");
    guest
        .get("data_dictionary/data_sources/999999")
        .refuses(404, "Data source not found.");
    assert_eq!(
        names(&guest, "data_dictionary/data_sources/?search=kept", "source"),
        [""; 0]
    );
    let tables = format!("data_dictionary/tables/?data_source={}", dictionary.hidden);
    assert_eq!(names(&guest, &tables, "tbl_name"), [""; 0]);
    assert_eq!(
        names(&guest, "data_dictionary/tables/?search=drafts", "tbl_name"),
        [""; 0]
    );
    let ids = dictionary
        .hidden_variables
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(",");
    for query in [
        format!("?data_source={}", dictionary.hidden),
        format!("?tbl_id={}", dictionary.hidden_table),
        format!("?ids={ids}"),
        "?tbl_name=drafts".to_owned(),
        "?search=secrets".to_owned(),
    ] {
        assert_eq!(columns(&guest, &query), [""; 0], "{query}");
    }
    assert_eq!(columns(&guest, "?search=weight"), ["weight"], "of births alone");
}

fn tables_are_listed_and_found(server: &TestServer) {
    let dictionary = Dictionary::new(&Installation::new(server));
    let guest = server.guest();
    let body = guest.get("data_dictionary/tables/").json();
    assert_eq!(body["page"], json!({ "number": 1, "size": 20, "total": 3 }));
    assert_eq!(
        body["data"][0],
        json!({
            "tbl_id": dictionary.births,
            "tbl_name": "births",
            "tbl_description": "Visits to a hospital",
            "entity_name": "Visit",
            "icon": "LocalHospital",
            "table_type_name": "Event",
            "data_source": dictionary.second,
            "variables_count": 2,
        })
    );
    let tables = |query: &str| names(&guest, &format!("data_dictionary/tables/{query}"), "tbl_name");
    assert_eq!(tables(&format!("?data_source={}", dictionary.first)), ["visits"]);
    assert_eq!(tables("?search=TWINS"), ["Births_of_twins"]);
    assert_eq!(
        tables("?search=to a hospital&page_size=2"),
        ["births", "Births_of_twins"]
    );
}

fn the_tree_of_a_source_contains_its_tables(server: &TestServer) {
    let dictionary = Dictionary::new(&Installation::new(server));
    let guest = server.guest();
    let tree = |id: i64| guest.get(&format!("data_dictionary/data_sources/tree/{id}"));
    let body = tree(dictionary.second).data(200);
    assert_eq!(body["source"], "Civil Registration");
    let types = body["table_types"].as_array().unwrap();
    assert_eq!(types.len(), 1);
    assert_eq!(types[0]["table_type_name"], "Event");
    let tables = types[0]["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 2, "not the draft");
    assert_eq!(tables[0]["tbl_id"], dictionary.births);
    let edges = guest
        .get(&format!(
            "data_dictionary/edges/?data_source={}",
            dictionary.second
        ))
        .data(200);
    let edge =
        json!([{ "tbl_id": tables[1]["tbl_id"], "depend_on": dictionary.births, "variables_count": 1 }]);
    assert_eq!(edges, edge);
    assert_eq!(guest.get("data_dictionary/edges/").data(200), edge);
    let colors = guest.get("data_dictionary/colors/").data(200);
    assert_eq!(colors.as_array().unwrap().len(), 1);
    assert_eq!(colors[0]["table_type_name"], "Event");
    assert!(colors[0]["color"].as_str().unwrap().starts_with('#'));
    for id in [dictionary.hidden, 999_999] {
        tree(id).refuses(404, "Data source not found.");
    }
    let hidden = guest.get(&format!(
        "data_dictionary/edges/?data_source={}",
        dictionary.hidden
    ));
    assert_eq!(hidden.data(200), json!([]));
}

fn a_long_search_result_is_marked_as_incomplete(server: &TestServer) {
    let dictionary = Dictionary::new(&Installation::new(server));
    server.write(|transaction| {
        let often: Vec<_> = (0..1_005)
            .map(|number| {
                let mut often = variable("births", &format!("often_{number}"));
                "Counted once a month".clone_into(&mut often.meaning);
                (TableId(dictionary.births), often)
            })
            .collect();
        transaction.dictionary().add_variables(&often).unwrap();
    });
    let guest = server.guest();
    let page = |query: &str| {
        let answer = guest
            .get(&format!("data_dictionary/data_dictionary/?{query}&page_size=50"))
            .json();
        (answer["data"].as_array().unwrap().len(), answer["page"].clone())
    };
    let told = |number: u32, total: u32| json!({ "number": number, "size": 50, "total": total });
    let with_more =
        |number: u32, total: u32| json!({ "number": number, "size": 50, "total": total, "more": true });
    assert_eq!(page("search=monthly"), (0, told(1, 0)));
    for order in ["", "&sort=-meaning"] {
        let search = |number: u32| page(&format!("search=once a month{order}&page={number}"));
        assert_eq!(search(1), (50, with_more(1, 1_000)));
        assert_eq!(search(20), (50, with_more(20, 1_000)));
        assert_eq!(search(21), (5, told(21, 1_005)));
        assert_eq!(search(22), (0, with_more(22, 1_000)));
    }
    let (_, all) = page("");
    assert_eq!(
        all["more"],
        Value::Null,
        "what is not searched is counted whole: {all}"
    );
}

fn variables_are_found_by_every_text(server: &TestServer) {
    let dictionary = Dictionary::new(&Installation::new(server));
    let guest = server.guest();
    assert_eq!(columns(&guest, "?search=WEIGHT"), ["weight"], "by name");
    assert_eq!(
        columns(&guest, "?search=first weighing"),
        ["weight"],
        "by meaning"
    );
    assert_eq!(columns(&guest, "?search=birth mass"), ["weight"], "by synonym");
    assert_eq!(columns(&guest, "?search=derived"), ["age_of_mother"]);
    assert_eq!(columns(&guest, "?search=number"), ["weight"], "by data type");
    assert_eq!(columns(&guest, "?search=of_twins"), ["age_of_mother"], "by table");
    assert_eq!(columns(&guest, "?search=nothing like it"), [""; 0]);
    assert_eq!(
        columns(&guest, "?tbl_name=BIRTHS"),
        ["weight", "place", "age_of_mother"],
        "by a prefix"
    );
    assert_eq!(columns(&guest, "?tbl_name=irths"), [""; 0]);
    assert_eq!(columns(&guest, "?tbl_name=%25"), [""; 0]);
    assert_eq!(columns(&guest, "?tbl_name=Births_of"), ["age_of_mother"]);
    assert_eq!(
        columns(&guest, &format!("?tbl_id={}&search=place", dictionary.births)),
        ["place"]
    );
    let of_first = format!("?data_source={}", dictionary.first);
    assert_eq!(columns(&guest, &of_first), ["visit_date", "ward", "diagnosis"]);

    let weight = guest.get("data_dictionary/data_dictionary/?search=weight").json()["data"][0].clone();
    assert_eq!(weight["source"], "Civil Registration");
    assert_eq!(weight["synonyms"][0]["synonym"], "Birth mass");
    assert_eq!(
        (&weight["tbl_name"], &weight["derived"]),
        (&json!("births"), &json!(false))
    );
    assert_eq!(weight["date_introduced"], Value::Null, "nobody said when");
    assert_eq!(weight["publish"], true);
    assert_eq!(
        (&weight["timeline_of_changes"], &weight["variable_metadata"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(weight["hits"], json!(["weight"]));

    let place = guest
        .get("data_dictionary/data_dictionary/?search=ace weight RAMS")
        .json()["data"]
        .clone();
    assert_eq!(place, json!([]), "not all of the words");
    assert_eq!(
        columns(&guest, "?search=ei rams"),
        ["weight"],
        "in any order, two letters too"
    );
    let found = guest
        .get("data_dictionary/data_dictionary/?search=rams ei")
        .json()["data"][0]
        .clone();
    assert_eq!(found["hits"], json!(["rams", "ei"]));
    let span = |text: &str, href: Value| json!({ "text": text, "strong": false, "emphasis": false, "code": false, "href": href });
    let linked = guest
        .get("data_dictionary/data_dictionary/?search=mother guide")
        .json()["data"][0]
        .clone();
    assert_eq!(
        linked["meaning_blocks"],
        json!([
            { "is_item": false, "spans": [span("In years & months.", Value::Null)] },
            { "is_item": false, "spans": [span("See ", Value::Null), span("the guide", json!("https://guide.example/"))] },
        ])
    );
    assert_eq!(linked["dependencies"][0]["var_name"], "place");
    assert_eq!(linked["dependencies"][0]["tbl_name"], "births");
}

fn variables_are_sorted_and_come_in_pages(server: &TestServer) {
    Dictionary::new(&Installation::new(server));
    let guest = server.guest();
    let by_name = [
        "age_of_mother",
        "diagnosis",
        "place",
        "visit_date",
        "ward",
        "weight",
    ];
    let mut downwards = by_name;
    downwards.reverse();
    assert_eq!(columns(&guest, "?sort=var_name"), by_name);
    assert_eq!(columns(&guest, "?sort=-var_name"), downwards);
    assert_eq!(
        columns(&guest, "?sort=-var_name&page=2&page_size=4"),
        downwards[4..]
    );
    assert_eq!(columns(&guest, "?sort=meaning")[0], "weight");
    assert_eq!(
        columns(&guest, "?sort=data_type")[0],
        "weight",
        "Number before Text"
    );
    assert_eq!(
        columns(&guest, "?sort=-tbl_name")[..3],
        ["diagnosis", "ward", "visit_date"]
    );
    for page_size in [1, 2, 5] {
        let pages: Vec<_> = (1..=6)
            .flat_map(|page| columns(&guest, &format!("?page={page}&page_size={page_size}")))
            .collect();
        assert_eq!(pages, columns(&guest, ""), "nothing is left out or comes twice");
    }
    let body = guest
        .get("data_dictionary/data_dictionary/?page_size=100000&page=0")
        .json();
    assert_eq!(body["page"], json!({ "number": 1, "size": 100, "total": 6 }));
    guest
        .get("data_dictionary/data_dictionary/?sort=secret")
        .refuses_field(
            400,
            "sort",
            "This list can be sorted by tbl_name, var_name, data_type, meaning.",
        );
}

fn variables_are_picked_by_ids(server: &TestServer) {
    let installation = Installation::new(server);
    Dictionary::new(&installation);
    let guest = server.guest();
    let (first, third) = (installation.variables[0].0, installation.variables[2].0);
    assert_eq!(
        columns(&guest, &format!("?ids={first},{third}")),
        ["visit_date", "diagnosis"]
    );
    assert_eq!(columns(&guest, &format!("?ids=[{third}, 999999]")), ["diagnosis"]);
    guest
        .get("data_dictionary/data_dictionary/?ids=1,x")
        .refuses_field(400, "ids", "Ids are whole numbers, separated by commas.");
    let many = (1..=1001).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    guest
        .get(&format!("data_dictionary/data_dictionary/?ids={many}"))
        .refuses_field(400, "ids", "You can ask for at most 1000 variables at once.");
    let none = guest.get("data_dictionary/data_dictionary/?ids=").json();
    assert_eq!(none["data"], Value::Array(Vec::new()), "no ids, no variables");
}

fn a_search_over_all_sources_is_grouped_by_source(server: &TestServer) {
    let dictionary = Dictionary::new(&Installation::new(server));
    let guest = server.guest();
    let search = |query: &str| guest.get(&format!("data_dictionary/search/?{query}")).data(200);
    let groups = search("search=WARD");
    assert_eq!(groups.as_array().unwrap().len(), 1, "{groups}");
    assert_eq!(groups[0]["source"], "Hospital Records");

    let groups = search("search=place weight first");
    assert_eq!(groups, json!([]), "all words are required");
    let groups = search("search=births");
    let group = &groups[0];
    assert_eq!(
        (&group["data_source"], &group["total"], &group["more"]),
        (&json!(dictionary.second), &json!(3), &json!(false))
    );
    assert_eq!(
        group["tables"],
        json!([
            { "tbl_id": dictionary.births, "tbl_name": "births", "matches": 2 },
            { "tbl_id": group["tables"][1]["tbl_id"], "tbl_name": "Births_of_twins", "matches": 1 },
        ])
    );
    assert_eq!(
        group["variables"][0]["hits"],
        json!(["Births"]),
        "as it is written"
    );

    let columns = |query: &str| {
        let groups = search(query);
        let groups = groups.as_array().unwrap().iter();
        let variables = groups.flat_map(|group| group["variables"].as_array().unwrap());
        variables
            .map(|variable| variable["ids_column_name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(columns("search=births&derived=true"), ["age_of_mother"]);
    assert_eq!(columns("search=births&data_type=Number"), ["weight"]);
    assert_eq!(columns("search=births&is_identifiable=true"), [""; 0]);
    assert_eq!(columns("search=births&topic=1"), [""; 0]);
    assert_eq!(columns("search=births&year=1850"), [""; 0]);
    assert_eq!(
        columns(&format!("search=weight&data_source={}", dictionary.first)),
        [""; 0]
    );
    assert_eq!(
        columns(&format!("search=weight&data_source={}", dictionary.hidden)),
        [""; 0]
    );
    for blank in ["", "search=", "search=%20"] {
        assert_eq!(search(blank), json!([]), "{blank:?}");
    }
    for (query, field, message) in [
        ("data_type=Picture", "data_type", "There is no such data type."),
        ("year=12345", "year", "A year has at most four digits."),
    ] {
        for path in ["search", "data_dictionary"] {
            guest
                .get(&format!("data_dictionary/{path}/?search=a&{query}"))
                .refuses_field(400, field, message);
        }
    }
}
