//! Reads stored requests and their audit entries in batches, with one statement per table, for
//! `aditus audit verify` to compare.

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::failure::causes;
use aditus_application::integrity::{RequestEntryRow, ScannedRequest};
use aditus_application::ports::StoreError;
use aditus_domain::audit::states::{
    RemovedDocument, RequestAct, StoredAnswer, StoredComment, StoredExtension, StoredLetter, StoredLine,
    StoredReply, StoredRequest, StoredRound, StoredStage, StoredTexts, StoredVersion,
};
use aditus_domain::ids::{
    AssignedRoleId, CommentId, DatasetId, DocumentId, OrganisationRoleId, ReplyId, RequestId, StateId, UserId,
};
use aditus_domain::procedures::StageType;
use aditus_domain::requests::DocumentKind;
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::{OverallStatus, Section, StageNumber, StageState};
use aditus_domain::roles::Role;
use chrono::NaiveDate;
use diesel::prelude::*;

use super::request_entries;
use crate::connection::AnyConnection;
use crate::error::{DbError, DbResult, missing, unreadable};
use crate::requests::versions::number::number;
use crate::requests::{documents, letters};
use crate::schema::{
    audit_entries, comment_replies, data_request_feedback, data_requests, request_documents, request_edges,
    request_history, request_rounds, request_states, request_terms, request_versions, requested_datasets,
    state_comments,
};
use crate::times::Timestamp;

diesel::alias! {
    const ENDS: Alias<Ends> = audit_entries as ends;
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = data_requests)]
struct RequestRow {
    id: i64,
    owner_id: i64,
    requester_role_id: i64,
    submitted_on: Timestamp,
    status: String,
    round: i32,
    content_digest: Vec<u8>,
    content_version: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_states)]
struct StateRow {
    id: i64,
    request_id: i64,
    number: i32,
    state: String,
    stage_type: String,
    role_id: i64,
    org_role_id: i64,
    responded_on: Option<Timestamp>,
    answered_by: Option<i64>,
    answered_in_role: Option<i64>,
    answered_for: Option<i64>,
    reason: Option<String>,
    recommendation: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_history)]
struct LineRow {
    request_id: i64,
    round: i32,
    state_id: i64,
    state: String,
    happened_on: Timestamp,
    user_id: Option<i64>,
    assigned_role_id: Option<i64>,
    reason: Option<String>,
    recommendation: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_versions)]
struct VersionRow {
    request_id: i64,
    number: i32,
    digest: Vec<u8>,
    author_id: i64,
    section: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_rounds)]
struct RoundRow {
    request_id: i64,
    round: i32,
    started_by: i64,
    started_on: Timestamp,
    note: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = state_comments)]
struct CommentRow {
    id: i64,
    request_id: i64,
    state_id: i64,
    author_id: i64,
    author_role_id: i64,
    section: String,
    comment: String,
    action_required: bool,
    created_on: Timestamp,
    resolved_on: Option<Timestamp>,
    resolved_by: Option<i64>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = comment_replies)]
struct ReplyRow {
    id: i64,
    comment_id: i64,
    author_id: i64,
    author_role_id: i64,
    reply: String,
    created_on: Timestamp,
}

/// The rows of a batch of requests, by request.
#[derive(Default)]
struct OfRequests {
    states: BTreeMap<i64, Vec<StateRow>>,
    edges: BTreeMap<i64, Vec<(i64, i64)>>,
    lines: BTreeMap<i64, Vec<LineRow>>,
    versions: BTreeMap<i64, Vec<VersionRow>>,
    datasets: BTreeMap<i64, Vec<(i64, Option<NaiveDate>)>>,
    letters: BTreeMap<i64, StoredLetter>,
    feedback: BTreeSet<i64>,
    removed_documents: BTreeMap<i64, Vec<RemovedRow>>,
    rounds: BTreeMap<i64, Vec<RoundRow>>,
    extensions: BTreeMap<i64, Vec<ExtensionRow>>,
    comments: BTreeMap<i64, Vec<CommentRow>>,
    replies: BTreeMap<i64, Vec<ReplyRow>>,
    entries: BTreeMap<i64, Vec<RequestEntryRow>>,
    /// Keyed by the person whom the entries concern.
    of_owners: BTreeMap<i64, Vec<RequestEntryRow>>,
}

/// A document whose file was removed: id, kind, reason, time.
type RemovedRow = (i64, String, Option<String>, Option<Timestamp>);

/// An extension of a term: round, unit, number of units, reason.
type ExtensionRow = (i32, String, Option<i32>, Option<String>);

/// Groups rows by key, keeping their order.
pub(super) fn grouped<T>(rows: Vec<(i64, T)>) -> BTreeMap<i64, Vec<T>> {
    let mut groups: BTreeMap<i64, Vec<T>> = BTreeMap::new();
    for (of, row) in rows {
        groups.entry(of).or_default().push(row);
    }
    groups
}

