//! Bodies of the lists of requests (2 §2).

use aditus_application::requests::figures::Figures;
use aditus_application::requests::views::{FilterChoices, OwnTask, RequestRow, TabCounts};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use aditus_domain::requests::{StaffReference, TrackingId};
use aditus_domain::roles::Role;

use crate::deadlines::{DueBody, ExpectedBody};

/// A row of a list of requests.
#[derive(Serialize, ToSchema)]
pub(crate) struct RequestRowBody {
    pub request_id: i64,
    /// The reference for requesters: REQ and the id padded to six digits.
    #[schema(example = "REQ000012")]
    pub tracking_id: String,
    /// The reference for staff: DAC00 and the id.
    #[schema(example = "DAC0012")]
    pub reference: String,
    pub title: String,
    /// One of Approved, Denied, Recalled and Pending.
    pub status: String,
    pub requester: RequesterNameBody,
    pub organization: OrganizationNameBody,
    pub purposes: Vec<String>,
    pub data_sources: Vec<String>,
    pub date_created: DateTime<Utc>,
    /// A text such as "Today", "Yesterday" or "3 days ago".
    pub age: String,
    /// A text such as "Approved on the 3rd day" or "Submitted 2 days ago".
    pub status_text: String,
    /// A text such as "Waiting for the Data Officer, 3 days". While comments block all decisions:
    /// "Waiting for the requester: 1 action required, 46 hours left". Null if the request waits for
    /// no action.
    pub waiting_text: Option<String>,
    pub needed_on: NaiveDate,
    /// Either Yes or No.
    pub ethics_approval_letter: String,
    pub last_responded_on: Option<DateTime<Utc>>,
    /// The roles for which the request waits. While comments block all decisions, the Data
    /// Requester.
    pub waiting_for: Vec<String>,
    pub waiting_since: Option<DateTime<Utc>>,
    /// The time until which comments that demand action block all decisions; null if there are
    /// none.
    pub blocked_until: Option<DateTime<Utc>>,
    /// The state of the stage that belongs to the organisation role of the list.
    pub own_state: Option<OwnStateBody>,
    /// Progress through the staff stages; null if the procedure has none.
    pub progress: Option<ProgressBody>,
    /// The due date of the stage of the list's organisation role; for Super Users the first one of all
    /// stages whose turn it is. Null without a target, and in the list of a requester.
    pub due: Option<DueBody>,
    /// The day on which the decision is expected; null without a term, once the request is decided or
    /// recalled, and in lists of staff.
    pub expected: Option<ExpectedBody>,
    /// The first last day for the answer to a comment; null if no answer is open, and in lists of staff.
    pub answer_by: Option<NaiveDate>,
    pub has_feedback: bool,
    /// True if the caller can decide now, at the stage of the list's organisation role.
    pub may_decide: bool,
    /// True if the request waits at a stage without a decision maker. Only true for Super Users.
    pub waits_for_nobody: bool,
}

/// The name of a requester.
#[derive(Serialize, ToSchema)]
pub(crate) struct RequesterNameBody {
    pub fname: String,
    pub sname: String,
}

/// The name of an organisation.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganizationNameBody {
    pub name: String,
}

/// The state of the stage that belongs to the organisation role of the list.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnStateBody {
    pub request_state_id: i64,
    pub state: String,
}

/// The progress of a request through its staff stages.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProgressBody {
    /// The number of approved stages.
    pub done: u16,
    /// The number of all stages.
    pub total: u16,
    /// The state at which the request is: Denied or Recalled if a stage ended it, Unattended while
    /// it is the turn of a stage, Approved after the last stage.
    pub state: String,
}

/// The counts on the badges of the tabs.
#[derive(Serialize, ToSchema)]
pub(crate) struct CountsBody {
    pub incoming: u64,
    pub pending: u64,
    pub approved: u64,
    pub denied: u64,
    pub all: u64,
    pub history: u64,
    /// The number of pending requests that wait for their requester, because comments block all
    /// decisions.
    pub with_requester: u64,
    /// The number of requests whose due date is over; 0 for a requester.
    pub overdue: u64,
}

/// Figures about all requests and the dictionary.
#[derive(Serialize, ToSchema)]
pub(crate) struct FiguresBody {
    /// The number of pending requests.
    pub waiting: u64,
    /// The full days since the oldest pending request was submitted; null if there is none.
    pub oldest_days: Option<u64>,
    /// The median of the full days from submission to decision of the latest 20 decided requests;
    /// null for fewer than five.
    pub usual_days: Option<u64>,
    /// The number of published data sources.
    pub sources: u64,
}

/// The choices of the filters of a list: those that occur in it, sorted by name.
#[derive(Serialize, ToSchema)]
pub(crate) struct FilterChoicesBody {
    pub data_sources: Vec<SourceChoiceBody>,
    /// The organisations of the requesters.
    pub organizations: Vec<OrganizationChoiceBody>,
}

