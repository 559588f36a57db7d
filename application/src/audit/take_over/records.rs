//! Accounts, roles and records of the administration are taken over.

use aditus_domain::audit::stored::{Subject, SubjectKind};
use aditus_domain::audit::{Act, Field};
use aditus_domain::ids::{AssignedRoleId, DataSourceId, OrganisationId, ProcedureId, UserId};

use super::Error;
use crate::ports::{Ports, Transaction};
use crate::records::Record;

pub(super) fn account(transaction: &mut dyn Transaction, id: UserId) -> Result<Option<Act>, Error> {
    let account = transaction.accounts().by_id(id)?;
    Ok(account.map(|account| Act::AccountTakenOver {
        user: id,
        organisation: account.organisation,
        state: account.state,
    }))
}

pub(super) fn role(transaction: &mut dyn Transaction, id: AssignedRoleId) -> Result<Option<Act>, Error> {
    let held = transaction.roles().by_id(id)?;
    Ok(held.map(|held| Act::RoleTakenOver {
        user: held.assigned.user,
        assigned_role: id,
        role: held.assigned.role,
        organisation: held.organisation,
        status: held.assigned.status,
    }))
}

pub(super) fn organisation(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    id: OrganisationId,
) -> Result<Option<Act>, Error> {
    let Some(organisation) = transaction.organisations().by_id(id)? else {
        return Ok(None);
    };
    let state = [
        ("active", Field::Flag(organisation.active)),
        ("name", text(ports, &organisation.name)),
        (
            "domain",
            text(ports, organisation.domain.as_deref().unwrap_or_default()),
        ),
    ];
    of_record(ports, Record::Organisation, id.0, &state)
}

pub(super) fn source(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    id: DataSourceId,
) -> Result<Option<Act>, Error> {
    let Some(stored) = transaction.dictionary_records().source(id)? else {
        return Ok(None);
    };
    let source = stored.details;
    let state = [
        ("name", text(ports, &source.source)),
        ("description", text(ports, &source.description)),
        ("db_type", text(ports, source.db_type.name())),
        ("dbms", text(ports, &source.dbms)),
        ("has_aggregate_data", Field::Flag(source.has_aggregate_data)),
        ("publish", Field::Flag(source.publish)),
    ];
    of_record(ports, Record::Source, id.0, &state)
}

/// With its stages and links, which decide how requests go.
pub(super) fn procedure(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    id: ProcedureId,
) -> Result<Option<Act>, Error> {
    let Some(stored) = transaction.procedures().by_id(id)? else {
        return Ok(None);
    };
    let stages = stored.procedure.stages.iter().map(|stage| {
        Field::List(vec![
            Field::Number(stage.id.0),
            Field::Word(stage.stage_type.name()),
            Field::Word(stage.role.name()),
            Field::Number(i64::from(stage.order)),
            Field::Number(i64::from(stage.branch_level)),
            text(ports, &stage.activity),
        ])
    });
    let links = stored
        .procedure
        .links
        .iter()
        .map(|link| Field::List(vec![Field::Number(link.from.0), Field::Number(link.to.0)]));
    let state = [
        ("active", Field::Flag(stored.standing.is_active)),
        ("default", Field::Flag(stored.standing.is_default)),
        ("name", text(ports, &stored.procedure.name)),
        ("stages", Field::List(stages.collect())),
        ("links", Field::List(links.collect())),
    ];
    of_record(ports, Record::Procedure, id.0, &state)
}

/// What is stored of a row; its entry has the digests.
pub(super) fn state(transaction: &mut dyn Transaction, row: Subject) -> Result<Option<Act>, Error> {
    let is_there = transaction.stored_rows().state(row)?.is_some();
    Ok(is_there.then(|| Act::StateTakenOver {
        record: row.kind.name(),
        id: row.id,
        user: (row.kind == SubjectKind::Account).then_some(UserId(row.id)),
    }))
}

/// What somebody typed stands in a state by its hash.
fn text(ports: &Ports, typed: &str) -> Field {
    Field::Digest(ports.encoding.sha256(typed.as_bytes()))
}

fn of_record(
    ports: &Ports,
    record: Record,
    id: i64,
    state: &[(&'static str, Field)],
) -> Result<Option<Act>, Error> {
    Ok(Some(Act::RecordTakenOver {
        record: record.name(),
        id,
        state: ports.encoding.digest(state)?,
    }))
}
