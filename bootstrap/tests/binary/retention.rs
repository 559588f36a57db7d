//! Tests of `aditus retention`: lists expired data and removes it on request.

use serde_json::Value;

use crate::installation::{Installation, Server, stderr_text, stdout_text};
use crate::proof::json;
use crate::s3_store::files_in;

const IDENTIFICATION: &str = "retention.identification_days";
const MESSAGES: &str = "retention.message_days";
const REQUESTS: &str = "retention.request_days";

/// The finished requests of the demonstration without changes for 33 days, the oldest documents
/// first. Each has one identity document.
const DUE: [&str; 2] = [
    "Timeliness of measles-rubella vaccination in the Lake Region",
    "Named contacts of patients with tuberculosis",
];

fn reported(installation: &Installation, arguments: &[&str]) -> String {
    let output = installation.run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    stdout_text(&output)
}

/// Returns the number of due items under a key.
fn number(answer: &Value, key: &str) -> u64 {
    let kinds = answer["kinds"].as_array().unwrap();
    let kind = kinds.iter().find(|kind| kind["key"] == key).unwrap();
    kind["number"].as_u64().unwrap()
}

#[test]
fn expired_data_is_listed_and_removed_on_request() {
    for mut installation in Installation::on_both() {
        assert_eq!(Server::start(&installation, &["--demo"]).end("-TERM"), Some(0));
        let before_a_time_is_set = reported(&installation, &["retention"]);
        assert!(
            before_a_time_is_set.starts_with(
                "passports and national IDs of finished requests: kept for as long as their requests (retention.identification_days is 0)"
            ),
            "{before_a_time_is_set}"
        );

        installation.configure("ADITUS_RETENTION_IDENTIFICATION_DAYS", "33");
        installation.configure("ADITUS_RETENTION_MESSAGE_DAYS", "7");
        let documents = files_in(&installation.data("files"));
        let listed = reported(&installation, &["retention", "--dry-run"]);
        let lines: Vec<&str> = listed.lines().collect();
        for (line, title) in lines.iter().zip(DUE) {
            let of_it = format!(" \"{title}\": 1 document of identity; nothing has happened since ");
            assert!(line.contains(&of_it), "{listed}");
        }
        let summary = "passports and national IDs of finished requests: 2 to delete, the oldest from ";
        assert!(lines[2].starts_with(summary), "{listed}");
        assert!(
            lines[2].ends_with("; kept for 33 days (retention.identification_days)"),
            "{listed}"
        );

        // The JSON output still lists everything: nothing was changed.
        let planned = json(&installation, &["retention", "--json"], 0);
        let titles: Vec<&Value> = planned["requests"]
            .as_array()
            .unwrap()
            .iter()
            .map(|due| &due["title"])
            .collect();
        assert_eq!(titles, DUE);
        assert_eq!(
            (number(&planned, IDENTIFICATION), &planned["removed"]),
            (2, &Value::Null)
        );
        let messages = number(&planned, MESSAGES);
        assert!(messages > 0, "{planned}");
        assert_eq!(files_in(&installation.data("files")), documents);

        let applied = json(&installation, &["retention", "--apply", "--json"], 0);
        let removed = &applied["removed"];
        assert_eq!(
            (&removed["documents"], &removed["entries"], &removed["messages"]),
            (&2.into(), &2.into(), &messages.into())
        );
        let left = files_in(&installation.data("files"));
        assert_eq!(left.len(), documents.len() - DUE.len());
        assert!(left.iter().all(|(name, bytes)| documents[name] == *bytes));
        let planned = json(&installation, &["retention", "--json"], 0);
        assert_eq!(planned["requests"], Value::Array(Vec::new()));
        assert_eq!(
            (number(&planned, IDENTIFICATION), number(&planned, MESSAGES)),
            (0, 0)
        );
        let again = reported(&installation, &["retention", "--apply"]);
        assert!(
            again.contains("deleted: 0 documents (0 audit entries), "),
            "{again}"
        );

        // The audit log contains the removals.
        let verified = reported(&installation, &["audit", "verify"]);
        assert!(
            verified.contains("2 were removed when their retention period was over"),
            "{verified}"
        );
    }
}

/// The data of the approved one of the two due requests may still be in use.
#[test]
fn finished_requests_are_listed_and_removed_with_their_documents() {
    for mut installation in Installation::on_both() {
        assert_eq!(Server::start(&installation, &["--demo"]).end("-TERM"), Some(0));
        let [approved, denied] = DUE;
        let listed = reported(&installation, &["retention"]);
        let for_ever = "finished Data Requests with everything that belongs to them: kept for ever (retention.request_days is 0)";
        assert!(listed.contains(for_ever), "{listed}");

        installation.configure("ADITUS_RETENTION_REQUEST_DAYS", "33");
        let documents = files_in(&installation.data("files"));
        let listed = reported(&installation, &["retention", "--dry-run"]);
        let line = |title: &str| {
            let mut lines = listed.lines().filter(|line| line.contains(title));
            lines
                .next()
                .unwrap_or_else(|| panic!("{title} in {listed}"))
                .to_owned()
        };
        assert!(
            line(approved).contains("; it is kept, because its data may be used until "),
            "{listed}"
        );
        assert!(
            line(denied).contains("; it is deleted with everything that belongs to it, "),
            "{listed}"
        );
        assert!(line("1 to delete").ends_with("; kept for 33 days (retention.request_days)"));

        let planned = json(&installation, &["retention", "--json"], 0);
        assert_eq!(
            (number(&planned, REQUESTS), &planned["removed"]),
            (1, &Value::Null)
        );
        let due = &planned["finished_requests"][0];
        assert_eq!(
            (&due["title"], &due["status"]),
            (&denied.into(), &"Denied".into())
        );
        let kept = &planned["kept_requests"][0];
        assert_eq!(kept["title"], approved);
        assert!(kept["reason"].as_str().unwrap().contains("until"), "{kept}");
        assert_eq!(files_in(&installation.data("files")), documents);
        let kinds = planned["kinds"].as_array().unwrap();
        let sessions = kinds
            .iter()
            .find(|kind| kind["key"] == "sessions.idle_minutes")
            .unwrap();
        assert_eq!(sessions["kept_days"], 0.5);

        let removed = json(&installation, &["retention", "--apply", "--json"], 0)["removed"].take();
        assert_eq!(
            (&removed["finished_requests"], &removed["files"]),
            (&1.into(), &due["documents"])
        );
        let left = files_in(&installation.data("files"));
        let files = usize::try_from(due["documents"].as_u64().unwrap()).unwrap();
        assert!(files > 0);
        assert_eq!(left.len(), documents.len() - files);
        assert!(left.iter().all(|(name, bytes)| documents[name] == *bytes));
        let again = json(&installation, &["retention", "--json"], 0);
        assert_eq!(again["finished_requests"], Value::Array(Vec::new()));
        let verified = reported(&installation, &["audit", "verify"]);
        assert!(
            verified.contains("1 were removed when their retention period was over"),
            "{verified}"
        );
        if installation.postgres().is_none() {
            let file = std::fs::read(installation.data("aditus.db")).unwrap();
            let holds = |text: &str| file.windows(text.len()).any(|part| part == text.as_bytes());
            assert!(holds(approved) && !holds(denied));
        }
    }
}

#[test]
fn the_options_to_list_and_to_remove_exclude_each_other() {
    let refused = Installation::on_sqlite().run(&["retention", "--dry-run", "--apply"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr_text(&refused).contains("cannot be used with"),
        "{}",
        stderr_text(&refused)
    );
}