/// A data source in the choices of a filter.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceChoiceBody {
    pub data_source_id: i64,
    pub source: String,
}

/// An organisation in the choices of a filter.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganizationChoiceBody {
    pub org_id: i64,
    pub name: String,
}

/// A request of the caller that waits for the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnTaskBody {
    pub request_id: i64,
    #[schema(example = "REQ000012")]
    pub tracking_id: String,
    pub title: String,
    /// Either `action` or `feedback`.
    pub kind: String,
    /// A text such as "1 action required, 46 hours left", "Action required" or "Waiting for your
    /// feedback".
    pub text: String,
    /// The time until which comments that demand action block all decisions; null for feedback, and if
    /// they block them no more.
    pub blocked_until: Option<DateTime<Utc>>,
    /// The first last day for the answer to a comment; null if no answer is open.
    pub answer_by: Option<NaiveDate>,
}

/// Returns "Yes" or "No", the spelling of the specification.
pub(crate) fn yes_no(value: bool) -> String {
    if value { "Yes" } else { "No" }.to_owned()
}

impl RequestRowBody {
    /// Returns the row with texts relative to `now`.
    pub(crate) fn from_row(row: RequestRow, now: DateTime<Utc>) -> Self {
        Self {
            age: row.age(now),
            status_text: row.status_text(now),
            waiting_text: row.waiting_text(now),
            request_id: row.request_id.0,
            tracking_id: TrackingId(row.request_id).to_string(),
            reference: StaffReference(row.request_id).to_string(),
            title: row.title,
            status: row.status.name().to_owned(),
            requester: RequesterNameBody {
                fname: row.requester_fname,
                sname: row.requester_sname,
            },
            organization: OrganizationNameBody {
                name: row.organization,
            },
            purposes: row.purposes,
            data_sources: row.data_sources,
            date_created: row.date_created,
            needed_on: row.needed_on,
            ethics_approval_letter: yes_no(row.ethics_approval_letter),
            last_responded_on: row.last_responded_on,
            waiting_for: match row.demands {
                Some(_) => vec![Role::DataRequester.name().to_owned()],
                None => row.waiting_for,
            },
            waiting_since: row.demands.map(|demands| demands.since).or(row.waiting_since),
            blocked_until: row.demands.map(|demands| demands.until),
            own_state: row.own_state.map(|(id, state)| OwnStateBody {
                request_state_id: id.0,
                state: state.name().to_owned(),
            }),
            progress: row.progress.map(|progress| ProgressBody {
                done: progress.done,
                total: progress.total,
                state: progress.state.name().to_owned(),
            }),
            due: row.due.map(DueBody::from),
            expected: row.expected.map(ExpectedBody::from),
            answer_by: row.answer_by,
            has_feedback: row.has_feedback,
            may_decide: row.may_decide,
            waits_for_nobody: row.waits_for_nobody,
        }
    }
}

impl OwnTaskBody {
    /// Returns the task with a text relative to `now`.
    pub(crate) fn from_task(task: OwnTask, now: DateTime<Utc>) -> Self {
        let kind = if task.demands.is_some() || task.answer_by.is_some() {
            "action"
        } else {
            "feedback"
        };
        Self {
            text: task.text(now),
            request_id: task.request.0,
            tracking_id: TrackingId(task.request).to_string(),
            title: task.title,
            kind: kind.to_owned(),
            blocked_until: task.demands.map(|demands| demands.until),
            answer_by: task.answer_by,
        }
    }
}

impl From<TabCounts> for CountsBody {
    fn from(counts: TabCounts) -> Self {
        Self {
            incoming: counts.incoming,
            pending: counts.pending,
            approved: counts.approved,
            denied: counts.denied,
            all: counts.all,
            history: counts.history,
            with_requester: counts.with_requester,
            overdue: counts.overdue,
        }
    }
}

impl From<Figures> for FiguresBody {
    fn from(figures: Figures) -> Self {
        Self {
            waiting: figures.waiting,
            oldest_days: figures.oldest_days,
            usual_days: figures.usual_days,
            sources: figures.sources,
        }
    }
}

impl From<FilterChoices> for FilterChoicesBody {
    fn from(choices: FilterChoices) -> Self {
        let sources = choices.data_sources.into_iter();
        let organisations = choices.organisations.into_iter();
        Self {
            data_sources: sources
                .map(|(id, source)| SourceChoiceBody {
                    data_source_id: id.0,
                    source,
                })
                .collect(),
            organizations: organisations
                .map(|(id, name)| OrganizationChoiceBody { org_id: id.0, name })
                .collect(),
        }
    }
}
