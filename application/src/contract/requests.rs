//! What every store of requests MUST do ([`crate::requests::Requests`], [`crate::requests::views::RequestViews`]). Each
//! function takes an empty database: one that holds nothing but what migrations bring.

use aditus_domain::ids::{PurposeId, RequestId, StateId, VariableId};
use aditus_domain::requests::DocumentKind;
use aditus_domain::review::{OverallStatus, StageNumber, StageState};
use aditus_domain::roles::Role;

use super::fixtures::{
    Provider, Requester, change, entries, load, minute, new_request, start, submit, transact, wizard,
};
use super::steps::{approval, approve_all, decide, denial, feedback};
use crate::access::RequestScope;
use crate::ports::{Database, FileKey, StoreError};
use crate::requests::Dataset;

fn provider(database: &dyn Database) -> Provider {
    Provider::new(database, "Ministry of Health", "National HMIS")
}

fn requester(database: &dyn Database) -> Requester {
    Requester::new(database, "Zoë", "Ångström", "Institut Öresund")
}

/// A request is read back as it was added, by its parts.
pub fn a_request_is_read_as_it_was_added(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let new = new_request(
        &requester,
        &provider,
        &wizard(&provider, "Malaria in the highlands"),
        minute(1),
    );
    let id = transact(database, |transaction| transaction.requests().add(&new).unwrap());
    let read = load(database, id);
    assert_eq!(
        (read.id, read.owner, read.requester_role),
        (id, new.owner, new.requester_role)
    );
    assert_eq!(read.title, "Malaria in the highlands");
    assert_eq!(read.chain, new.chain);
    assert_eq!(read.content_digest, [7; 32]);
    assert_eq!(read.date_created, minute(1));
    assert!(matches!(
        read.datasets[..],
        [Dataset {
            release_date: None,
            ..
        }]
    ));
}

/// An id that is not there is no error.
pub fn a_request_that_is_not_there_is_none(database: &dyn Database) {
    transact(database, |transaction| {
        assert!(transaction.requests().get(RequestId(987_654)).unwrap().is_none());
        assert!(transaction.requests().locate(StateId(987_654)).unwrap().is_none());
    });
    let mut views = database.read().unwrap();
    assert!(
        views
            .requests()
            .detail(&RequestScope::Everything, RequestId(987_654))
            .unwrap()
            .is_none()
    );
    let key = FileKey::parse("requests/nothing.pdf").unwrap();
    assert!(
        views
            .requests()
            .document(&RequestScope::Everything, &key)
            .unwrap()
            .is_none()
    );
}

/// The whole request is shown with everything that was filled in.
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
    let details = new.submission.details();
    assert_eq!(
        (detail.request_id, detail.status, detail.round),
        (id, OverallStatus::Pending, 1)
    );
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
    assert_eq!(detail.needed_on, details.needed_on());
    assert_eq!(detail.protocol_ref_num, "P-2026-7");
    assert!(!detail.irb_name.is_empty());
    assert_eq!(
        detail.additional_ethics_committee_name.as_deref(),
        Some("Second committee")
    );
    assert_eq!(detail.department.as_deref(), Some("Epidemiology"));
    assert_eq!(
        (
            detail.ethics_approval_letter,
            detail.exempted,
            detail.is_principal
        ),
        (true, false, false)
    );
    assert_eq!(
        (detail.data_format.as_str(), detail.no_date_limit),
        ("Direct access", false)
    );
    assert_eq!(
        detail.direct_access_from,
        details.data_format().direct_access_from()
    );
    assert_eq!(detail.direct_access_to, details.data_format().direct_access_to());
    assert_eq!(
        (detail.principal_fname.as_str(), detail.principal_sname.as_str()),
        ("Nia", "Tembo")
    );
    assert_eq!(detail.principal_email, "nia.tembo@people.example");
    assert_eq!(
        (
            detail.principal_occupation.as_str(),
            detail.principal_phone.as_str()
        ),
        ("Professor", "+256700000001")
    );
    assert_eq!(detail.principal_institution, "Halden University");
    assert_eq!(detail.facility_filter, raw.filters.facility_filter);
    let range = new.submission.filters().date_range_filter();
    assert_eq!(
        (detail.date_range_start, detail.date_range_end),
        (range.start(), range.end())
    );
    assert_eq!((detail.content_digest, detail.has_feedback), ([7; 32], false));
    let serials: Vec<_> = detail
        .list_of_devices
        .iter()
        .map(|device| device.serial_number.as_str())
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
    let variables: Vec<_> = dataset.variables.iter().map(|variable| variable.var_id).collect();
    assert_eq!(variables, provider.variables);
    assert_eq!(dataset.variables[0].synonyms[0].1, "day again");
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
        .map(|document| (document.kind, document.key.clone()))
        .collect();
    assert_eq!(
        kinds,
        new.documents
            .iter()
            .map(|document| (document.kind, document.key.clone()))
            .collect::<Vec<_>>()
    );
}

