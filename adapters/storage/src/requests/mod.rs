//! Data requests: the store, its lists and counters, and the reference data of the wizard.

mod add;
mod answers;
mod bindings;
mod counters;
mod counting;
mod datasets;
mod detail;
pub(crate) mod documents;
mod drafts;
mod edits;
pub(crate) mod erasures;
pub(crate) mod finished;
mod finished_times;
pub(crate) mod integrity;
pub(crate) mod labels;
pub(crate) mod letters;
mod list;
mod list_filter;
mod lists;
pub(crate) mod load;
mod overdue;
mod own_tasks;
#[cfg(test)]
mod plans;
mod purposes;
mod reference;
pub(crate) mod removal;
mod rounds;
mod rows;
mod save;
pub(crate) mod scope;
pub(crate) mod search_condition;
pub(crate) mod search_text;
pub(crate) mod states;
pub(crate) mod status;
mod uploads;
pub(crate) mod versions;
mod with_requester;

use std::collections::BTreeSet;

use aditus_application::access::RequestScope;
use aditus_application::paging::Paged;
use aditus_application::ports::{FileKey, Signal, StoreError};
use aditus_application::requests::letters::Letter;
use aditus_application::requests::views::{
    DatasetRow, DatasetVariableView, DatasetVariablesQuery, DeviceView, FacilityNode, FilterChoices,
    FoundDocument, OwnTask, ReferenceData, RequestDetail, RequestQuery, RequestRow, RequestViews, StaffView,
    TabCounts,
};
use aditus_application::requests::{LogEntry, NewRequest, NewRound, Request, Requests};
use aditus_application::review::views::{StageScope, WaitingStage};
use aditus_domain::ids::{DataSourceId, OrganisationRoleId, RequestId, StateId, UserId};
use aditus_domain::requests::FileQuota;
use aditus_domain::review::{Finished, OverallStatus, RequestList, StageNumber};
use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;

use self::detail::Variables;
use crate::dictionary::requested_variables::variables_of_dataset;
use crate::error::unreadable;
use crate::prepared::one_directly;
use crate::read_session::ReadSession;
use crate::review::waiting::possible_vacancies;
use crate::schema::{data_requests, draft_files, request_documents, request_drafts, request_states};
use crate::transaction::WriteTransaction;

impl Requests for WriteTransaction {
    fn begin_uploads(&mut self, keys: &[FileKey], at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| uploads::begin(connection, keys, at))
    }

    fn uploads_begun_before(
        &mut self,
        before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<FileKey>, StoreError> {
        self.run(|connection| uploads::begun_before(connection, before, limit))
    }

    fn end_uploads(&mut self, keys: &[FileKey]) -> Result<(), StoreError> {
        self.run(|connection| uploads::end(connection, keys))
    }

    fn add(&mut self, request: &NewRequest) -> Result<RequestId, StoreError> {
        let (id, changes) = self.run(|connection| add::add(connection, request))?;
        self.will_count(id, changes);
        Ok(id)
    }

    fn get(&mut self, id: RequestId) -> Result<Option<Request>, StoreError> {
        self.run(|connection| load::get(connection, id))
    }

    fn locate(&mut self, state: StateId) -> Result<Option<(RequestId, StageNumber)>, StoreError> {
        self.run(|connection| {
            let found = request_states::table
                .find(state.0)
                .select((request_states::request_id, request_states::number));
            let found: Option<(i64, i32)> = one_directly(found, connection)?;
            let place = |(request, number)| {
                let number = u16::try_from(number).map_err(unreadable("number of a stage"))?;
                Ok((RequestId(request), StageNumber(number)))
            };
            found.map(place).transpose()
        })
    }

    fn bound_to(
        &mut self,
        org_roles: &[OrganisationRoleId],
        requests: &[RequestId],
    ) -> Result<BTreeSet<RequestId>, StoreError> {
        self.run(|connection| bindings::bound_to(connection, org_roles, requests))
    }

    fn possible_vacancies(&mut self, at: OrganisationRoleId) -> Result<Vec<WaitingStage>, StoreError> {
        self.run(|connection| possible_vacancies(connection, StageScope::At(at)))
    }

    fn save(&mut self, request: &Request, happened: &[LogEntry]) -> Result<(), StoreError> {
        let changes = self.run(|connection| save::save(connection, request, happened))?;
        self.will_count(request.id, changes);
        Ok(())
    }

    fn set_needed_on(&mut self, id: RequestId, day: NaiveDate) -> Result<(), StoreError> {
        self.run(|connection| rounds::set_needed_on(connection, id, day))
    }

    fn begin_round(&mut self, round: &NewRound) -> Result<(), StoreError> {
        self.run(|connection| rounds::begin(connection, round))
    }

    fn sources_at_the_end(&mut self, id: RequestId) -> Result<Option<Vec<DataSourceId>>, StoreError> {
        self.run(|connection| rounds::sources_at_the_end(connection, id))
    }

    fn announce(&mut self, user: UserId) -> Result<(), StoreError> {
        self.will_signal(Signal::RequestsChanged(user));
        Ok(())
    }
}

