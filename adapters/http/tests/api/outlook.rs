//! `GET data_requests/{request_id}/outlook/`.

use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::json;

use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted_as;

on_both_databases!(the_outlook_shows_the_usual_time_and_the_mails);

fn the_outlook_shows_the_usual_time_and_the_mails(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let waiting = submitted_as(&installation, &ada, "Waiting times");
    let outlook = |person: &Person| person.client.get(&format!("data_requests/{waiting}/outlook/"));
    for number in 1..=5 {
        assert_eq!(
            outlook(&ada).data(200),
            json!({ "usual_days": null, "by_mail": true }),
            "{number}"
        );
        server.clock.advance(TimeDelta::minutes(1));
        let earlier = submitted_as(&installation, &eve, &format!("Waiting rooms {number}"));
        decide(server, &staff[0], earlier, false);
    }
    let usual = outlook(&ada).data(200);
    assert_eq!(usual, json!({ "usual_days": 1, "by_mail": true }));
    let none = json!({ "preferences": [{ "kind": "stage_denied", "by_mail": false }] });
    ada.client.put("notifications/preferences/", &none).data(200);
    assert_eq!(outlook(&ada).data(200)["by_mail"], false);
    assert_eq!(outlook(&eve).status, 404);
}
