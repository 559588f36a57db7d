//! Feedback of requesters.

mod rows;

use aditus_application::access::RequestScope;
use aditus_application::feedback::FeedbackEntries;
use aditus_application::feedback::views::{FeedbackSort, FeedbackTally, FeedbackView, FeedbackViews};
use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::feedback::{AnswerCounts, ComeBack, Experience, Feedback, Question};
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::text::sort_key;
use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, missing, unreadable};
use crate::read_session::ReadSession;
use crate::requests::scope::in_scope;
use crate::requests::search_condition;
use crate::schema::{data_request_feedback, data_requests};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;
use rows::{FeedbackColumns, Stored};

impl FeedbackEntries for WriteTransaction {
    fn add(&mut self, request: RequestId, feedback: &Feedback, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let title: Option<String> = data_requests::table
                .find(request.0)
                .select(data_requests::title)
                .first(connection)
                .optional()?;
            diesel::insert_into(data_request_feedback::table)
                .values((
                    data_request_feedback::request_id.eq(request.0),
                    data_request_feedback::title_sort_key.eq(sort_key(&title.unwrap_or_default())),
                    data_request_feedback::date_created.eq(Timestamp::from(at)),
                    FeedbackColumns::new(feedback),
                ))
                .execute(connection)?;
            diesel::update(data_requests::table.find(request.0))
                .set(data_requests::has_feedback.eq(true))
                .execute(connection)?;
            Ok(())
        })
    }

    fn replace(&mut self, request: RequestId, feedback: &Feedback) -> Result<bool, StoreError> {
        self.run(|connection| {
            let replaced = diesel::update(data_request_feedback::table.find(request.0))
                .set(FeedbackColumns::new(feedback))
                .execute(connection)?;
            Ok(replaced == 1)
        })
    }

    fn of_request(&mut self, request: RequestId) -> Result<Option<Feedback>, StoreError> {
        self.run(|connection| {
            let stored: Option<Stored> = data_request_feedback::table
                .find(request.0)
                .select(Stored::as_select())
                .first(connection)
                .optional()?;
            stored.as_ref().map(Stored::feedback).transpose()
        })
    }
}

