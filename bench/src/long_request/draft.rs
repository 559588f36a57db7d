//! Measures saving a draft, which the wizard does two seconds after the last key press.

use serde_json::{Value, json};

use super::fill::{FEW, Made, ROWS, shortened};
use super::{CONNECTIONS, Line, Person, VARIABLES};
use crate::load::{self, Measured, Until};
use crate::site::Site;
use crate::{Arguments, Outcome};

pub(super) fn measure(
    arguments: &Arguments,
    site: &Site,
    requester: &Person,
    made: &Made,
) -> Outcome<Vec<Line>> {
    let mut lines = Vec::new();
    for (name, rows, variables) in [
        ("usual", ROWS, FEW),
        ("with all lists long", usize::MAX, VARIABLES),
    ] {
        let variables = made.first(variables);
        let content = content(shortened(&made.payload, rows, &variables));
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

/// Turns a submission into the content of a draft, without files.
pub(crate) fn content(mut content: Value) -> Value {
    for document in ["ethics_doc_path", "file_path"] {
        content[document] = Value::Null;
    }
    content["submitted"] = json!(false);
    for member in content["list_of_staff"].as_array_mut().into_iter().flatten() {
        member["identification_file_path"] = Value::Null;
    }
    content
}

/// Measures connections that each save a draft of their own, with another title each time.
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
