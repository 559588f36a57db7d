//! What procedures, stages and their types are found and sorted by. Names of other records are found alike.

use aditus_application::paging::{Page, Paged};
use aditus_domain::dictionary::search::fold;
use aditus_domain::text::sort_key;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::schema::{approval_procedures, stage_types, stages};
use crate::search::{Term, indexed};

/// What a procedure is found by.
pub(crate) fn of_procedure(name: &str, description: &str) -> String {
    indexed(&format!("{}\n{}", fold(name), fold(description)))
}

/// Search text of a stage, a type, or the name of a procedure.
pub(crate) fn of_name(name: &str) -> String {
    indexed(&fold(name))
}

/// The pattern of what is searched for, for a `LIKE` that escapes with a backslash; none when there is nothing.
pub(crate) fn pattern(search: Option<&str>) -> Option<String> {
    search.and_then(Term::parse).map(|term| term.like_pattern())
}

/// The rows of a page with the number of all.
pub(crate) fn paged<T>(items: Vec<T>, page: Page, total: i64) -> Paged<T> {
    Paged {
        items,
        page,
        total: total.unsigned_abs(),
        more: false,
    }
}

/// Writes the keys where a migration left them empty. No name folds to nothing: it is done once.
pub(crate) fn write_missing(connection: &mut AnyConnection) -> QueryResult<()> {
    let types = stage_types::table
        .filter(stage_types::search_text.eq("").or(stage_types::sort_key.eq("")))
        .select((stage_types::id, stage_types::name))
        .load::<(i64, String)>(connection)?;
    for (id, name) in types {
        diesel::update(stage_types::table.find(id))
            .set((
                stage_types::search_text.eq(of_name(&name)),
                stage_types::sort_key.eq(sort_key(&name)),
            ))
            .execute(connection)?;
    }
    let procedures = approval_procedures::table
        .filter(
            approval_procedures::search_text
                .eq("")
                .or(approval_procedures::sort_key.eq("")),
        )
        .select((
            approval_procedures::id,
            approval_procedures::name,
            approval_procedures::description,
        ))
        .load::<(i64, String, String)>(connection)?;
    for (id, name, description) in procedures {
        diesel::update(approval_procedures::table.find(id))
            .set((
                approval_procedures::name_key.eq(of_name(&name)),
                approval_procedures::sort_key.eq(sort_key(&name)),
                approval_procedures::search_text.eq(of_procedure(&name, &description)),
            ))
            .execute(connection)?;
    }
    let activities = stages::table
        .filter(stages::search_text.eq("").or(stages::sort_key.eq("")))
        .select((stages::id, stages::stage_activity))
        .load::<(i64, String)>(connection)?;
    for (id, activity) in activities {
        diesel::update(stages::table.find(id))
            .set((
                stages::search_text.eq(of_name(&activity)),
                stages::sort_key.eq(sort_key(&activity)),
            ))
            .execute(connection)?;
    }
    Ok(())
}
