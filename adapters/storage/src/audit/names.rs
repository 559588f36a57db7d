//! Current names of the records that audit entries refer to, with one query per kind.

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::audit::views::RecordName;
use aditus_domain::audit::{RecordKind, RecordRef};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{
    approval_procedures, data_custodians, data_source_versions, data_sources, dependencies,
    dictionary_imports, dictionary_tables, equipment_types, ethics_committees, facilities, input_values,
    next_stages, organisation_roles, organisations, procedure_changes, purposes, roles, stage_types, stages,
    synonyms, table_types, timeline_of_changes, topic_tables, topics, variable_metadata, variables,
};

/// A record with the id and the name of the record that it belongs to.
type Child = (i64, String, i64, String);

pub(super) fn names(
    connection: &mut AnyConnection,
    records: &BTreeSet<RecordRef>,
) -> DbResult<BTreeMap<RecordRef, RecordName>> {
    let mut by_kind: BTreeMap<RecordKind, Vec<i64>> = BTreeMap::new();
    for record in records {
        by_kind.entry(record.kind).or_default().push(record.id);
    }
    let mut names = BTreeMap::new();
    for (kind, ids) in by_kind {
        let found = of_kind(connection, kind, &ids)?;
        names.extend(found.into_iter().map(|(id, name)| (RecordRef { kind, id }, name)));
    }
    Ok(names)
}