impl FeedbackViews for ReadSession {
    fn of_request(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<FeedbackView>, StoreError> {
        self.run(|connection| {
            let found: Option<(Stored, String, i64)> = data_request_feedback::table
                .inner_join(data_requests::table)
                .filter(data_request_feedback::request_id.eq(request.0))
                .filter(in_scope(scope))
                .select((Stored::as_select(), data_requests::title, data_requests::owner_id))
                .first(connection)
                .optional()?;
            found.map(view).transpose()
        })
    }

    fn list(
        &mut self,
        scope: &RequestScope,
        query: &ListQuery<FeedbackSort>,
    ) -> Result<Paged<FeedbackView>, StoreError> {
        self.run(|connection| list(connection, scope, query))
    }

    fn tally(&mut self, scope: &RequestScope) -> Result<FeedbackTally, StoreError> {
        self.run(|connection| tally(connection, scope))
    }

    fn answers(
        &mut self,
        scope: &RequestScope,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<AnswerCounts, StoreError> {
        self.run(|connection| answers(connection, scope, from, until))
    }
}

/// Selects the feedback in scope by search term. It is a macro because the type of the query is too
/// long to write down.
macro_rules! filtered {
    ($scope:expr, $term:expr) => {{
        let mut rows = data_request_feedback::table
            .inner_join(data_requests::table)
            .filter(in_scope($scope))
            .into_boxed();
        if let Some(term) = $term {
            rows = rows.filter(term.clone());
        }
        rows
    }};
}

fn list(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    query: &ListQuery<FeedbackSort>,
) -> DbResult<Paged<FeedbackView>> {
    let term = query.search.as_deref().and_then(search_condition::parse);
    let rows = filtered!(scope, &term);
    macro_rules! by {
        ($column:expr) => {
            match query.direction {
                Direction::Ascending => rows.order(($column.asc(), data_request_feedback::request_id.asc())),
                Direction::Descending => {
                    rows.order(($column.desc(), data_request_feedback::request_id.desc()))
                }
            }
        };
    }
    let sorted = match query.sort {
        FeedbackSort::DateCreated => by!(data_request_feedback::date_created),
        FeedbackSort::RequestTitle => by!(data_request_feedback::title_sort_key),
        FeedbackSort::ProcessExperience => by!(data_request_feedback::data_request_process_experience),
        FeedbackSort::WouldRecommendOthers => by!(data_request_feedback::would_recommend_others),
        FeedbackSort::ExpectationsMet => by!(data_request_feedback::expectations_met),
        FeedbackSort::WouldComeBack => by!(data_request_feedback::would_you_come_back),
    };
    let rows: Vec<(Stored, String, i64)> = sorted
        .select((Stored::as_select(), data_requests::title, data_requests::owner_id))
        .limit(query.page.limit())
        .offset(query.page.offset())
        .load(connection)?;
    let total: i64 = filtered!(scope, &term).count().get_result(connection)?;
    Ok(Paged {
        items: rows.into_iter().map(view).collect::<DbResult<_>>()?,
        page: query.page,
        total: u64::try_from(total).map_err(unreadable("number of feedbacks"))?,
        more: false,
    })
}

/// Counts the feedback by pairs of answers, of which there are few. The figures of the dashboard
/// are sums of these.
fn tally(connection: &mut AnyConnection, scope: &RequestScope) -> DbResult<FeedbackTally> {
    let answers = (
        data_request_feedback::data_request_process_experience,
        data_request_feedback::would_you_come_back,
    );
    let groups: Vec<(String, String, i64)> = data_request_feedback::table
        .inner_join(data_requests::table)
        .filter(in_scope(scope))
        .group_by(answers)
        .select((answers.0, answers.1, count_star()))
        .load(connection)?;
    let mut tally = FeedbackTally::default();
    for (experience, come_back, number) in groups {
        let number = u64::try_from(number).map_err(unreadable("number of feedbacks"))?;
        let share = |holds: bool| if holds { number } else { 0 };
        tally.total += number;
        tally.excellent += share(experience == Experience::Excellent.name());
        tally.poor += share(experience == Experience::Poor.name());
        tally.would_return += share(come_back == ComeBack::Yes.name());
    }
    Ok(tally)
}

/// One answer to each question with options, in the order of the form.
type Choices = (String, String, bool, bool, String, String);

/// Counts the answers by the combinations that were given, of which there are few.
fn answers(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> DbResult<AnswerCounts> {
    let columns = (
        data_request_feedback::data_request_process_experience,
        data_request_feedback::would_recommend_others,
        data_request_feedback::reasonable_response_timeframe,
        data_request_feedback::study_questions_answered_by_request,
        data_request_feedback::expectations_met,
        data_request_feedback::would_you_come_back,
    );
    let groups: Vec<(Choices, i64)> = data_request_feedback::table
        .inner_join(data_requests::table)
        .filter(in_scope(scope))
        .filter(data_request_feedback::date_created.ge(Timestamp::from(from)))
        .filter(data_request_feedback::date_created.lt(Timestamp::from(until)))
        .group_by(columns)
        .select((columns, count_star()))
        .load(connection)?;
    let yes_or_no = |yes: bool| if yes { ComeBack::Yes } else { ComeBack::No }.name();
    let mut counts = AnswerCounts::default();
    for ((experience, recommend, in_time, answered, expectations, come_back), number) in groups {
        let number = u64::try_from(number).map_err(unreadable("number of feedbacks"))?;
        let given = [
            (Question::ProcessExperience, experience.as_str()),
            (Question::WouldRecommendOthers, recommend.as_str()),
            (Question::ResponseTimeframe, yes_or_no(in_time)),
            (Question::StudyQuestions, yes_or_no(answered)),
            (Question::ExpectationsMet, expectations.as_str()),
            (Question::WouldComeBack, come_back.as_str()),
        ];
        for (question, answer) in given {
            let known = counts.add(question, answer, number);
            known.ok_or_else(missing("option of a feedback answer"))?;
        }
    }
    Ok(counts)
}

fn view((stored, title, owner): (Stored, String, i64)) -> DbResult<FeedbackView> {
    Ok(FeedbackView {
        request_id: stored.request(),
        title,
        owner: UserId(owner),
        feedback: stored.feedback()?,
        date_created: stored.created(),
    })
}
