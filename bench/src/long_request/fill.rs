//! Creates the request as users do: submits, recalls and edits it version by version, then
//! resubmits it and adds comments.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{COMMENTS, DATASETS, DEVICES, Person, STAFF, VARIABLES, VERSIONS, id};
use crate::Outcome;
use crate::browser::Browser;
use crate::database::Link;
use crate::site::Site;

/// The commented sections, in turn.
const SECTIONS: [&str; 6] = [
    "Principal investigator / Organization Key Contact Person Details",
    "Is approval letter by the Ethics Committee attached?",
    "Data format requested",
    "Specify data source (HIS sub-system in question)",
    "Has the List of Devices Form been filed?",
    "Has the List of Staff Form been filed?",
];

/// The request, and the data to create another one.
pub(super) struct Made {
    pub(super) request: i64,
    /// The variables of each dataset.
    pub(super) variables: Vec<Vec<i64>>,
    pub(super) payload: Value,
}

pub(super) fn make(site: &Site, requester: &Person, reviewer: &Person) -> Outcome<Made> {
    let mut link = site.connect()?;
    let source = link.number(
        "SELECT CAST(MIN(t.data_source_id) AS TEXT) FROM dictionary_tables t JOIN data_sources d \
         ON d.id = t.data_source_id WHERE t.publish AND d.publish",
    )?;
    let all = link.numbers(&format!(
        "SELECT CAST(v.id AS TEXT) FROM variables v JOIN dictionary_tables t ON t.id = v.table_id \
         WHERE t.publish AND t.data_source_id = {source} ORDER BY v.id LIMIT {VARIABLES}"
    ))?;
    let variables: Vec<Vec<i64>> = all
        .chunks(all.len().div_ceil(DATASETS).max(1))
        .map(<[i64]>::to_vec)
        .collect();
    let first = variables.first().ok_or("the dictionary has no variables")?;

    let payload = payload(&mut link, requester, source, first)?;
    let mut browser = requester.browser(site)?;
    let request = id(&browser
        .call("POST", "/api/v1/data_requests/submit/", &payload)?
        .json()?["request_id"])?;
    // After recalling a request, its owner may edit every section.
    browser
        .call(
            "PUT",
            "/api/v1/data_requests/cancel_request/",
            &json!({ "request_id": request }),
        )?
        .json()?;
    for (number, some) in variables.iter().enumerate().skip(1) {
        let dataset = json!({
            "request": request, "data_source": source,
            "dataset_description": format!("Visits of the last five years, part {}", number + 1),
        });
        let path = "/api/v1/data_requests/create_requested_datasets/";
        let dataset = id(&browser.call("POST", path, &dataset)?.json()?["data"]["rdataset_id"])?;
        let added = json!({ "rdataset": dataset, "var": some });
        browser
            .call("POST", "/api/v1/data_requests/dataset_variables/", &added)?
            .json()?;
    }
    edit_until(&mut browser, request)?;
    let path = format!("/api/v1/data_requests/{request}/resubmit/");
    browser
        .call(
            "POST",
            &path,
            &json!({ "note": "Two datasets more, and a new contact" }),
        )?
        .json()?;
    comment(site, reviewer, request)?;
    Ok(Made {
        request,
        variables,
        payload,
    })
}

/// Edits the principal until the request has [`VERSIONS`] versions.
fn edit_until(browser: &mut Browser, request: i64) -> Outcome<()> {
    let path = format!("/api/v1/data_requests/patch/data_request/{request}/");
    for turn in 0..VERSIONS {
        let principal = json!({
            "principal_fname": "Leonora", "principal_sname": "Abernathy",
            "principal_phone": "+12125550142", "principal_email": "leonora@halden-university.example",
            "principal_occupation": format!("Professor of epidemiology, chair {turn}"),
            "principal_institution": "Halden University",
        });
        let version = browser.call("PATCH", &path, &principal)?.json()?["data"]["version"].as_u64();
        if version >= u64::try_from(VERSIONS).ok() {
            return Ok(());
        }
    }
    Err("the edits made no versions".into())
}

fn comment(site: &Site, reviewer: &Person, request: i64) -> Outcome<()> {
    let mut browser = reviewer.browser(site)?;
    let state = site.connect()?.number(&format!(
        "SELECT CAST(own_state_id AS TEXT) FROM request_bindings WHERE request_id = {request} AND org_role_id = {}",
        reviewer.org_role
    ))?;
    for (number, section) in (1..=COMMENTS).zip(SECTIONS.iter().cycle()) {
        let comment = json!({
            "request_state": state, "author": reviewer.assigned_role, "data_request": request, "section": section,
            "comment": format!(
                "Remark {number}: please say how long the data is kept, who has access to it, and where it is stored."
            ),
        });
        browser
            .call("POST", "/api/v1/data_requests/statecomment/add/", &comment)?
            .json()?;
    }
    Ok(())
}

/// Number of variables of a usual request, and number of its devices and of its staff.
pub(super) const FEW: usize = 30;
pub(super) const ROWS: usize = 3;