#[expect(clippy::too_many_lines, reason = "one query per kind")]
fn of_kind(
    connection: &mut AnyConnection,
    kind: RecordKind,
    ids: &[i64],
) -> DbResult<Vec<(i64, RecordName)>> {
    macro_rules! named {
        ($table:ident, $name:ident) => {{
            let found: Vec<(i64, String)> = $table::table
                .filter($table::id.eq_any(ids))
                .select(($table::id, $table::$name))
                .load(connection)?;
            found.into_iter().map(without_parent).collect()
        }};
    }
    /// A part of a variable has the name of the variable.
    macro_rules! part_of_variable {
        ($table:ident) => {
            children(
                $table::table
                    .inner_join(variables::table.on(variables::id.eq($table::variable_id)))
                    .inner_join(dictionary_tables::table.on(dictionary_tables::id.eq(variables::table_id)))
                    .filter($table::id.eq_any(ids))
                    .select((
                        $table::id,
                        variables::ids_column_name,
                        dictionary_tables::id,
                        dictionary_tables::tbl_name,
                    ))
                    .load(connection)?,
            )
        };
    }
    Ok(match kind {
        RecordKind::Organisation => named!(organisations, name),
        RecordKind::Source => named!(data_sources, source),
        RecordKind::Topic => named!(topics, topic),
        RecordKind::TableType => named!(table_types, name),
        RecordKind::StageType => named!(stage_types, name),
        RecordKind::Procedure | RecordKind::Drawing | RecordKind::Letter => {
            named!(approval_procedures, name)
        }
        RecordKind::ProcedureChange => named!(procedure_changes, procedure_name),
        RecordKind::Purpose => named!(purposes, purpose),
        RecordKind::EthicsCommittee => named!(ethics_committees, irb_name),
        RecordKind::EquipmentType => named!(equipment_types, equipment_type),
        RecordKind::Facility => named!(facilities, label),
        RecordKind::Import => named!(dictionary_imports, source),
        RecordKind::Dependency => part_of_variable!(dependencies),
        RecordKind::InputValue => part_of_variable!(input_values),
        RecordKind::TimelineOfChange => part_of_variable!(timeline_of_changes),
        RecordKind::Synonym => part_of_variable!(synonyms),
        RecordKind::Metadata => part_of_variable!(variable_metadata),
        RecordKind::OrganisationRole => children(
            organisation_roles::table
                .inner_join(roles::table.on(roles::id.eq(organisation_roles::role_id)))
                .inner_join(
                    organisations::table.on(organisations::id.eq(organisation_roles::organisation_id)),
                )
                .filter(organisation_roles::id.eq_any(ids))
                .select((
                    organisation_roles::id,
                    roles::name,
                    organisations::id,
                    organisations::name,
                ))
                .load(connection)?,
        ),
        RecordKind::Custodian => children(
            data_custodians::table
                .inner_join(
                    organisation_roles::table.on(organisation_roles::id.eq(data_custodians::org_role_id)),
                )
                .inner_join(
                    organisations::table.on(organisations::id.eq(organisation_roles::organisation_id)),
                )
                .inner_join(data_sources::table.on(data_sources::id.eq(data_custodians::data_source_id)))
                .filter(data_custodians::id.eq_any(ids))
                .select((
                    data_custodians::id,
                    organisations::name,
                    data_sources::id,
                    data_sources::source,
                ))
                .load(connection)?,
        ),
        RecordKind::Version => children(
            data_source_versions::table
                .inner_join(data_sources::table.on(data_sources::id.eq(data_source_versions::data_source_id)))
                .filter(data_source_versions::id.eq_any(ids))
                .select((
                    data_source_versions::id,
                    data_source_versions::message,
                    data_sources::id,
                    data_sources::source,
                ))
                .load(connection)?,
        ),
        RecordKind::Table => children(
            dictionary_tables::table
                .inner_join(data_sources::table.on(data_sources::id.eq(dictionary_tables::data_source_id)))
                .filter(dictionary_tables::id.eq_any(ids))
                .select((
                    dictionary_tables::id,
                    dictionary_tables::tbl_name,
                    data_sources::id,
                    data_sources::source,
                ))
                .load(connection)?,
        ),
        RecordKind::TableTopic => children(
            topic_tables::table
                .inner_join(dictionary_tables::table.on(dictionary_tables::id.eq(topic_tables::table_id)))
                .inner_join(topics::table.on(topics::id.eq(topic_tables::topic_id)))
                .filter(topic_tables::id.eq_any(ids))
                .select((
                    topic_tables::id,
                    dictionary_tables::tbl_name,
                    topics::id,
                    topics::topic,
                ))
                .load(connection)?,
        ),
        RecordKind::Variable => children(
            variables::table
                .inner_join(dictionary_tables::table.on(dictionary_tables::id.eq(variables::table_id)))
                .filter(variables::id.eq_any(ids))
                .select((
                    variables::id,
                    variables::ids_column_name,
                    dictionary_tables::id,
                    dictionary_tables::tbl_name,
                ))
                .load(connection)?,
        ),
        RecordKind::Stage => children(
            stages::table
                .inner_join(roles::table.on(roles::id.eq(stages::role_id)))
                .inner_join(approval_procedures::table.on(approval_procedures::id.eq(stages::procedure_id)))
                .filter(stages::id.eq_any(ids))
                .select((
                    stages::id,
                    roles::name,
                    approval_procedures::id,
                    approval_procedures::name,
                ))
                .load(connection)?,
        ),
        // A link has the name of the stage from which it leads.
        RecordKind::NextStage => children(
            next_stages::table
                .inner_join(stages::table.on(stages::id.eq(next_stages::current_stage_id)))
                .inner_join(roles::table.on(roles::id.eq(stages::role_id)))
                .inner_join(approval_procedures::table.on(approval_procedures::id.eq(stages::procedure_id)))
                .filter(next_stages::id.eq_any(ids))
                .select((
                    next_stages::id,
                    roles::name,
                    approval_procedures::id,
                    approval_procedures::name,
                ))
                .load(connection)?,
        ),
    })
}

fn without_parent((id, name): (i64, String)) -> (i64, RecordName) {
    (id, RecordName { name, parent: None })
}

fn children(found: Vec<Child>) -> Vec<(i64, RecordName)> {
    let named = found.into_iter().map(|(id, name, parent, parent_name)| {
        let parent = Some((parent, parent_name));
        (id, RecordName { name, parent })
    });
    named.collect()
}
