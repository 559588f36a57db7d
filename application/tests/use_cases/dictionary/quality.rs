//! The data quality assessment: its readers, content and order.

use crate::world::World;
use crate::world::dictionary::table_row;
use aditus_application::access::Caller;
use aditus_application::dictionary::quality::list::QualitySort;
use aditus_application::dictionary::quality::sources::{self, SourceQualitySort};
use aditus_application::dictionary::quality::{Error, TableSelection, export_csv, list, summary, worst};
use aditus_application::paging::{Direction, Page};
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::quality::Share;
use aditus_domain::dictionary::{OriginRecords, TableRecords, TableRow};
use aditus_domain::ids::{DataSourceId, TableId};
use aditus_domain::roles::Role;

/// A table with this many records and this many valid ones.
fn with_records(name: &str, total: u64, valid: u64) -> TableRow {
    let poc = OriginRecords {
        included: true,
        total: Some(total),
        valid: Some(valid),
        ..OriginRecords::default()
    };
    TableRow {
        records: Some(TableRecords {
            poc,
            ..TableRecords::default()
        }),
        ..table_row(name)
    }
}

/// Returns a person at the provider with this role only.
fn holder(world: &World, role: Role) -> Caller {
    let first_name = format!("Ada{}", role.name().replace(' ', ""));
    world.caller_with(&first_name, world.provider(), role)
}

struct Scene {
    world: World,
    analyst: Caller,
    source: DataSourceId,
    births: TableId,
}

impl Scene {
    fn new() -> Self {
        let world = World::new();
        let analyst = holder(&world, Role::DataAnalyst);
        let source = world.source("Birth / Register");
        let births = world.table(source, with_records("births", 1000, 700));
        world.table(source, with_records("deaths", 10, 10));
        world.table(source, with_records("adoptions", 100, 81));
        world.table(source, table_row("counties"));
        let hidden = TableRow {
            publish: false,
            ..with_records("drafts", 10, 1)
        };
        world.table(source, hidden);
        Self {
            world,
            analyst,
            source,
            births,
        }
    }

    fn all(&self) -> TableSelection {
        TableSelection {
            data_source: Some(self.source),
            tables: None,
        }
    }

    fn listed(&self, sort: QualitySort, direction: Direction, page: Page) -> (Vec<String>, u64) {
        let query = list::Query {
            selection: self.all(),
            search: None,
            sort,
            direction,
            page,
        };
        let answer = list::execute(&self.world.ports, &self.analyst, &query).unwrap();
        let names = answer.items.into_iter().map(|table| table.tbl_name).collect();
        (names, answer.total)
    }

    fn summed(&self, caller: &Caller, selection: &TableSelection) -> Result<summary::Answer, Error> {
        summary::execute(&self.world.ports, caller, selection)
    }
}

#[test]
fn the_worst_tables_of_all_sources_come_first() {
    let scene = Scene::new();
    let second = scene.world.source("Censuses");
    // The completeness of all is 50 %, because no dates are stored.
    scene.world.table(second, with_records("households", 100, 20));
    let tables = worst::execute(&scene.world.ports, &scene.analyst).unwrap();
    let names: Vec<_> = tables
        .iter()
        .map(|worst| (worst.source.as_str(), worst.table.tbl_name.as_str()))
        .collect();
    assert_eq!(
        names,
        [
            ("Censuses", "households"),
            ("Birth / Register", "births"),
            ("Birth / Register", "adoptions"),
            ("Birth / Register", "deaths"),
        ],
        "unpublished and unassessed tables are left out"
    );
    let requester = holder(&scene.world, Role::DataRequester);
    let refused = worst::execute(&scene.world.ports, &requester).unwrap_err();
    assert_eq!(refused.kind(), Kind::Forbidden);
}

#[test]
fn tables_are_sorted_by_quality_with_unassessed_ones_last() {
    let scene = Scene::new();
    let names = |sort, direction| scene.listed(sort, direction, Page::new(1, 10)).0;
    let by_name = ["adoptions", "births", "counties", "deaths"];
    assert_eq!(names(QualitySort::TblName, Direction::Ascending), by_name);
    let mut from_behind = by_name;
    from_behind.reverse();
    assert_eq!(names(QualitySort::TblName, Direction::Descending), from_behind);
    assert_eq!(
        names(QualitySort::Validity, Direction::Ascending),
        ["births", "adoptions", "deaths", "counties"]
    );
    assert_eq!(
        names(QualitySort::Validity, Direction::Descending),
        ["deaths", "adoptions", "births", "counties"]
    );
    assert_eq!(
        names(QualitySort::Completeness, Direction::Descending),
        ["adoptions", "births", "deaths", "counties"],
        "equal ones by name"
    );
}

#[test]
fn pages_follow_each_other_and_end() {
    let scene = Scene::new();
    let page = |number| scene.listed(QualitySort::Validity, Direction::Ascending, Page::new(number, 3));
    assert_eq!(
        page(1),
        (["births", "adoptions", "deaths"].map(str::to_owned).to_vec(), 4)
    );
    assert_eq!(page(2), (vec!["counties".to_owned()], 4));
    assert_eq!(page(3), (Vec::new(), 4));
}

