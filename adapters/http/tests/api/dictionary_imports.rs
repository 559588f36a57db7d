//! `data_dictionary/import/`: dictionaries from files, first as a preview and then as an import.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use aditus_application::dictionary::import::NewImport;
use aditus_domain::dictionary::ImportFormat;
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    a_preview_reports_the_changes_and_stores_nothing,
    an_import_runs_in_the_background_and_is_repeatable,
    a_name_with_the_micro_sign_is_found_in_either_spelling,
    the_files_of_omop_are_read_too,
    a_dictionary_of_redcap_is_one_file,
    unknown_columns_are_skipped_on_request_and_misspelt_ones_are_refused,
    a_new_source_is_published_on_request,
    the_sample_files_of_the_screen_can_be_imported,
    all_faults_of_the_files_are_reported_at_once,
    files_of_other_types_are_named_in_the_error,
    files_that_are_refused_leave_no_source,
    unreadable_files_begin_no_import,
    files_that_are_too_large_are_refused,
    invalid_import_forms_are_refused,
    an_interrupted_upload_starts_no_import,
    one_import_at_a_time_goes_into_a_source,
    an_import_is_cancelled_before_it_writes,
    an_idempotency_key_starts_one_import,
);

const IMPORT: &str = "data_dictionary/import/";
const MEDIA: &str = "multipart/form-data; boundary=cut";
const TABLES: &[u8] = b"tbl_name,table_type,tbl_description\nbirths,Event,Births\nmothers,Person,Mothers\n";
const VARIABLES: &[u8] = b"tbl_name,var_name,data_type,meaning,synonyms,dependencies\n\
    births,mother,Number,Who gave birth,,mothers.id\nbirths,sex,Text,Sex of the child,gender,\n\
    mothers,id,Number,Number of the mother,,\n";

/// Returns a form with these fields and files.
fn form(fields: &[(&str, &str)], files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        let head = format!("--cut\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), value.as_bytes(), b"\r\n"].concat());
    }
    for (name, content) in files {
        let head = format!(
            "--cut\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{name}.csv\"\r\ncontent-type: text/csv\r\n\r\n"
        );
        body.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    body.extend(b"--cut--\r\n");
    body
}

fn births(tables: &[u8], variables: &[u8], dry_run: &str) -> Vec<u8> {
    form(
        &[
            ("source", "Birth Register"),
            ("format", "aditus"),
            ("dry_run", dry_run),
            ("publish", "true"),
        ],
        &[("tables", tables), ("variables", variables)],
    )
}

fn previewed(client: &Client, tables: &[u8], variables: &[u8]) -> Value {
    client
        .send("POST", IMPORT, Some(MEDIA), &births(tables, variables, "true"))
        .data(200)
}

fn begun(client: &Client, tables: &[u8], variables: &[u8]) -> Answer {
    client.send("POST", IMPORT, Some(MEDIA), &births(tables, variables, "false"))
}

/// Waits until the import has ended, and returns it.
fn ended(client: &Client, id: &Value) -> Value {
    loop {
        let import = client.get(&format!("{IMPORT}{id}/")).data(200);
        if import["ended_on"].is_string() {
            return import;
        }
        std::thread::yield_now();
    }
}

fn imported(client: &Client, tables: &[u8], variables: &[u8]) -> Value {
    let import = begun(client, tables, variables).data(202);
    ended(client, &import["import_id"])
}

fn tally(read: usize, added: usize, altered: usize, refused: usize) -> Value {
    json!({ "read": read, "added": added, "altered": altered, "refused": refused })
}

/// Returns the names of all sources, published or not.
fn sources(client: &Client) -> Vec<String> {
    let rows = client.get("data_dictionary/data_source/?page_size=100").data(200);
    let names = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["source"].as_str().unwrap().to_owned());
    names.collect()
}

fn super_user(server: &TestServer) -> Client {
    Installation::new(server).person("Sara", Role::SuperUser).client
}