impl RequestViews for ReadSession {
    fn list(&mut self, query: &RequestQuery) -> Result<Paged<RequestRow>, StoreError> {
        self.run(|connection| list::list(connection, query))
    }

    fn counts(&mut self, list: RequestList) -> Result<TabCounts, StoreError> {
        self.run(|connection| counters::all(connection, list))
    }

    fn filter_choices(&mut self, list: RequestList) -> Result<FilterChoices, StoreError> {
        self.run(|connection| list_filter::choices(connection, list))
    }

    fn with_requester(
        &mut self,
        list: RequestList,
        demanded_after: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        self.run(|connection| with_requester::number(connection, list, demanded_after))
    }

    fn overdue(&mut self, list: RequestList, today: NaiveDate) -> Result<u64, StoreError> {
        self.run(|connection| overdue::number(connection, list, today))
    }

    fn finished(&mut self, scope: &RequestScope, at_most: u32) -> Result<Vec<Finished>, StoreError> {
        self.run(|connection| finished_times::finished(connection, scope, at_most))
    }

    fn own_tasks(
        &mut self,
        owner: UserId,
        demanded_after: DateTime<Utc>,
        feedback_at_most: u32,
    ) -> Result<Vec<OwnTask>, StoreError> {
        self.run(|connection| own_tasks::own_tasks(connection, owner, demanded_after, feedback_at_most))
    }

    fn finished_alike(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
        at_most: u32,
    ) -> Result<Option<Vec<Finished>>, StoreError> {
        self.about(scope, id, |connection| {
            finished_times::finished_alike(connection, id, at_most)
        })
    }

    fn titles(
        &mut self,
        scope: &RequestScope,
        requests: &[RequestId],
    ) -> Result<Vec<(RequestId, String)>, StoreError> {
        self.run(|connection| scope::titles(connection, scope, requests))
    }

    fn detail(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<RequestDetail>, StoreError> {
        self.run(|connection| detail::detail(connection, scope, id, Variables::Read))
    }

    fn detail_without_variables(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
    ) -> Result<Option<RequestDetail>, StoreError> {
        self.run(|connection| detail::detail(connection, scope, id, Variables::Counted))
    }

    fn datasets(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
    ) -> Result<Option<Vec<DatasetRow>>, StoreError> {
        self.about(scope, id, |connection| datasets::of_request(connection, id))
    }

    fn dataset_variables(
        &mut self,
        scope: &RequestScope,
        query: &DatasetVariablesQuery,
    ) -> Result<Option<Paged<DatasetVariableView>>, StoreError> {
        let Some(request) = self.run(|connection| datasets::request_of(connection, query.dataset))? else {
            return Ok(None);
        };
        self.about(scope, request, |connection| {
            variables_of_dataset(connection, query)
        })
    }

    fn devices(
        &mut self,
        scope: &RequestScope,
        id: RequestId,
    ) -> Result<Option<Vec<DeviceView>>, StoreError> {
        self.about(scope, id, |connection| lists::devices(connection, id))
    }

    fn staff(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<Vec<StaffView>>, StoreError> {
        self.about(scope, id, |connection| lists::staff(connection, id))
    }

    fn document(&mut self, scope: &RequestScope, key: &FileKey) -> Result<Option<FoundDocument>, StoreError> {
        self.run(|connection| documents::by_key(connection, scope, key))
    }

    fn stored_bytes(&mut self, owner: UserId) -> Result<u64, StoreError> {
        self.run(|connection| {
            let drafts: Vec<i64> = request_drafts::table
                .filter(request_drafts::owner_id.eq(owner.0))
                .select(request_drafts::id)
                .load(connection)?;
            let of_drafts: Vec<i64> = draft_files::table
                .filter(draft_files::draft_id.eq_any(drafts))
                .select(draft_files::size)
                .load(connection)?;
            let statuses = OverallStatus::ALL.iter().copied();
            let counting: Vec<&str> = statuses
                .filter(|status| FileQuota::count_while(*status))
                .map(OverallStatus::name)
                .collect();
            let requests: Vec<i64> = data_requests::table
                .filter(data_requests::owner_id.eq(owner.0))
                .filter(data_requests::status.eq_any(counting))
                .select(data_requests::id)
                .load(connection)?;
            let of_requests: Vec<i64> = request_documents::table
                .filter(request_documents::request_id.eq_any(requests))
                .filter(request_documents::gone_on.is_null())
                .select(request_documents::size)
                .load(connection)?;
            let sizes = of_drafts.into_iter().chain(of_requests);
            Ok(sizes.map(i64::unsigned_abs).sum())
        })
    }

    fn letter(&mut self, scope: &RequestScope, id: RequestId) -> Result<Option<Letter>, StoreError> {
        let found = self.about(scope, id, |connection| letters::of_request(connection, id))?;
        Ok(found.flatten())
    }

    fn reference_data(&mut self) -> Result<ReferenceData, StoreError> {
        self.run(reference::lists)
    }

    fn facilities(&mut self) -> Result<Vec<FacilityNode>, StoreError> {
        self.run(reference::facilities)
    }
}
