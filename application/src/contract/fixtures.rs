//! People, organisations, sources and requests for the database contracts. All of them are
//! invented.

use std::sync::atomic::{AtomicU32, Ordering};

use aditus_domain::accounts::{AccountState, EmailAddress, NameField, PersonName, PhoneNumber};
use aditus_domain::dictionary::VariableRow;
use aditus_domain::ids::{DataSourceId, OrganisationId, RequestId, UserId, VariableId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::procedures::{Procedure, default_procedure};
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{
    DetectedFile, DocumentKind, FileContent, FileType, RawDataFormat, RawDevice, RawEthics, RawFilters,
    RawPrincipal, RawPurpose, RawStaff, RawSubmission, RequesterDetails,
};
use aditus_domain::review::{Attendant, Chain, Event, HistoryEntry};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

pub use super::seed::commit as transact;
use super::seed::{self, organisation, unrecorded_in_test};
use crate::access::RequestScope;
use crate::accounts::NewAccount;
use crate::ports::{Database, FileKey, StoreError};
use crate::requests::{NewDocument, NewRequest, Request};

/// The start time of all stories.
pub fn start() -> DateTime<Utc> {
    NaiveDate::from_ymd_opt(2026, 3, 2)
        .and_then(|day| day.and_hms_micro_opt(8, 30, 0, 250))
        .unwrap()
        .and_utc()
}

/// Returns the time this many minutes after [`start`].
pub fn minute(minutes: i64) -> DateTime<Utc> {
    start() + TimeDelta::minutes(minutes)
}

/// Returns a number that is unique in this process, for names, addresses and keys that must differ.
fn next() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Adds an active account at an organisation, without a role.
pub fn person(database: &dyn Database, fname: &str, sname: &str, organisation: OrganisationId) -> UserId {
    let number = next();
    transact(database, |transaction| {
        transaction
            .accounts()
            .add(&NewAccount {
                fname: PersonName::parse(fname, NameField::First).unwrap(),
                middle_name: None,
                sname: PersonName::parse(sname, NameField::Last).unwrap(),
                phone: PhoneNumber::parse(&format!("+2567{number:08}")).unwrap(),
                org_email: Some(EmailAddress::parse(&format!("person-{number}@people.example")).unwrap()),
                designation: "Researcher".to_owned(),
                department: "Epidemiology".to_owned(),
                organisation,
                tentative_organization: None,
                password_hash: "no password opens this account".to_owned(),
                state: AccountState::Active,
                email_is_verified: true,
                created_on: start(),
            })
            .unwrap()
    })
}

/// A person who requests data.
#[derive(Debug, Clone, Copy)]
pub struct Requester {
    /// The person as a Data Requester.
    pub attendant: Attendant,
    /// Their organisation.
    pub organisation: OrganisationId,
}

impl Requester {
    /// Adds a person of this name at a new organisation.
    pub fn new(database: &dyn Database, fname: &str, sname: &str, organisation_name: &str) -> Self {
        let organisation = organisation(database, organisation_name);
        let user = person(database, fname, sname, organisation);
        let attendant = transact(database, |transaction| {
            let role = Role::DataRequester;
            let org_role = transaction
                .organisations()
                .active_role(DATA_REQUESTER_ORGANISATION, role)
                .unwrap()
                .unwrap();
            let activated = RoleStatus::Activated;
            let assigned_role = transaction
                .roles()
                .assign(user, org_role, activated, None, None, start())
                .unwrap();
            Attendant {
                user,
                assigned_role,
                org_role,
            }
        });
        Self {
            attendant,
            organisation,
        }
    }

    /// Returns the requests that this person may read.
    pub fn scope(&self) -> RequestScope {
        RequestScope::Limited {
            owner: self.attendant.user,
            org_roles: Vec::new(),
        }
    }
}

/// An organisation that decides on requests for its source, with a person for each of the six
/// roles.
#[derive(Debug, Clone)]
pub struct Provider {
    /// The deciders, in the order of the chain.
    pub staff: Vec<(Role, Attendant)>,
    /// The source.
    pub source: DataSourceId,
    /// Its name.
    pub source_name: String,
    /// Its variables.
    pub variables: Vec<VariableId>,
}

impl Provider {
    /// Adds a provider of this name with a source of that name.
    pub fn new(database: &dyn Database, name: &str, source_name: &str) -> Self {
        seed::reference_data(database);
        let organisation = organisation(database, name);
        let staff = Role::STAFF
            .map(|role| (role, staff_member(database, organisation, role)))
            .to_vec();
        let (source, variables) = source(database, source_name);
        Self {
            staff,
            source,
            source_name: source_name.to_owned(),
            variables,
        }
    }

    /// Returns the decider in this role.
    pub fn staff(&self, role: Role) -> Attendant {
        self.staff.iter().find(|(known, _)| *known == role).unwrap().1
    }

    /// Returns the requests that the person in this role may read.
    pub fn scope(&self, role: Role) -> RequestScope {
        let attendant = self.staff(role);
        RequestScope::Limited {
            owner: attendant.user,
            org_roles: vec![attendant.org_role],
        }
    }
}

/// The provider of most stories.
pub fn provider(database: &dyn Database) -> Provider {
    Provider::new(database, "Ministry of Health", "National HMIS")
}

/// The requester of most stories, whose names are not ASCII.
pub fn requester(database: &dyn Database) -> Requester {
    Requester::new(database, "Zoë", "Ångström", "Institut Öresund")
}

/// Submits a request of [`requester`] to [`provider`].
pub fn submitted_request(database: &dyn Database) -> (Provider, Requester, RequestId) {
    let (provider, requester) = (provider(database), requester(database));
    let request = submit(database, &requester, &provider, "Malaria", start());
    (provider, requester, request)
}

fn staff_member(database: &dyn Database, organisation: OrganisationId, role: Role) -> Attendant {
    let user = person(database, "Dembe", "Okafor", organisation);
    transact(database, |transaction| {
        let org_role = transaction
            .organisations()
            .offer_role(organisation, role)
            .unwrap();
        let activated = RoleStatus::Activated;
        let assigned_role = transaction
            .roles()
            .assign(user, org_role, activated, None, None, start())
            .unwrap();
        Attendant {
            user,
            assigned_role,
            org_role,
        }
    })
}

/// Adds a published source with three variables.
fn source(database: &dyn Database, name: &str) -> (DataSourceId, Vec<VariableId>) {
    let source = seed::source(database, name, true);
    let table = seed::table(database, source, &seed::table_row("visit"));
    let rows = ["day", "place", "reason"].map(|column| VariableRow {
        synonyms: vec![format!("{column} again")],
        ..seed::variable_row("visit", column)
    });
    (source, seed::variables(database, table, &rows))
}

/// A valid, completed wizard.
pub fn wizard(provider: &Provider, title: &str) -> RawSubmission {
    let text = |text: &str| Some(text.to_owned());
    let pdf = Some(DetectedFile {
        content: FileContent::Sound(FileType::Pdf),
        size: 1024,
    });
    RawSubmission {
        title: text(title),
        needed_on: text("2026-05-04"),
        ethics: RawEthics {
            ethics_committee: Some(2),
            additional_ethics_committee_name: text("Second committee"),
            protocol_ref_num: text("P-2026-7"),
            ethics_approval_letter: text("Yes"),
            exempted: Some(false),
        },
        additional_irb_file_path: pdf,
        ethics_doc_path: pdf,
        data_source_id: Some(provider.source.0),
        dataset_description: text("Visits with a diagnosis of malaria"),
        department: text("Epidemiology"),
        format: RawDataFormat {
            data_format: text("Direct access"),
            direct_access_from: text("2026-06-01"),
            direct_access_to: text("2026-09-01"),
            no_date_limit: Some(false),
        },
        principal: RawPrincipal {
            principal_fname: text("Nia"),
            principal_sname: text("Tembo"),
            principal_phone: text("+256700000001"),
            principal_email: text("nia.tembo@people.example"),
            principal_occupation: text("Professor"),
            principal_institution: text("Halden University"),
        },
        is_principal: Some(false),
        data_specs_path: None,
        file_path: pdf,
        dataset_variables: provider.variables.iter().map(|id| id.0).collect(),
        request_purposes: vec![
            RawPurpose {
                purpose: Some(3),
                purpose_description: text("A doctoral thesis"),
            },
            RawPurpose {
                purpose: Some(1),
                purpose_description: None,
            },
        ],
        purpose_description: None,
        list_of_devices: vec![device("Analysis laptop", "SN-1"), device("Second laptop", "SN-2")],
        list_of_staff: vec![staff_shared("Amara", "B1"), staff_shared("Kofi", "B2")],
        filters: RawFilters {
            facility_filter: vec![
                "All facilities from Lake Region".to_owned(),
                "Mirrin District Hospital".to_owned(),
            ],
            start_value: text("2020-01-01"),
            end_value: text("2025-12-31"),
        },
    }
}

fn device(equipment_name: &str, serial_number: &str) -> RawDevice {
    let text = |text: &str| Some(text.to_owned());
    RawDevice {
        equipment_name: text(equipment_name),
        equipment_type: Some(1),
        serial_number: text(serial_number),
        used_by: text("Amara Tembo"),
        organisation: text("Halden University"),
        usage_from: text("2026-06-01"),
        usage_to: text("2026-09-01"),
    }
}

fn staff_shared(first_name: &str, identification_number: &str) -> RawStaff {
    let text = |text: &str| Some(text.to_owned());
    RawStaff {
        first_name: text(first_name),
        surname: text("Tembo"),
        phone: text("+256700000002"),
        email: text("staff@people.example"),
        identification_type: text("Passport"),
        identification_number: text(identification_number),
        position_in_organisation: text("Analyst"),
        identification_file_path: Some(DetectedFile {
            content: FileContent::Sound(FileType::Png),
            size: 2048,
        }),
        confidentiality_protocols: Some(true),
    }
}

/// A request that can be added: the completed wizard, four documents, and the default procedure.
pub fn new_request(
    requester: &Requester,
    provider: &Provider,
    raw: &RawSubmission,
    at: DateTime<Utc>,
) -> NewRequest {
    new_request_by(requester, provider, raw, &default_procedure(), at)
}

/// Like [`new_request`], with this procedure.
fn new_request_by(
    requester: &Requester,
    provider: &Provider,
    raw: &RawSubmission,
    procedure: &Procedure,
    at: DateTime<Utc>,
) -> NewRequest {
    let submission = raw
        .check(start().date_naive(), &RequesterDetails::default())
        .unwrap();
    let valid = procedure.validate().unwrap();
    let bind = |role: Role| Some(provider.staff(role).org_role);
    let (chain, events) = Chain::start(&valid, bind, requester.attendant, at).unwrap();
    NewRequest {
        owner: requester.attendant.user,
        requester_role: requester.attendant.assigned_role,
        organisation: requester.organisation,
        procedure: None,
        data_source: provider.source,
        submission,
        documents: vec![
            document(DocumentKind::EthicsApprovalLetter, None, FileType::Pdf),
            document(DocumentKind::DataSharingAgreement, None, FileType::Pdf),
            document(DocumentKind::StaffIdentification, Some(1), FileType::Png),
            document(DocumentKind::StaffIdentification, Some(0), FileType::Jpeg),
        ],
        chain,
        history: entries(&events),
        submitted_on: at,
    }
}

/// A document in the file store, under a unique key.
pub fn document(kind: DocumentKind, staff: Option<usize>, file_type: FileType) -> NewDocument {
    let key = FileKey::parse(&format!("requests/{}.{}", next(), file_type.extension())).unwrap();
    NewDocument {
        kind,
        staff,
        key,
        name: Some(format!("{} – Müller.{}", kind.title(), file_type.extension())),
        file_type,
        is_protected: file_type == FileType::Pdf,
        size: 1024,
        sha256: Sha256([9; 32]),
    }
}

/// Adds a request with this title.
pub fn submit(
    database: &dyn Database,
    requester: &Requester,
    provider: &Provider,
    title: &str,
    at: DateTime<Utc>,
) -> RequestId {
    submit_by(database, requester, provider, title, &default_procedure(), at)
}

/// Like [`submit`], with this procedure.
pub fn submit_by(
    database: &dyn Database,
    requester: &Requester,
    provider: &Provider,
    title: &str,
    procedure: &Procedure,
    at: DateTime<Utc>,
) -> RequestId {
    let raw = wizard(provider, title);
    let request = new_request_by(requester, provider, &raw, procedure, at);
    transact(database, |transaction| {
        transaction.requests().add(&request).unwrap()
    })
}

/// Returns the request as the review rules need it.
pub fn load(database: &dyn Database, id: RequestId) -> Request {
    find(database, id).unwrap()
}

/// Like [`load`], but returns `None` for an unknown request.
pub fn find(database: &dyn Database, id: RequestId) -> Option<Request> {
    transact(database, |transaction| transaction.requests().get(id).unwrap())
}

/// Returns the history lines of the events.
pub fn entries(events: &[Event]) -> Vec<HistoryEntry> {
    events.iter().filter_map(Event::history_entry).collect()
}

/// Changes the chain of a request and saves it. Returns the results of the chain and of the store.
pub fn change<E: std::fmt::Debug>(
    database: &dyn Database,
    id: RequestId,
    change: impl FnOnce(&mut Chain) -> Result<Vec<Event>, E>,
) -> Result<Result<(), StoreError>, E> {
    let mut transaction = database.begin().unwrap();
    let mut request = transaction.requests().get(id).unwrap().unwrap();
    let events = change(&mut request.chain)?;
    let saved = transaction.requests().save(&request, &entries(&events));
    Ok(saved.and_then(|()| transaction.commit(unrecorded_in_test())))
}