fn a_preview_reports_the_changes_and_stores_nothing(server: &TestServer) {
    let sara = super_user(server);
    let before = sources(&sara);
    let preview = previewed(&sara, TABLES, VARIABLES);
    assert_eq!(preview["source"], "Birth Register");
    assert_eq!(
        (&preview["data_source"], &preview["wrong"]),
        (&json!(null), &json!([]))
    );
    assert_eq!(
        (&preview["tables"], &preview["variables"]),
        (&tally(2, 2, 0, 0), &tally(3, 3, 0, 0))
    );
    assert_eq!(
        preview["added"][2],
        json!({ "file": "variables", "line": 2, "name": "births.mother" })
    );
    assert_eq!(sources(&sara), before);
    assert_eq!(sara.get(IMPORT).json()["page"]["total"], 0);

    imported(&sara, TABLES, VARIABLES);
    let changed = String::from_utf8_lossy(VARIABLES)
        .replace("Sex of the child", "Sex at birth")
        .replace("mothers,id,", "mothers,=id,");
    let preview = previewed(&sara, TABLES, changed.as_bytes());
    assert!(preview["data_source"].is_i64(), "{preview}");
    assert_eq!(preview["variables"], tally(3, 0, 1, 1));
    assert_eq!(
        preview["altered"],
        json!([{
            "file": "variables", "line": 3, "name": "births.sex",
            "fields": [{ "field": "meaning", "before": "Sex of the child", "after": "Sex at birth" }],
        }])
    );
    assert_eq!(
        (&preview["refused"][0]["file"], &preview["refused"][0]["line"]),
        (&json!("variables"), &json!(4))
    );
}

fn an_import_runs_in_the_background_and_is_repeatable(server: &TestServer) {
    let sara = super_user(server);
    let begun = begun(&sara, TABLES, VARIABLES).data(202);
    assert_eq!(
        (&begun["source"], &begun["format"], &begun["started_by"]),
        (&json!("Birth Register"), &json!("aditus"), &json!("Sara Okello"))
    );
    let import = ended(&sara, &begun["import_id"]);
    assert_eq!(
        (&import["state"], &import["source_added"], &import["message"]),
        (&json!("done"), &json!(true), &json!(null))
    );
    assert_eq!(
        (&import["tables"], &import["variables"]),
        (&tally(2, 2, 0, 0), &tally(3, 3, 0, 0))
    );
    assert_eq!(
        (&import["rows_to_store"], &import["rows_stored"]),
        (&json!(5), &json!(5))
    );
    let path = format!(
        "data_dictionary/data_dictionary/?data_source={}",
        import["data_source"]
    );
    let variables = || sara.get(&path).data(200);
    let stored = variables();
    assert_eq!(stored.as_array().unwrap().len(), 3);

    let again = imported(&sara, TABLES, VARIABLES);
    assert_eq!(
        (&again["tables"], &again["variables"]),
        (&tally(2, 0, 0, 0), &tally(3, 0, 0, 0))
    );
    assert_eq!(
        (&again["source_added"], &again["data_source"]),
        (&json!(false), &import["data_source"])
    );
    assert_eq!(variables(), stored);
    let listed = sara.get(IMPORT).data(200);
    let ids: Vec<&Value> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["import_id"])
        .collect();
    assert_eq!(ids, [&again["import_id"], &import["import_id"]]);
}

fn a_name_with_the_micro_sign_is_found_in_either_spelling(server: &TestServer) {
    let client = super_user(server);
    let variables = |micro: char| {
        format!(
            "tbl_name,var_name,data_type,meaning,dependencies\nbirths,creatinine_{micro}mol,Number,Creatinine,\n\
             births,sex,Text,Sex,births.creatinine_{micro}mol\n"
        )
    };
    let first = imported(&client, TABLES, variables('\u{b5}').as_bytes());
    assert_eq!(first["variables"], tally(2, 2, 0, 0));
    let again = imported(&client, TABLES, variables('\u{3bc}').as_bytes());
    assert_eq!(again["state"], "done");
    assert_eq!(again["variables"]["added"], 0);
}

fn the_files_of_omop_are_read_too(server: &TestServer) {
    let sara = super_user(server);
    let tables = b"cdmTableName,schema,isRequired,conceptPrefix,measurePersonCompleteness,measurePersonCompletenessThreshold,validation,tableDescription,userGuidance,etlConventions\n\
        person,CDM,Yes,NA,No,NA,NA,Everybody in the data,NA,NA\n";
    let variables = b"cdmTableName,cdmFieldName,isRequired,cdmDatatype,userGuidance,etlConventions,isPrimaryKey,isForeignKey,fkTableName,fkFieldName,fkDomain,fkClass,unique DQ identifiers\n\
        person,person_id,Yes,integer,Who it is,NA,Yes,No,NA,NA,NA,NA,NA\n";
    let body = form(
        &[("source", "OMOP"), ("format", "omop"), ("dry_run", "true")],
        &[("tables", tables), ("variables", variables)],
    );
    let preview = sara.send("POST", IMPORT, Some(MEDIA), &body).data(200);
    assert_eq!(preview["wrong"], json!([]), "{preview}");
    assert_eq!(preview["variables"], tally(1, 1, 0, 0), "{preview}");
    let as_aditus = form(
        &[("source", "OMOP"), ("dry_run", "true")],
        &[("tables", tables), ("variables", variables)],
    );
    let preview = sara.send("POST", IMPORT, Some(MEDIA), &as_aditus).data(200);
    let wrong = preview["wrong"].as_array().unwrap();
    assert_eq!(wrong.len(), 2, "either file is told: {preview}");
}

