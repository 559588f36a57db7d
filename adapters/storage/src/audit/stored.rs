//! Reads stored accounts and administrative records in the form whose digests audit entries
//! contain.

use std::fmt::Display;

use aditus_application::audit::stored::{Line, RowState, StoredRows};
use aditus_application::integrity::DigestEntryRow;
use aditus_application::ports::StoreError;
use aditus_domain::audit::stored::{Part, Subject, SubjectKind};
use aditus_domain::audit::{Act, Kind};
use aditus_domain::ids::AuditEntryId;
use aditus_domain::reference::ReferenceList;
use diesel::prelude::*;

use super::reviewed::grouped;
use crate::connection::AnyConnection;
use crate::dialect::on_postgres;
use crate::dictionary::sources::StatedSource;
use crate::error::DbResult;
use crate::scan::{RowSelection, Scan, selected_rows};
use crate::schema::{
    approval_procedures, audit_entries, data_custodians, data_sources, equipment_types, ethics_committees,
    next_stages, organisation_roles, organisations, purposes, stage_types, stages, users,
};
use crate::transaction::WriteTransaction;

impl StoredRows for WriteTransaction {
    fn state(&mut self, subject: Subject) -> Result<Option<RowState>, StoreError> {
        self.run(|connection| {
            // Dependent rows, such as the stages of a procedure, are read after the lock was
            // acquired, when the previous holder has committed.
            let lock = format!(
                "SELECT id FROM {} WHERE id = {} FOR NO KEY UPDATE",
                table_of(subject.kind),
                subject.id
            );
            on_postgres(connection, &lock)?;
            Ok(rows(connection, subject.kind, RowSelection::Ids(&[subject.id]))?.pop())
        })
    }

    fn ids(&mut self, kind: SubjectKind) -> Result<Vec<i64>, StoreError> {
        let selection = RowSelection::Next {
            after: i64::MIN,
            limit: u32::MAX,
        };
        self.run(|connection| {
            let all = rows(connection, kind, selection)?;
            Ok(all.into_iter().map(|row| row.id).collect())
        })
    }
}

pub(super) const fn table_of(kind: SubjectKind) -> &'static str {
    match kind {
        SubjectKind::Account => "users",
        SubjectKind::Organisation => "organisations",
        SubjectKind::Procedure => "approval_procedures",
        SubjectKind::Source => "data_sources",
        SubjectKind::StageType => "stage_types",
        SubjectKind::Entry(ReferenceList::Purposes) => "purposes",
        SubjectKind::Entry(ReferenceList::EthicsCommittees) => "ethics_committees",
        SubjectKind::Entry(ReferenceList::EquipmentTypes) => "equipment_types",
    }
}

/// Returns the current states of the selected records of a kind.
pub(crate) fn rows(
    connection: &mut AnyConnection,
    kind: SubjectKind,
    selection: RowSelection<'_>,
) -> DbResult<Vec<RowState>> {
    let scan = Scan {
        selection,
        repairs: false,
    };
    macro_rules! named {
        ($table:ident, $name:ident, $flag:ident) => {{
            let rows = $table::table
                .order($table::id)
                .select(($table::id, $table::$name, $table::$flag))
                .into_boxed();
            let rows: Vec<(i64, String, bool)> = selected_rows!(rows, $table, scan).load(connection)?;
            let state = |(id, name, flag): (i64, String, bool)| RowState {
                id,
                parts: vec![(Part::Details, vec![vec![Some(name), Some(text(flag))]])],
            };
            Ok(rows.into_iter().map(state).collect())
        }};
    }
    match kind {
        SubjectKind::Account => accounts(connection, scan),
        SubjectKind::Organisation => all_organisations(connection, scan),
        SubjectKind::Procedure => procedures(connection, scan),
        SubjectKind::Source => sources(connection, scan),
        SubjectKind::StageType => named!(stage_types, name, built_in),
        SubjectKind::Entry(ReferenceList::Purposes) => named!(purposes, purpose, active),
        SubjectKind::Entry(ReferenceList::EthicsCommittees) => named!(ethics_committees, irb_name, active),
        SubjectKind::Entry(ReferenceList::EquipmentTypes) => named!(equipment_types, equipment_type, active),
    }
}

fn text(value: impl Display + Copy) -> String {
    value.to_string()
}

/// Id and password; names; email address; phone number; organisation and state.
type AccountColumns = (
    (i64, String),
    (String, Option<String>, String),
    (Option<String>, bool),
    (String, bool),
    (i64, String),
);

