//! Submits a complete Data Request (2 §4, §5; decisions C3, C5, F1).

use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::{AssignedRoleId, DataSourceId, DraftFileId, DraftId, RequestId, VariableId};
use aditus_domain::organisations::shown_name;
use aditus_domain::procedures::Procedure;
use aditus_domain::requests::{
    DocumentKind, Faults, FileQuota, FileQuotaExceeded, RawSubmission, RequesterDetails, Submission,
    source_not_offered, variables_not_offered,
};
use aditus_domain::review::{Attendant, Chain, Event, StartError};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::binding::organisation_roles;
use super::choices;
use super::drafts::DraftFile;
use super::drafts::files::{NOT_THERE, detected, find};
use super::uploads::{CountedUploads, StoredFiles, attach, delete_unreferenced_files, document_field, scan};
pub use super::uploads::{ExaminationFailed, FileBytes, Upload};
use super::versions::{self, CurrentVersion, RecordError};
use super::{NewDocument, NewRequest};
use crate::access::{AccessError, Caller, UsableRole};
use crate::accounts::views::UserDetail;
use crate::audit;
use crate::deadlines::due_dates;
use crate::deadlines::terms::NewTerm;
use crate::failure::{Failure, Kind, Params, Reason};
use crate::limits::{self, LimitError};
use crate::notifications::notify::NotifyError;
use crate::ports::{FileError, FileKey, Ports, StoreError, Transaction};
use crate::review::notices;

/// A submission of the wizard.
#[derive(Debug, Clone)]
pub struct Command {
    /// The role in which the request is made: `requester` of the payload. Required, and must be a
    /// role of the caller.
    pub requester: Option<AssignedRoleId>,
    /// True if the variables were chosen before signing in (`guest/`). The messages differ.
    pub as_guest: bool,
    /// The answers and choices. Its documents are filled in from `uploads`.
    pub submission: RawSubmission,
    /// Files sent with the submission.
    pub uploads: Vec<Upload>,
    /// The draft that is submitted. The submission deletes it.
    pub draft: Option<DraftId>,
    /// Files of the draft that were uploaded earlier.
    pub named: Vec<NamedFile>,
}

/// A file of the draft that becomes a document of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedFile {
    /// Kind of document.
    pub kind: DocumentKind,
    /// For an identity document: the index of the staff member in the list, from 0.
    pub staff: Option<usize>,
    /// Id of the file.
    pub file: DraftFileId,
}

impl NamedFile {
    /// Returns the path of the field that refers to the file.
    fn field(&self) -> String {
        match self.staff {
            Some(index) => format!("list_of_staff[{index}].{}", self.kind.field()),
            None => self.kind.field().to_owned(),
        }
    }
}

/// The request was submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Id of the request.
    pub request_id: RequestId,
    /// The message of the specification (2 §8).
    pub message: &'static str,
}

