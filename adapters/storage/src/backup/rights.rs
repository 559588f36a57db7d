//! The rights that a role of PostgreSQL needs to restore a backup: those of the owner, and not those of a server that works by a role
//! of its own.

use aditus_application::ports::BackupError;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};

use super::refused;

#[derive(QueryableByName)]
struct Rights {
    #[diesel(sql_type = Text)]
    role: String,
    #[diesel(sql_type = Bool)]
    may_create_tables: bool,
    #[diesel(sql_type = Bool)]
    may_have_trigrams: bool,
    #[diesel(sql_type = Nullable<Text>)]
    table_of_another: Option<String>,
}

/// An extension that is there already need not be created. The owner of a schema may drop what others have made in it.
const RIGHTS: &str = "SELECT current_user::text AS role, \
     coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create_tables, \
     EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') \
       OR has_database_privilege(current_database(), 'CREATE') AS may_have_trigrams, \
     (SELECT min(c.relname::text) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
       WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'S') \
         AND NOT pg_has_role(c.relowner, 'USAGE') AND NOT pg_has_role(n.nspowner, 'USAGE')) AS table_of_another";

/// Refuses a role that could not carry the restore out.
pub(super) fn refuse_without_rights(connection: &mut PgConnection) -> Result<(), BackupError> {
    let rights: Rights = diesel::sql_query(RIGHTS)
        .get_result(connection)
        .map_err(refused("the rights of the role cannot be read"))?;
    match rights.missing() {
        None => Ok(()),
        Some(missing) => Err(BackupError::Refused(missing)),
    }
}

impl Rights {
    /// Says which rights are missing and what to do; none where all are there.
    fn missing(&self) -> Option<String> {
        let mut missing = Vec::new();
        if !self.may_create_tables {
            missing.push("create tables".to_owned());
        }
        if !self.may_have_trigrams {
            missing.push("create the extension pg_trgm".to_owned());
        }
        if let Some(table) = &self.table_of_another {
            missing.push(format!("replace {table}, which another role owns"));
        }
        if missing.is_empty() {
            return None;
        }
        Some(format!(
            "the role {} of ADITUS_DATABASE_URL may not {}. Run the same command with the address of the role that owns the database, and \
             then grants.sql, as \"With two roles\" in BACKUP.md says",
            self.role,
            missing.join(", nor ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_missing_right_is_named_with_what_to_do() {
        let owner = Rights {
            role: "aditus_owner".to_owned(),
            may_create_tables: true,
            may_have_trigrams: true,
            table_of_another: None,
        };
        assert_eq!(owner.missing(), None);
        let server = Rights {
            role: "aditus_server".to_owned(),
            may_create_tables: false,
            may_have_trigrams: false,
            table_of_another: Some("users".to_owned()),
        };
        let missing = server.missing().unwrap();
        assert!(
            missing.starts_with(
                "the role aditus_server of ADITUS_DATABASE_URL may not create tables, nor create the extension pg_trgm, nor replace users, \
                 which another role owns. Run the same command with the address of the role that owns the database, and then grants.sql"
            ),
            "{missing}"
        );
    }
}