fn accounts(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<Vec<RowState>> {
    let rows = users::table
        .filter(users::erased_on.is_null())
        .order(users::id)
        .select((
            (users::id, users::password_hash),
            (users::fname, users::middle_name, users::sname),
            (users::org_email, users::email_is_verified),
            (users::phone, users::phone_is_proven),
            (users::organisation_id, users::state),
        ))
        .into_boxed();
    let rows: Vec<AccountColumns> = selected_rows!(rows, users, scan).load(connection)?;
    Ok(rows.into_iter().map(account).collect())
}

/// Each line contains the password hash, which acts as the salt of its digest.
fn account(columns: AccountColumns) -> RowState {
    let ((id, password), (fname, middle, sname), address, number, (organisation, state)) = columns;
    let salted = |mut line: Line| {
        line.push(Some(password.clone()));
        vec![line]
    };
    RowState {
        id,
        parts: vec![
            (
                Part::Details,
                salted(vec![
                    Some(fname),
                    middle,
                    Some(sname),
                    Some(text(organisation)),
                    Some(state),
                ]),
            ),
            (Part::Address, salted(vec![address.0, Some(text(address.1))])),
            (Part::Number, salted(vec![Some(number.0), Some(text(number.1))])),
            (Part::Password, salted(Vec::new())),
        ],
    }
}

/// Id and active flag; name, description and country; domain and abbreviation.
type OrganisationColumns = (
    (i64, bool),
    (String, String, String),
    (Option<String>, Option<String>),
);

fn all_organisations(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<Vec<RowState>> {
    let rows = organisations::table
        .order(organisations::id)
        .select((
            (organisations::id, organisations::active),
            (
                organisations::name,
                organisations::description,
                organisations::country,
            ),
            (organisations::domain, organisations::abbreviation),
        ))
        .into_boxed();
    let rows: Vec<OrganisationColumns> = selected_rows!(rows, organisations, scan).load(connection)?;
    let ids: Vec<i64> = rows.iter().map(|((id, _), ..)| *id).collect();
    let offered: Vec<(i64, (i64, i64, bool))> = organisation_roles::table
        .filter(organisation_roles::organisation_id.eq_any(&ids))
        .order(organisation_roles::id)
        .select((
            organisation_roles::organisation_id,
            (
                organisation_roles::id,
                organisation_roles::role_id,
                organisation_roles::active,
            ),
        ))
        .load(connection)?;
    let mut offered = grouped(offered);
    let state =
        |((id, active), (name, description, country), (domain, abbreviation)): OrganisationColumns| {
            let roles = offered.remove(&id).unwrap_or_default().into_iter();
            let details = vec![
                Some(name),
                Some(description),
                Some(country),
                domain,
                abbreviation,
                Some(text(active)),
            ];
            RowState {
                id,
                parts: vec![
                    (Part::Details, vec![details]),
                    (
                        Part::Roles,
                        roles
                            .map(|(id, role, active)| {
                                vec![Some(text(id)), Some(text(role)), Some(text(active))]
                            })
                            .collect(),
                    ),
                ],
            }
        };
    Ok(rows.into_iter().map(state).collect())
}

/// Id; name and description; active and default flags; heading and body of the letter; unit and count
/// of the term; weeks of the completion window.
type ProcedureColumns = (
    i64,
    (String, String),
    (bool, bool),
    (Option<String>, Option<String>),
    (Option<String>, Option<i32>),
    Option<i32>,
);

/// Id, role, type, order, activity, branch, target.
type StageColumns = (i64, i64, i64, i32, String, i32, Option<i32>);

fn procedures(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<Vec<RowState>> {
    let rows = approval_procedures::table
        .order(approval_procedures::id)
        .select((
            approval_procedures::id,
            (approval_procedures::name, approval_procedures::description),
            (approval_procedures::is_active, approval_procedures::is_default),
            (
                approval_procedures::letter_heading,
                approval_procedures::letter_body,
            ),
            (approval_procedures::term_unit, approval_procedures::term_count),
            approval_procedures::completion_weeks,
        ))
        .into_boxed();
    let rows: Vec<ProcedureColumns> = selected_rows!(rows, approval_procedures, scan).load(connection)?;
    let ids: Vec<i64> = rows.iter().map(|(id, ..)| *id).collect();
    let of_procedures: Vec<(i64, StageColumns)> = stages::table
        .filter(stages::procedure_id.eq_any(&ids))
        .order(stages::id)
        .select((
            stages::procedure_id,
            (
                stages::id,
                stages::role_id,
                stages::stage_type_id,
                stages::stage_order,
                stages::stage_activity,
                stages::branch_level,
                stages::target,
            ),
        ))
        .load(connection)?;
    let stage_ids: Vec<i64> = of_procedures.iter().map(|(_, stage)| stage.0).collect();
    let links: Vec<(i64, i64)> = next_stages::table
        .filter(next_stages::current_stage_id.eq_any(&stage_ids))
        .order(next_stages::id)
        .select((next_stages::current_stage_id, next_stages::next_stage_id))
        .load(connection)?;
    let mut of_procedures = grouped(of_procedures);
    let mut links = grouped(links);
    let state = |row: ProcedureColumns| {
        let (id, (name, description), (active, default), (heading, body), (unit, count), weeks) = row;
        let term = count.map(|count| vec![unit, Some(text(count))]);
        let window = weeks.map(|weeks| vec![Some(text(weeks))]);
        let stages = of_procedures.remove(&id).unwrap_or_default();
        let from = stages.iter().map(|stage| stage.0);
        let led = from.flat_map(|from| {
            let to = links.remove(&from).unwrap_or_default();
            to.into_iter()
                .map(move |to| vec![Some(text(from)), Some(text(to))])
        });
        let links = led.collect();
        let targets = stages.iter().filter_map(target).collect();
        RowState {
            id,
            parts: vec![
                (
                    Part::Details,
                    vec![vec![
                        Some(name),
                        Some(description),
                        Some(text(active)),
                        Some(text(default)),
                    ]],
                ),
                (Part::Stages, stages.into_iter().map(stage).collect()),
                (Part::Links, links),
                (Part::Letter, vec![vec![heading, body]]),
                (Part::Targets, targets),
                (Part::Term, term.into_iter().collect()),
                (Part::Window, window.into_iter().collect()),
            ],
        }
    };
    Ok(rows.into_iter().map(state).collect())
}

/// Returns the line of a stage. Its target is a part of its own.
fn stage((id, role, stage_type, order, activity, branch, _): StageColumns) -> Line {
    vec![
        Some(text(id)),
        Some(text(role)),
        Some(text(stage_type)),
        Some(text(order)),
        Some(activity),
        Some(text(branch)),
    ]
}

/// Returns id and target of a stage that has one.
fn target((id, .., target): &StageColumns) -> Option<Line> {
    target.map(|days| vec![Some(text(id)), Some(text(days))])
}

fn sources(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<Vec<RowState>> {
    let rows = data_sources::table.order(data_sources::id).into_boxed();
    let rows = selected_rows!(rows, data_sources, scan)
        .select(StatedSource::as_select())
        .load::<StatedSource>(connection)?;
    let ids: Vec<i64> = rows.iter().map(|source| source.id).collect();
    let custodians: Vec<(i64, (i64, i64, bool))> = data_custodians::table
        .filter(data_custodians::data_source_id.eq_any(&ids))
        .order(data_custodians::id)
        .select((
            data_custodians::data_source_id,
            (
                data_custodians::id,
                data_custodians::org_role_id,
                data_custodians::broker,
            ),
        ))
        .load(connection)?;
    let mut custodians = grouped(custodians);
    let state = |source: StatedSource| {
        let id = source.id;
        let own = custodians.remove(&id).unwrap_or_default().into_iter();
        RowState {
            id,
            parts: vec![
                (Part::Details, vec![source.line()]),
                (
                    Part::Custodians,
                    own.map(|(id, role, broker)| vec![Some(text(id)), Some(text(role)), Some(text(broker))])
                        .collect(),
                ),
            ],
        }
    };
    Ok(rows.into_iter().map(state).collect())
}

/// Returns the entries that may contain digests of stored records, in the order in which they were
/// added.
pub(crate) fn stating(
    connection: &mut AnyConnection,
    after: AuditEntryId,
    limit: u32,
) -> DbResult<Vec<DigestEntryRow>> {
    let kinds: Vec<&str> = Act::WITH_ROW_DIGESTS.iter().copied().map(Kind::name).collect();
    let found: Vec<(i64, String)> = audit_entries::table
        .filter(audit_entries::id.gt(after.0))
        .filter(audit_entries::kind.eq_any(kinds))
        .order(audit_entries::id)
        .limit(i64::from(limit))
        .select((audit_entries::id, audit_entries::canonical))
        .load(connection)?;
    let entry = |(id, canonical)| DigestEntryRow {
        id: AuditEntryId(id),
        canonical,
    };
    Ok(found.into_iter().map(entry).collect())
}
