//! `GET data_dictionary/table_dd/`: all tables of data sources, published or not, for Super Users
//! (3 §2.9).

use aditus_domain::dictionary::DataSource;
use aditus_domain::roles::Role;
use serde_json::json;

use crate::on_both_databases;
use crate::people::{Installation, table, variable};
use crate::server::TestServer;

on_both_databases!(tables_are_shown_to_super_users_published_or_not);

const TABLES: &str = "data_dictionary/table_dd/";

fn tables_are_shown_to_super_users_published_or_not(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let hidden = server.write(|transaction| {
        let dictionary = transaction.dictionary();
        let source = DataSource {
            publish: false,
            ..DataSource::named("Unpublished Register")
        };
        let source = dictionary.add_source(&source).unwrap();
        let mut drafts = table("drafts");
        drafts.publish = false;
        let ids = dictionary.add_tables(source, &[table("births"), drafts]).unwrap();
        let columns = ["weight", "length"].map(|column| (ids[0], variable("births", column)));
        dictionary.add_variables(&columns).unwrap();
        source.0
    });
    let answer = sara
        .client
        .get(&format!("{TABLES}?data_source={hidden}&sort=tbl_name"));
    let rows = answer.data(200);
    let shown: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["tbl_name"].clone(),
                row["publish"].clone(),
                row["variables_count"].clone(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (json!("births"), json!(true), json!(2)),
            (json!("drafts"), json!(false), json!(0))
        ]
    );
    assert_eq!(rows[0]["data_source"], hidden);
    assert!(rows[0]["in_PoC"].is_boolean() && rows[0]["in_eMC"].is_boolean());
    let public = server
        .guest()
        .get(&format!("data_dictionary/tables/?data_source={hidden}"));
    assert_eq!(public.json()["page"]["total"], 0, "nobody else sees them");
    let found = sara
        .client
        .get(&format!("{TABLES}?data_source={hidden}&search=draft"));
    assert_eq!(found.json()["page"]["total"], 1);
    let all = sara.client.get(TABLES).json();
    assert!(all["page"]["total"].as_u64().unwrap() > 2, "{all}");
}
