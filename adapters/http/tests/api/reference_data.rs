//! `reference_data/`: purposes, ethics committees, equipment types and facilities, as Super Users
//! edit them, and the effects on requesters.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    purposes_committees_and_equipment_types_are_added_changed_and_deleted,
    a_list_names_the_forbidden_changes_of_an_entry,
    a_place_is_added_moved_and_deleted,
    places_are_found_by_level_and_parent,
    the_wizard_offers_active_entries,
    a_draft_marks_entries_that_are_no_longer_offered,
    a_file_adds_facilities_and_its_faults_name_their_lines,
    other_files_are_refused,
    the_facilities_are_exported_as_a_file,
    roles_that_a_first_request_lacks_are_listed,
);

/// The path, the id field and the name field of each list.
const LISTS: [(&str, &str, &str); 3] = [
    ("reference_data/purposes/", "purpose_id", "purpose"),
    ("reference_data/ethics_committees/", "irb_id", "irb_name"),
    (
        "reference_data/equipment_types/",
        "equipment_type_id",
        "equipment_type",
    ),
];
const FACILITIES: &str = "reference_data/facilities/";
const FILE: &str = "reference_data/facilities/file/";

fn super_user(server: &TestServer) -> Person {
    Installation::new(server).person("Sara", Role::SuperUser)
}

fn added(client: &Client, path: &str, body: &Value) -> i64 {
    let data = client.post(path, body).data(201);
    let mut fields = data.as_object().unwrap().iter();
    let (_, id) = fields.find(|(name, _)| name.ends_with("_id")).unwrap();
    id.as_i64().unwrap()
}

fn delete(client: &Client, path: &str) -> Answer {
    client.call("DELETE", path, &json!({}))
}

fn listed(client: &Client, path: &str) -> Vec<Value> {
    client.get(path).data(200).as_array().unwrap().clone()
}

fn send_file(client: &Client, query: &str, bytes: &[u8]) -> Answer {
    let mut body =
        b"--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n".to_vec();
    body.extend_from_slice(bytes);
    body.extend_from_slice(b"\r\n--cut--\r\n");
    let media = "multipart/form-data; boundary=cut";
    client.send("POST", &format!("{FILE}{query}"), Some(media), &body)
}

fn purposes_committees_and_equipment_types_are_added_changed_and_deleted(server: &TestServer) {
    let sara = super_user(server);
    let client = &sara.client;
    for (path, id_field, name_field) in LISTS {
        let before = listed(client, path).len();
        let id = added(client, path, &json!({ name_field: "  Something   new " }));
        let one = format!("{path}{id}/");
        assert_eq!(
            client.get(&one).data(200),
            json!({
                id_field: id, name_field: "Something new", "active": 1, "rename_refused": null,
                "deactivation_refused": null, "deletion_refused": null, "row_version": 1,
            })
        );
        let found = listed(client, &format!("{path}?search=SOMETHING"));
        assert_eq!(found.len(), 1, "{path}");
        let last = listed(client, path).pop().unwrap();
        assert_eq!(last[id_field], id, "in the order in which they were added");
        let renamed = json!({ name_field: "Something else", "active": 0, "row_version": 1 });
        assert_eq!(client.put(&one, &renamed).data(200)[id_field], id);
        let read = client.get(&one).data(200);
        assert_eq!(
            (&read[name_field], &read["active"], &read["row_version"]),
            (&json!("Something else"), &json!(0), &json!(2))
        );
        let first = &listed(client, &format!("{path}?sort=active"))[0];
        assert_eq!(first[id_field], id);
        assert_eq!(delete(client, &one).status, 204);
        assert_eq!(client.get(&one).status, 404);
        assert_eq!(listed(client, path).len(), before);
    }
}

