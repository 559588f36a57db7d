//! Read models of the published dictionary.

use aditus_application::dictionary::views::{
    DictionaryViews, PickedVariableView, SourceMatches, SourceView, TableEdge, TableRecordsView, TableView,
    VariableQuery, VariableSearch, VariableView,
};
use aditus_application::dictionary::{StoredTable, StoredVariable};
use aditus_application::paging::{Direction, Page, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};

use super::{
    browse_sources, browse_tables, browse_variables, picked_variables, search_sources, sources, table_edges,
    table_records, tables, variables,
};
use crate::read_session::ReadSession;

impl DictionaryViews for ReadSession {
    fn sources(
        &mut self,
        search: Option<&str>,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<SourceView>, StoreError> {
        self.run(|connection| browse_sources::page(connection, search, direction, page))
    }

    fn source(&mut self, id: DataSourceId) -> Result<Option<SourceView>, StoreError> {
        self.run(|connection| browse_sources::one(connection, id))
    }

    fn withdrawn_source(&mut self, id: DataSourceId) -> Result<Option<String>, StoreError> {
        self.run(|connection| sources::withdrawn(connection, id))
    }

    fn published_counts(&mut self) -> Result<(u64, u64), StoreError> {
        self.run(browse_sources::counts)
    }

    fn tables(
        &mut self,
        data_source: Option<DataSourceId>,
        search: Option<&str>,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<TableView>, StoreError> {
        self.run(|connection| browse_tables::page(connection, data_source, search, direction, page))
    }

    fn tables_by_type(&mut self, data_source: DataSourceId) -> Result<Vec<TableView>, StoreError> {
        self.run(|connection| browse_tables::by_type(connection, data_source))
    }

    fn published_table_types(&mut self) -> Result<Vec<(i64, String)>, StoreError> {
        self.run(table_edges::types)
    }

    fn table_edges(&mut self, data_source: Option<DataSourceId>) -> Result<Vec<TableEdge>, StoreError> {
        self.run(|connection| table_edges::between(connection, data_source))
    }

    fn table_records(
        &mut self,
        data_source: DataSourceId,
        tables: Option<&[TableId]>,
    ) -> Result<Vec<TableRecordsView>, StoreError> {
        self.run(|connection| table_records::of_source(connection, data_source, tables))
    }

    fn all_table_records(&mut self) -> Result<Vec<(DataSourceId, String, TableRecordsView)>, StoreError> {
        self.run(table_records::of_all_sources)
    }

    fn variables(&mut self, query: &VariableQuery) -> Result<Paged<VariableView>, StoreError> {
        self.run(|connection| browse_variables::page(connection, query))
    }

    fn search(&mut self, search: &VariableSearch) -> Result<Vec<SourceMatches>, StoreError> {
        self.run(|connection| search_sources::by_source(connection, search))
    }

    fn picked_variables(
        &mut self,
        source: DataSourceId,
        ids: &[VariableId],
    ) -> Result<Vec<PickedVariableView>, StoreError> {
        self.run(|connection| picked_variables::of_source(connection, source, ids))
    }

    fn tables_of(&mut self, source: DataSourceId) -> Result<Vec<StoredTable>, StoreError> {
        self.run(|connection| tables::of_source(connection, source))
    }

    fn variables_of(&mut self, tables: &[TableId]) -> Result<Vec<StoredVariable>, StoreError> {
        self.run(|connection| variables::of_tables(connection, tables))
    }

    fn variable_names_of(&mut self, source: DataSourceId) -> Result<Vec<(String, String)>, StoreError> {
        self.run(|connection| variables::names_of(connection, source))
    }
}
