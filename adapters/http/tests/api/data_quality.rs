//! `GET data_dictionary/data_quality/…`: the data quality of a source, for Data Analysts.

use aditus_domain::dictionary::{DataSource, OriginRecords, TableRecords, TableRow};
use aditus_domain::roles::Role;
use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, Person, table};
use crate::server::TestServer;

on_both_databases!(
    tables_are_assessed_in_the_requested_order,
    sources_are_listed_with_their_tables_least_valid_first,
    the_numbers_of_the_chosen_tables_are_summed_up,
    the_assessment_comes_as_csv,
    invalid_queries_are_refused,
);

const PATH: &str = "data_dictionary/data_quality/";

struct Scene {
    analyst: Person,
    source: i64,
    births: i64,
    deaths: i64,
    hidden: i64,
}

fn records(total: u64, valid: u64) -> OriginRecords {
    OriginRecords {
        included: true,
        earliest: NaiveDate::from_ymd_opt(2015, 1, 31),
        latest: NaiveDate::from_ymd_opt(2025, 12, 1),
        total: Some(total),
        valid: Some(valid),
    }
}

impl Scene {
    fn new(installation: &Installation<'_>) -> Self {
        let (source, tables, hidden) = installation.server.write(|transaction| {
            let dictionary = transaction.dictionary();
            let source = dictionary
                .add_source(&DataSource::named("Register of \"Births\""))
                .unwrap();
            let rows = [
                TableRow {
                    records: Some(TableRecords {
                        poc: records(1000, 999),
                        emc: OriginRecords {
                            latest: None,
                            ..records(10, 11)
                        },
                    }),
                    ..table("births")
                },
                TableRow {
                    records: Some(TableRecords {
                        emc: records(10, 6),
                        ..TableRecords::default()
                    }),
                    ..table("deaths")
                },
                table("counties"),
            ];
            let tables = dictionary.add_tables(source, &rows).unwrap();
            let hidden = DataSource {
                publish: false,
                ..DataSource::named("Kept Back")
            };
            (source, tables, dictionary.add_source(&hidden).unwrap())
        });
        Self {
            analyst: installation.person("Kaya", Role::DataAnalyst),
            source: source.0,
            births: tables[0].0,
            deaths: tables[1].0,
            hidden: hidden.0,
        }
    }

