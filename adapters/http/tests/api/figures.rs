//! `GET figures/`.

use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::json;

use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted_as;

on_both_databases!(guests_read_figures_without_names);

fn guests_read_figures_without_names(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let guest = server.guest();
    let published = guest.get("data_dictionary/data_sources/?page_size=100").json();
    let variables: u64 = published["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| source["variables_count"].as_u64().unwrap())
        .sum();
    assert!(variables > 0);
    let sources = &published["page"]["total"];
    let expected = |requests: u64, usual_days: Option<u64>| {
        json!({
            "sources": sources,
            "variables": variables,
            "requests": requests,
            "usual_days": usual_days,
        })
    };
    let answer = guest.get("figures/");
    assert_eq!(answer.header("cache-control"), Some("public, max-age=60"));
    assert_eq!(answer.data(200), expected(0, None));

    let requests: Vec<_> = (1..=6)
        .map(|number| submitted_as(&installation, &ada, &format!("Waiting rooms {number}")))
        .collect();
    server.clock.advance(TimeDelta::hours(50));
    // The first sessions have expired.
    let reviewer = Person {
        client: installation.sign_in(&staff[0].email),
        ..staff[0].clone()
    };
    for (decided, request) in requests.iter().take(5).enumerate() {
        assert_eq!(
            guest.get("figures/").data(200),
            expected(6, None),
            "{decided} decisions are too few for a median"
        );
        decide(server, &reviewer, *request, false);
    }
    assert_eq!(guest.get("figures/").data(200), expected(6, Some(2)));
    assert_eq!(reviewer.client.get("figures/").data(200), expected(6, Some(2)));
}
