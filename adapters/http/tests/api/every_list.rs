//! Every list of the OpenAPI document supports `page`, `page_size`, `search` and `sort`, and
//! returns its page (decisions, "The calls").

use std::collections::BTreeSet;

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::access::World;
use crate::client::Client;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(every_list_is_paged_searched_and_sorted);

/// Answers with several items that are no lists: the parts of a drawing, the groups of a search, the
/// worst tables, a person's tasks and settings, the sign-in providers, and the calls of a
/// demonstration.
const NO_LISTS: [&str; 12] = [
    "data_dictionary/colors",
    "data_dictionary/data_quality/worst",
    "data_dictionary/edges",
    "data_dictionary/search",
    "data_requests/own_tasks",
    "data_requests/request_states",
    "data_requests/request_edges",
    "data_requests/request_history",
    "notifications/preferences",
    "users/providers",
    "demo/accounts",
    "demo/mailbox",
];

struct List {
    path: String,
    /// The documented sort keys, in both directions.
    sorts: Vec<String>,
    parameters: BTreeSet<String>,
}

/// Returns the lists of the document: all calls that return several items.
fn lists(document: &Value) -> Vec<List> {
    let mut lists = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let path = path.trim_start_matches("/api/v1/").to_owned();
        let operation = &item["get"];
        let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"];
        let answer = answer.as_str().unwrap_or_default();
        let answers_several = ["Listing_", "Envelope_Vec_", "RequestsAnswer"]
            .iter()
            .any(|name| answer.contains(name));
        if !answers_several || NO_LISTS.contains(&path.as_str()) {
            continue;
        }
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let sort = parameters.iter().find(|parameter| parameter["name"] == "sort");
        lists.push(List {
            sorts: sort.map(|sort| names_in(&sort["schema"])).unwrap_or_default(),
            parameters: parameters
                .iter()
                .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
                .collect(),
            path,
        });
    }
    lists
}

/// Returns the enumerated values of a schema at any depth, except the empty one, which is no sort
/// key.
fn names_in(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| match (name.as_str(), value) {
                ("enum", Value::Array(names)) => names
                    .iter()
                    .filter_map(Value::as_str)
                    .filter(|name| !name.is_empty())
                    .map(ToOwned::to_owned)
                    .collect(),
                _ => names_in(value),
            })
            .collect(),
        Value::Array(values) => values.iter().flat_map(names_in).collect(),
        _ => Vec::new(),
    }
}

/// Returns the address of a list in this world, to which a parameter can be appended.
fn address(list: &List, world: &World, source: i64) -> String {
    let path = list
        .path
        .replace("{request_id}", &world.request.to_string())
        .replace("{comment_id}", &world.comment.to_string())
        .replace("{org_id}", &world.organisation.to_string());
    let needed = if list.path == "data_dictionary/data_quality" {
        format!("data_source={source}&")
    } else if list.path == "users/organizations" {
        "all=true&".to_owned()
    } else if [
        "data_requests/data_handling_devices",
        "data_requests/staff_shared",
        "data_requests/requested_datasets",
    ]
    .contains(&list.path.as_str())
    {
        format!("request_id={}&", world.request)
    } else if list.path == "data_dictionary/version_variable" {
        format!("version={}&", world.version())
    } else if list.path == "data_requests/dataset_variables" {
        format!("rdataset_id={}&", world.dataset())
    } else {
        String::new()
    };
    format!("{path}?{needed}")
}

#[track_caller]
fn read(client: &Client, address: &str) -> Value {
    let answer = client.get(address);
    assert_eq!(answer.status, 200, "{address}: {}", answer.json());
    let body = answer.json();
    assert!(
        body["data"].is_array() && body["page"].is_object(),
        "{address}: {body}"
    );
    body
}

fn rows(body: &Value) -> &Vec<Value> {
    body["data"].as_array().unwrap()
}