/// A request without variables is stored too: its specification is a document.
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
}

/// What refers to something that is not there is refused and leaves no trace.
pub fn an_addition_that_fails_leaves_no_trace(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let mut raw = wizard(&provider, "With a variable that is not there");
    raw.dataset_variables.push(VariableId(987_654).0);
    let new = new_request(&requester, &provider, &raw, start());
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.requests().add(&new),
        Err(StoreError::Reference(_))
    ));
    assert!(transaction.commit().is_err());
    let counts = database
        .read()
        .unwrap()
        .requests()
        .counts(crate::requests::views::ListOf::Everything)
        .unwrap();
    assert_eq!(counts, crate::requests::views::TabCounts::default());
}

/// Two documents never share a key.
pub fn the_key_of_a_document_is_unique(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let first = new_request(&requester, &provider, &wizard(&provider, "First"), start());
    let mut second = new_request(&requester, &provider, &wizard(&provider, "Second"), start());
    second.documents[0].key = first.documents[0].key.clone();
    transact(database, |transaction| {
        transaction.requests().add(&first).unwrap()
    });
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.requests().add(&second),
        Err(StoreError::Duplicate(_))
    ));
}

/// A state leads to its request and its stage.
pub fn a_state_is_located(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let first = submit(database, &requester, &provider, "First", minute(1));
    let second = submit(database, &requester, &provider, "Second", minute(2));
    let states = |id| {
        database
            .read()
            .unwrap()
            .review()
            .states(&RequestScope::Everything, id)
            .unwrap()
            .unwrap()
    };
    for (id, states) in [(first, states(first)), (second, states(second))] {
        for state in states {
            let found = transact(database, |transaction| {
                transaction.requests().locate(state.request_state_id).unwrap()
            });
            assert_eq!(found, Some((id, StageNumber(state.number))));
        }
    }
}

/// A saved chain is read back as it is, after each decision, with the release dates.
pub fn a_saved_request_is_read_as_it_is(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    for (step, (_, by)) in (1..).zip(&provider.staff) {
        let mut request = load(database, id);
        let stage = request.chain.own_stage(by.org_role).unwrap().number;
        let events = request.chain.decide(stage, approval(), by, minute(step)).unwrap();
        request.datasets[0].release_date = Some(minute(step).date_naive());
        transact(database, |transaction| {
            transaction.requests().save(&request, &entries(&events)).unwrap()
        });
        let read = load(database, id);
        assert_eq!(read.chain, request.chain);
        assert_eq!(read.datasets, request.datasets);
        assert!(read.version > request.version);
    }
    let detail = database
        .read()
        .unwrap()
        .requests()
        .detail(&requester.scope(), id)
        .unwrap()
        .unwrap();
    assert_eq!(
        (detail.status, detail.last_responded_on),
        (OverallStatus::Approved, Some(minute(6)))
    );
    assert_eq!(
        detail.requested_datasets[0].release_date,
        Some(minute(6).date_naive())
    );
}

