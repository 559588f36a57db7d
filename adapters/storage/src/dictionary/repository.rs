//! Repository of the dictionary.

use std::collections::HashSet;

use aditus_application::dictionary::{Custodian, Dictionary};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::dictionary::{DataSource, TableRow, VariableRow};
use aditus_domain::ids::{
    CustodianId, DataSourceId, OrganisationId, OrganisationRoleId, TableId, VariableId,
};
use aditus_domain::requests::OfferedVariable;
use diesel::prelude::*;

use super::revisions::new_variable::NewVariableDefinition;
use super::{sources, table_repository, tables, variables};
use crate::schema::{self, data_custodians, data_sources, organisation_roles};
use crate::transaction::WriteTransaction;

/// Increments the version of a row, so that a form opened before an import cannot overwrite the
/// imported values.
macro_rules! increment_row_version {
    ($connection:expr, $table:ident, $id:expr) => {
        diesel::update(schema::$table::table.find($id))
            .set(schema::$table::row_version.eq(schema::$table::row_version + 1_i64))
            .execute($connection)?
    };
}

impl Dictionary for WriteTransaction {
    fn source_by_name(&mut self, source: &str) -> Result<Option<DataSourceId>, StoreError> {
        self.run(|connection| sources::by_name(connection, source))
    }

    fn is_published(&mut self, source: DataSourceId) -> Result<bool, StoreError> {
        self.run(|connection| {
            let publish = data_sources::table
                .find(source.0)
                .select(data_sources::publish)
                .first::<bool>(connection)
                .optional()?;
            Ok(publish == Some(true))
        })
    }

    fn add_source(&mut self, source: &DataSource) -> Result<DataSourceId, StoreError> {
        self.run(|connection| sources::add(connection, source))
    }

    fn add_custodian(
        &mut self,
        source: DataSourceId,
        org_role: OrganisationRoleId,
        broker: bool,
    ) -> Result<CustodianId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(data_custodians::table)
                .values((
                    data_custodians::data_source_id.eq(source.0),
                    data_custodians::org_role_id.eq(org_role.0),
                    data_custodians::broker.eq(broker),
                ))
                .returning(data_custodians::id)
                .get_result(connection)?;
            Ok(CustodianId(id))
        })
    }

    fn custodians(&mut self, source: DataSourceId) -> Result<Vec<Custodian>, StoreError> {
        self.run(|connection| {
            let rows = data_custodians::table
                .inner_join(organisation_roles::table)
                .filter(data_custodians::data_source_id.eq(source.0))
                .order((data_custodians::broker.desc(), data_custodians::id))
                .select((
                    data_custodians::id,
                    organisation_roles::organisation_id,
                    data_custodians::broker,
                ))
                .load::<(i64, i64, bool)>(connection)?;
            Ok(rows
                .into_iter()
                .map(|(id, organisation, broker)| Custodian {
                    id: CustodianId(id),
                    organisation: OrganisationId(organisation),
                    broker,
                })
                .collect())
        })
    }

    fn add_tables(&mut self, source: DataSourceId, tables: &[TableRow]) -> Result<Vec<TableId>, StoreError> {
        let ids = self.run(|connection| tables::add(connection, source, tables))?;
        self.will_revise(ids.iter().copied().map(Revised::Table));
        Ok(ids)
    }

    fn update_table(&mut self, id: TableId, table: &TableRow) -> Result<(), StoreError> {
        let revised = self.run(|connection| {
            let revised = table_repository::update(connection, id, table)?;
            increment_row_version!(connection, dictionary_tables, id.0);
            Ok(revised)
        })?;
        self.will_revise(revised);
        Ok(())
    }

    fn add_variables(&mut self, variables: &[(TableId, VariableRow)]) -> Result<Vec<VariableId>, StoreError> {
        let added = self.run(|connection| variables::add(connection, variables))?;
        let ids = added.iter().map(NewVariableDefinition::id).collect();
        self.will_revise_new(added);
        Ok(ids)
    }

    fn update_variable(&mut self, id: VariableId, variable: &VariableRow) -> Result<(), StoreError> {
        self.run(|connection| {
            variables::update(connection, id, variable)?;
            increment_row_version!(connection, variables, id.0);
            Ok(())
        })?;
        self.will_revise([Revised::Variable(id)]);
        Ok(())
    }

    fn published_among(
        &mut self,
        source: DataSourceId,
        variables: &[VariableId],
    ) -> Result<Vec<VariableId>, StoreError> {
        self.run(|connection| {
            let published: HashSet<VariableId> = variables::published_among(connection, source, variables)?
                .into_iter()
                .collect();
            Ok(variables
                .iter()
                .copied()
                .filter(|id| published.contains(id))
                .collect())
        })
    }

    fn offered(&mut self, variables: &[VariableId]) -> Result<Vec<OfferedVariable>, StoreError> {
        self.run(|connection| variables::offered(connection, variables))
    }
}
