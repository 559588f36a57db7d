//! Bodies of audit entries.

use std::collections::BTreeMap;

use aditus_application::access::Caller;
use aditus_application::audit::views::{EntryPage, PersonView};
use aditus_application::audit::{NamedRecord, NamedRecords, VisibleEntry, VisiblePage, list};
use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;
use aditus_domain::requests::{StaffReference, TrackingId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::problem::Problem;

/// A kind of act.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActKindBody {
    /// The name of the kind, used in filters.
    #[schema(example = "request.decided")]
    pub kind: &'static str,
    /// The display name.
    #[schema(example = "Decision")]
    pub words: &'static str,
}

/// A page of the audit log, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordOfActsBody {
    pub entries: Vec<ActEntryBody>,
    /// True if there are newer entries than the first one.
    pub has_newer: bool,
    /// True if there are older entries than the last one.
    pub has_older: bool,
    /// The person of the filter, if one was set.
    pub person: Option<ActorBody>,
}

/// A page of a part of the audit log, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActEntriesBody {
    pub entries: Vec<ActEntryBody>,
    /// True if there are newer entries than the first one.
    pub has_newer: bool,
    /// True if there are older entries than the last one.
    pub has_older: bool,
}

/// An audit entry.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActEntryBody {
    pub entry_id: i64,
    pub at: DateTime<Utc>,
    /// The name of the kind of act.
    #[schema(example = "request.decided")]
    pub kind: &'static str,
    /// The display name of the kind.
    #[schema(example = "Decision")]
    pub words: &'static str,
    /// The type of the actor.
    pub who: Who,
    /// The actor, with the current name; null unless `who` is a person.
    pub person: Option<ActorBody>,
    /// The person whom the entry concerns, if any.
    pub concerns: Option<ActorBody>,
    /// The Data Request that the entry concerns.
    pub request: Option<ReferredRequestBody>,
    /// Further details by name: ids, numbers, enum values, dates and digests.
    pub details: BTreeMap<String, Value>,
    /// The records that the details name by their ids, with their current names. Without deleted
    /// records and those that the caller may not see.
    pub records: Vec<NamedRecordBody>,
    /// The index of the entry in the transparency log; null until it is added to the tree.
    pub log_index: Option<u64>,
    /// The number of times the person did this within one hour; more than 1 if the same item was
    /// opened or exported again. The count is stored beside the entry and is not part of its
    /// evidence.
    pub times: u64,
    /// True if the caller may download the evidence of the entry.
    pub has_evidence: bool,
}

/// A record that an entry refers to.
#[derive(Serialize, ToSchema)]
pub(crate) struct NamedRecordBody {
    /// The kind of record.
    #[schema(example = "Variable")]
    pub record: &'static str,
    pub id: i64,
    #[schema(example = "birth_weight")]
    pub name: String,
    /// The record that it belongs to, such as the table of a variable.
    pub parent: Option<ParentRecordBody>,
}

/// The record that another one belongs to.
#[derive(Serialize, ToSchema)]
pub(crate) struct ParentRecordBody {
    pub id: i64,
    #[schema(example = "Deliveries")]
    pub name: String,
}

/// The type of an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Who {
    /// A user with an account.
    Person,
    /// A user with an account whose identity is hidden from the caller.
    SomebodyElse,
    /// An anonymous caller.
    Stranger,
    /// The system itself.
    Product,
}

/// A user with an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActorBody {
    pub user_id: i64,
    /// First name and surname; null if the account does not exist.
    pub name: Option<String>,
}

/// A reference to a Data Request.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReferredRequestBody {
    pub request_id: i64,
    /// The reference in the form that the caller's role uses.
    #[schema(example = "DAC0012")]
    pub reference: String,
}

/// The parts of an entry's canonical form that responses contain. Its other fields have columns of
/// their own, or are not exposed.
#[derive(Deserialize)]
struct Canonical {
    by: By,
    act: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct By {
    who: Who,
}

/// Formats the reference of a request.
pub(super) type ReferenceFormat = fn(RequestId) -> String;

/// Formats a request as staff and Super Users see it.
fn staff_reference(request: RequestId) -> String {
    StaffReference(request).to_string()
}

/// Returns the format of references for the caller's selected role.
pub(super) fn reference_format(caller: &Caller) -> ReferenceFormat {
    let role = caller.selected.and_then(|selected| caller.assignment(selected));
    match role {
        Some(held) if held.role.is_staff() || held.role == Role::SuperUser => staff_reference,
        _ => |request| TrackingId(request).to_string(),
    }
}

impl From<Kind> for ActKindBody {
    fn from(kind: Kind) -> Self {
        Self {
            kind: kind.name(),
            words: kind.label(),
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

impl From<NamedRecord> for NamedRecordBody {
    fn from(NamedRecord { record, name }: NamedRecord) -> Self {
        Self {
            record: record.kind.name(),
            id: record.id,
            name: name.name,
            parent: name.parent.map(|(id, name)| ParentRecordBody { id, name }),
        }
    }
}

impl ActEntryBody {
    fn from_entry(
        read: VisibleEntry,
        records: &mut NamedRecords,
        reference: ReferenceFormat,
    ) -> Result<Self, Problem> {
        let VisibleEntry {
            entry,
            withheld,
            has_evidence,
        } = read;
        let Canonical { by, act } = serde_json::from_str(&entry.canonical).map_err(Problem::internal)?;
        Ok(Self {
            entry_id: entry.id.0,
            at: entry.at,
            kind: entry.kind.name(),
            words: entry.kind.label(),
            who: if withheld { Who::SomebodyElse } else { by.who },
            person: entry.person.map(ActorBody::from),
            concerns: entry.concerns.map(ActorBody::from),
            request: entry.request.map(|request| ReferredRequestBody {
                request_id: request.0,
                reference: reference(request),
            }),
            details: act,
            records: records
                .remove(&entry.id)
                .unwrap_or_default()
                .into_iter()
                .map(NamedRecordBody::from)
                .collect(),
            log_index: entry.log_index,
            times: entry.times,
            has_evidence,
        })
    }
}

impl RecordOfActsBody {
    pub(super) fn from_answer(answer: list::Answer) -> Result<Self, Problem> {
        let list::Answer {
            page,
            mut records,
            person,
        } = answer;
        let EntryPage {
            entries,
            has_newer,
            has_older,
        } = page;
        Ok(Self {
            entries: entries
                .into_iter()
                .map(|entry| {
                    let has_evidence = entry.log_index.is_some();
                    let read = VisibleEntry {
                        entry,
                        withheld: false,
                        has_evidence,
                    };
                    ActEntryBody::from_entry(read, &mut records, staff_reference)
                })
                .collect::<Result<_, _>>()?,
            has_newer,
            has_older,
            person: person.map(ActorBody::from),
        })
    }
}

impl ActEntriesBody {
    pub(super) fn from_page((page, reference): (VisiblePage, ReferenceFormat)) -> Result<Self, Problem> {
        let mut records = page.records;
        Ok(Self {
            entries: page
                .entries
                .into_iter()
                .map(|read| ActEntryBody::from_entry(read, &mut records, reference))
                .collect::<Result<_, _>>()?,
            has_newer: page.has_newer,
            has_older: page.has_older,
        })
    }
}