/// A denied request goes into a second round; what happened in the first stays.
pub fn a_new_round_is_saved(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    decide(
        database,
        &provider,
        id,
        Role::DataAccessReviewer,
        denial(),
        minute(1),
    );
    change(database, id, |chain| {
        chain.new_round(&requester.attendant, minute(2))
    })
    .unwrap()
    .unwrap();
    let read = load(database, id);
    assert_eq!(
        (read.chain.round(), read.chain.status()),
        (2, OverallStatus::Pending)
    );
    approve_all(database, &provider, id, minute(3));
    let history = database
        .read()
        .unwrap()
        .review()
        .history(&requester.scope(), id)
        .unwrap()
        .unwrap();
    let rounds: Vec<_> = history
        .iter()
        .filter(|line| line.state == StageState::Denied)
        .map(|line| line.round)
        .collect();
    assert_eq!(rounds, [1]);
    assert_eq!(load(database, id).chain.status(), OverallStatus::Approved);
}

/// A save of what was read before somebody else saved is a conflict and changes nothing.
pub fn a_stale_save_is_a_conflict(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    let mut stale = load(database, id);
    decide(
        database,
        &provider,
        id,
        Role::DataAccessReviewer,
        approval(),
        minute(1),
    );
    let events = stale
        .chain
        .recall(&requester.attendant, Role::DataRequester, minute(2))
        .unwrap();
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.requests().save(&stale, &entries(&events)),
        Err(StoreError::Conflict)
    ));
    assert!(transaction.commit().is_err());
    assert_eq!(load(database, id).chain.status(), OverallStatus::Pending);
}

/// Of two who save the same request at once, exactly one succeeds; the other learns of the conflict.
pub fn of_two_saves_at_once_exactly_one_wins(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    for round in 0..8 {
        let id = submit(database, &requester, &provider, "Malaria", minute(round));
        let before = load(database, id);
        let by = provider.staff(Role::DataAccessReviewer);
        let ready = std::sync::Barrier::new(2);
        let save = |decision| {
            let mut request = before.clone();
            let stage = request.chain.own_stage(by.org_role).unwrap().number;
            let events = request.chain.decide(stage, decision, &by, minute(100)).unwrap();
            ready.wait();
            let mut transaction = database.begin()?;
            transaction.requests().save(&request, &entries(&events))?;
            transaction.commit()
        };
        let (approved, denied) = std::thread::scope(|scope| {
            let approving = scope.spawn(|| save(approval()));
            let denying = scope.spawn(|| save(denial()));
            (approving.join().unwrap(), denying.join().unwrap())
        });
        let status = load(database, id).chain.status();
        match (approved, denied) {
            (Ok(()), Err(StoreError::Conflict)) => assert_eq!(status, OverallStatus::Pending),
            (Err(StoreError::Conflict), Ok(())) => assert_eq!(status, OverallStatus::Denied),
            other => panic!("one wins, the other is a conflict: {other:?}"),
        }
    }
}

/// A new database knows the reference data of the wizard.
pub fn reference_data_is_there_from_the_beginning(database: &dyn Database) {
    let mut views = database.read().unwrap();
    let reference = views.requests().reference_data().unwrap();
    assert!(reference.purposes.contains(&(PurposeId(3), "Other".to_owned())));
    assert!(
        reference.purposes.len() > 3
            && !reference.committees.is_empty()
            && !reference.equipment_types.is_empty()
    );
    let regions = views.requests().facilities().unwrap();
    assert!(!regions.is_empty());
    for region in regions {
        assert!(!region.children.is_empty(), "{} has districts", region.label);
        for district in region.children {
            assert!(!district.children.is_empty(), "{} has facilities", district.label);
            assert!(
                district
                    .children
                    .iter()
                    .all(|facility| facility.children.is_empty())
            );
        }
    }
}

/// By no view does anybody see a request that is not theirs and binds none of their roles.
pub fn nobody_sees_a_foreign_request(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let other_provider = Provider::new(database, "Coastal Health Board", "Coastal register");
    let other_requester = Requester::new(database, "Ama", "Boateng", "Mirrin University");
    let id = submit(database, &requester, &provider, "Malaria", start());
    approve_all(database, &provider, id, minute(1));
    super::steps::give_feedback(database, &requester, id, "Good", minute(2));
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
                views.requests().document(scope, &document.key).unwrap().as_ref(),
                sees.then_some(document)
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
        let listed = views
            .feedback()
            .list(scope, crate::paging::Page::new(1, 10))
            .unwrap();
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