fn every_list_is_paged_searched_and_sorted(server: &TestServer) {
    let installation = Installation::new(server);
    let owner = installation.person("Ada", Role::DataRequester);
    let reviewer = installation.person("Rhea", Role::DataAccessReviewer);
    for (name, role) in [
        ("Abel", Role::DataAccessApprover),
        ("Sena", Role::DataSecurityReviewer),
        ("Sami", Role::DataSecurityApprover),
        ("Cleo", Role::DataCustodian),
        ("Omar", Role::DataOfficer),
    ] {
        installation.person(name, role);
    }
    let callers = [
        installation.person("Sara", Role::SuperUser).client,
        installation.person("Nila", Role::DataAnalyst).client,
        owner.client.clone(),
    ];
    let world = World::new(&installation, &owner, &reviewer);
    crate::submission::submitted_as(&installation, &owner, "Zinc in soil");

    let lists = lists(&server.guest().get("/api/v1/openapi.json").json());
    assert!(lists.len() > 35, "only {} lists are found", lists.len());
    for list in &lists {
        let address = address(list, &world, installation.source.0);
        for parameter in ["page", "page_size", "search", "sort"] {
            assert!(
                list.parameters.contains(parameter),
                "{}: no {parameter}",
                list.path
            );
        }
        let caller = callers
            .iter()
            .find(|caller| caller.get(&address).status == 200)
            .unwrap_or_else(|| panic!("nobody may read {}", list.path));
        pages(caller, &address);
        searches(caller, &address);
        sorts(caller, &address, &list.sorts);
    }
}

fn pages(caller: &Client, address: &str) {
    let whole = read(caller, &format!("{address}page_size=1000"));
    let total = whole["page"]["total"].as_u64().unwrap();
    assert_eq!(
        whole["page"],
        json!({ "number": 1, "size": 100, "total": total }),
        "{address}"
    );
    assert_eq!(rows(&whole).len() as u64, total.min(100), "{address}");
    let mut seen = Vec::new();
    for number in 1..=total.min(3) {
        let page = read(caller, &format!("{address}page={number}&page_size=1"));
        assert_eq!(
            page["page"],
            json!({ "number": number, "size": 1, "total": total }),
            "{address}"
        );
        seen.extend(rows(&page).clone());
    }
    assert_eq!(seen, rows(&whole)[..seen.len()], "{address}");
    let past = read(caller, &format!("{address}page=999&page_size=10"));
    assert_eq!(
        past["page"],
        json!({ "number": 999, "size": 10, "total": total }),
        "{address}"
    );
    assert!(rows(&past).is_empty(), "{address}");
    for bad in ["page=x", "page=-1", "page_size=1.5"] {
        assert_eq!(
            caller.get(&format!("{address}{bad}")).status,
            400,
            "{address}{bad}"
        );
    }
}

fn searches(caller: &Client, address: &str) {
    let nothing = read(caller, &format!("{address}search=qzxwvk&page_size=10"));
    assert_eq!(nothing["page"]["total"], 0, "{address}");
    assert!(rows(&nothing).is_empty(), "{address}");
    let long = caller.get(&format!("{address}search={}", "a".repeat(201)));
    assert_eq!(long.status, 400, "{address}");
}

/// Returns the rows of all pages.
fn every_page(caller: &Client, address: &str) -> Vec<Value> {
    let mut found = Vec::new();
    for page in 1.. {
        let answer = read(caller, &format!("{address}&page={page}"));
        found.extend(rows(&answer).iter().cloned());
        // A page past the end is empty, so the total ends the loop.
        if found.len() as u64 >= answer["page"]["total"].as_u64().unwrap() {
            break;
        }
    }
    found
}

fn sorts(caller: &Client, address: &str, sorts: &[String]) {
    assert!(!sorts.is_empty(), "{address} lists nothing to sort by");
    let whole = read(caller, &format!("{address}page_size=100"));
    let sorted = |sort: &str| every_page(caller, &format!("{address}sort={sort}&page_size=100"));
    for column in sorts.iter().filter(|sort| !sort.starts_with('-')) {
        assert!(
            sorts.contains(&format!("-{column}")),
            "{address}: {column} in one direction only"
        );
        let (up, down) = (sorted(column), sorted(&format!("-{column}")));
        let total = whole["page"]["total"].as_u64().unwrap();
        assert_eq!(up.len() as u64, total, "{address}{column}");
        assert_eq!(down.len() as u64, total, "{address}{column}");
        let values = |rows: &[Value]| -> Vec<Value> {
            let known = |row: &Value| row.get(column.as_str()).cloned();
            let values = rows.iter().map(known).collect::<Option<Vec<_>>>();
            // Empty values come last in both directions.
            let values = values.unwrap_or_default().into_iter();
            values.filter(|value| !value.is_null()).collect()
        };
        let mut turned = values(&down);
        turned.reverse();
        assert_eq!(values(&up), turned, "{address}{column}");
    }
    let bad = caller.get(&format!("{address}sort=colour"));
    assert_eq!(bad.status, 400, "{address}");
    let message = bad.json()["errors"]["sort"][0].as_str().unwrap().to_owned();
    for column in sorts.iter().filter(|sort| !sort.starts_with('-')) {
        assert!(message.contains(column.as_str()), "{address}: {message}");
    }
}
