//! The lock of a data source.

use aditus_domain::ids::DataSourceId;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::data_sources;

/// Waits until nobody else changes the source, or what repeats whether it is published, and reads anew afterwards. SQLite has
/// one writer anyway.
pub(super) fn lock(connection: &mut AnyConnection, id: DataSourceId) -> Outcome<()> {
    diesel::update(data_sources::table.find(id.0))
        .set(data_sources::publish.eq(data_sources::publish))
        .execute(connection)?;
    Ok(())
}
