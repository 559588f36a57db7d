//! `data_dictionary/topics/`: topics, as Super Users edit them.

use aditus_domain::dictionary::{DataSource, TableRow};
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Client;
use crate::on_both_databases;
use crate::people::{Installation, Person, table};
use crate::server::TestServer;

on_both_databases!(
    a_topic_is_added_changed_and_deleted,
    incomplete_and_duplicate_topics_are_refused,
    topics_are_found_and_sorted,
    only_published_topics_are_public,
);

const TOPICS: &str = "data_dictionary/topics/";

fn add(by: &Person, body: &Value) -> i64 {
    let added = by.client.post("data_dictionary/topics/create/", body).data(201);
    added["topic_id"].as_i64().unwrap()
}

fn update(by: &Person, id: i64, body: &Value) -> crate::client::Answer {
    by.client
        .put(&format!("data_dictionary/topics/update/{id}/"), body)
}

fn delete(by: &Person, id: i64) -> crate::client::Answer {
    by.client.call("DELETE", &format!("{TOPICS}{id}/"), &json!({}))
}

fn listed(by: &Person, query: &str) -> Vec<Value> {
    let rows = by.client.get(&format!("{TOPICS}{query}")).data(200);
    rows.as_array().unwrap().clone()
}

fn a_topic_is_added_changed_and_deleted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let id = add(
        &sara,
        &json!({ "topic": " Maternal  health ", "description": "Mothers" }),
    );
    let before = listed(&sara, "").remove(0);
    let added = &before["date_added"];
    assert_eq!(
        before,
        json!({
            "topic_id": id, "topic": "Maternal health", "description": "Mothers", "active": 1, "date_added": added,
            "tables_count": 0, "row_version": 1,
        })
    );
    let changed = json!({ "topic": "maternal health", "description": "Mothers and children", "active": 0 });
    assert_eq!(update(&sara, id, &changed).data(200)["topic_id"], id);
    assert_eq!(
        listed(&sara, ""),
        [json!({
            "topic_id": id, "topic": "maternal health", "description": "Mothers and children", "active": 0,
            "date_added": added, "tables_count": 0, "row_version": 2,
        })]
    );
    assert_eq!(delete(&sara, id).status, 204);
    assert_eq!(listed(&sara, ""), Vec::<Value>::new());
    update(&sara, id, &changed).refuses(404, "Topic not found.");
    delete(&sara, id).refuses(404, "Topic not found.");
}

fn incomplete_and_duplicate_topics_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let births = add(
        &sara,
        &json!({ "topic": "Births", "description": "All of them", "active": 1 }),
    );
    let deaths = add(
        &sara,
        &json!({ "topic": "Deaths", "description": "Causes, too", "active": 0 }),
    );
    let post = |body: Value| sara.client.post("data_dictionary/topics/create/", &body);
    for name in [Value::Null, json!(""), json!("  ")] {
        let body = json!({ "topic": name, "description": "x" });
        post(body).refuses_field(400, "topic", "Please enter the Topic Name.");
    }
    for description in [Value::Null, json!(""), json!("  ")] {
        let body = json!({ "topic": "x", "description": description });
        post(body).refuses_field(400, "description", "Please enter the Description.");
    }
    for active in [2, -1] {
        let body = json!({ "topic": "x", "description": "x", "active": active });
        post(body).refuses_field(400, "active", "Active must be 1 or 0.");
    }
    let same = json!({ "topic": "BIRTHS", "description": "x" });
    let taken = "There is already a topic with this name.";
    post(same.clone()).refuses(409, taken);
    update(&sara, deaths, &same).refuses(409, taken);
    assert_eq!(update(&sara, births, &same).status, 200, "it is its own name");
    assert_eq!(listed(&sara, "").len(), 2);
}

