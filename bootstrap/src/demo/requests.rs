//! Creates the demonstration's requests with the use cases of the product.

use aditus_application::access::{Caller, RequestScope};
use aditus_application::dictionary::views::{VariableFacets, VariableQuery, VariableSort};
use aditus_application::feedback::Answers;
use aditus_application::feedback::give;
use aditus_application::paging::{Direction, Page};
use aditus_application::requests::submit::{self, Upload};
use aditus_application::requests::views::ReferenceData;
use aditus_application::review::views::StateView;
use aditus_application::review::{
    add_comment, add_reply, decide, recall, resolve_comment, resubmit, send_code,
};
use aditus_domain::ids::{CommentId, DataSourceId, RequestId};
use aditus_domain::requests::{
    DocumentKind, RawDataFormat, RawDevice, RawEthics, RawFilters, RawPrincipal, RawPurpose, RawStaff,
    RawSubmission,
};
use aditus_domain::review::{Section, StageState};
use aditus_domain::roles::Role;
use chrono::{Days, NaiveDate, TimeDelta};

use super::FillError;
use super::accounts::People;
use super::history::History;
use super::sample_files::{identity_card, pdf};
use super::stories::{Opinion, STORIES, Step, Story};

/// Adds all requests and their later steps.
pub(super) fn add(history: &History, people: &People) -> Result<(), FillError> {
    for (number, story) in (0_u32..).zip(STORIES) {
        RequestBuilder {
            history,
            people,
            story,
            number,
        }
        .build()?;
    }
    Ok(())
}

/// The state of creating one request.
struct RequestBuilder<'a> {
    history: &'a History,
    people: &'a People,
    story: &'a Story,
    number: u32,
}

/// The delay until a person has typed a code.
const TYPING_DELAY: TimeDelta = TimeDelta::seconds(75);