impl Made {
    pub(super) fn first(&self, most: usize) -> Vec<i64> {
        self.variables.iter().flatten().copied().take(most).collect()
    }
}

/// Returns the submission with at most `rows` devices and members of staff, and with these
/// variables.
pub(crate) fn shortened(payload: &Value, rows: usize, variables: &[i64]) -> Value {
    let mut payload = payload.clone();
    payload["dataset_variables"] = json!(variables);
    for list in ["list_of_devices", "list_of_staff"] {
        if let Some(list) = payload[list].as_array_mut() {
            list.truncate(rows);
        }
    }
    payload
}

/// Returns a complete submission.
pub(crate) fn payload(link: &mut Link, requester: &Person, source: i64, variables: &[i64]) -> Outcome<Value> {
    let mut lowest = |table: &str| link.number(&format!("SELECT CAST(MIN(id) AS TEXT) FROM {table}"));
    let (committee, equipment) = (lowest("ethics_committees")?, lowest("equipment_types")?);
    let purpose = lowest("purposes")?;
    let letter = file(&pdf(0));
    let day = |link: &mut Link, days: u32| {
        let day = if link.is_postgres() {
            format!("SELECT CAST(CURRENT_DATE + {days} AS TEXT)")
        } else {
            format!("SELECT date('now', '+{days} days')")
        };
        let found = link.texts(&day)?;
        found
            .into_iter()
            .flatten()
            .next()
            .ok_or_else(|| "the database knows no date".into())
    };
    let (needed_on, from, to): (String, Outcome<String>, Outcome<String>) =
        (day(link, 45)?, day(link, 46), day(link, 200));
    let (from, to) = (from?, to?);
    let device = |number: usize| {
        json!({
            "equipment_name": format!("Office laptop {number}"), "equipment_type": equipment,
            "serial_number": format!("SN-2026-{number:04}"), "used_by": "Amara Linwood",
            "organisation": "Halden University", "usage_from": from, "usage_to": to,
        })
    };
    let member = |number: usize| {
        json!({
            "first_name": "Noor", "surname": "Achterberg", "phone": "+12125550142",
            "email": format!("noor.{number}@halden-university.example"), "identification_type": "Passport",
            "identification_number": format!("X{number:07}"), "position_in_organisation": "Statistician",
            "identification_file_path": letter, "confidentiality_protocols": true,
        })
    };
    Ok(json!({
        "requester": requester.assigned_role, "title": "Waiting times in maternity wards", "needed_on": needed_on,
        "ethics_committee": committee, "protocol_ref_num": "IRB/2026/017", "ethics_doc_path": letter,
        "ethics_approval_letter": "Yes", "data_source_id": source,
        "dataset_description": "Visits of the last five years, part 1", "data_format": "Electronic",
        "file_path": letter, "isPrincipal": true, "submitted": true,
        "request_purposes": [{ "purpose": purpose, "purpose_description": null }],
        "dataset_variables": variables,
        "list_of_devices": (1..=DEVICES).map(device).collect::<Vec<_>>(),
        "list_of_staff": (1..=STAFF).map(member).collect::<Vec<_>>(),
        "filters": { "facility_filter": [], "date_range_filter": { "start_value": null, "end_value": null } },
    }))
}

/// Returns a file in the format of a submission.
pub(super) fn file(bytes: &[u8]) -> Value {
    json!({ "mime": "application/pdf", "data": STANDARD.encode(bytes) })
}

/// Returns a PDF of one page with about `size` bytes of content.
pub(crate) fn pdf(size: usize) -> Vec<u8> {
    pdf_with(size, &[])
}

/// Returns the same PDF with additional objects.
pub(crate) fn pdf_with(size: usize, objects: &[Vec<u8>]) -> Vec<u8> {
    let mut document = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    let mut add = |document: &mut Vec<u8>, object: &[u8]| {
        places.push(document.len());
        document.extend_from_slice(format!("{} 0 obj\n", places.len()).as_bytes());
        document.extend_from_slice(object);
        document.extend_from_slice(b"\nendobj\n");
    };
    add(&mut document, b"<</Type/Catalog/Pages 2 0 R>>");
    add(&mut document, b"<</Type/Pages/Kids[3 0 R]/Count 1>>");
    add(
        &mut document,
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
    );
    let mut content = format!("<</Length {size}>>\nstream\n").into_bytes();
    content.extend((0..size).map(|place| b"0 0 m 595 842 l S\n"[place % 18]));
    content.extend_from_slice(b"\nendstream");
    add(&mut document, &content);
    for object in objects {
        add(&mut document, object);
    }
    let table = document.len();
    document.extend_from_slice(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).as_bytes());
    for place in &places {
        document.extend_from_slice(format!("{place:010} 00000 n \n").as_bytes());
    }
    let end = format!(
        "trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n",
        places.len() + 1
    );
    document.extend_from_slice(end.as_bytes());
    document
}