fn topics_are_found_and_sorted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let first = add(
        &sara,
        &json!({ "topic": "births", "description": "Registered", "active": 0 }),
    );
    let second = add(
        &sara,
        &json!({ "topic": "Deaths", "description": "Causes", "active": 1 }),
    );
    let ids = |query: &str| {
        let rows = listed(&sara, query);
        rows.iter()
            .map(|row| row["topic_id"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    for (query, expected) in [
        ("", [first, second]),
        ("?sort=-topic", [second, first]),
        ("?sort=description", [second, first]),
        ("?sort=active", [first, second]),
        ("?sort=-date_added", [second, first]),
    ] {
        assert_eq!(ids(query), expected, "{query}");
    }
    assert_eq!(ids("?search=birth"), [first]);
    assert_eq!(ids("?search=causes"), [second]);
    assert_eq!(ids("?search=%25"), Vec::<i64>::new());
    let answer = sara.client.get(TOPICS);
    assert_eq!(
        answer.json()["page"],
        json!({ "number": 1, "size": 20, "total": 2 })
    );
    server
        .guest()
        .with_token("no-such-session")
        .get(TOPICS)
        .refuses(401, "Please sign in to continue.");
    assert_eq!(
        sara.client.get(&format!("{TOPICS}{first}/")).data(200)["topic_id"],
        first
    );
}

fn only_published_topics_are_public(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let (shown, draft, secret) = server.write(|transaction| {
        let dictionary = transaction.dictionary();
        let rows = [
            table("births"),
            TableRow {
                publish: false,
                ..table("drafts")
            },
        ];
        let tables = dictionary.add_tables(installation.source, &rows).unwrap();
        let hidden = DataSource {
            publish: false,
            ..DataSource::named("Kept Back")
        };
        let hidden = dictionary.add_source(&hidden).unwrap();
        let secret = dictionary.add_tables(hidden, &[table("secrets")]).unwrap()[0];
        (tables[0].0, tables[1].0, secret.0)
    });
    let topic = |name: &str, active: i64, tables: &[i64]| {
        let topic = add(
            &sara,
            &json!({ "topic": name, "description": "x", "active": active }),
        );
        for tbl in tables {
            let place = json!({ "topic": topic, "tbl": tbl, "pos_x": "0.5", "pos_y": "0.5" });
            sara.client
                .post("data_dictionary/topic_tables/create/", &place)
                .data(201);
        }
        topic
    };
    let births = topic("Births", 1, &[shown, draft, secret]);
    let others = [
        topic("Drafts", 1, &[draft, secret]),
        topic("Empty", 1, &[]),
        topic("Idle", 0, &[shown]),
    ];
    let tables = |client: &Client, query: &str| {
        let rows = client
            .get(&format!("data_dictionary/topic_tables/{query}"))
            .data(200);
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["tbl"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    let guest = server.guest();
    // `all` has no effect for others than Super Users, and lets a Super User choose the public
    // view.
    for (client, all) in [
        (&guest, ""),
        (&guest, "&all=true"),
        (&ada.client, ""),
        (&ada.client, "&all=true"),
        (&sara.client, "&all=false"),
    ] {
        let rows = client.get(&format!("{TOPICS}?page_size=50{all}")).data(200);
        assert_eq!(rows.as_array().unwrap().len(), 1, "{rows}");
        assert_eq!(
            (&rows[0]["topic_id"], &rows[0]["tables_count"]),
            (&json!(births), &json!(1))
        );
        let query = all.replace('&', "?");
        let one = client.get(&format!("{TOPICS}{births}/{query}")).data(200);
        assert_eq!(one, rows[0]);
        for other in others {
            client
                .get(&format!("{TOPICS}{other}/{query}"))
                .refuses(404, "Topic not found.");
        }
        for path in ["?page_size=50", "create/?page_size=50"] {
            assert_eq!(tables(client, &format!("{path}{all}")), [shown], "{path}");
        }
        for other in others {
            assert_eq!(tables(client, &format!("?topic={other}{all}")), [0; 0]);
        }
        let searched = format!("?search=secrets{all}");
        assert_eq!(tables(client, &searched), [0; 0]);
    }
    assert_eq!(listed(&sara, "?page_size=50").len(), 4);
    let one = sara.client.get(&format!("{TOPICS}{births}/")).data(200);
    assert_eq!(one["tables_count"], 3);
    assert_eq!(
        tables(&sara.client, &format!("?topic={births}")),
        [shown, draft, secret]
    );
}