impl RequestBuilder<'_> {
    fn build(&self) -> Result<(), FillError> {
        self.history.set_time_before_now(
            TimeDelta::days(self.story.days_ago) - TimeDelta::minutes(i64::from(self.number) * 17),
        );
        let requester = self.people.named(self.history.ports(), self.story.by)?;
        let request = self.submit(&requester)?;
        self.history.collect_mails()?;
        let mut last_comment = None;
        for (hours, step) in self.story.steps {
            self.history.advance(TimeDelta::hours(*hours));
            match step {
                Step::Approve(recommendation) => self.decide(request, true, "", recommendation)?,
                Step::Deny {
                    reason,
                    recommendation,
                } => self.decide(request, false, reason, recommendation)?,
                Step::Comment(section, text) => {
                    last_comment = Some(self.comment(request, *section, text, false)?);
                }
                Step::Demand(section, text) => {
                    last_comment = Some(self.comment(request, *section, text, true)?);
                }
                Step::Reply(text) => self.reply(&requester, last_comment, text)?,
                Step::Resolve => self.resolve(&requester, last_comment.take())?,
                Step::Recall => self.recall(&requester, request)?,
                Step::Resubmit(note) => self.resubmit(&requester, request, note)?,
                Step::Feedback(opinion) => self.give_feedback(&requester, request, opinion)?,
            }
            self.history.collect_mails()?;
        }
        Ok(())
    }

    fn failed(&self, error: &dyn std::error::Error) -> FillError {
        FillError::new(self.story.title, error)
    }

    fn decide(
        &self,
        request: RequestId,
        approve: bool,
        reason: &str,
        recommendation: &str,
    ) -> Result<(), FillError> {
        let ports = self.history.ports();
        let (state, attendant) = self.next_stage(request)?;
        let role = attendant
            .at(state.org_role_id)
            .copied()
            .ok_or_else(|| self.no_attendant())?;
        let order = send_code::Command {
            state: state.request_state_id,
            approve,
            unless_sent: false,
        };
        send_code::execute(ports, &attendant, order).map_err(|error| self.failed(&error))?;
        let otp = self.history.last_code().expose().to_owned();
        self.history.advance(TYPING_DELAY);
        let non_empty = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let command = decide::Command {
            state: state.request_state_id,
            request,
            assigned_role: role.id,
            org_role: role.org_role,
            approve,
            reason: non_empty(reason),
            recommendation: non_empty(recommendation).or_else(|| {
                let demanded = ports.settings.recommendation_on_approval;
                demanded.then(|| "No objections.".to_owned())
            }),
            otp,
            passkey: None,
        };
        decide::execute(ports, &attendant, &command)
            .map(|_| ())
            .map_err(|error| self.failed(&error))
    }

    fn comment(
        &self,
        request: RequestId,
        section: Section,
        text: &str,
        action_required: bool,
    ) -> Result<CommentId, FillError> {
        let (state, author) = self.next_stage(request)?;
        let command = add_comment::Command {
            state: state.request_state_id,
            request,
            author: author
                .at(state.org_role_id)
                .ok_or_else(|| self.no_attendant())?
                .id,
            section: section.name().to_owned(),
            comment: text.to_owned(),
            action_required,
        };
        add_comment::execute(self.history.ports(), &author, &command)
            .map(|answer| answer.comment_id)
            .map_err(|error| self.failed(&error))
    }

    fn reply(&self, requester: &Caller, comment: Option<CommentId>, text: &str) -> Result<(), FillError> {
        let role = requester
            .role(Role::DataRequester)
            .ok_or_else(|| self.no_attendant())?;
        let command = add_reply::Command {
            comment: comment.ok_or_else(|| self.missing_comment())?,
            author: role.id,
            reply: text.to_owned(),
        };
        add_reply::execute(self.history.ports(), requester, &command)
            .map(|_| ())
            .map_err(|error| self.failed(&error))
    }

    fn resolve(&self, requester: &Caller, comment: Option<CommentId>) -> Result<(), FillError> {
        let comment = comment.ok_or_else(|| self.missing_comment())?;
        resolve_comment::execute(
            self.history.ports(),
            requester,
            resolve_comment::Command { comment },
        )
        .map(|_| ())
        .map_err(|error| self.failed(&error))
    }

    fn recall(&self, requester: &Caller, request: RequestId) -> Result<(), FillError> {
        recall::execute(self.history.ports(), requester, recall::Command { request })
            .map(|_| ())
            .map_err(|error| self.failed(&error))
    }

    fn resubmit(&self, requester: &Caller, request: RequestId, note: &str) -> Result<(), FillError> {
        let command = resubmit::Command {
            request,
            note: Some(note.to_owned()),
            needed_on: None,
        };
        resubmit::execute(self.history.ports(), requester, &command)
            .map(|_| ())
            .map_err(|error| self.failed(&error))
    }

    fn give_feedback(
        &self,
        requester: &Caller,
        request: RequestId,
        opinion: &Opinion,
    ) -> Result<(), FillError> {
        let answers = Answers {
            data_request_process_experience: Some(opinion.experience.to_owned()),
            would_recommend_others: Some(opinion.recommend.to_owned()),
            reasonable_response_timeframe: Some(opinion.in_time),
            study_questions_answered_by_request: Some(true),
            expectations_met: Some(opinion.expectations.to_owned()),
            improvement_suggestion: Some(opinion.suggestion.to_owned()),
            would_you_come_back: Some("Yes".to_owned()),
            additional_feedback: None,
        };
        give::execute(
            self.history.ports(),
            requester,
            &give::Command { request, answers },
        )
        .map(|_| ())
        .map_err(|error| self.failed(&error))
    }

    fn missing_comment(&self) -> FillError {
        FillError::Refused(format!("{}: there is no comment to answer", self.story.title))
    }

    fn no_attendant(&self) -> FillError {
        FillError::Refused(format!("{}: nobody can act on it", self.story.title))
    }

    /// Returns the next stage to decide, and its person.
    fn next_stage(&self, request: RequestId) -> Result<(StateView, Caller), FillError> {
        let ports = self.history.ports();
        let states = ports
            .database
            .read()?
            .review()
            .states(&RequestScope::Everything, request)?;
        let is_next = |state: &StateView| state.state == StageState::Unattended;
        let state = states
            .unwrap_or_default()
            .into_iter()
            .find(is_next)
            .ok_or_else(|| self.no_attendant())?;
        let attendant = self.people.of_role(ports, state.role)?;
        Ok((state, attendant))
    }

    fn submit(&self, requester: &Caller) -> Result<RequestId, FillError> {
        let ports = self.history.ports();
        let source = self.source()?;
        let reference = ports.database.read()?.requests().reference_data()?;
        let role = requester
            .role(Role::DataRequester)
            .ok_or_else(|| self.no_attendant())?;
        let command = submit::Command {
            requester: Some(role.id),
            as_guest: false,
            submission: self.submission(source, self.variables(source)?, &reference),
            uploads: self.uploads(),
            draft: None,
            named: Vec::new(),
        };
        submit::execute(ports, requester, command)
            .map(|answer| answer.request_id)
            .map_err(|error| self.failed(&error))
    }

    fn source(&self) -> Result<DataSourceId, FillError> {
        let mut transaction = self.history.ports().database.begin()?;
        let found = transaction.dictionary().source_by_name(self.story.source)?;
        found.ok_or_else(|| FillError::Refused(format!("there is no source {:?}", self.story.source)))
    }

    /// Returns the variables of the requested tables. Identifiable ones are left out unless the
    /// story needs them.
    fn variables(&self, source: DataSourceId) -> Result<Vec<i64>, FillError> {
        let mut views = self.history.ports().database.read()?;
        let mut variables = Vec::new();
        for name in self.story.tables {
            let query = VariableQuery {
                data_source: Some(source),
                table: None,
                tbl_name_prefix: Some((*name).to_owned()),
                search: None,
                ids: None,
                facets: VariableFacets::default(),
                sort: VariableSort::Dictionary,
                direction: Direction::Ascending,
                page: Page::new(1, Page::MAX_SIZE),
            };
            let page = views.dictionary().variables(&query)?;
            let of_table = page
                .items
                .into_iter()
                .filter(|variable| variable.tbl_name == *name);
            let asked = of_table.filter(|variable| *name == "patient" || !variable.is_identifiable);
            variables.extend(asked.map(|variable| variable.var_id.0));
        }
        Ok(variables)
    }

    fn submission(
        &self,
        source: DataSourceId,
        variables: Vec<i64>,
        reference: &ReferenceData,
    ) -> RawSubmission {
        let needed_on =
            self.history.ports().clock.now().date_naive() + Days::new(30 + u64::from(self.number % 4) * 7);
        let text = |text: &str| Some(text.to_owned());
        let pick = |count: usize| self.number as usize % count.max(1);
        let committee = reference.committees.get(pick(reference.committees.len()));
        let purpose = reference
            .purposes
            .iter()
            .filter(|(_, name)| name != "Other")
            .nth(pick(4));
        let format = ["Electronic", "Direct access", "Electronic", "Paper-based"][pick(4)];
        let has_access = format == "Direct access";
        let is_principal = self.number % 3 != 1;
        RawSubmission {
            title: text(self.story.title),
            needed_on: Some(format_date(needed_on)),
            ethics: RawEthics {
                ethics_committee: committee.map(|(id, _)| id.0),
                protocol_ref_num: Some(format!("HRE/2026/{:03}", 40 + self.number * 7)),
                ethics_approval_letter: text("Yes"),
                exempted: Some(false),
                ..RawEthics::default()
            },
            data_source_id: Some(source.0),
            dataset_description: text(self.story.description),
            format: RawDataFormat {
                data_format: text(format),
                direct_access_from: has_access.then(|| format_date(needed_on)),
                direct_access_to: has_access.then(|| format_date(needed_on + Days::new(90))),
                no_date_limit: Some(false),
            },
            is_principal: Some(is_principal),
            principal: RawPrincipal {
                principal_fname: text("Leonora"),
                principal_sname: text("Abernathy"),
                principal_phone: text("+12125550150"),
                principal_email: text("leonora.abernathy@halden-university.example"),
                principal_occupation: text("Professor of epidemiology"),
                principal_institution: text("Halden University"),
            },
            dataset_variables: variables,
            request_purposes: purpose
                .map(|(id, _)| RawPurpose {
                    purpose: Some(id.0),
                    purpose_description: None,
                })
                .into_iter()
                .collect(),
            list_of_devices: vec![self.device(reference, needed_on)],
            list_of_staff: vec![self.member()],
            filters: RawFilters {
                facility_filter: vec![
                    "All facilities from Lake Region".into(),
                    "Amberfell District Hospital".into(),
                ],
                start_value: text("2023-01-01"),
                end_value: text("2025-12-31"),
            },
            ..RawSubmission::default()
        }
    }

    fn device(&self, reference: &ReferenceData, needed_on: NaiveDate) -> RawDevice {
        let kinds = [("Encrypted laptop", 0), ("Statistics server", 2)];
        let (name, kind) = kinds[self.number as usize % kinds.len()];
        RawDevice {
            equipment_name: Some(name.to_owned()),
            equipment_type: reference.equipment_types.get(kind).map(|(id, _)| id.0),
            serial_number: Some(format!("HV-{:05}", 20_417 + self.number * 131)),
            used_by: Some("The study team".to_owned()),
            organisation: Some("Halden University".to_owned()),
            usage_from: Some(format_date(needed_on)),
            usage_to: Some(format_date(needed_on + Days::new(365))),
        }
    }

    fn member(&self) -> RawStaff {
        let people = [
            ("Jonas", "Merriweather"),
            ("Thea", "Blackwood"),
            ("Ravi", "Larkin"),
        ];
        let (first_name, surname) = people[self.number as usize % people.len()];
        RawStaff {
            first_name: Some(first_name.to_owned()),
            surname: Some(surname.to_owned()),
            phone: Some(format!("+1212555{:04}", 160 + self.number % 3)),
            email: Some(format!("{}@halden-university.example", surname.to_lowercase())),
            identification_type: Some(
                if self.number.is_multiple_of(2) {
                    "National ID"
                } else {
                    "Passport"
                }
                .to_owned(),
            ),
            identification_number: Some(format!("HV{:07}", 4_100_233 + self.number * 977)),
            position_in_organisation: Some("Statistician".to_owned()),
            identification_file_path: None,
            confidentiality_protocols: Some(self.number != 2),
        }
    }

    fn uploads(&self) -> Vec<Upload> {
        let title = self.story.title;
        let letter = [
            title,
            "The committee has no objection to this study.",
            "Valid for twelve months.",
        ];
        let agreement = [
            title,
            "The data is used for this study alone and deleted when it ends.",
        ];
        vec![
            Upload {
                kind: DocumentKind::EthicsApprovalLetter,
                staff: None,
                name: Some("Ethics approval letter.pdf".to_owned()),
                bytes: pdf("Ethics approval letter", &letter).into(),
            },
            Upload {
                kind: DocumentKind::DataSharingAgreement,
                staff: None,
                name: Some("Data sharing agreement.pdf".to_owned()),
                bytes: pdf("Data sharing agreement", &agreement).into(),
            },
            Upload {
                kind: DocumentKind::StaffIdentification,
                staff: Some(0),
                name: Some("Identity card.png".to_owned()),
                bytes: identity_card(self.number).into(),
            },
        ]
    }
}

/// Formats a date as forms send it.
fn format_date(date: NaiveDate) -> String {
    date.format("%Y-%m-%d").to_string()
}
