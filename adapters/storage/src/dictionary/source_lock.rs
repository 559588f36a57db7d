//! The lock of a data source.

use aditus_domain::ids::DataSourceId;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::data_sources;

/// Locks the source, and thereby the copies of its `publish` column, until the transaction ends.
/// Later statements see the changes that other transactions committed before. SQLite has a single
/// writer anyway.
pub(super) fn lock(connection: &mut AnyConnection, id: DataSourceId) -> DbResult<()> {
    diesel::update(data_sources::table.find(id.0))
        .set(data_sources::publish.eq(data_sources::publish))
        .execute(connection)?;
    Ok(())
}