/// Returns the next requests after this one, each with its stored state and its entries.
pub(crate) fn requests(
    connection: &mut AnyConnection,
    after: RequestId,
    limit: u32,
) -> DbResult<Vec<ScannedRequest>> {
    let found: Vec<RequestRow> = data_requests::table
        .filter(data_requests::id.gt(after.0))
        .order(data_requests::id)
        .limit(i64::from(limit))
        .select(RequestRow::as_select())
        .load(connection)?;
    let ids: Vec<i64> = found.iter().map(|row| row.id).collect();
    let mut rows = load(connection, &ids)?;
    let owners: Vec<i64> = found.iter().map(|row| row.owner_id).collect();
    rows.of_owners = request_entries::entries_of_owners(connection, &owners)?;
    found
        .into_iter()
        .map(|request| {
            let id = request.id;
            let mut entries = rows.entries.remove(&id).unwrap_or_default();
            if let Some(of_owner) = rows.of_owners.get(&request.owner_id) {
                entries.extend(of_owner.iter().cloned());
                entries.sort_unstable_by_key(|entry| entry.id);
            }
            Ok(ScannedRequest {
                request: RequestId(id),
                stored: readable(stored(&request, &mut rows))?,
                entries,
            })
        })
        .collect()
}

/// Turns an unreadable value into a message. Other errors of the database are returned.
pub(super) fn readable<T>(read: DbResult<T>) -> DbResult<Result<T, String>> {
    match read {
        Ok(value) => Ok(Ok(value)),
        Err(DbError::Store(StoreError::Internal(cause))) => Ok(Err(causes(cause.as_ref()))),
        Err(error) => Err(error),
    }
}

fn load(connection: &mut AnyConnection, ids: &[i64]) -> DbResult<OfRequests> {
    let states: Vec<StateRow> = request_states::table
        .filter(request_states::request_id.eq_any(ids))
        .order((request_states::request_id, request_states::number))
        .select(StateRow::as_select())
        .load(connection)?;
    let edges: Vec<(i64, (i64, i64))> = request_edges::table
        .filter(request_edges::request_id.eq_any(ids))
        .select((
            request_edges::request_id,
            (request_edges::current_state, request_edges::next_state),
        ))
        .load(connection)?;
    let lines: Vec<LineRow> = request_history::table
        .filter(request_history::request_id.eq_any(ids))
        .order((request_history::request_id, request_history::id))
        .select(LineRow::as_select())
        .load(connection)?;
    let versions: Vec<VersionRow> = request_versions::table
        .filter(request_versions::request_id.eq_any(ids))
        .order((request_versions::request_id, request_versions::number))
        .select(VersionRow::as_select())
        .load(connection)?;
    let datasets: Vec<(i64, (i64, Option<NaiveDate>))> = requested_datasets::table
        .filter(requested_datasets::request_id.eq_any(ids))
        .order((requested_datasets::request_id, requested_datasets::id))
        .select((
            requested_datasets::request_id,
            (requested_datasets::id, requested_datasets::release_date),
        ))
        .load(connection)?;
    let letters = letters::of_requests(connection, ids)?.into_iter().map(|letter| {
        let stored = StoredLetter {
            number: letter.number,
            made_on: letter.made_on,
            text: letter.text,
        };
        (letter.request.0, stored)
    });
    let removed: Vec<(i64, RemovedRow)> = request_documents::table
        .filter(request_documents::request_id.eq_any(ids))
        .filter(
            request_documents::gone_on
                .is_not_null()
                .or(request_documents::gone_why.is_not_null()),
        )
        .order((request_documents::request_id, request_documents::id))
        .select((
            request_documents::request_id,
            (
                request_documents::id,
                request_documents::kind,
                request_documents::gone_why,
                request_documents::gone_on,
            ),
        ))
        .load(connection)?;
    let feedback: Vec<i64> = data_request_feedback::table
        .filter(data_request_feedback::request_id.eq_any(ids))
        .select(data_request_feedback::request_id)
        .load(connection)?;
    let rounds: Vec<RoundRow> = request_rounds::table
        .filter(request_rounds::request_id.eq_any(ids))
        .order((request_rounds::request_id, request_rounds::round))
        .select(RoundRow::as_select())
        .load(connection)?;
    let comments: Vec<CommentRow> = state_comments::table
        .filter(state_comments::request_id.eq_any(ids))
        .order((state_comments::request_id, state_comments::id))
        .select(CommentRow::as_select())
        .load(connection)?;
    let replies: Vec<(i64, ReplyRow)> = comment_replies::table
        .inner_join(state_comments::table)
        .filter(state_comments::request_id.eq_any(ids))
        .order(comment_replies::id)
        .select((state_comments::request_id, ReplyRow::as_select()))
        .load(connection)?;
    Ok(OfRequests {
        states: grouped(states.into_iter().map(|row| (row.request_id, row)).collect()),
        edges: grouped(edges),
        lines: grouped(lines.into_iter().map(|row| (row.request_id, row)).collect()),
        versions: grouped(versions.into_iter().map(|row| (row.request_id, row)).collect()),
        datasets: grouped(datasets),
        letters: letters.collect(),
        feedback: feedback.into_iter().collect(),
        removed_documents: grouped(removed),
        rounds: grouped(rounds.into_iter().map(|row| (row.request_id, row)).collect()),
        extensions: grouped(extensions(connection, ids)?),
        comments: grouped(comments.into_iter().map(|row| (row.request_id, row)).collect()),
        replies: grouped(replies),
        entries: request_entries::entries(connection, ids)?,
        of_owners: BTreeMap::new(),
    })
}

