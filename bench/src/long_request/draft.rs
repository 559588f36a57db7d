//! Saving a draft, as the wizard does it two seconds after the last key.

use serde_json::{Value, json};

use super::fill::Made;
use super::{CONNECTIONS, Line, Person, VARIABLES};
use crate::load::{self, Measured, Until};
use crate::site::Site;
use crate::{Arguments, Outcome};

/// A draft with as many variables as most have.
const FEW: usize = 30;

pub(super) fn measure(
    arguments: &Arguments,
    site: &Site,
    requester: &Person,
    made: &Made,
) -> Outcome<Vec<Line>> {
    let all: Vec<i64> = made.variables.iter().flatten().copied().collect();
    let mut lines = Vec::new();
    for (name, rows, variables) in [("usual", 3, FEW), ("with all lists long", usize::MAX, VARIABLES)] {
        let variables = &all[..variables.min(all.len())];
        let content = content(&made.payload, rows, variables);
        for connections in [1, CONNECTIONS] {
            let mut measured = Measured::default();
            for _ in 0..arguments.rounds {
                measured.add(saving(arguments, site, requester, connections, &content)?);
            }
            lines.push(Line {
                name: format!("saving a draft, {name}, {} variables", variables.len()),
                connections,
                size: content.to_string().len(),
                measured,
                aim: Some(15.0),
            });
        }
    }
    Ok(lines)
}

/// What was submitted, as it was while it was typed: without files, and with so many devices and staff.
pub(crate) fn content(payload: &Value, rows: usize, variables: &[i64]) -> Value {
    let mut content = payload.clone();
    for document in ["ethics_doc_path", "file_path"] {
        content[document] = Value::Null;
    }
    content["submitted"] = json!(false);
    content["dataset_variables"] = json!(variables);
    for list in ["list_of_devices", "list_of_staff"] {
        if let Some(list) = content[list].as_array_mut() {
            list.truncate(rows);
        }
    }
    for member in content["list_of_staff"].as_array_mut().into_iter().flatten() {
        member["identification_file_path"] = Value::Null;
    }
    content
}

/// Each of the connections saves a draft of its own again and again, with another title each time.
fn saving(
    arguments: &Arguments,
    site: &Site,
    requester: &Person,
    connections: usize,
    content: &Value,
) -> Outcome<Measured> {
    load::run(connections, Until::Passed(arguments.time()), &|_| {
        let mut browser = requester.browser(site)?;
        let made = browser.call("POST", "/api/v1/data_requests/", content)?.json()?;
        let draft = Draft {
            path: format!("/api/v1/data_requests/drafts/{}/", made["data"]["draft_id"]),
            content: content.clone(),
        };
        Ok(Box::new(move |turn| {
            let mut content = draft.content.clone();
            content["version"] = json!(turn + 1);
            content["title"] = json!(format!("Waiting times in maternity wards, {turn}"));
            browser.call("PUT", &draft.path, &content)?.json().map(drop)
        }))
    })
}

struct Draft {
    path: String,
    content: Value,
}
