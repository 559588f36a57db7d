//! The steps of people on a request.

use aditus_application::access::Caller;
use aditus_application::feedback::Answers;
use aditus_application::requests::detail;
use aditus_application::requests::views::RequestDetail;
use aditus_application::review::views::StateView;
use aditus_application::review::{add_comment, decide, send_code, tracking};
use aditus_domain::ids::{CommentId, RequestId, StateId};
use aditus_domain::review::{Section, StageState};
use aditus_domain::roles::Role;

use super::Story;

impl Story {
    /// Returns the stages of a request, as a Super User sees them.
    pub fn states(&self, request: RequestId) -> Vec<StateView> {
        tracking::states(&self.world.ports, &self.super_user, request).expect("a request")
    }

    /// Returns the stage of a deciding role.
    pub fn state(&self, request: RequestId, role: Role) -> StateView {
        self.states(request)
            .into_iter()
            .find(|state| state.role == role)
            .expect("a stage of the role")
    }

    /// Returns the states of the nine stages, in order.
    pub fn stage_states(&self, request: RequestId) -> Vec<StageState> {
        self.states(request)
            .into_iter()
            .map(|state| state.state)
            .collect()
    }

    /// Returns the request, as a Super User sees it.
    pub fn detail(&self, request: RequestId) -> RequestDetail {
        detail::execute(
            &self.world.ports,
            &self.super_user,
            detail::Query {
                with_variables: true,
                request,
                org_role: None,
            },
        )
        .expect("a request")
        .0
    }

    /// Requests a code and reads it in the mailbox.
    pub fn code(&self, caller: &Caller, state: StateId, approve: bool) -> String {
        send_code::execute(
            &self.world.ports,
            caller,
            send_code::Command {
                state,
                approve,
                unless_sent: false,
            },
        )
        .expect("a code");
        self.world.code_mailed_to(&self.address(caller))
    }

    /// A decision with all fields that a denial requires.
    pub fn decision(
        &self,
        caller: &Caller,
        request: RequestId,
        role: Role,
        approve: bool,
        otp: &str,
    ) -> decide::Command {
        let state = self.state(request, role);
        let held = caller.role(role).expect("the role");
        decide::Command {
            state: state.request_state_id,
            request,
            assigned_role: held.id,
            org_role: held.org_role,
            approve,
            reason: Some("The protocol is not complete".to_owned()),
            recommendation: Some("Add the sampling plan".to_owned()),
            otp: otp.to_owned(),
            passkey: None,
        }
    }

    /// Decides in this role, with a code from the mailbox.
    pub fn decides(
        &self,
        role: Role,
        request: RequestId,
        approve: bool,
    ) -> Result<decide::Answer, decide::Error> {
        let caller = self.staff(role);
        let otp = self.code(caller, self.state(request, role).request_state_id, approve);
        decide::execute(
            &self.world.ports,
            caller,
            &self.decision(caller, request, role, approve, &otp),
        )
    }

    /// All six approve.
    pub fn all_approve(&self, request: RequestId) {
        for role in Role::STAFF {
            self.decides(role, request, true).expect("an approval");
        }
    }

    /// Comments in this role, whose turn it is.
    pub fn comments(
        &self,
        role: Role,
        request: RequestId,
        section: Section,
        action_required: bool,
    ) -> Result<CommentId, add_comment::Error> {
        let caller = self.staff(role);
        let command = add_comment::Command {
            state: self.state(request, role).request_state_id,
            request,
            author: caller.role(role).expect("the role").id,
            section: section.name().to_owned(),
            comment: "Please attach the signed page".to_owned(),
            action_required,
        };
        add_comment::execute(&self.world.ports, caller, &command).map(|answer| answer.comment_id)
    }
}

/// Complete feedback.
pub fn content() -> Answers {
    let text = |text: &str| Some(text.to_owned());
    Answers {
        data_request_process_experience: text("Excellent"),
        would_recommend_others: text("Definitely"),
        reasonable_response_timeframe: Some(true),
        study_questions_answered_by_request: Some(true),
        expectations_met: text("Met"),
        improvement_suggestion: text("Shorter forms"),
        would_you_come_back: text("Yes"),
        additional_feedback: None,
    }
}