/// Returns the extensions of the terms of these requests, each with its request.
fn extensions(connection: &mut AnyConnection, ids: &[i64]) -> DbResult<Vec<(i64, ExtensionRow)>> {
    let extensions = request_terms::table
        .filter(request_terms::request_id.eq_any(ids))
        .filter(request_terms::extension_count.is_not_null())
        .order((request_terms::request_id, request_terms::round))
        .select((
            request_terms::request_id,
            (
                request_terms::round,
                request_terms::term_unit,
                request_terms::extension_count,
                request_terms::extension_reason,
            ),
        ))
        .load(connection)?;
    Ok(extensions)
}

fn stored(request: &RequestRow, rows: &mut OfRequests) -> DbResult<StoredRequest> {
    let id = request.id;
    let stored = rows.states.remove(&id).unwrap_or_default();
    let stages = stored.into_iter().map(stage).collect::<DbResult<Vec<_>>>()?;
    let number_of = |state: i64| {
        let found = stages.iter().find(|stage| stage.id.0 == state);
        found
            .map(|stage| stage.number)
            .ok_or_else(missing("state that another row names"))
    };
    let edges = rows.edges.remove(&id).unwrap_or_default().into_iter();
    let edges = edges.map(|(from, to)| Ok((number_of(from)?, number_of(to)?)));
    let lines = rows.lines.remove(&id).unwrap_or_default();
    let history = lines.into_iter().map(|line| {
        Ok(StoredLine {
            round: round(line.round)?,
            stage: number_of(line.state_id)?,
            state: StageState::parse(&line.state).map_err(unreadable("state in the history"))?,
            user: line.user_id.map(UserId),
            role: line.assigned_role_id.map(AssignedRoleId),
            at: line.happened_on.0,
            texts: StoredTexts {
                reason: line.reason,
                recommendation: line.recommendation,
            },
        })
    });
    let versions = rows.versions.remove(&id).unwrap_or_default();
    let versions = versions.iter().map(|kept| {
        let section = kept.section.as_deref().map(Section::parse).transpose();
        Ok(StoredVersion {
            number: number(kept.number)?,
            digest: digest(&kept.digest)?,
            author: UserId(kept.author_id),
            section: section.map_err(unreadable("section of a version"))?,
        })
    });
    let datasets = rows.datasets.remove(&id).unwrap_or_default().into_iter();
    let removed = rows
        .removed_documents
        .remove(&id)
        .unwrap_or_default()
        .into_iter()
        .map(removed_document);
    let rounds = rows.rounds.remove(&id).unwrap_or_default().into_iter();
    let extensions = rows.extensions.remove(&id).unwrap_or_default().into_iter();
    let comments = rows.comments.remove(&id).unwrap_or_default().into_iter();
    let replies = rows.replies.remove(&id).unwrap_or_default().into_iter();
    Ok(StoredRequest {
        owner: UserId(request.owner_id),
        requester_role: AssignedRoleId(request.requester_role_id),
        submitted_on: request.submitted_on.0,
        status: OverallStatus::parse(&request.status).map_err(unreadable("overall status"))?,
        round: round(request.round)?,
        links: edges.collect::<DbResult<_>>()?,
        history: history.collect::<DbResult<_>>()?,
        versions: versions.collect::<DbResult<_>>()?,
        newest: (number(request.content_version)?, digest(&request.content_digest)?),
        datasets: datasets.map(|(id, released)| (DatasetId(id), released)).collect(),
        letter: rows.letters.remove(&id),
        has_feedback: rows.feedback.contains(&id),
        removed_documents: removed.collect::<DbResult<_>>()?,
        rounds: rounds.map(stored_round).collect::<DbResult<_>>()?,
        extensions: extensions.map(extension).collect::<DbResult<_>>()?,
        comments: comments.map(comment).collect::<DbResult<_>>()?,
        replies: replies.map(reply).collect(),
        stages,
    })
}

