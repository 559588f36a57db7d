//! The rules for every store of requests about the page of one request, its documents and the
//! reference data of the wizard ([`crate::requests::views::RequestViews`]).

use std::collections::BTreeMap;

use aditus_domain::ids::{PurposeId, UserId};
use aditus_domain::requests::search::SearchTerm;
use aditus_domain::requests::{DocumentKind, TableComposition};
use aditus_domain::review::{OverallStatus, RequestList, Tab};

use super::fixtures::{
    Provider, Requester, minute, new_request, provider, requester, start, submit, transact, wizard,
};
use super::steps::{approve_all, feedback, give_feedback};
use crate::access::RequestScope;
use crate::feedback::views::FeedbackSort;
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::Database;
use crate::requests::views::{
    DatasetVariableView, DocumentView, RequestDetail, RequestFilter, RequestQuery, RequestSort,
};
use crate::requests::{NewDocument, NewRequest};

/// The detail contains everything that was filled in.
pub fn the_detail_shows_everything_that_was_filled_in(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let raw = wizard(&provider, "Malaria in the highlands");
    let new = new_request(&requester, &provider, &raw, minute(1));
    let id = transact(database, |transaction| transaction.requests().add(&new).unwrap());
    let detail = database
        .read()
        .unwrap()
        .requests()
        .detail(&requester.scope(), id)
        .unwrap()
        .unwrap();
    assert_eq!(
        (detail.request_id, detail.status, detail.round),
        (id, OverallStatus::Pending, 1)
    );
    assert_details(&detail, &new);
    assert_eq!(detail.filters.facilities, raw.filters.facility_filter);
    let serials: Vec<_> = detail
        .list_of_devices
        .iter()
        .map(|listed| listed.device.serial_number.as_str())
        .collect();
    assert_eq!(serials, ["SN-1", "SN-2"]);
    assert_eq!(detail.list_of_devices[0].equipment_type, "Laptop");
    let [dataset] = &detail.requested_datasets[..] else {
        panic!("one dataset")
    };
    assert_eq!(
        (dataset.data_source_id, &dataset.source),
        (provider.source, &provider.source_name)
    );
    assert_eq!(dataset.dataset_description, "Visits with a diagnosis of malaria");
    let variables: Vec<_> = dataset
        .variables
        .iter()
        .map(|variable| variable.var.var_id)
        .collect();
    assert_eq!(variables, provider.variables);
    assert_eq!(dataset.variables[0].var.synonyms[0].1, "day again");
    assert_eq!(detail.request_states.len(), 9);
    // The first member of staff has the last document, the second the one before.
    let files: Vec<_> = detail
        .list_of_staff
        .iter()
        .map(|member| member.identification_file_path.clone().unwrap())
        .collect();
    assert_eq!(
        files,
        [new.documents[3].key.clone(), new.documents[2].key.clone()]
    );
    let kinds: Vec<_> = detail
        .documents
        .iter()
        .map(|document| {
            let DocumentView {
                kind,
                key,
                name,
                is_protected,
                ..
            } = document;
            (*kind, key.clone(), name.clone(), *is_protected)
        })
        .collect();
    assert_eq!(
        kinds,
        new.documents
            .iter()
            .map(|document| {
                let NewDocument {
                    kind,
                    key,
                    name,
                    is_protected,
                    ..
                } = document;
                (*kind, key.clone(), name.clone(), *is_protected)
            })
            .collect::<Vec<_>>()
    );
}