const REDCAP: &[u8] = b"\xef\xbb\xbfVariable / Field Name;Form Name;Section Header;Field Type;Field Label;\
    \"Choices, Calculations, OR Slider Labels\";Field Note;Text Validation Type OR Show Slider Number;Text Validation Min;\
    Text Validation Max;Identifier?;Branching Logic (Show field only if...);Required Field?;Custom Alignment;\
    Question Number (surveys only);Matrix Group Name;Matrix Ranking?;Field Annotation\r\n\
    birth_date;visit;;text;<b>Date of birth</b>;;;date_dmy;;;y;;y;;;;;\r\n\
    sex;visit;;radio;Sex;1, Female | 2, Male;;;;;;;;;;;;\r\n";

fn a_dictionary_of_redcap_is_one_file(server: &TestServer) {
    let sara = super_user(server);
    let send = |fields: &[(&str, &str)], files: &[(&str, &[u8])]| {
        sara.send("POST", IMPORT, Some(MEDIA), &form(fields, files))
    };
    let fields = [("source", "Cohort"), ("format", "redcap"), ("publish", "true")];
    let files: [(&str, &[u8]); 2] = [("variables", REDCAP), ("tables", TABLES)];
    send(&fields, &files).refuses_field(
        400,
        "tables",
        "A REDCap dictionary is one file. Leave out the file of tables.",
    );
    send(&fields, &[]).refuses_field(400, "variables", "Please choose the file of variables.");
    let begun = send(&fields, &files[..1]).data(202);
    let import = ended(&sara, &begun["import_id"]);
    assert_eq!(
        (&import["state"], &import["format"]),
        (&json!("done"), &json!("redcap")),
        "{import}"
    );
    assert_eq!(
        (&import["tables"], &import["variables"]),
        (&tally(1, 1, 0, 0), &tally(2, 2, 0, 0))
    );
    let path = format!(
        "data_dictionary/data_dictionary/?data_source={}",
        import["data_source"]
    );
    let variables = sara.get(&path).data(200);
    assert_eq!(
        (
            &variables[0]["data_type"],
            &variables[0]["meaning"],
            &variables[0]["is_identifiable"]
        ),
        (&json!("Date"), &json!("Date of birth"), &json!(true)),
        "{variables}"
    );
    // The answer recognises the format by its columns.
    let other = form(
        &[("source", "Cohort"), ("dry_run", "true")],
        &[("tables", TABLES), ("variables", REDCAP)],
    );
    let preview = sara.send("POST", IMPORT, Some(MEDIA), &other).data(200);
    assert_eq!(
        preview["wrong"],
        json!([{
            "file": "variables",
            "text": "line 1: these are the columns of another format: choose REDCap data dictionary (redcap)",
        }])
    );
}

