//! What reference data is found and sorted by, and rows that a migration left without it.

use aditus_domain::text::sort_key;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::procedures::keys::of_name;
use crate::schema::{equipment_types, ethics_committees, facilities, purposes};

/// Writes the keys where a migration left them empty. It is done once: hardly a name folds to nothing.
pub(crate) fn write_missing(connection: &mut AnyConnection) -> QueryResult<()> {
    macro_rules! write_names {
        ($table:ident, $name:ident) => {
            let rows = $table::table
                .filter($table::search_text.eq("").or($table::sort_key.eq("")))
                .select(($table::id, $table::$name))
                .load::<(i64, String)>(connection)?;
            for (id, name) in rows {
                diesel::update($table::table.find(id))
                    .set((
                        $table::search_text.eq(of_name(&name)),
                        $table::sort_key.eq(sort_key(&name)),
                    ))
                    .execute(connection)?;
            }
        };
    }
    write_names!(purposes, purpose);
    write_names!(ethics_committees, irb_name);
    write_names!(equipment_types, equipment_type);
    let places = facilities::table
        .filter(facilities::search_text.eq("").or(facilities::sort_key.eq("")))
        .select((facilities::id, facilities::label))
        .load::<(i64, String)>(connection)?;
    for (id, label) in places {
        diesel::update(facilities::table.find(id))
            .set((
                facilities::sort_key.eq(sort_key(&label)),
                facilities::search_text.eq(of_name(&label)),
            ))
            .execute(connection)?;
    }
    Ok(())
}
