//! Reads facts from audit entries. Entries are never rewritten, so every schema is supported.

use std::collections::BTreeMap;

use aditus_application::ports::{EncodingError, EntryFacts, IndexedFacts};
use aditus_domain::audit::roles::{RecordedRole, RoleAct, RoleIdentity};
use aditus_domain::audit::states::{
    RecordedComment, RecordedExtension, RecordedLetter, RecordedReply, RecordedTexts, RecordedVersion,
    RequestAct,
};
use aditus_domain::audit::stored::{Part, RowDigests, Subject, SubjectKind};
use aditus_domain::audit::{Kind, RecordKind, RecordRef};
use aditus_domain::ids::{
    AssignedRoleId, CommentId, DocumentId, OrganisationId, ReplyId, RequestId, StateId, UserId,
};
use aditus_domain::procedures::LetterNumber;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Commitment, Personal, Sha256};
use aditus_domain::review::{Outcome, OverallStatus, Section, StageNumber};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::commitments::VerifiedValues;
use crate::malformed;
use crate::object::Object;

#[derive(Deserialize)]
struct EntryForm {
    at: DateTime<Utc>,
    kind: String,
    by: Object<ByForm>,
    act: Object<ActForm>,
}

#[derive(Deserialize)]
struct ByForm {
    user: Option<i64>,
    role: Option<Value>,
}

/// The facts of an act. Fields of type `Value` have another type in some acts: `version` can be the
/// version of the product, `state` that of an account.
#[derive(Deserialize)]
struct ActForm {
    user: Option<i64>,
    request: Option<i64>,
    content: Option<String>,
    version: Option<Value>,
    state: Option<Value>,
    stage: Option<Value>,
    outcome: Option<Value>,
}

#[derive(Deserialize)]
struct ActOfKind {
    kind: String,
    act: Map<String, Value>,
}

/// The states of stored rows. Most entries have none.
#[derive(Deserialize)]
struct StoredForms {
    #[serde(default)]
    stored: Vec<Object<StoredForm>>,
}

#[derive(Deserialize)]
struct StoredForm {
    id: i64,
    parts: BTreeMap<String, String>,
    record: String,
}

