//! The rights that a PostgreSQL role needs to fill a database. The owner has them, but a separate
//! role of the server does not.

use aditus_application::ports::BackupError;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};

use super::failure::statement_failed;

#[derive(QueryableByName)]
struct Rights {
    #[diesel(sql_type = Text)]
    role: String,
    #[diesel(sql_type = Text)]
    owner: String,
    #[diesel(sql_type = Bool)]
    may_create_tables: bool,
    #[diesel(sql_type = Bool)]
    may_have_trigrams: bool,
    #[diesel(sql_type = Bool)]
    may_drop_tables: bool,
    #[diesel(sql_type = Nullable<Text>)]
    table_of_another: Option<String>,
}

/// Selects the rights of the role. An existing extension need not be created. The owner of a schema
/// may drop the tables of other roles in it, but not empty them.
const RIGHTS: &str = "SELECT current_user::text AS role, coalesce(other.owner, pg_get_userbyid(d.datdba)::text) AS owner, \
     coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create_tables, \
     EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') \
       OR has_database_privilege(current_database(), 'CREATE') AS may_have_trigrams, \
     coalesce((SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = current_schema()), false) AS may_drop_tables, \
     other.name AS table_of_another \
     FROM pg_database d LEFT JOIN ( \
       SELECT relname::text AS name, pg_get_userbyid(relowner)::text AS owner FROM pg_class \
       WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'S') AND NOT pg_has_role(relowner, 'USAGE') \
       ORDER BY relname LIMIT 1 \
     ) other ON true WHERE d.datname = current_database()";

/// Returns an error for a role that cannot restore a backup.
pub(super) fn refuse_to_restore_without_rights(connection: &mut PgConnection) -> Result<(), BackupError> {
    let rights = of_role(connection)?;
    match rights.missing_to_restore() {
        None => Ok(()),
        Some(missing) => Err(BackupError::Refused(missing)),
    }
}

/// Returns an error for a role that cannot fill a database with the rows of another one.
pub(super) fn refuse_to_move_without_rights(connection: &mut PgConnection) -> Result<(), BackupError> {
    let rights = of_role(connection)?;
    match rights.missing_to_move() {
        None => Ok(()),
        Some(missing) => Err(BackupError::Refused(missing)),
    }
}

fn of_role(connection: &mut PgConnection) -> Result<Rights, BackupError> {
    diesel::sql_query(RIGHTS)
        .get_result(connection)
        .map_err(statement_failed("the rights of the role cannot be read"))
}

impl Rights {
    /// Describes the missing rights and the remedy. Returns `None` if no right is missing.
    fn missing_to_restore(&self) -> Option<String> {
        let table = self.table_of_another.as_deref().filter(|_| !self.may_drop_tables);
        let missing = self.missing(table.map(|table| format!("replace {table}, which another role owns")))?;
        Some(format!(
            "the role {} of ADITUS_DATABASE_URL may not {missing}. Run the same command with the address of the role that owns the database, \
             {}, and then grants.sql, as \"With two roles\" in BACKUP.md says",
            self.role, self.owner
        ))
    }

    fn missing_to_move(&self) -> Option<String> {
        let table = self.table_of_another.as_deref();
        let missing = self.missing(table.map(|table| format!("empty {table}, which another role owns")))?;
        Some(format!(
            "the role {} of the new database's address may not {missing}. Run `aditus migrate-database` with an address of the role that owns \
             the database, {}; the server goes on by its own role after grants.sql, as GRANTS.md says",
            self.role, self.owner
        ))
    }

    fn missing(&self, of_table: Option<String>) -> Option<String> {
        let mut missing = Vec::new();
        if !self.may_create_tables {
            missing.push("create tables".to_owned());
        }
        if !self.may_have_trigrams {
            missing.push("create the extension pg_trgm".to_owned());
        }
        missing.extend(of_table);
        (!missing.is_empty()).then(|| missing.join(", nor "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner() -> Rights {
        Rights {
            role: "aditus_owner".to_owned(),
            owner: "aditus_owner".to_owned(),
            may_create_tables: true,
            may_have_trigrams: true,
            may_drop_tables: true,
            table_of_another: None,
        }
    }

    fn server() -> Rights {
        Rights {
            role: "aditus_server".to_owned(),
            may_create_tables: false,
            may_have_trigrams: false,
            may_drop_tables: false,
            table_of_another: Some("users".to_owned()),
            ..owner()
        }
    }

    #[test]
    fn each_missing_right_is_named_with_the_command_and_the_role() {
        assert_eq!(owner().missing_to_restore(), None);
        let missing = server().missing_to_restore().unwrap();
        assert!(
            missing.starts_with(
                "the role aditus_server of ADITUS_DATABASE_URL may not create tables, nor create the extension pg_trgm, nor replace users, \
                 which another role owns. Run the same command with the address of the role that owns the database, aditus_owner, and then \
                 grants.sql"
            ),
            "{missing}"
        );
        assert_eq!(owner().missing_to_move(), None);
        let missing = server().missing_to_move().unwrap();
        assert!(
            missing.contains("nor empty users, which another role owns. Run `aditus migrate-database` with")
                && missing.contains("the role that owns the database, aditus_owner;"),
            "{missing}"
        );
    }

    #[test]
    fn owner_of_the_schema_may_drop_tables_of_another_role_but_not_empty_them() {
        let rights = Rights {
            table_of_another: Some("users".to_owned()),
            ..owner()
        };
        assert_eq!(rights.missing_to_restore(), None);
        assert!(rights.missing_to_move().is_some());
    }
}
