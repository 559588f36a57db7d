//! The contract of the read models of approval procedures.

use aditus_domain::accounts::AccountState;
use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{
    DataSourceId, NextStageId, OrganisationId, OrganisationRoleId, ProcedureId, StageId, StageTypeId,
};
use aditus_domain::procedures::{
    DecidingOrganisation, Link, ProcedureStatus, ProcedureText, SourceDeciders, StageDetails, StageTypeName,
    default_procedure,
};
use aditus_domain::roles::{OfferChange, Role, RoleStatus};

use super::procedure_edits::{empty, stage};
use super::seed::{at, commit, org_role, organisation, source, user};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::Database;
use crate::procedures::views::{
    NextStageQuery, NextStageSort, ProcedureSort, StageQuery, StageSort, StageTypeSort,
};

fn list<S: Default>(search: &str) -> ListQuery<S> {
    ListQuery {
        search: Some(fold(search)),
        sort: S::default(),
        direction: Direction::Ascending,
        page: Page::new(1, 10),
    }
}

fn procedures(database: &dyn Database, query: &ListQuery<ProcedureSort>) -> (Vec<String>, u64) {
    let page = database.read().unwrap().procedures().procedures(query).unwrap();
    let names = page.items.into_iter().map(|stored| stored.procedure.name);
    (names.collect(), page.total)
}

/// The search ignores case and diacritics. Rows contain their stages and links.
pub fn procedures_are_found_sorted_and_paged(database: &dyn Database) {
    let id = commit(database, |transaction| {
        let id = transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap();
        for (name, description, is_active) in [
            ("ächtung", "100% of requests", false),
            ("Zebra", "Fast", true),
            ("beta", "Slow", false),
        ] {
            let added = empty(transaction, "Draft");
            let text = ProcedureText::parse(name, description).unwrap();
            let status = ProcedureStatus {
                is_active,
                is_default: false,
            };
            transaction.procedures().save(added, &text, status).unwrap();
        }
        id
    });
    let all = ["ächtung", "beta", "Default procedure", "Zebra"].map(ToOwned::to_owned);
    assert_eq!(procedures(database, &list("")), (all.to_vec(), 4));
    for (typed, found) in [
        ("ACHT", &["ächtung"][..]),
        ("fast", &["Zebra"]),
        ("100%", &["ächtung"]),
        ("%", &[]),
        ("review and", &["Default procedure"]),
        ("nothing", &[]),
    ] {
        assert_eq!(procedures(database, &list(typed)).0, found, "{typed}");
    }
    let query = ListQuery {
        sort: ProcedureSort::Active,
        direction: Direction::Descending,
        page: Page::new(1, 2),
        ..list("")
    };
    assert_eq!(
        procedures(database, &query),
        (vec!["Default procedure".to_owned(), "Zebra".to_owned()], 4)
    );
    let query = ListQuery {
        sort: ProcedureSort::Default,
        direction: Direction::Descending,
        page: Page::new(2, 3),
        ..list("")
    };
    assert_eq!(procedures(database, &query), (vec!["Zebra".to_owned()], 4));

    let mut views = database.read().unwrap();
    let stored = views.procedures().procedure(id).unwrap().unwrap();
    assert!(stored.status.is_default && stored.procedure.validate().is_ok());
    assert_eq!(views.procedures().procedure(ProcedureId(999_999)).unwrap(), None);
    let listed = views.procedures().procedures(&list("default")).unwrap();
    assert_eq!(listed.items, [stored]);
}