fn a_list_names_the_forbidden_changes_of_an_entry(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    crate::submission::submitted(&installation, &ada);
    let client = &sara.client;
    let committees = LISTS[1].0;
    let used = listed(client, committees)
        .into_iter()
        .find(|row| row["deletion_refused"].is_string())
        .unwrap();
    let name = used["irb_name"].as_str().unwrap();
    let one = format!("{committees}{}/", used["irb_id"]);
    assert_eq!(
        used["deletion_refused"],
        json!(format!(
            "The Ethics Committee \"{name}\" cannot be deleted, because Data Requests refer to it. Deactivate it instead: it is \
             then no longer offered, but stays in these requests."
        ))
    );
    delete(client, &one).refuses(
        409,
        &format!(
            "The Ethics Committee \"{name}\" cannot be deleted, because 1 Data Request refers to it. Deactivate it instead: it is \
             then no longer offered, but stays in these requests."
        ),
    );
    let other = client.get("reference_data/purposes/3/").data(200);
    for refused in ["rename_refused", "deactivation_refused", "deletion_refused"] {
        let told = other[refused].as_str().unwrap();
        assert!(told.starts_with("The purpose \"Other\" is built in"), "{told}");
    }
    for row in listed(client, committees) {
        if row != used {
            let path = format!("{committees}{}/", row["irb_id"]);
            let body = json!({ "irb_name": row["irb_name"], "active": 0 });
            client.put(&path, &body).data(200);
        }
    }
    let last = "This is the last active ethics committee, and every Data Request names an ethics committee. Add or activate another \
                one first.";
    let body = json!({ "irb_name": name, "active": 0 });
    client.put(&one, &body).refuses_field(409, "active", last);
    assert_eq!(client.get(&one).data(200)["deactivation_refused"], last);
    let same = json!({ "irb_name": name.to_uppercase() });
    let taken = "There is already another Ethics Committee with this name.";
    client
        .post(committees, &same)
        .refuses_field(409, "irb_name", taken);
    let nothing = json!({ "irb_name": " ", "active": 7 });
    let answer = client.post(committees, &nothing);
    answer.refuses_field(400, "irb_name", "Please enter the Ethics Committee Name.");
    assert_eq!(answer.json()["errors"]["active"][0], "Active must be 1 or 0.");
}

fn a_place_is_added_moved_and_deleted(server: &TestServer) {
    let sara = super_user(server);
    let client = &sara.client;
    let north = added(
        client,
        FACILITIES,
        &json!({ "level": "Region", "label": "North" }),
    );
    let hills = added(
        client,
        FACILITIES,
        &json!({ "level": "District", "parent_id": north, "label": "Hills" }),
    );
    let clinic = added(
        client,
        FACILITIES,
        &json!({ "level": "Facility", "parent_id": hills, "label": "Hill Clinic", "active": 0 }),
    );
    let one = format!("{FACILITIES}{clinic}/");
    assert_eq!(
        client.get(&one).data(200),
        json!({
            "facility_id": clinic, "label": "Hill Clinic", "level": "Facility", "parent_id": hills, "region": "North",
            "district": "Hills", "held": 0, "active": 0, "is_offered": false, "row_version": 1,
        })
    );
    let region = format!("{FACILITIES}{north}/");
    let into_itself = "A place can't be moved into itself or its own sub-place.";
    let moved = json!({ "parent_id": hills, "label": "North" });
    client
        .put(&region, &moved)
        .refuses_field(400, "parent_id", into_itself);
    delete(client, &region).refuses(
        409,
        "The region \"North\" cannot be deleted, because it has 1 district. Delete or move these first.",
    );
    let lake = listed(client, &format!("{FACILITIES}?level=Region&search=Lake"));
    let district = added(
        client,
        FACILITIES,
        &json!({ "level": "District", "parent_id": lake[0]["facility_id"], "label": "Shore" }),
    );
    let moved = json!({ "parent_id": district, "label": "Shore Clinic", "active": 1, "row_version": 1 });
    client.put(&one, &moved).data(200);
    let read = client.get(&one).data(200);
    assert_eq!(
        (&read["region"], &read["district"], &read["is_offered"]),
        (&json!("Lake Region"), &json!("Shore"), &json!(true))
    );
    for id in [clinic, hills, north] {
        assert_eq!(delete(client, &format!("{FACILITIES}{id}/")).status, 204);
    }
    client.get(&region).refuses(404, "Facility not found.");
    let missing = "Please select whether it is a Region, a District or a Facility.";
    let body = json!({ "label": "North" });
    client
        .post(FACILITIES, &body)
        .refuses_field(400, "level", missing);
}

