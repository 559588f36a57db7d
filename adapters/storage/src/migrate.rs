//! Brings a database to the schema of this version.

use aditus_domain::dictionary::search::fold;
use diesel::backend::Backend;
use diesel::prelude::*;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::connection::AnyConnection;
use crate::dialect::{migration_lock, migration_unlock, per_backend_with};
use crate::procedures::keys;
use crate::schema::organisations;
use crate::search::indexed;

const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");
const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

type MigrationError = Box<dyn std::error::Error + Send + Sync>;

/// Applies what is missing; answers the names. Nodes that start at once wait for each other: of four that migrated one
/// PostgreSQL without a lock, three failed.
pub(crate) fn migrate(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    migration_lock(connection)?;
    let applied =
        per_backend_with!(&mut *connection, c => (POSTGRES, SQLITE), migrations => apply(c, migrations));
    let applied = applied.and_then(|applied| {
        fold_names_of_organisations(connection)?;
        keys::write_missing(connection)?;
        Ok(applied)
    });
    migration_unlock(connection)?;
    applied
}

fn apply<B: Backend>(
    connection: &mut impl MigrationHarness<B>,
    migrations: EmbeddedMigrations,
) -> Result<Vec<String>, MigrationError> {
    let applied = connection.run_pending_migrations(migrations)?;
    Ok(applied.iter().map(ToString::to_string).collect())
}

/// Writes what organisations are found by where a migration left it empty. No name folds to nothing: it is done once.
fn fold_names_of_organisations(connection: &mut AnyConnection) -> QueryResult<()> {
    let unfolded = organisations::table
        .filter(organisations::search_text.eq(""))
        .select((organisations::id, organisations::name))
        .load::<(i64, String)>(connection)?;
    for (id, name) in unfolded {
        diesel::update(organisations::table.find(id))
            .set(organisations::search_text.eq(indexed(&fold(&name))))
            .execute(connection)?;
    }
    Ok(())
}