#[test]
fn the_numbers_are_those_of_the_chosen_published_tables() {
    let scene = Scene::new();
    let all = scene.summed(&scene.analyst, &scene.all()).unwrap();
    assert_eq!(
        (all.tables, all.validity),
        (
            4,
            Share {
                part: 791,
                whole: 1110
            }
        )
    );
    assert_eq!(
        (
            all.by_validity.excellent,
            all.by_validity.good,
            all.by_validity.fair,
            all.by_validity.not_assessed
        ),
        (1, 1, 1, 1)
    );
    let births = TableSelection {
        tables: Some(vec![scene.births, TableId(999_999)]),
        ..scene.all()
    };
    let one = scene.summed(&scene.analyst, &births).unwrap();
    assert_eq!(
        (one.tables, one.validity),
        (
            1,
            Share {
                part: 700,
                whole: 1000
            }
        )
    );
}

#[test]
fn the_document_is_named_after_the_source_and_has_the_chosen_tables() {
    let scene = Scene::new();
    let births = TableSelection {
        tables: Some(vec![scene.births]),
        ..scene.all()
    };
    let answer = export_csv::execute(&scene.world.ports, &scene.analyst, &births).unwrap();
    assert_eq!(answer.file_name, "Birth _ Register_data_quality.csv");
    assert_eq!(
        String::from_utf8(answer.bytes).unwrap(),
        "data_source,tbl_name\r\nBirth / Register,births"
    );
}

#[test]
fn data_analysts_assess_published_sources_only() {
    let scene = Scene::new();
    for role in Role::ALL.into_iter().filter(|role| *role != Role::DataAnalyst) {
        let caller = holder(&scene.world, role);
        let refused = scene.summed(&caller, &scene.all()).unwrap_err();
        assert_eq!(refused.kind(), Kind::Forbidden, "{role}");
        let nothing = TableSelection {
            data_source: None,
            tables: None,
        };
        let refused = scene.summed(&caller, &nothing).unwrap_err();
        assert_eq!(
            refused.kind(),
            Kind::Forbidden,
            "{role}, before anything else is looked at"
        );
    }
    let hidden = scene.world.hidden_source("Payroll");
    for id in [hidden, DataSourceId(999_999)] {
        let selection = TableSelection {
            data_source: Some(id),
            tables: None,
        };
        let refused = scene.summed(&scene.analyst, &selection).unwrap_err();
        assert_eq!(
            (refused.kind(), refused.to_string().as_str()),
            (Kind::NotFound, "Data source not found.")
        );
    }
    let many = TableSelection {
        tables: Some((0..=1000).map(TableId).collect()),
        ..scene.all()
    };
    let refused = scene.summed(&scene.analyst, &many).unwrap_err();
    assert_eq!(refused.fields()[0].0, "tables");
}

#[test]
fn sources_are_listed_with_their_tables_worst_first() {
    let scene = Scene::new();
    let other = scene.world.source("Admissions");
    scene.world.table(other, with_records("wards", 10, 9));
    scene.world.source("Empty");
    let listed = |sort, direction, search: Option<&str>, page| {
        let query = sources::Query {
            search: search.map(str::to_owned),
            sort,
            direction,
            page,
        };
        let answer = sources::execute(&scene.world.ports, &scene.analyst, &query).unwrap();
        let sources = answer.items.into_iter().map(|source| {
            let tables = source.tables.into_iter().map(|table| table.tbl_name);
            (source.source, tables.collect::<Vec<_>>())
        });
        (sources.collect::<Vec<_>>(), answer.total)
    };
    let named = |name: &str, tables: &[&str]| {
        let tables = tables.iter().map(|table| (*table).to_owned()).collect();
        (name.to_owned(), tables)
    };
    let (whole, first) = (Page::new(1, 10), Page::new(1, 1));
    let births = named("Birth / Register", &["births", "adoptions", "deaths", "counties"]);
    let wards = named("Admissions", &["wards"]);
    assert_eq!(
        listed(SourceQualitySort::Validity, Direction::Ascending, None, whole),
        (vec![births.clone(), wards.clone()], 2)
    );
    assert_eq!(
        listed(SourceQualitySort::Validity, Direction::Ascending, None, first),
        (vec![births.clone()], 2)
    );
    let by_name = named("Birth / Register", &["adoptions", "births", "counties", "deaths"]);
    assert_eq!(
        listed(SourceQualitySort::Source, Direction::Ascending, None, whole),
        (vec![wards.clone(), by_name], 2)
    );
    assert_eq!(
        listed(
            SourceQualitySort::Validity,
            Direction::Ascending,
            Some("admissi"),
            whole
        ),
        (vec![wards], 1)
    );
    let query = sources::Query {
        search: None,
        sort: SourceQualitySort::Validity,
        direction: Direction::Ascending,
        page: whole,
    };
    let custodian = holder(&scene.world, Role::DataCustodian);
    let refused = sources::execute(&scene.world.ports, &custodian, &query).unwrap_err();
    assert_eq!(refused.kind(), Kind::Forbidden);
}