/// The request was not submitted. Nothing is stored.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is not a Data Requester, or the named role is not theirs.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller submitted too many requests, or sent too many files, recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The files would exceed the storage quota of the account.
    #[error(transparent)]
    NoRoom(#[from] FileQuotaExceeded),
    /// A field breaks a rule.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The draft was deleted or already submitted.
    #[error("This draft no longer exists. It was submitted or deleted elsewhere.")]
    NoDraft,
    /// There is no default procedure.
    #[error("You can't submit Data Requests right now: there is no Approval Procedure to follow.")]
    NoProcedure,
    /// The default procedure has faults: it was saved before they counted as such. A request on it
    /// might release data without a decision (decisions C1).
    #[error(
        "You can't submit Data Requests right now: the Approval Procedure has faults. A Super User must fix it."
    )]
    InvalidProcedure,
    /// A stage has no organisation role to decide (decisions C5).
    #[error(transparent)]
    Unbound(#[from] StartError),
    /// The files cannot be checked for harmful content right now.
    #[error(transparent)]
    ExaminationFailed(#[from] ExaminationFailed),
    /// A file could not be stored.
    #[error("Data Request Creation Unsuccessful")]
    File(#[from] FileError),
    /// The database refused.
    #[error("Data Request Creation Unsuccessful")]
    Store(#[from] StoreError),
    /// Version 1 of the content could not be stored.
    #[error("Data Request Creation Unsuccessful")]
    Version(#[from] RecordError),
    /// A notification could not be sent.
    #[error("Data Request Creation Unsuccessful")]
    Notify(#[from] NotifyError),
    /// One of the four errors above, with the message for variables that were chosen before signing
    /// in.
    #[error("Data Request Submission Unsuccessful")]
    Guest(#[source] Box<Error>),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::Limit(error) => error.kind(),
            Self::NoRoom(_) => Kind::TooLarge,
            Self::Faults(faults) => faults.kind(),
            Self::NoDraft => Kind::NotFound,
            Self::NoProcedure | Self::InvalidProcedure | Self::ExaminationFailed(_) => Kind::Unavailable,
            Self::Unbound(_) => Kind::Conflict,
            Self::File(error) => error.kind(),
            Self::Store(error) => error.kind(),
            Self::Version(error) => error.kind(),
            Self::Notify(error) => error.kind(),
            Self::Guest(error) => error.kind(),
        }
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Access(error) => error.reason(),
            Self::Limit(error) => error.reason(),
            Self::NoRoom(_) => Reason::FileQuotaExceeded,
            Self::Faults(faults) => faults.reason(),
            Self::NoDraft => Reason::DraftNotFound,
            Self::NoProcedure => Reason::NoProcedure,
            Self::InvalidProcedure => Reason::ProcedureUnusable,
            Self::ExaminationFailed(_) => Reason::FilesNotChecked,
            Self::Unbound(StartError::NoOrganisationRole { .. }) => Reason::NoOrganisationRole,
            Self::File(error) => error.reason(),
            Self::Store(error) => error.reason(),
            Self::Version(error) => error.reason(),
            Self::Notify(error) => error.reason(),
            Self::Guest(error) => error.reason(),
        }
    }

    fn params(&self) -> Params {
        match self {
            Self::NoRoom(full) => Params::from([("most_mib", (full.max / FileQuota::MIB).into())]),
            Self::Unbound(StartError::NoOrganisationRole { activity, role }) => {
                Params::from([("stage", activity.as_str().into()), ("role", role.name().into())])
            }
            _ => Params::new(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Faults(faults) => faults.fields(),
            _ => Vec::new(),
        }
    }
}

/// Checks that the caller may submit requests. It is called before the body with its files is
/// received, and again at the submission.
pub fn may_submit(caller: &Caller) -> Result<(), Error> {
    caller.require(Role::DataRequester)?;
    Ok(())
}

/// Checks the submission, stores its files and the request, and starts its chain. Notifies the
/// requester and the people whose turn it is.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    let as_guest = command.as_guest;
    match submit(ports, caller, command) {
        Ok(request_id) if as_guest => Ok(Answer {
            request_id,
            message: "Data Request successfully submitted!",
        }),
        Ok(request_id) => Ok(Answer {
            request_id,
            message: "Data Request Successfully Created",
        }),
        Err(error @ (Error::File(_) | Error::Store(_) | Error::Version(_) | Error::Notify(_)))
            if as_guest =>
        {
            Err(Error::Guest(Box::new(error)))
        }
        Err(error) => Err(error),
    }
}

fn submit(ports: &Ports, caller: &Caller, command: Command) -> Result<RequestId, Error> {
    may_submit(caller)?;
    let role = match command.requester {
        Some(requester) => Some(*caller.assignment(requester).ok_or(AccessError::NotHeld)?),
        None => None,
    };
    if role.is_some_and(|role| role.role != Role::DataRequester) {
        return Err(AccessError::Role.into());
    }
    let submissions = limits::submission_counters(ports, caller);
    limits::refuse_all_early(ports, &submissions)?;
    let at = ports.clock.now();
    let user = look_up(ports, caller)?;
    let mut raw = command.submission;
    let uploads = CountedUploads::count(ports, caller, &command.uploads)?;
    let examined = attach(ports.inspector.as_ref(), &mut raw, &uploads)?;
    let present = draft_files(ports, caller, command.draft)?;
    let named = attach_named(&mut raw, &command.named, &present)?;
    let kept: Vec<FileKey> = named.iter().map(|document| document.key.clone()).collect();
    let checked = raw.check(at.date_naive(), &as_principal(&user));
    let Some(role) = role else {
        let mut faults = Faults::default();
        faults.add("requester", "Requester is required.");
        faults.append(checked.err().unwrap_or_default());
        return Err(faults.into());
    };
    let submission = checked?;
    let source = choices::check::<Error>(ports, &submission)?;

    if let Some(scanner) = &ports.scanner {
        scan::<Error>(scanner.as_ref(), &command.uploads)?;
    }
    // Files are written before the transaction begins, so that they do not block the only writer of
    // the database.
    let files = StoredFiles::put::<Error>(ports, caller.user, &examined)?.with(named);
    let mut transaction = ports.database.begin()?;
    limits::spend_all_within(ports, transaction.limited_events(), &submissions)?;
    let checked = Checked {
        role,
        user,
        submission,
        source,
        files: &files,
        at,
    };
    let (request_id, first) = store(ports, transaction.as_mut(), caller, checked)?;
    let unused = match command.draft {
        Some(draft) => {
            let unused = transaction.drafts().remove(caller.user, draft, &kept, at)?;
            unused.ok_or(Error::NoDraft)?
        }
        None => Vec::new(),
    };
    let submitted = Act::RequestSubmitted {
        request: request_id,
        version: first.number,
        content: first.digest,
    };
    let by = Actor::from(caller).in_role(role.id);
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, [submitted])?;
    match transaction.commit(recorded) {
        Ok(()) => {
            files.keep();
            delete_unreferenced_files(ports, &unused);
            Ok(request_id)
        }
        Err(error @ StoreError::Unavailable(_)) => {
            // The connection failed during the commit, so the request may be stored. A file without
            // a request does less harm than a request without its files.
            files.keep();
            Err(error.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the files of the caller's draft.
fn draft_files(ports: &Ports, caller: &Caller, draft: Option<DraftId>) -> Result<Vec<DraftFile>, Error> {
    let Some(id) = draft else {
        return Ok(Vec::new());
    };
    let draft = ports.database.read()?.drafts().get(caller.user, id)?;
    Ok(draft.ok_or(Error::NoDraft)?.files)
}

/// Fills in the documents of the submission from files of the draft. These were inspected at their
/// upload.
fn attach_named(
    submission: &mut RawSubmission,
    named: &[NamedFile],
    present: &[DraftFile],
) -> Result<Vec<NewDocument>, Faults> {
    let mut faults = Faults::default();
    let mut documents: Vec<NewDocument> = Vec::with_capacity(named.len());
    for name in named {
        let file =
            find(present, name.file).filter(|file| documents.iter().all(|document| document.key != file.key));
        match (document_field(submission, name.kind, name.staff), file) {
            (Some(free @ None), Some(file)) => {
                *free = Some(detected(file));
                documents.push(NewDocument {
                    kind: name.kind,
                    staff: name.staff,
                    key: file.key.clone(),
                    name: Some(file.name.clone()),
                    file_type: file.file_type,
                    is_protected: file.is_protected,
                    size: file.size,
                    sha256: file.sha256,
                });
            }
            (Some(Some(_)) | None, _) => {
                faults.add(
                    name.field(),
                    "This file doesn't belong to any part of the request.",
                );
            }
            (Some(None), None) => faults.add(name.field(), NOT_THERE),
        }
    }
    if faults.is_empty() {
        Ok(documents)
    } else {
        Err(faults)
    }
}

fn look_up(ports: &Ports, caller: &Caller) -> Result<UserDetail, Error> {
    let user = ports.database.read()?.accounts().user(caller.user)?;
    // An erased account has no session, so this is not expected.
    Ok(user.ok_or(AccessError::NotYourself)?)
}

/// Returns the details that are copied if the requester is the principal (2 §4, "Wizard flow").
fn as_principal(user: &UserDetail) -> RequesterDetails {
    RequesterDetails {
        fname: user.fname.clone(),
        sname: user.sname.clone(),
        org_email: user.org_email.clone(),
        phone: Some(user.phone.clone()),
        designation: user.designation.clone(),
        institution: shown_name(user.org_name.clone(), user.tentative_organization.clone()),
    }
}

/// A checked submission with the data to store it.
struct Checked<'a> {
    role: UsableRole,
    user: UserDetail,
    submission: Submission,
    source: DataSourceId,
    files: &'a StoredFiles<'a>,
    at: DateTime<Utc>,
}

fn store(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    checked: Checked<'_>,
) -> Result<(RequestId, CurrentVersion), Error> {
    let Checked {
        role,
        user,
        submission,
        source,
        files,
        at,
    } = checked;
    choices::check_locked::<Error>(transaction, &submission)?;
    check_published(transaction, source, submission.details().variables())?;
    let procedure = transaction
        .procedures()
        .default_procedure()?
        .ok_or(Error::NoProcedure)?;
    let requester = Attendant {
        user: user.user_id,
        assigned_role: role.id,
        org_role: role.org_role,
    };
    let (chain, events) = start(ports, transaction, &procedure, source, requester, at)?;
    let request = NewRequest {
        owner: user.user_id,
        requester_role: role.id,
        organisation: user.org_id,
        procedure: procedure.id,
        data_source: source,
        submission,
        documents: files.documents().to_vec(),
        history: events.iter().filter_map(Event::history_entry).collect(),
        chain,
        submitted_on: at,
    };
    let id = transaction.requests().add(&request)?;
    if let Some(term) = procedure.term {
        transaction.request_terms().begin(&NewTerm {
            request: id,
            round: request.chain.round(),
            term,
            since: at,
        })?;
    }
    due_dates::compute(transaction, id, at)?;
    let first = versions::record(ports, transaction, caller, id, versions::Change::default(), None)?;
    notices::notify_of_events(ports, transaction, id, &request.chain, &events, at)?;
    Ok((id, first))
}

/// Checks that the source and the tables of the variables are published.
fn check_published(
    transaction: &mut dyn Transaction,
    source: DataSourceId,
    variables: &[VariableId],
) -> Result<(), Error> {
    let mut faults = Faults::default();
    if !transaction.dictionary().is_published(source)? {
        faults.add("data_source_id", source_not_offered(None));
        return Err(faults.into());
    }
    let published = transaction.dictionary().published_among(source, variables)?.len();
    let missing = variables.len().saturating_sub(published);
    if let Some(message) = variables_not_offered(&[], missing) {
        faults.add("dataset_variables", message);
        return Err(faults.into());
    }
    Ok(())
}

fn start(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    procedure: &Procedure,
    source: DataSourceId,
    requester: Attendant,
    at: DateTime<Utc>,
) -> Result<(Chain, Vec<Event>), Error> {
    let valid = procedure.validate().map_err(|_| Error::InvalidProcedure)?;
    let provider = &ports.settings.provider_organisation;
    let roles = procedure.stages.iter().map(|stage| stage.role).collect();
    let bound = organisation_roles(transaction, &roles, source, provider, requester.user)?;
    Ok(Chain::start(
        &valid,
        |role| bound.get(&role).copied(),
        requester,
        at,
    )?)
}