/// Sorted with built-in types first, or by name.
pub fn stage_types_are_found_and_sorted(database: &dyn Database) {
    commit(database, |transaction| {
        for name in ["Appeal", "hearing"] {
            let name = StageTypeName::parse(name).unwrap();
            transaction.stage_types().add(&name).unwrap();
        }
    });
    let names = |query: &ListQuery<StageTypeSort>| {
        let page = database.read().unwrap().procedures().stage_types(query).unwrap();
        page.items
            .into_iter()
            .map(|stage_type| stage_type.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(&list("")),
        ["Initial", "Junction", "Terminal", "Appeal", "hearing"]
    );
    assert_eq!(names(&list("TERM")), ["Terminal"]);
    let by_name = ListQuery {
        sort: StageTypeSort::Name,
        direction: Direction::Descending,
        page: Page::new(1, 3),
        ..list("")
    };
    assert_eq!(names(&by_name), ["Terminal", "Junction", "Initial"]);
    let mut views = database.read().unwrap();
    assert_eq!(views.procedures().stage_type(StageTypeId(999_999)).unwrap(), None);
}

/// Filtered by procedure, and searched by activity, role, type and procedure.
pub fn stages_are_found_by_every_displayed_text(database: &dyn Database) {
    let (line, own) = commit(database, |transaction| {
        let line = transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap();
        let own = empty(transaction, "Fast track");
        let stage_type = StageTypeName::parse("Appeal").unwrap();
        let stage_type = transaction.stage_types().add(&stage_type).unwrap();
        let details = StageDetails {
            stage_type,
            ..stage(own, "Écoute")
        };
        transaction.procedures().add_stage(&details).unwrap();
        (line, own)
    });
    let find = |procedure: Option<ProcedureId>, list: ListQuery<StageSort>| {
        let search = list.search.clone().unwrap_or_default();
        let roles = Role::ALL.into_iter();
        let query = StageQuery {
            procedure,
            roles: roles
                .filter(|role| !search.is_empty() && fold(role.name()).contains(&search))
                .collect(),
            list,
        };
        let page = database.read().unwrap().procedures().stages(&query).unwrap();
        let names: Vec<String> = page
            .items
            .iter()
            .map(|row| row.details.activity.clone())
            .collect();
        (names, page.total, page.items)
    };
    let (names, total, _) = find(Some(line), list(""));
    assert_eq!(total, 9);
    assert_eq!((&*names[0], &*names[8]), ("Request created", "Feedback"));
    assert_eq!(find(None, list("")).1, 10);
    assert_eq!(find(Some(line), list("officer")).0, ["Data release"]);
    assert_eq!(find(None, list("officer")).0, ["Écoute", "Data release"]);
    for typed in ["ecoute", "APPEAL", "fast tr"] {
        assert_eq!(find(None, list(typed)).0, ["Écoute"], "{typed}");
    }
    assert_eq!(find(Some(line), list("appeal")).1, 0);
    assert_eq!(find(Some(line), list("terminal")).0, ["Feedback"]);
    let by_role = ListQuery {
        sort: StageSort::Role,
        direction: Direction::Descending,
        page: Page::new(1, 1),
        ..list("")
    };
    assert_eq!(find(Some(line), by_role).0, ["Feedback"]);
    let by_activity = ListQuery {
        sort: StageSort::Activity,
        ..list("")
    };
    assert_eq!(find(Some(line), by_activity.clone()).0[0], "Access approval");

    let row = find(Some(own), list("")).2.remove(0);
    assert_eq!(
        (
            &*row.procedure,
            &*row.stage_type_name,
            row.details.role,
            row.details.branch_level,
        ),
        ("Fast track", "Appeal", Role::DataOfficer, 1)
    );
    assert_eq!(
        row.details,
        StageDetails {
            stage_type: row.details.stage_type,
            ..stage(own, "Écoute")
        }
    );
    commit(database, |transaction| {
        for activity in ["Round 10", "Round 2"] {
            transaction.procedures().add_stage(&stage(own, activity)).unwrap();
        }
    });
    assert_eq!(
        find(Some(own), by_activity).0,
        ["Écoute", "Round 2", "Round 10"],
        "numbers by value"
    );
    let mut views = database.read().unwrap();
    assert_eq!(views.procedures().stage(row.stage_id).unwrap(), Some(row));
    assert_eq!(views.procedures().stage(StageId(999_999)).unwrap(), None);
}

/// Sorted in the order of the stages, and searched by their activities and the procedure.
pub fn links_are_found_by_both_their_stages(database: &dyn Database) {
    let (line, other) = commit(database, |transaction| {
        let line = transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap();
        let other = empty(transaction, "Fast track");
        let stages = ["Hearing", "Verdict"]
            .map(|name| transaction.procedures().add_stage(&stage(other, name)).unwrap());
        let turned = Link {
            from: stages[1],
            to: stages[0],
        };
        transaction.procedures().add_link(turned).unwrap();
        (line, other)
    });
    let find = |procedure: Option<ProcedureId>, list: ListQuery<NextStageSort>| {
        let query = NextStageQuery { procedure, list };
        let page = database.read().unwrap().procedures().next_stages(&query).unwrap();
        let names = page
            .items
            .iter()
            .map(|row| format!("{} > {}", row.current_stage_activity, row.next_stage_activity));
        (names.collect::<Vec<_>>(), page.total, page.items)
    };
    let (names, total, _) = find(Some(line), list(""));
    assert_eq!((names.len(), total), (8, 8));
    assert_eq!(
        (&*names[0], &*names[7]),
        ("Request created > Submitted", "Data release > Feedback")
    );
    assert_eq!(find(None, list("")).1, 9);
    assert_eq!(
        find(Some(line), list("submitted")).0,
        ["Request created > Submitted", "Submitted > Access review"]
    );
    assert_eq!(find(None, list("fast track")).0, ["Verdict > Hearing"]);
    let last_first = ListQuery {
        direction: Direction::Descending,
        page: Page::new(1, 1),
        ..list("")
    };
    assert_eq!(find(Some(line), last_first).0, ["Data release > Feedback"]);
    let by_next = ListQuery {
        sort: NextStageSort::Next,
        ..list("")
    };
    assert_eq!(find(Some(line), by_next).0[0], "Access review > Access approval");
    let row = find(Some(other), list("")).2.remove(0);
    assert_eq!((&*row.procedure, row.approval_procedure), ("Fast track", other));
    let mut views = database.read().unwrap();
    assert_eq!(
        views.procedures().next_stage(row.next_stage_id).unwrap(),
        Some(row)
    );
    assert_eq!(views.procedures().next_stage(NextStageId(999_999)).unwrap(), None);
}

/// Makes an organisation a custodian of a source. Returns the organisation role.
fn custodian(
    database: &dyn Database,
    source: DataSourceId,
    organisation: OrganisationId,
    is_broker: bool,
) -> OrganisationRoleId {
    let role = org_role(database, organisation, Role::DataCustodian);
    commit(database, |transaction| {
        transaction
            .dictionary()
            .add_custodian(source, role, is_broker)
            .unwrap()
    });
    role
}

/// Returns the deciders for a provider of this name.
fn deciders_by_source(database: &dyn Database, provider: &str) -> Vec<SourceDeciders> {
    let mut views = database.read().unwrap();
    views.procedures().deciders_by_source(provider).unwrap()
}

fn decider(organisation: &str, offered: &[(Role, u64)]) -> DecidingOrganisation {
    DecidingOrganisation {
        organisation: organisation.to_owned(),
        offered: offered.to_vec(),
    }
}

/// The first broker among the custodians of a published source counts, or else the custodian with
/// the lowest id. The provider is last.
pub fn deciders_are_found_by_source(database: &dyn Database) {
    assert_eq!(deciders_by_source(database, "Provider"), []);
    let [_provider, first, broker, other] =
        ["Provider", "First", "Broker", "Other"].map(|name| organisation(database, name));
    let [kept, unkept, draft] = [("Kept", true), ("Unkept", true), ("Draft", false)]
        .map(|(name, publish)| source(database, name, publish));
    custodian(database, kept, first, false);
    custodian(database, kept, broker, true);
    custodian(database, draft, other, true);
    let expected = |provider: &[DecidingOrganisation]| {
        let of = |source, name: &str, organisations: &[DecidingOrganisation]| SourceDeciders {
            source,
            name: name.to_owned(),
            organisations: organisations.to_vec(),
        };
        let broker = [decider("Broker", &[(Role::DataCustodian, 0)])];
        [
            of(kept, "Kept", &[&broker, provider].concat()),
            of(unkept, "Unkept", provider),
        ]
    };
    assert_eq!(
        deciders_by_source(database, "Provider"),
        expected(&[decider("Provider", &[])]),
        "what is not published is not asked for"
    );
    assert_eq!(
        deciders_by_source(database, "Nobody"),
        expected(&[]),
        "there is no such provider"
    );
}

/// Returns the offered deciding roles, each with the number of people who can use it.
pub fn deciders_are_counted_by_role(database: &dyn Database) {
    let [provider, keeper] = ["Provider", "Keeper"].map(|name| organisation(database, name));
    let kept = source(database, "Kept", true);
    let custodian = custodian(database, kept, keeper, false);
    let officer = org_role(database, provider, Role::DataOfficer);
    let analyst = org_role(database, provider, Role::DataAnalyst);
    let [holder, second, asking, disabled] = [1, 2, 3, 4].map(|number| user(database, number));
    commit(database, |transaction| {
        let mut account = transaction.accounts().by_id(disabled).unwrap().unwrap();
        account.state = AccountState::Disabled;
        transaction.accounts().save(&account).unwrap();
        for (user, role, status) in [
            (holder, officer, RoleStatus::Activated),
            (second, officer, RoleStatus::Activated),
            (holder, analyst, RoleStatus::Activated),
            (asking, custodian, RoleStatus::Pending),
            (disabled, custodian, RoleStatus::Activated),
        ] {
            transaction
                .roles()
                .assign(user, role, status, None, None, at(0))
                .unwrap();
        }
    });
    let deciders = || deciders_by_source(database, "Provider").remove(0).organisations;
    let at_keeper = decider("Keeper", &[(Role::DataCustodian, 0)]);
    let alone = |organisation: &str| {
        let mut views = database.read().unwrap();
        views.procedures().deciding_organisation(organisation).unwrap()
    };
    let at_provider = decider("Provider", &[(Role::DataOfficer, 2)]);
    assert_eq!(deciders(), [at_keeper.clone(), at_provider.clone()]);
    assert_eq!(alone("Provider"), Some(at_provider));
    assert_eq!(alone("Nobody"), None);
    let reason = "Not needed any more".to_owned();
    let withdrawn = OfferChange::to(false, (officer, true), Some(holder), reason, at(1)).unwrap();
    commit(database, |transaction| {
        transaction.organisations().change_role(&withdrawn).unwrap();
    });
    assert_eq!(
        deciders(),
        [at_keeper, decider("Provider", &[])],
        "a role that is deactivated is not offered"
    );
    assert_eq!(alone("Provider"), Some(decider("Provider", &[])));
}

/// Returned with its id, if there is one.
pub fn the_default_procedure_is_shown(database: &dyn Database) {
    let read = || {
        let mut views = database.read().unwrap();
        views.procedures().default_procedure().unwrap()
    };
    assert_eq!(read(), None);
    let id = commit(database, |transaction| {
        transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap()
    });
    assert_eq!(read().unwrap().procedure.id, Some(id));
}