#[derive(Debug, Error)]
#[error("the entry does not say its {0}, or says it in another form")]
struct MissingField(&'static str);

/// The fields of an act. A name may have another meaning in another kind of act.
struct ActFields(Map<String, Value>);

/// Returns facts of an entry of any kind. Those that its kind does not have are `None`.
pub(crate) fn parse(canonical: &str) -> Result<EntryFacts, EncodingError> {
    let Object(entry) = serde_json::from_str(canonical).map_err(malformed)?;
    let EntryForm {
        at,
        kind,
        by: Object(by),
        act: Object(act),
    } = entry;
    let id = |value: Option<Value>| value?.as_i64();
    Ok(EntryFacts {
        indexed: IndexedFacts {
            at,
            kind,
            user: by.user.map(UserId),
            concerns: act.user.map(UserId),
            request: act.request.map(RequestId),
        },
        version: act
            .version
            .and_then(|version| u32::try_from(version.as_u64()?).ok())
            .map(VersionNumber),
        content: act.content.map(|digits| digest(&digits)).transpose()?,
        state: id(act.state).map(StateId),
        stage: id(act.stage)
            .and_then(|stage| u16::try_from(stage).ok())
            .map(StageNumber),
        outcome: act
            .outcome
            .and_then(|outcome| Outcome::parse(outcome.as_str()?).ok()),
        role: id(by.role).map(AssignedRoleId),
    })
}

/// Parses what an entry did to a request. Returns `None` for kinds that change nothing visible of a
/// request.
pub(crate) fn request_act(
    canonical: &str,
    known: &VerifiedValues<'_>,
) -> Result<Option<RequestAct>, EncodingError> {
    let ActOfKind { kind, act } = serde_json::from_str(canonical).map_err(malformed)?;
    let act = ActFields(act);
    let Ok(kind) = Kind::parse(&kind) else {
        return Ok(None);
    };
    Ok(Some(match kind {
        Kind::RequestSubmitted => RequestAct::Submitted(act.recorded_version()?),
        Kind::RequestEdited => RequestAct::Edited {
            content: act.recorded_version()?,
            section: match act.optional::<String>("section") {
                Some(name) => Some(Section::parse(&name).map_err(malformed)?),
                None => None,
            },
            resolved: if act.field("resolved")? {
                Some(CommentId(act.field("comment")?))
            } else {
                None
            },
        },
        Kind::RequestDecided => RequestAct::Decided {
            state: StateId(act.field("state")?),
            stage: StageNumber(act.field("stage")?),
            round: act.field("round")?,
            outcome: Outcome::parse(&act.text("outcome")?).map_err(malformed)?,
            content: act.recorded_version()?,
            texts: RecordedTexts {
                reason: act.optional_committed("reason", known)?,
                recommendation: act.optional_committed("recommendation", known)?,
            },
            status: act.status()?,
        },
        Kind::DataReleased => RequestAct::Released,
        Kind::LetterIssued => RequestAct::LetterIssued(act.letter(known)?),
        Kind::RequestRecalled => RequestAct::Recalled {
            round: act.field("round")?,
            stages: act
                .field::<Vec<u16>>("stages")?
                .into_iter()
                .map(StageNumber)
                .collect(),
            status: act.status()?,
            texts: RecordedTexts {
                reason: act.optional::<String>("reason").map(Personal::from),
                recommendation: None,
            },
        },
        Kind::RequestResubmitted => RequestAct::Resubmitted {
            round: act.field("round")?,
            anew: act.field("anew")?,
            content: act.recorded_version()?,
            note: act.optional_committed("note", known)?,
        },
        Kind::TermExtended => RequestAct::TermExtended(RecordedExtension {
            round: act.field("round")?,
            count: act.field("count")?,
            unit: act.text("unit")?,
            reason: act.committed("reason", known)?,
        }),
        Kind::CommentAdded => RequestAct::Commented(RecordedComment {
            comment: CommentId(act.field("comment")?),
            state: StateId(act.field("state")?),
            section: Section::parse(&act.text("section")?).map_err(malformed)?,
            action_required: act.field("action_required")?,
            text: act.committed("text", known)?,
        }),
        Kind::ReplyAdded => RequestAct::Replied(RecordedReply {
            reply: ReplyId(act.field("reply")?),
            comment: CommentId(act.field("comment")?),
            text: act.committed("text", known)?,
        }),
        Kind::CommentResolved => RequestAct::CommentResolved {
            comment: CommentId(act.field("comment")?),
        },
        Kind::CommentReopened => RequestAct::CommentReopened {
            comment: CommentId(act.field("comment")?),
        },
        Kind::FeedbackGiven => RequestAct::FeedbackGiven {
            stage: StageNumber(act.field("stage")?),
            round: act.field("round")?,
        },
        Kind::FeedbackRemoved => RequestAct::FeedbackRemoved,
        Kind::RequestRemoved => RequestAct::Removed,
        Kind::RetentionApplied => RequestAct::DocumentsRemoved {
            documents: act.documents()?,
        },
        Kind::AccountErased => RequestAct::OwnerErased {
            documents: act.documents()?,
        },
        _ => return Ok(None),
    }))
}

/// Parses what an entry did to an assigned or requested role. Returns `None` for other kinds.
pub(crate) fn recorded_role(canonical: &str) -> Result<Option<RecordedRole>, EncodingError> {
    let ActOfKind { kind, act } = serde_json::from_str(canonical).map_err(malformed)?;
    let act = ActFields(act);
    let done = match Kind::parse(&kind) {
        Ok(Kind::RoleAsked) => RoleAct::Applied,
        Ok(Kind::RoleDecided) => RoleAct::Decided(act.role_status()?),
        _ => return Ok(None),
    };
    Ok(Some(RecordedRole {
        user: UserId(act.field("user")?),
        identity: RoleIdentity {
            id: AssignedRoleId(act.field("assigned_role")?),
            role: Role::parse(&act.text("role")?).map_err(malformed)?,
            organisation: OrganisationId(act.field("organisation")?),
        },
        act: done,
    }))
}

/// The fields of all acts that contain the id of a record.
const RECORD_FIELDS: [(&str, RecordKind); 3] = [
    ("organisation", RecordKind::Organisation),
    ("source", RecordKind::Source),
    ("import", RecordKind::Import),
];

/// Returns the records that an entry names by their ids.
pub(crate) fn record_refs(canonical: &str) -> Result<Vec<RecordRef>, EncodingError> {
    let ActOfKind { act, .. } = serde_json::from_str(canonical).map_err(malformed)?;
    let act = ActFields(act);
    let named = act.optional::<String>("record");
    let changed = named.and_then(|name| RecordKind::parse(&name));
    let changed = changed.map(|kind| ("id", kind));
    let fields = changed.into_iter().chain(RECORD_FIELDS);
    let records = fields.filter_map(|(name, kind)| {
        let id = act.optional(name)?;
        Some(RecordRef { kind, id })
    });
    Ok(records.collect())
}

/// Returns the states of stored rows. Skips kinds of rows and parts that a later version has added.
pub(crate) fn row_digests(canonical: &str) -> Result<Vec<RowDigests>, EncodingError> {
    let StoredForms { stored } = serde_json::from_str(canonical).map_err(malformed)?;
    let known = stored.into_iter().filter_map(|Object(said)| {
        let kind = SubjectKind::parse(&said.record)?;
        Some((Subject { kind, id: said.id }, said.parts))
    });
    let said = known.map(|(subject, parts)| {
        let parts = parts
            .iter()
            .filter_map(|(name, digits)| Some((Part::parse(name)?, digits)));
        let parts = parts.map(|(part, digits)| Ok((part, digest(digits)?)));
        Ok(RowDigests {
            subject,
            parts: parts.collect::<Result<_, EncodingError>>()?,
        })
    });
    said.collect()
}

impl ActFields {
    /// Returns a field, or `None` if it is missing or has another type.
    fn optional<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.0.get(name)?.clone()).ok()
    }

    fn field<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, EncodingError> {
        self.optional(name).ok_or_else(|| malformed(MissingField(name)))
    }

    fn documents(&self) -> Result<Vec<DocumentId>, EncodingError> {
        let documents: Vec<i64> = self.field("documents")?;
        Ok(documents.into_iter().map(DocumentId).collect())
    }

    fn text(&self, name: &'static str) -> Result<String, EncodingError> {
        self.field(name)
    }

    fn status(&self) -> Result<OverallStatus, EncodingError> {
        OverallStatus::parse(&self.text("status")?).map_err(malformed)
    }

    fn role_status(&self) -> Result<RoleStatus, EncodingError> {
        RoleStatus::parse(&self.text("status")?).map_err(malformed)
    }

    fn recorded_version(&self) -> Result<RecordedVersion, EncodingError> {
        Ok(RecordedVersion {
            version: VersionNumber(self.field("version")?),
            digest: digest(&self.text("content")?)?,
        })
    }

    /// Returns a personal text, or its commitment if the text was erased.
    fn committed(&self, name: &'static str, known: &VerifiedValues<'_>) -> Result<Personal, EncodingError> {
        let Sha256(commitment) = digest(&self.text(name)?)?;
        Ok(known.value(Commitment(commitment)))
    }

    fn optional_committed(
        &self,
        name: &'static str,
        known: &VerifiedValues<'_>,
    ) -> Result<Option<Personal>, EncodingError> {
        let is_there = self.0.contains_key(name);
        is_there.then(|| self.committed(name, known)).transpose()
    }

    fn letter(&self, known: &VerifiedValues<'_>) -> Result<RecordedLetter, EncodingError> {
        Ok(RecordedLetter {
            number: LetterNumber(self.field("letter")?),
            made_on: self.field("made_on")?,
            heading: self.committed("heading", known)?,
            body: self.committed("body", known)?,
        })
    }
}

fn digest(digits: &str) -> Result<Sha256, EncodingError> {
    let mut digest = [0; 32];
    hex::decode_to_slice(digits, &mut digest).map_err(malformed)?;
    Ok(Sha256(digest))
}