fn stage(row: StateRow) -> DbResult<StoredStage> {
    let number = u16::try_from(row.number).map_err(unreadable("number of a stage"))?;
    Ok(StoredStage {
        id: StateId(row.id),
        number: StageNumber(number),
        stage_type: StageType::parse(&row.stage_type).map_err(unreadable("type of a stage"))?,
        role: Role::from_id(row.role_id).map_err(unreadable("role of a stage"))?,
        org_role: OrganisationRoleId(row.org_role_id),
        state: StageState::parse(&row.state).map_err(unreadable("state of a stage"))?,
        answer: StoredAnswer {
            user: row.answered_by.map(UserId),
            role: row.answered_in_role.map(AssignedRoleId),
            org_role: row.answered_for.map(OrganisationRoleId),
            at: row.responded_on.map(|at| at.0),
        },
        texts: StoredTexts {
            reason: row.reason,
            recommendation: row.recommendation,
        },
    })
}

fn stored_round(row: RoundRow) -> DbResult<StoredRound> {
    Ok(StoredRound {
        round: round(row.round)?,
        by: UserId(row.started_by),
        at: row.started_on.0,
        note: row.note,
    })
}

fn extension((of_round, unit, count, reason): ExtensionRow) -> DbResult<StoredExtension> {
    let count = count.ok_or_else(missing("length of an extension"))?;
    Ok(StoredExtension {
        round: round(of_round)?,
        count: u32::try_from(count).map_err(unreadable("length of an extension"))?,
        unit,
        reason: reason.unwrap_or_default(),
    })
}

fn comment(row: CommentRow) -> DbResult<StoredComment> {
    Ok(StoredComment {
        id: CommentId(row.id),
        state: StateId(row.state_id),
        author: UserId(row.author_id),
        role: AssignedRoleId(row.author_role_id),
        section: Section::parse(&row.section).map_err(unreadable("section of a comment"))?,
        action_required: row.action_required,
        text: row.comment,
        at: row.created_on.0,
        resolved_by: row.resolved_by.map(UserId),
        resolved_on: row.resolved_on.map(|at| at.0),
    })
}

fn reply(row: ReplyRow) -> StoredReply {
    StoredReply {
        id: ReplyId(row.id),
        comment: CommentId(row.comment_id),
        author: UserId(row.author_id),
        role: AssignedRoleId(row.author_role_id),
        text: row.reply,
        at: row.created_on.0,
    }
}

fn removed_document((id, kind, why, on): RemovedRow) -> DbResult<RemovedDocument> {
    let why = documents::removal_reason(why.as_deref())?;
    Ok(RemovedDocument {
        id: DocumentId(id),
        kind: DocumentKind::parse(&kind).ok_or_else(missing("kind of a document"))?,
        why: why.ok_or_else(missing("reason why a document is gone"))?,
        on: on.ok_or_else(missing("time since which a document is gone"))?.0,
    })
}

fn round(stored: i32) -> DbResult<u32> {
    u32::try_from(stored).map_err(unreadable("round"))
}

fn digest(bytes: &[u8]) -> DbResult<Sha256> {
    Ok(Sha256(bytes.try_into().map_err(unreadable("digest"))?))
}

/// Returns requests whose submission is in the audit log and whose row is missing, although no
/// entry says that they were removed.
pub(crate) fn lost(connection: &mut AnyConnection, limit: u32) -> DbResult<Vec<RequestId>> {
    let is_there = data_requests::table.filter(data_requests::id.nullable().eq(audit_entries::request_id));
    let was_removed = ENDS
        .filter(
            ENDS.field(audit_entries::request_id)
                .eq(audit_entries::request_id),
        )
        .filter(ENDS.field(audit_entries::kind).eq(RequestAct::LAST_KIND.name()));
    let lost: Vec<Option<i64>> = audit_entries::table
        .filter(audit_entries::kind.eq(RequestAct::FIRST_KIND.name()))
        .filter(diesel::dsl::not(diesel::dsl::exists(is_there)))
        .filter(diesel::dsl::not(diesel::dsl::exists(was_removed)))
        .limit(i64::from(limit))
        .select(audit_entries::request_id)
        .load(connection)?;
    Ok(lost.into_iter().flatten().map(RequestId).collect())
}

/// Returns the number of requests removed at the end of their retention period.
pub(crate) fn removed(connection: &mut AnyConnection) -> DbResult<u64> {
    let number: i64 = audit_entries::table
        .filter(audit_entries::kind.eq(RequestAct::LAST_KIND.name()))
        .count()
        .get_result(connection)?;
    Ok(number.unsigned_abs())
}