    fn names(&self, query: &str) -> Vec<String> {
        let path = format!("{PATH}?data_source={}{query}", self.source);
        let body = self.analyst.client.get(&path).json();
        let rows = body["data"].as_array().unwrap();
        rows.iter()
            .map(|row| row["tbl_name"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn sources_are_listed_with_their_tables_least_valid_first(server: &TestServer) {
    let scene = Scene::new(&Installation::new(server));
    let path = format!("{PATH}sources/");
    let body = scene.analyst.client.get(&path).json();
    let sources = body["data"].as_array().unwrap();
    assert!(
        sources
            .iter()
            .all(|source| source["data_source_id"] != scene.hidden)
    );
    let births = &sources[0];
    assert_eq!(births["data_source_id"], scene.source);
    assert_eq!(births["tables_count"], 3);
    assert_eq!(
        births["validity"],
        json!({ "percentage": 99.5, "label": "Excellent", "part": 1005, "whole": 1010 })
    );
    let tables = |source: &Value| -> Vec<Value> {
        let tables = source["tables"].as_array().unwrap();
        tables.iter().map(|table| table["tbl_name"].clone()).collect()
    };
    assert_eq!(tables(births), ["deaths", "births", "counties"]);
    let by_name = scene
        .analyst
        .client
        .get(&format!("{path}?sort=source&search=births"))
        .json();
    assert_eq!(tables(&by_name["data"][0]), ["births", "counties", "deaths"]);
    assert_eq!(by_name["page"], json!({ "number": 1, "size": 10, "total": 1 }));
}

fn tables_are_assessed_in_the_requested_order(server: &TestServer) {
    let scene = Scene::new(&Installation::new(server));
    let path = format!("{PATH}?data_source={}", scene.source);
    let body = scene.analyst.client.get(&path).json();
    assert_eq!(body["page"], json!({ "number": 1, "size": 20, "total": 3 }));
    let births = json!({
        "tbl_id": scene.births,
        "tbl_name": "births",
        "entity_name": "Visit",
        "completeness": { "percentage": 87.5, "label": "Good", "part": 7, "whole": 8 },
        "validity": { "percentage": 99.9, "label": "Excellent", "part": 999, "whole": 1000 },
        "poc": {
            "completeness": { "percentage": 100.0, "label": "Excellent", "part": 4, "whole": 4 },
            "validity": { "percentage": 99.9, "label": "Excellent", "part": 999, "whole": 1000 },
        },
        "emc": {
            "completeness": { "percentage": 75.0, "label": "Fair", "part": 3, "whole": 4 },
            "validity": { "percentage": null, "label": "Not assessed", "part": 0, "whole": 0 },
        },
        "in_PoC": true,
        "in_eMC": true,
        "poc_earliest_record": "2015-01-31",
        "emc_earliest_record": "2015-01-31",
        "poc_latest_record": "2025-12-01",
        "emc_latest_record": null,
        "poc_total_records": 1000,
        "emc_total_records": 10,
        "poc_valid_records": 999,
        "emc_valid_records": 11,
        "contradictions": ["eMC counts more valid records than records."],
    });
    assert_eq!(body["data"][0], births);
    let unknown = &body["data"][1];
    assert_eq!(
        (&unknown["tbl_name"], &unknown["validity"]),
        (
            &json!("counties"),
            &json!({ "percentage": null, "label": "Not assessed", "part": 0, "whole": 0 })
        )
    );
    assert_eq!(scene.names("&sort=validity"), ["deaths", "births", "counties"]);
    assert_eq!(scene.names("&sort=-validity"), ["births", "deaths", "counties"]);
    assert_eq!(scene.names("&sort=-tbl_name&page_size=2&page=2"), ["births"]);
    assert_eq!(
        scene.names(&format!("&tables=[{},999999]", scene.deaths)),
        ["deaths"]
    );
    assert_eq!(scene.names("&tables="), ["births", "counties", "deaths"]);
}

fn the_numbers_of_the_chosen_tables_are_summed_up(server: &TestServer) {
    let scene = Scene::new(&Installation::new(server));
    let summary = |query: &str| {
        let path = format!("{PATH}summary/?data_source={}{query}", scene.source);
        scene.analyst.client.get(&path).data(200)
    };
    let all = summary("");
    assert_eq!(all["tables"], 3);
    assert_eq!(
        all["validity"],
        json!({ "percentage": 99.5, "label": "Excellent", "part": 1005, "whole": 1010 })
    );
    assert_eq!(
        all["emc"]["validity"],
        json!({ "percentage": 60.0, "label": "Fair", "part": 6, "whole": 10 })
    );
    assert_eq!(all["poc"]["validity"]["part"], 999);
    assert_eq!(
        all["by_validity"],
        json!({ "excellent": 1, "good": 0, "fair": 1, "poor": 0, "not_assessed": 1 })
    );
    assert_eq!(
        all["by_completeness"],
        json!({ "excellent": 1, "good": 1, "fair": 0, "poor": 0, "not_assessed": 1 })
    );
    let deaths = summary(&format!("&tables={}", scene.deaths));
    assert_eq!(
        (&deaths["tables"], &deaths["validity"]["label"]),
        (&json!(1), &json!("Fair"))
    );
}

fn the_assessment_comes_as_csv(server: &TestServer) {
    let scene = Scene::new(&Installation::new(server));
    let path = format!(
        "{PATH}export/?data_source={}&tables={}",
        scene.source, scene.births
    );
    let answer = scene.analyst.client.get(&path);
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, Some("text/csv; charset=utf-8"))
    );
    assert_eq!(
        answer.header("content-disposition"),
        Some(
            "attachment; filename=\"Register of _Births__data_quality.csv\"; \
             filename*=UTF-8''Register%20of%20_Births__data_quality.csv"
        )
    );
    assert_eq!(
        String::from_utf8(answer.bytes).unwrap(),
        "data_source,tbl_name\r\nRegister of \"Births\",births"
    );
}

fn invalid_queries_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let scene = Scene::new(&installation);
    let officer = installation.person("Bruno", Role::DataOfficer);
    let many = (1..=1001)
        .map(|id: i64| id.to_string())
        .collect::<Vec<_>>()
        .join(",");
    for call in ["", "summary/", "export/"] {
        let get = |person: &Person, query: &str| person.client.get(&format!("{PATH}{call}?{query}"));
        let source = format!("data_source={}", scene.source);
        get(&scene.analyst, "").refuses_field(400, "data_source", "Please select the Data Source Name.");
        get(&scene.analyst, &format!("{source}&tables=1,x")).refuses_field(
            400,
            "tables",
            "Ids are whole numbers, separated by commas.",
        );
        get(&scene.analyst, &format!("{source}&tables={many}")).refuses_field(
            400,
            "tables",
            "At most 1000 tables can be chosen at once.",
        );
        for id in [scene.hidden, 999_999] {
            get(&scene.analyst, &format!("data_source={id}")).refuses(404, "Data source not found.");
        }
        get(&officer, &source).refuses(403, "Your role does not allow this.");
        let guest = server.guest().get(&format!("{PATH}{call}?{source}"));
        guest.refuses(401, "Please sign in to continue.");
    }
    let path = format!("{PATH}?data_source={}&sort=secret", scene.source);
    scene.analyst.client.get(&path).refuses_field(
        400,
        "sort",
        "This list can be sorted by tbl_name, completeness, validity.",
    );
    assert_eq!(scene.analyst.client.get(&path).json()["data"], Value::Null);
}