fn unknown_columns_are_skipped_on_request_and_misspelt_ones_are_refused(server: &TestServer) {
    let sara = super_user(server);
    let variables = |heading: &str| {
        format!("tbl_name,var_name,data_type,meaning,{heading}\nbirths,sex,Text,Sex,x\n").into_bytes()
    };
    let preview = |heading: &str, leave_unknown: &str| {
        let variables = variables(heading);
        let body = form(
            &[
                ("source", "Birth Register"),
                ("dry_run", "true"),
                ("leave_unknown", leave_unknown),
            ],
            &[("tables", TABLES), ("variables", &variables)],
        );
        sara.send("POST", IMPORT, Some(MEDIA), &body).data(200)
    };
    let refused = preview("plausibleValueHigh", "false");
    let unknown = json!([{ "file": "variables", "columns": ["plausibleValueHigh"] }]);
    assert_eq!(refused["unknown"], unknown);
    assert!(
        refused["wrong"][0]["text"].as_str().unwrap().starts_with(
            "line 1: 1 column is not read. Leave it out, or remove it from the file: plausibleValueHigh."
        ),
        "{}",
        refused["wrong"]
    );
    let left = preview("plausibleValueHigh", "true");
    assert_eq!((&left["wrong"], &left["unknown"]), (&json!([]), &unknown));
    assert_eq!(
        left["notes"],
        json!([{ "file": "variables", "line": 1, "text": "these columns are left out: plausibleValueHigh" }])
    );
    assert_eq!(left["variables"], tally(1, 1, 0, 0));
    let misspelt = preview("is_identifiabel", "true");
    assert!(
        misspelt["wrong"][0]["text"]
            .as_str()
            .unwrap()
            .contains("did you mean is_identifiable?"),
        "{}",
        misspelt["wrong"]
    );
}

fn a_new_source_is_published_on_request(server: &TestServer) {
    let sara = super_user(server);
    for (source, publish) in [("Drafts", false), ("Births", true)] {
        let body = form(
            &[("source", source), ("publish", &publish.to_string())],
            &[("tables", TABLES), ("variables", VARIABLES)],
        );
        let begun = sara.send("POST", IMPORT, Some(MEDIA), &body).data(202);
        let import = ended(&sara, &begun["import_id"]);
        assert_eq!(import["publish"], json!(publish));
        let path = format!("data_dictionary/data_source/{}/", import["data_source"]);
        assert_eq!(sara.get(&path).data(200)["publish"], json!(publish), "{source}");
    }
}

fn the_sample_files_of_the_screen_can_be_imported(server: &TestServer) {
    let sara = super_user(server);
    let tables = include_bytes!("../../../../frontend/src/features/dictionary/import/samples/tables.csv");
    let variables =
        include_bytes!("../../../../frontend/src/features/dictionary/import/samples/variables.csv");
    let preview = previewed(&sara, tables, variables);
    assert_eq!(
        (&preview["wrong"], &preview["refused"], &preview["notes"]),
        (&json!([]), &json!([]), &json!([]))
    );
    for (file, columns) in [
        (&tables[..], ImportFormat::Aditus.table_columns()),
        (&variables[..], ImportFormat::Aditus.variable_columns()),
    ] {
        let heading = String::from_utf8_lossy(file);
        let named: Vec<&str> = heading.lines().next().unwrap().split(',').collect();
        let known: Vec<&str> = columns.needed.iter().chain(columns.further).copied().collect();
        assert_eq!(named, known, "a sample names every column");
    }
}

fn all_faults_of_the_files_are_reported_at_once(server: &TestServer) {
    let sara = super_user(server);
    let tables = b"name,table_type\nx,y\n";
    let long = "m".repeat(1024 * 1024);
    let variables = format!(
        "tbl_name,var_name,data_type,meaning\nbirths,,Text,x\nbirths,sex,Picture,\nbirths,long,Text,{long}\n\
         births,\"=HYPERLINK(\"\"x\"\")\",Text,x\nbirths,cut,Te"
    );
    let preview = previewed(&sara, tables, variables.as_bytes());
    let wrong = preview["wrong"].as_array().unwrap();
    assert_eq!(wrong.len(), 2, "{}", preview["wrong"]);
    let told = |index: usize| wrong[index]["text"].as_str().unwrap();
    assert!(
        told(0).contains("missing: tbl_name, tbl_description"),
        "{}",
        told(0)
    );
    assert!(
        told(1).contains("line 6: the file ends in this line"),
        "{}",
        told(1)
    );
    let refused = preview["refused"].as_array().unwrap();
    let lines: Vec<i64> = refused
        .iter()
        .map(|remark| remark["line"].as_i64().unwrap())
        .collect();
    assert_eq!(lines, [2, 3, 4, 5]);
    let text = refused[1]["text"].as_str().unwrap();
    assert!(
        text.contains("data_type") && text.contains("meaning"),
        "both faults of a line: {text}"
    );
    let answered = preview.to_string();
    assert!(
        answered.len() < 20_000,
        "no cell is repeated: {} bytes",
        answered.len()
    );
}