/// Asserts that the details of step 1 are those that were filled in.
fn assert_details(detail: &RequestDetail, new: &NewRequest) {
    let details = new.submission.details();
    assert_eq!(
        (detail.date_created, detail.submitted_on, detail.last_responded_on),
        (minute(1), minute(1), None)
    );
    assert_eq!(
        (detail.requester.fname.as_str(), detail.requester.sname.as_str()),
        ("Zoë", "Ångström")
    );
    assert_eq!(
        (detail.requester.user_id, detail.organization.as_str()),
        (new.owner, "Institut Öresund")
    );
    let purposes: Vec<_> = detail
        .purposes
        .iter()
        .map(|purpose| (purpose.purpose_id, purpose.purpose_description.as_deref()))
        .collect();
    assert_eq!(
        purposes,
        [(PurposeId(3), Some("A doctoral thesis")), (PurposeId(1), None)]
    );
    assert_eq!(detail.purposes[0].purpose, "Other");
    assert_eq!(detail.details.needed_on, details.needed_on());
    let ethics = &detail.ethics.answers;
    assert_eq!(ethics.protocol_ref_num, "P-2026-7");
    assert_eq!(
        (ethics.committee.0, detail.ethics.committee_name.as_str()),
        (2, "Hill Institute Review Board")
    );
    assert_eq!(ethics.additional_committee.as_deref(), Some("Second committee"));
    assert_eq!(detail.details.department.as_deref(), Some("Epidemiology"));
    assert_eq!(
        (ethics.approval_letter, ethics.exempted, detail.is_principal),
        (true, false, false)
    );
    let format = &detail.format;
    assert_eq!(
        (format.data_format.as_str(), format.no_date_limit),
        ("Direct access", false)
    );
    assert_eq!(
        format.direct_access_from,
        details.data_format().direct_access_from()
    );
    assert_eq!(format.direct_access_to, details.data_format().direct_access_to());
    assert_eq!(
        (detail.principal.fname.as_str(), detail.principal.sname.as_str()),
        ("Nia", "Tembo")
    );
    assert_eq!(detail.principal.email, "nia.tembo@people.example");
    assert_eq!(
        (
            detail.principal.occupation.as_str(),
            detail.principal.phone.as_str()
        ),
        ("Professor", "+256700000001")
    );
    assert_eq!(detail.principal.institution, "Halden University");
    let range = new.submission.filters().date_range_filter();
    assert_eq!(
        (detail.filters.start, detail.filters.end),
        (range.start(), range.end())
    );
    assert_eq!((detail.content_digest, detail.has_feedback), ([0; 32], false));
}

/// A request without variables can be stored: a document specifies its data.
pub fn a_request_may_have_no_variables(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let mut raw = wizard(&provider, "Without variables");
    raw.dataset_variables.clear();
    raw.data_specs_path = raw.file_path;
    let new = new_request(&requester, &provider, &raw, start());
    let id = transact(database, |transaction| transaction.requests().add(&new).unwrap());
    let detail = database
        .read()
        .unwrap()
        .requests()
        .detail(&requester.scope(), id)
        .unwrap()
        .unwrap();
    assert!(detail.requested_datasets[0].variables.is_empty());
    assert_eq!(detail.requested_datasets[0].variables_count, 0);
}

/// Counts the variables by table and kind, ordered by the name of the table.
fn composition(variables: &[DatasetVariableView]) -> Vec<TableComposition> {
    let mut tables = BTreeMap::new();
    for DatasetVariableView { var, .. } in variables {
        let name = var.tbl_name.clone();
        tables
            .entry(name.clone())
            .or_insert_with(|| TableComposition::new(name))
            .add(var.is_identifiable, var.derived, 1);
    }
    tables.into_values().collect()
}

/// The detail without variables contains everything else, and their number.
pub fn variables_may_be_counted_only(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let new = new_request(&requester, &provider, &wizard(&provider, "Malaria"), start());
    let id = transact(database, |transaction| transaction.requests().add(&new).unwrap());
    let mut views = database.read().unwrap();
    let mut whole = views.requests().detail(&requester.scope(), id).unwrap().unwrap();
    let counted = views
        .requests()
        .detail_without_variables(&requester.scope(), id)
        .unwrap()
        .unwrap();
    let dataset = &mut whole.requested_datasets[0];
    assert!(!dataset.variables.is_empty());
    assert_eq!(dataset.variables_count, dataset.variables.len() as u64);
    assert_eq!(dataset.tables, composition(&dataset.variables));
    dataset.variables.clear();
    assert_eq!(counted, whole);
    let nobody = RequestScope::Limited {
        owner: UserId(987_654),
        org_roles: Vec::new(),
    };
    let hidden = views.requests().detail_without_variables(&nobody, id).unwrap();
    assert!(hidden.is_none());
}

