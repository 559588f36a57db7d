//! Entries of the record of acts, as calls answer them.

use std::collections::BTreeMap;

use aditus_application::access::Caller;
use aditus_application::audit::views::{EntryPage, PersonView};
use aditus_application::audit::{EntryRead, PageRead, list};
use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;
use aditus_domain::requests::{StaffReference, TrackingId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::problem::Problem;

/// A kind of acts.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActKindBody {
    /// Its name, by which it is asked for.
    #[schema(example = "request.decided")]
    pub kind: &'static str,
    /// What people call it.
    #[schema(example = "Decision")]
    pub words: &'static str,
}

/// A page of the record, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordOfActsBody {
    pub entries: Vec<ActEntryBody>,
    /// Whether there are newer ones than the first.
    pub has_newer: bool,
    /// Whether there are older ones than the last.
    pub has_older: bool,
    /// The person by whom they were narrowed.
    pub person: Option<ActorBody>,
}

/// A page of a part of the record, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActEntriesBody {
    pub entries: Vec<ActEntryBody>,
    /// Whether there are newer ones than the first.
    pub has_newer: bool,
    /// Whether there are older ones than the last.
    pub has_older: bool,
}

/// An entry of the record.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActEntryBody {
    pub entry_id: i64,
    pub at: DateTime<Utc>,
    /// The name of the kind of act.
    #[schema(example = "request.decided")]
    pub kind: &'static str,
    /// What people call it.
    #[schema(example = "Decision")]
    pub words: &'static str,
    /// Who did it.
    pub who: Who,
    /// With the name that they have today; null unless `who` is a person.
    pub person: Option<ActorBody>,
    /// Whom it is about, where that is said.
    pub concerns: Option<ActorBody>,
    /// The Data Request that it is about.
    pub request: Option<ReferredRequestBody>,
    /// What else the entry says of the act, by name: ids, numbers, words of the product, days and digests.
    pub details: BTreeMap<String, Value>,
    /// Its place in the transparency log; null while it is not in the tree yet.
    pub log_index: Option<u64>,
    /// How often the person did it within the hour: more than 1 where the same was opened or exported again. It is counted beside the entry, and
    /// is not part of its evidence.
    pub times: u64,
    /// Whether the caller gets its evidence.
    pub has_evidence: bool,
}

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Who {
    /// Somebody with an account.
    Person,
    /// Somebody with an account whom the caller is not told.
    SomebodyElse,
    /// Somebody who was not signed in.
    Stranger,
    /// The product by itself.
    Product,
}

/// Somebody with an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActorBody {
    pub user_id: i64,
    /// First name and surname; null where there is no such account.
    pub name: Option<String>,
}

/// A Data Request by its reference.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReferredRequestBody {
    pub request_id: i64,
    /// As the caller's role knows it.
    #[schema(example = "DAC0012")]
    pub reference: String,
}

/// What is read of the canonical form of an entry. Its other fields stand in columns of their own, or are for nobody to read.
#[derive(Deserialize)]
struct Canonical {
    by: By,
    act: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct By {
    who: Who,
}

/// How requests are called.
pub(super) type Reference = fn(RequestId) -> String;

/// As staff and Super Users call requests.
fn of_staff(request: RequestId) -> String {
    StaffReference(request).to_string()
}

/// As the role that the caller has selected calls requests.
pub(super) fn reference(caller: &Caller) -> Reference {
    let role = caller.selected.and_then(|selected| caller.assignment(selected));
    match role {
        Some(held) if held.role.is_staff() || held.role == Role::SuperUser => of_staff,
        _ => |request| TrackingId(request).to_string(),
    }
}

impl From<Kind> for ActKindBody {
    fn from(kind: Kind) -> Self {
        Self {
            kind: kind.name(),
            words: kind.words(),
        }
    }
}

impl From<PersonView> for ActorBody {
    fn from(person: PersonView) -> Self {
        Self {
            user_id: person.user.0,
            name: person.name,
        }
    }
}

impl ActEntryBody {
    fn of(read: EntryRead, reference: Reference) -> Result<Self, Problem> {
        let EntryRead {
            entry,
            withheld,
            has_evidence,
        } = read;
        let Canonical { by, act } = serde_json::from_str(&entry.canonical).map_err(Problem::internal)?;
        Ok(Self {
            entry_id: entry.id.0,
            at: entry.at,
            kind: entry.kind.name(),
            words: entry.kind.words(),
            who: if withheld { Who::SomebodyElse } else { by.who },
            person: entry.person.map(ActorBody::from),
            concerns: entry.concerns.map(ActorBody::from),
            request: entry.request.map(|request| ReferredRequestBody {
                request_id: request.0,
                reference: reference(request),
            }),
            details: act,
            log_index: entry.log_index,
            times: entry.times,
            has_evidence,
        })
    }
}

impl RecordOfActsBody {
    pub(super) fn of(answer: list::Answer) -> Result<Self, Problem> {
        let EntryPage {
            entries,
            has_newer,
            has_older,
        } = answer.page;
        Ok(Self {
            entries: entries
                .into_iter()
                .map(|entry| {
                    let has_evidence = entry.log_index.is_some();
                    let read = EntryRead {
                        entry,
                        withheld: false,
                        has_evidence,
                    };
                    ActEntryBody::of(read, of_staff)
                })
                .collect::<Result<_, _>>()?,
            has_newer,
            has_older,
            person: answer.person.map(ActorBody::from),
        })
    }
}

impl ActEntriesBody {
    pub(super) fn of((page, reference): (PageRead, Reference)) -> Result<Self, Problem> {
        Ok(Self {
            entries: page
                .entries
                .into_iter()
                .map(|read| ActEntryBody::of(read, reference))
                .collect::<Result<_, _>>()?,
            has_newer: page.has_newer,
            has_older: page.has_older,
        })
    }
}
