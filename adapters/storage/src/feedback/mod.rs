//! Feedback of requesters.

mod rows;

use aditus_application::access::RequestScope;
use aditus_application::feedback::FeedbackEntries;
use aditus_application::feedback::views::{FeedbackTally, FeedbackView, FeedbackViews};
use aditus_application::paging::{Page, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::feedback::{ComeBack, Experience, Feedback};
use aditus_domain::ids::{RequestId, UserId};
use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{Outcome, unreadable};
use crate::reading::Reading;
use crate::requests::in_scope;
use crate::schema::{data_request_feedback, data_requests};
use crate::transaction::UnitOfWork;
use rows::{Columns, Stored};

impl FeedbackEntries for UnitOfWork {
    fn add(&mut self, request: RequestId, feedback: &Feedback, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::insert_into(data_request_feedback::table)
                .values((
                    data_request_feedback::request_id.eq(request.0),
                    data_request_feedback::date_created.eq(crate::times::At::from(at)),
                    Columns::of(feedback),
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
                .set(Columns::of(feedback))
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

impl FeedbackViews for Reading {
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

    fn list(&mut self, scope: &RequestScope, page: Page) -> Result<Paged<FeedbackView>, StoreError> {
        self.run(|connection| list(connection, scope, page))
    }

    fn tally(&mut self, scope: &RequestScope) -> Result<FeedbackTally, StoreError> {
        self.run(|connection| tally(connection, scope))
    }
}

fn list(connection: &mut AnyConnection, scope: &RequestScope, page: Page) -> Outcome<Paged<FeedbackView>> {
    let rows: Vec<(Stored, String, i64)> = data_request_feedback::table
        .inner_join(data_requests::table)
        .filter(in_scope(scope))
        .order((
            data_request_feedback::date_created.desc(),
            data_request_feedback::request_id.desc(),
        ))
        .select((Stored::as_select(), data_requests::title, data_requests::owner_id))
        .limit(page.limit())
        .offset(page.offset())
        .load(connection)?;
    let total: i64 = data_request_feedback::table
        .inner_join(data_requests::table)
        .filter(in_scope(scope))
        .count()
        .get_result(connection)?;
    Ok(Paged {
        items: rows.into_iter().map(view).collect::<Outcome<_>>()?,
        page,
        total: u64::try_from(total).map_err(unreadable("number of feedbacks"))?,
    })
}

/// One row for each pair of answers, of which there are few: the numbers of the dashboard are their sums.
fn tally(connection: &mut AnyConnection, scope: &RequestScope) -> Outcome<FeedbackTally> {
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

fn view((stored, title, owner): (Stored, String, i64)) -> Outcome<FeedbackView> {
    Ok(FeedbackView {
        request_id: stored.request(),
        title,
        owner: UserId(owner),
        feedback: stored.feedback()?,
        date_created: stored.created(),
    })
}