/// A requester whose organisation is not registered is shown, listed and found with the name they
/// typed.
pub fn an_organisation_is_shown_as_it_was_typed(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    transact(database, |transaction| {
        let accounts = transaction.accounts();
        let mut account = accounts.by_id(requester.attendant.user).unwrap().unwrap();
        account.tentative_organization = Some("Meadow Lane Health Collective".to_owned());
        accounts.save(&account).unwrap();
    });
    let new = new_request(&requester, &provider, &wizard(&provider, "Malaria"), start());
    let id = transact(database, |transaction| transaction.requests().add(&new).unwrap());
    let mut views = database.read().unwrap();
    let detail = views.requests().detail(&requester.scope(), id).unwrap().unwrap();
    assert_eq!(detail.organization, "Meadow Lane Health Collective");
    assert_eq!(detail.requester.org_name, "Meadow Lane Health Collective");
    assert_eq!(
        detail.request_states[0].attended_by.as_ref().unwrap().org_name,
        "Meadow Lane Health Collective"
    );
    let query = RequestQuery {
        of: RequestList::Owner(requester.attendant.user),
        tabs: vec![Tab::All],
        search: SearchTerm::parse("meadow lane").map(|term| term.text),
        filter: RequestFilter::default(),
        now: start(),
        today: start().date_naive(),
        sort: RequestSort::default(),
        direction: Direction::Ascending,
        page: Page::new(1, 10),
    };
    let found = views.requests().list(&query).unwrap().items;
    let organisations: Vec<_> = found.iter().map(|row| row.organization.as_str()).collect();
    assert_eq!(organisations, ["Meadow Lane Health Collective"]);
}

/// No view returns a request to a person who does not own it and holds none of its roles.
pub fn a_foreign_request_is_not_found(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let other_provider = Provider::new(database, "Coastal Health Board", "Coastal register");
    let other_requester = Requester::new(database, "Ama", "Boateng", "Mirrin University");
    let id = submit(database, &requester, &provider, "Malaria", start());
    approve_all(database, &provider, id, minute(1));
    give_feedback(database, &requester, id, "Good", minute(2));
    let mut allowed = vec![RequestScope::Everything, requester.scope()];
    allowed.extend(provider.staff.iter().map(|(role, _)| provider.scope(*role)));
    let mut refused = vec![other_requester.scope()];
    refused.extend(
        other_provider
            .staff
            .iter()
            .map(|(role, _)| other_provider.scope(*role)),
    );
    let mut views = database.read().unwrap();
    let detail = views
        .requests()
        .detail(&RequestScope::Everything, id)
        .unwrap()
        .unwrap();
    let scopes = allowed
        .iter()
        .map(|scope| (scope, true))
        .chain(refused.iter().map(|scope| (scope, false)));
    for (scope, sees) in scopes {
        assert_eq!(
            views.requests().detail(scope, id).unwrap().is_some(),
            sees,
            "{scope:?}"
        );
        for document in &detail.documents {
            assert_eq!(
                views
                    .requests()
                    .document(scope, &document.key)
                    .unwrap()
                    .map(|found| (found.request, found.view)),
                sees.then(|| (id, document.clone()))
            );
        }
        assert_eq!(views.review().states(scope, id).unwrap().is_some(), sees);
        assert_eq!(views.review().edges(scope, id).unwrap().is_some(), sees);
        assert_eq!(views.review().history(scope, id).unwrap().is_some(), sees);
        assert_eq!(views.review().comments(scope, id, None).unwrap().is_some(), sees);
        assert_eq!(
            views
                .feedback()
                .of_request(scope, id)
                .unwrap()
                .map(|view| view.feedback),
            sees.then(|| feedback("Good"))
        );
        let listed = views.feedback().list(scope, &every_feedback()).unwrap();
        assert_eq!(
            (listed.items.len(), listed.total),
            if sees { (1, 1) } else { (0, 0) }
        );
        assert_eq!(views.feedback().tally(scope).unwrap().total, u64::from(sees));
    }
    let identification = detail
        .documents
        .iter()
        .find(|file| file.kind == DocumentKind::StaffIdentification);
    assert!(identification.unwrap().staff.is_some());
}

fn every_feedback() -> ListQuery<FeedbackSort> {
    ListQuery {
        search: None,
        sort: FeedbackSort::default(),
        direction: Direction::Ascending,
        page: Page::new(1, 10),
    }
}
