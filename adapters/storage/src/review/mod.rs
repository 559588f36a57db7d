//! Comments and replies, and read models of reviews: states, edges, histories.

pub(crate) mod comments;
mod decisions;
mod people;
mod replies;
pub(crate) mod views;
pub(crate) mod waiting;

use aditus_application::access::RequestScope;
use aditus_application::ports::StoreError;
use aditus_application::review::views::{
    CommentView, EdgeView, HistoryView, Involvement, ReplyView, RequestProgress, ReviewViews, SectionCount,
    StageScope, StateView, WaitingStage,
};
use aditus_domain::ids::{CommentId, RequestId, UserId};
use aditus_domain::review::Chain;
use aditus_domain::review::comments::{OpenDemands, Section};
use chrono::{DateTime, Utc};

use crate::connection::AnyConnection;
use crate::read_session::ReadSession;
use crate::requests::load;
use crate::requests::states::edges;

impl ReviewViews for ReadSession {
    fn states(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<StateView>>, StoreError> {
        self.about(scope, request, |connection| views::states(connection, request))
    }

    fn chain(&mut self, scope: &RequestScope, request: RequestId) -> Result<Option<Chain>, StoreError> {
        self.about(scope, request, |connection| load::chain(connection, request))
    }

    fn possible_vacancies(&mut self, place: StageScope<'_>) -> Result<Vec<WaitingStage>, StoreError> {
        self.run(|connection| waiting::possible_vacancies(connection, place))
    }

    fn edges(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<EdgeView>>, StoreError> {
        let view = |(current_state, next)| EdgeView { current_state, next };
        self.about(scope, request, |connection| {
            Ok(edges(connection, request)?.into_iter().map(view).collect())
        })
    }

    fn history(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<HistoryView>>, StoreError> {
        self.about(scope, request, |connection| views::history(connection, request))
    }

    fn comments(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        section: Option<Section>,
    ) -> Result<Option<Vec<CommentView>>, StoreError> {
        self.about(scope, request, |connection| {
            comments::of_request(connection, request, section)
        })
    }

    fn replies(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<ReplyView>>, StoreError> {
        self.about(scope, request, |connection| {
            replies::of_request(connection, request)
        })
    }

    fn replies_to(
        &mut self,
        scope: &RequestScope,
        comment: CommentId,
    ) -> Result<Option<Vec<ReplyView>>, StoreError> {
        let Some(request) = self.run(|connection| replies::request_of(connection, comment))? else {
            return Ok(None);
        };
        self.about(scope, request, |connection| {
            replies::of_comment(connection, comment)
        })
    }

    fn open_demands(
        &mut self,
        requests: &[RequestId],
        demanded_after: DateTime<Utc>,
    ) -> Result<Vec<(RequestId, OpenDemands)>, StoreError> {
        self.run(|connection| comments::demands_of(connection, requests, demanded_after))
    }

    fn progress(&mut self, requests: &[RequestId]) -> Result<Vec<RequestProgress>, StoreError> {
        self.run(|connection| decisions::progress(connection, requests))
    }

    fn involvements(
        &mut self,
        user: UserId,
        requests: &[RequestId],
    ) -> Result<Vec<(RequestId, Involvement)>, StoreError> {
        self.run(|connection| decisions::involvements(connection, user, requests))
    }

    fn last_decision_at(&mut self, request: RequestId) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| decisions::last_decision_at(connection, request))
    }

    fn section_counts(
        &mut self,
        scope: &RequestScope,
        request: Option<RequestId>,
        demanded_after: DateTime<Utc>,
    ) -> Result<Option<Vec<SectionCount>>, StoreError> {
        let count =
            |connection: &mut AnyConnection| comments::by_section(connection, scope, request, demanded_after);
        match request {
            Some(request) => self.about(scope, request, count),
            None => self.run(count).map(Some),
        }
    }
}
