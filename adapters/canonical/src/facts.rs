//! What is read of entries. They are never written anew: every schema that there was is read here.

use aditus_application::ports::{EncodingError, EntryFacts, FoundBy};
use aditus_domain::audit::Kind;
use aditus_domain::audit::states::{ContentNamed, GivenAnswer, RequestAct, TakenOver};
use aditus_domain::ids::{AssignedRoleId, RequestId, StateId, UserId};
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::{Outcome, OverallStatus, Section, StageNumber};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::form;

#[derive(Deserialize)]
struct EntryForm {
    at: DateTime<Utc>,
    kind: String,
    by: ByForm,
    act: Map<String, Value>,
}

#[derive(Deserialize)]
struct ByForm {
    user: Option<i64>,
    role: Option<i64>,
}

/// A field of an entry that it has to have.
#[derive(Debug, Error)]
#[error("the entry does not say its {0}, or says it in another form")]
struct Unsaid(&'static str);

/// The fields of an act. What is called the same may be something else in another act.
struct Fields(Map<String, Value>);

pub(crate) fn of(canonical: &str) -> Result<EntryFacts, EncodingError> {
    let EntryForm { at, kind, by, act } = serde_json::from_str(canonical).map_err(form)?;
    let act = Fields(act);
    Ok(EntryFacts {
        version: act.some::<u32>("version").map(VersionNumber),
        content: act
            .some::<String>("content")
            .map(|digits| digest(&digits))
            .transpose()?,
        state: act.some("state").map(StateId),
        role: by.role.map(AssignedRoleId),
        request_act: request_act(&kind, &act)?,
        record: act.some("record").zip(act.some("id")),
        assigned_role: act.some("assigned_role").map(AssignedRoleId),
        found_by: FoundBy {
            at,
            kind,
            user: by.user.map(UserId),
            concerns: act.some("user").map(UserId),
            request: act.some("request").map(RequestId),
        },
    })
}

/// The kinds after which the states of a request may be other ones.
fn request_act(kind: &str, act: &Fields) -> Result<Option<RequestAct>, EncodingError> {
    let Ok(kind) = Kind::parse(kind) else {
        return Ok(None);
    };
    Ok(Some(match kind {
        Kind::RequestSubmitted => RequestAct::Submitted(act.content()?),
        Kind::RequestTakenOver => RequestAct::TakenOver(act.taken_over()?),
        Kind::RequestEdited => RequestAct::Edited {
            content: act.content()?,
            section: match act.some::<String>("section") {
                Some(name) => Some(Section::parse(&name).map_err(form)?),
                None => None,
            },
        },
        Kind::RequestDecided => RequestAct::Decided {
            state: StateId(act.field("state")?),
            stage: StageNumber(act.field("stage")?),
            round: act.field("round")?,
            outcome: Outcome::parse(&act.word("outcome")?).map_err(form)?,
            content: act.content()?,
            status: act.status()?,
        },
        Kind::DataReleased => RequestAct::Released,
        Kind::LetterIssued => RequestAct::LetterIssued,
        Kind::RequestRecalled => RequestAct::Recalled {
            round: act.field("round")?,
            stages: act
                .field::<Vec<u16>>("stages")?
                .into_iter()
                .map(StageNumber)
                .collect(),
            status: act.status()?,
        },
        Kind::RequestResubmitted => RequestAct::Resubmitted {
            round: act.field("round")?,
            anew: act.field("anew")?,
            content: act.content()?,
        },
        Kind::FeedbackGiven => RequestAct::FeedbackGiven {
            stage: StageNumber(act.field("stage")?),
            round: act.field("round")?,
        },
        _ => return Ok(None),
    }))
}

impl Fields {
    /// A field, if it is there and of this form.
    fn some<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.0.get(name)?.clone()).ok()
    }

    fn field<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, EncodingError> {
        self.some(name).ok_or_else(|| form(Unsaid(name)))
    }

    fn word(&self, name: &'static str) -> Result<String, EncodingError> {
        self.field(name)
    }

    fn status(&self) -> Result<OverallStatus, EncodingError> {
        OverallStatus::parse(&self.word("status")?).map_err(form)
    }

    fn content(&self) -> Result<ContentNamed, EncodingError> {
        Ok(ContentNamed {
            version: VersionNumber(self.field("version")?),
            digest: digest(&self.word("content")?)?,
        })
    }

    fn taken_over(&self) -> Result<TakenOver, EncodingError> {
        let has_content = self.0.contains_key("version");
        let answers: Vec<(u16, String, i64, i64, DateTime<Utc>)> = self.field("answers")?;
        let answers = answers.into_iter().map(|(stage, outcome, user, role, at)| {
            Ok(GivenAnswer {
                stage: StageNumber(stage),
                outcome: Outcome::parse(&outcome).map_err(form)?,
                user: UserId(user),
                role: AssignedRoleId(role),
                at,
            })
        });
        Ok(TakenOver {
            status: self.status()?,
            round: self.field("round")?,
            content: has_content.then(|| self.content()).transpose()?,
            answers: answers.collect::<Result<_, EncodingError>>()?,
            states: digest(&self.word("states")?)?,
            released_on: self.field::<Vec<NaiveDate>>("released_on")?,
            letter: self.field("letter")?,
            feedback: self.field("feedback")?,
            history: self.field("history")?,
        })
    }
}

fn digest(digits: &str) -> Result<Sha256, EncodingError> {
    let mut digest = [0; 32];
    hex::decode_to_slice(digits, &mut digest).map_err(form)?;
    Ok(Sha256(digest))
}
