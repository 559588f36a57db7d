//! The binding of a decision's one-time code to the decision and the request (decisions A3, C7).

use aditus_domain::accounts::{CodePurpose, OtpCode};
use aditus_domain::audit::Actor;
use aditus_domain::hex;
use aditus_domain::ids::{AssignedRoleId, RequestId, StateId, UserId};
use aditus_domain::review::Outcome;

use super::stage_context::StageContext;
use crate::access::Caller;
use crate::accounts::codes::{CodeEntry, CodeRequest, EntryError};

/// The binding of a code to a person, a stage, an outcome and the state of the request.
pub(super) struct CodeBinding {
    subject: String,
    context: String,
    user: UserId,
    request: RequestId,
    role: AssignedRoleId,
}

impl CodeBinding {
    /// Computes the binding.
    ///
    /// The subject is the decision of one person at one stage with one outcome. A person who
    /// changes their mind can get a code for the other outcome at once, and neither code voids the
    /// other. The context is the round and the content of the request. Reading and comments do not
    /// change it.
    pub fn new(id: StateId, stage: &StageContext, outcome: Outcome) -> Self {
        let (round, digest) = (stage.request.chain.round(), stage.request.content_digest);
        Self {
            subject: format!("state {id} user {} {}", stage.attendant.user, outcome.name()),
            context: format!("{round} {}", hex::encode(&digest)),
            user: stage.attendant.user,
            request: stage.request.id,
            role: stage.attendant.assigned_role,
        }
    }

    pub fn code_request(&self) -> CodeRequest<'_> {
        CodeRequest {
            purpose: CodePurpose::Decision,
            subject: &self.subject,
            account: Some(self.user),
            context: &self.context,
        }
    }

    pub fn entry<'a>(&'a self, caller: &Caller, code: &'a OtpCode) -> CodeEntry<'a> {
        CodeEntry {
            purpose: CodePurpose::Decision,
            subject: &self.subject,
            context: &self.context,
            code,
            by: Actor::from(caller).in_role(self.role),
            account: Some(caller.user),
            request: Some(self.request),
        }
    }
}

/// Returns true if the code was refused because the request changed after it was sent.
pub(super) const fn has_changed(refused: &EntryError) -> bool {
    matches!(refused, EntryError::OtherContext { .. })
}

/// The message about a request that has changed (decisions C7).
pub(crate) const CHANGED: &str = "This Data Request has changed since you opened it. Review it again.";

/// Returns the outcome for `status` of the calls.
pub(super) const fn outcome(approve: bool) -> Outcome {
    if approve {
        Outcome::Approved
    } else {
        Outcome::Denied
    }
}
