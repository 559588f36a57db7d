//! The bytes that the files of one account take.

use aditus_domain::ids::UserId;
use aditus_domain::requests::FileQuota;
use aditus_domain::review::OverallStatus;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::{data_requests, draft_files, request_documents, request_drafts};

pub(super) fn of(connection: &mut AnyConnection, owner: UserId) -> Outcome<u64> {
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
}