fn places_are_found_by_level_and_parent(server: &TestServer) {
    let sara = super_user(server);
    let labels = |query: &str| {
        let rows = listed(&sara.client, &format!("{FACILITIES}{query}"));
        rows.iter()
            .map(|row| row["label"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(labels("?level=Region"), ["Coastal Plains", "Lake Region"]);
    assert_eq!(
        labels("?level=Region&sort=-label"),
        ["Lake Region", "Coastal Plains"]
    );
    let lake = listed(&sara.client, &format!("{FACILITIES}?search=Lake%20Region"));
    let within = format!("?parent_id={}", lake[0]["facility_id"]);
    assert_eq!(labels(&within), ["Karrow", "Ormeda"]);
    assert_eq!(labels(&format!("{within}&level=Facility")), [""; 0]);
    let wrong = sara.client.get(&format!("{FACILITIES}?level=Country"));
    wrong.refuses_field(
        400,
        "level",
        "A place must be a Region, a District or a Facility.",
    );
}

fn the_wizard_offers_active_entries(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    for ((path, id_field, name_field), offered) in LISTS.into_iter().zip([
        "data_requests/purposes/",
        "data_requests/irb/",
        "data_requests/equipment-type/",
    ]) {
        let before = listed(&ada.client, offered);
        let id = added(&sara.client, path, &json!({ name_field: "Something new" }));
        let with_it = listed(&ada.client, offered);
        assert_eq!(with_it.len(), before.len() + 1, "{offered}");
        assert!(with_it.iter().any(|row| row[id_field] == id), "{offered}");
        let body = json!({ name_field: "Something new", "active": 0 });
        sara.client.put(&format!("{path}{id}/"), &body).data(200);
        assert_eq!(listed(&ada.client, offered), before, "{offered}");
    }
    let karrow = listed(
        &sara.client,
        &format!("{FACILITIES}?level=District&search=Karrow"),
    );
    let body = json!({ "label": "Karrow", "active": 0 });
    let district = format!("{FACILITIES}{}/", karrow[0]["facility_id"]);
    sara.client.put(&district, &body).data(200);
    let tree = ada.client.get("facilities/").data(200).to_string();
    assert!(tree.contains("Ormeda") && !tree.contains("Karrow"), "{tree}");
}

fn a_draft_marks_entries_that_are_no_longer_offered(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let board = added(
        &sara.client,
        LISTS[1].0,
        &json!({ "irb_name": "Board of the Lakes" }),
    );
    let draft = crate::submission::drafted(&ada, &json!({ "title": "Malaria", "ethics_committee": board }));
    let path = format!("data_requests/drafts/{draft}/not_offered/");
    assert_eq!(
        ada.client.get(&path).data(200),
        json!({ "faults": [], "variables": [] })
    );
    let body = json!({ "irb_name": "Board of the Lakes", "active": 0 });
    sara.client
        .put(&format!("{}{board}/", LISTS[1].0), &body)
        .data(200);
    let told = "The Ethics Committee \"Board of the Lakes\" is no longer offered. Choose another one, or submit the request when it is offered again.";
    assert_eq!(
        ada.client.get(&path).data(200),
        json!({
            "faults": [{
                "field": "ethics_committee", "id": board, "name": "Board of the Lakes", "message": told,
            }],
            "variables": [],
        })
    );
}

fn a_file_adds_facilities_and_its_faults_name_their_lines(server: &TestServer) {
    let sara = super_user(server);
    let client = &sara.client;
    let good = "region,district,facility\nNorth,Hills,Hill Clinic\nLake Region,Karrow,Karrow Clinic\n";
    let expected = json!({
        "read": 2, "regions_added": 1, "districts_added": 1, "facilities_added": 1, "known": 1,
        "repeated": [], "repeated_count": 0,
    });
    let tried = send_file(client, "?dry_run=true", good.as_bytes());
    assert_eq!(tried.data(200), expected);
    assert_eq!(
        listed(client, &format!("{FACILITIES}?search=Hill")),
        Vec::<Value>::new()
    );
    assert_eq!(send_file(client, "", good.as_bytes()).data(200), expected);
    assert_eq!(listed(client, &format!("{FACILITIES}?search=Hill")).len(), 2);
    let again = send_file(client, "", good.as_bytes()).data(200);
    assert_eq!(
        (&again["facilities_added"], &again["known"]),
        (&json!(0), &json!(2))
    );
    let twice = "region;district;facility\nNorth;Hills;Ward 1\nNORTH;Hills ;Ward \u{a0}1\n";
    let twice = send_file(client, "?dry_run=true", twice.as_bytes()).data(200);
    assert_eq!(
        (&twice["read"], &twice["repeated"]),
        (&json!(1), &json!([{ "line": 3, "first_line": 2 }]))
    );
    let bad = "region,district,facility\nSouth,,Clinic\nSouth,Coast\nSouth,Coast,=1+1\n";
    let refused = send_file(client, "", bad.as_bytes());
    let told =
        "The file was not imported: 3 lines or cells have errors. line 2: Please enter the District Name.";
    let body = refused.refuses(400, told);
    assert_eq!(
        body["errors"],
        json!({
            "file[2].district": ["Please enter the District Name."],
            "file[3]": ["The line has 2 cells instead of 3."],
            "file[4].facility": ["A name must not begin with =, +, - or @: spreadsheets would read it as a formula."],
        })
    );
    let many = format!("region,district,facility\n{}", "a,b\n".repeat(150));
    let body = send_file(client, "", many.as_bytes()).json();
    assert_eq!(body["errors"].as_object().unwrap().len(), 100);
    assert_eq!(body["errors"]["file"][0], "51 more lines or cells have errors.");
    assert_eq!(
        listed(client, &format!("{FACILITIES}?search=South")),
        Vec::<Value>::new()
    );
}

fn other_files_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let client = &sara.client;
    for bytes in [
        &b"PK\x03\x04 a zip"[..],
        b"r\0e\0g\0i\0o\0n\0",
        b"region,district,facility\nS\xfcd,Coast,Clinic\n",
    ] {
        let answer = send_file(client, "", bytes);
        assert_eq!(answer.status, 415, "{}", answer.json());
        assert!(answer.json()["errors"]["file"][0].is_string());
    }
    let large = vec![b'a'; 10 * 1024 * 1024 + 1];
    let answer = send_file(client, "", &large);
    assert_eq!(answer.status, 413, "{}", answer.json());
    let cut = b"region,district,facility\nNorth,Hills,\"Lake";
    assert_eq!(send_file(client, "", cut).status, 400);
    let nameless = "The form must have `file`, once, and nothing else.";
    let (media, body) = crate::submission::form("field", "a.csv", b"region,district,facility\na,b,c\n");
    client
        .send("POST", FILE, Some(media), &body)
        .refuses(400, nameless);
    let ada = installation.person("Ada", Role::Admin);
    let answer = send_file(&ada.client, "", &large);
    assert_eq!(answer.status, 403, "nothing is read from who may not");
}

fn the_facilities_are_exported_as_a_file(server: &TestServer) {
    let sara = super_user(server);
    let answer = sara.client.get(FILE);
    assert_eq!(answer.status, 200);
    let text = String::from_utf8(answer.bytes.clone()).unwrap();
    assert_eq!(
        text.trim_start_matches('\u{feff}').lines().collect::<Vec<_>>(),
        [
            "region,district,facility",
            "Coastal Plains,Mirrin,Mirrin District Hospital",
            "Coastal Plains,Mirrin,Palm Grove Clinic",
            "Lake Region,Karrow,Karrow Clinic",
            "Lake Region,Ormeda,Ormeda Teaching Hospital",
        ]
    );
    let again = send_file(&sara.client, "", &answer.bytes).data(200);
    assert_eq!((&again["read"], &again["known"]), (&json!(4), &json!(4)));
}

fn roles_that_a_first_request_lacks_are_listed(server: &TestServer) {
    let sara = super_user(server);
    let told = sara.client.get("reference_data/first_request/").data(200);
    let missing = told["missing"].as_array().unwrap();
    assert!(!missing.is_empty(), "nobody holds the roles of the stages yet");
    for one in missing {
        assert_eq!(
            (&one["kind"], &one["page"]),
            (&json!("assigned_role"), &json!("/superuser/organisation"))
        );
        assert!(
            one["message"]
                .as_str()
                .unwrap()
                .starts_with("No one has the role ")
        );
    }
}