fn files_of_other_types_are_named_in_the_error(server: &TestServer) {
    let sara = super_user(server);
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("tbl_name".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let latin = [TABLES, b"S\xe3o,Place,x\n"].concat();
    let million = format!("{}\n", "c,".repeat(1_000_000));
    let cases: [(&[u8], &str); 8] = [
        (b"", "The file is empty"),
        (&utf16[1..], "UTF-16"),
        (b"<?xml version=\"1.0\"?><ODM/>", "This is an XML file"),
        (b"{}", "This is a JSON file"),
        (&latin, "line 4; perhaps it is Latin-1"),
        (b"PK\x03\x04 and so on", "zip archive"),
        (million.as_bytes(), "1000001 columns"),
        (
            b"tbl_name,table_type,tbl_description\nbirths,Event,\"Bir",
            "is not closed",
        ),
    ];
    for (tables, told) in cases {
        let preview = previewed(&sara, tables, VARIABLES);
        let wrong = preview["wrong"].as_array().unwrap();
        assert_eq!(
            (wrong.len(), &wrong[0]["file"]),
            (1, &json!("tables")),
            "{told}: {wrong:?}"
        );
        let text = wrong[0]["text"].as_str().unwrap();
        assert!(text.contains(told), "{told}: {text}");
    }
}

fn files_that_are_refused_leave_no_source(server: &TestServer) {
    let sara = super_user(server);
    let before = sources(&sara);
    let import = imported(&sara, b"colour\nred\n", VARIABLES);
    assert_eq!(
        (&import["state"], &import["rows_stored"]),
        (&json!("failed"), &json!(0))
    );
    let message = import["message"].as_str().unwrap();
    assert!(
        message.starts_with("File of tables: line 1: the first line must name the columns"),
        "{message}"
    );
    assert_eq!(sources(&sara), before);
    assert_eq!(import["data_source"], json!(null));
}

fn unreadable_files_begin_no_import(server: &TestServer) {
    let sara = super_user(server);
    let refused = begun(&sara, b"PK\x03\x04 and so on", b"");
    refused.refuses_field(
        400,
        "tables",
        "This is a zip archive or a workbook, not a CSV file. Save the sheet as CSV (UTF-8).",
    );
    assert_eq!(
        refused.json()["errors"]["variables"][0],
        "The file is empty. Its first line must name the columns."
    );
    begun(&sara, TABLES, b"\x89PNG\r\n\x1a\n\0\0").refuses_field(
        400,
        "variables",
        "The file is UTF-16 or not text. Save it as CSV (UTF-8).",
    );
    assert_eq!(sara.get(IMPORT).json()["page"]["total"], 0);
}

fn files_that_are_too_large_are_refused(server: &TestServer) {
    let sara = super_user(server);
    let large = vec![b'x'; 64 * 1024 * 1024];
    let refused = begun(&sara, &large, b"x");
    refused.refuses(413, "The two files must not be larger than 64 MiB together");
    assert_eq!(sara.get(IMPORT).json()["page"]["total"], 0);
}

fn invalid_import_forms_are_refused(server: &TestServer) {
    let sara = super_user(server);
    let files: [(&str, &[u8]); 2] = [("tables", TABLES), ("variables", VARIABLES)];
    let send = |body: &[u8]| sara.send("POST", IMPORT, Some(MEDIA), body);
    send(&form(&[], &files)).refuses_field(400, "source", "Source is required");
    send(&form(&[("source", &"x".repeat(256))], &files)).refuses_field(
        400,
        "source",
        "Source must not be longer than 255 characters.",
    );
    send(&form(&[("source", "x"), ("format", "xml")], &files)).refuses_field(
        400,
        "format",
        "The format must be aditus, omop or redcap.",
    );
    send(&form(&[("source", "x"), ("dry_run", "perhaps")], &files)).refuses_field(
        400,
        "dry_run",
        "Dry run must be true or false.",
    );
    let missing = send(&form(&[("source", "x")], &[])).refuses(400, "Please choose the file of tables.");
    assert_eq!(
        missing["errors"]["variables"],
        json!(["Please choose the file of variables."])
    );
    let others = "The form must have these fields, each once, and nothing else: source, format, dry_run, leave_unknown, publish, tables, variables.";
    send(&form(&[("source", "x"), ("colour", "red")], &files)).refuses(400, others);
    send(&form(&[("source", "x"), ("source", "y")], &files)).refuses(400, others);
    send(&form(&[("source", &"x".repeat(2000))], &files)).refuses_field(400, "source", "This is too long.");
    send(&form(&[("source", "x\0y")], &files)).refuses_field(
        400,
        "source",
        "The text contains control characters. Please remove them.",
    );
    let whole = births(TABLES, VARIABLES, "false");
    send(&whole[..whole.len() - 20]).refuses(400, "The files arrived incomplete. Please upload them again.");
    for media in ["application/json", "text/csv", ""] {
        assert_eq!(
            sara.send("POST", IMPORT, Some(media), &whole).status,
            415,
            "{media}"
        );
    }
    assert_eq!(sara.get(IMPORT).json()["page"]["total"], 0);
}

fn an_interrupted_upload_starts_no_import(server: &TestServer) {
    let sara = super_user(server);
    let body = births(TABLES, VARIABLES, "false");
    let head = format!(
        "POST /api/v1/{IMPORT} HTTP/1.1\r\nhost: a.example\r\ncontent-type: {MEDIA}\r\nauthorization: {}\r\ncontent-length: {}\r\n\r\n",
        sara.authorization(),
        body.len()
    );
    let mut wire = TcpStream::connect(server.address()).unwrap();
    wire.write_all(head.as_bytes()).unwrap();
    wire.write_all(&body[..body.len() / 2]).unwrap();
    wire.shutdown(Shutdown::Write).unwrap();
    // When the connection ends, the server has dropped the body, with or without an answer.
    let mut answer = Vec::new();
    let _ended = wire.read_to_end(&mut answer);
    assert!(
        !answer.starts_with(b"HTTP/1.1 2"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    assert_eq!(sara.get(IMPORT).json()["page"]["total"], 0);
}

/// Adds an import that is comparing and is never processed.
fn open(server: &TestServer, source: &str) -> i64 {
    let now = server.ports.clock.now();
    let new = NewImport {
        source: source.to_owned(),
        format: ImportFormat::Aditus,
        leave_unknown: false,
        publish: false,
        started_by: None,
        started_on: now,
        holder: [1; 16],
        held_until: now + TimeDelta::minutes(1),
    };
    server.write(|transaction| transaction.dictionary_imports().add(&new).unwrap().0)
}

fn one_import_at_a_time_goes_into_a_source(server: &TestServer) {
    let sara = super_user(server);
    open(server, "BIRTH register");
    begun(&sara, TABLES, VARIABLES).refuses(
        409,
        "An import into this data source is running. Wait until it has ended.",
    );
    // A preview blocks no import.
    previewed(&sara, TABLES, VARIABLES);
    open(server, "Deaths");
    let body = form(
        &[("source", "Visits")],
        &[("tables", TABLES), ("variables", VARIABLES)],
    );
    sara.send("POST", IMPORT, Some(MEDIA), &body)
        .refuses(409, "2 imports are running. Wait until one of them has ended.");
}

fn an_import_is_cancelled_before_it_writes(server: &TestServer) {
    let sara = super_user(server);
    let path = format!("{IMPORT}{}/", open(server, "Deaths"));
    let shown = sara.get(&path).data(200);
    assert_eq!(
        (&shown["state"], &shown["can_be_cancelled"], &shown["started_by"]),
        (&json!("comparing"), &json!(true), &json!(null))
    );
    let cancelled = sara.call("DELETE", &path, &json!({})).data(200);
    assert_eq!(
        (&cancelled["is_cancel_asked"], &cancelled["can_be_cancelled"]),
        (&json!(true), &json!(false))
    );
    let done = imported(&sara, TABLES, VARIABLES);
    let done = format!("{IMPORT}{}/", done["import_id"]);
    sara.call("DELETE", &done, &json!({}))
        .refuses(409, "This import can no longer be cancelled");
    sara.call("DELETE", &format!("{IMPORT}999999/"), &json!({}))
        .refuses(404, "This import does not exist");
    sara.get(&format!("{IMPORT}999999/"))
        .refuses(404, "This import does not exist");
}

fn an_idempotency_key_starts_one_import(server: &TestServer) {
    let sara = super_user(server);
    let body = births(TABLES, VARIABLES, "false");
    let headers = [("content-type", MEDIA), ("idempotency-key", "\"import-1\"")];
    let send = || sara.send_with("POST", IMPORT, &headers, Some(&body)).data(202);
    let first = send();
    ended(&sara, &first["import_id"]);
    assert_eq!(send()["import_id"], first["import_id"]);
    assert_eq!(sara.get(IMPORT).json()["page"]["total"], 1);
}
