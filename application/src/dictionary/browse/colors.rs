//! Colours of table types on maps: `data_dictionary/colors/` (2 §7).

use aditus_domain::dictionary::table_type_colors;

pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The colour of a table type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableTypeColor {
    /// Name of the table type.
    pub table_type_name: String,
    /// Colour as `#RRGGBB`.
    pub color: &'static str,
}

/// Lists the types of published tables by name, each with its colour.
pub fn execute(ports: &Ports) -> Result<Vec<TableTypeColor>, Error> {
    let types = ports.database.read()?.dictionary().published_table_types()?;
    let ids: Vec<i64> = types.iter().map(|(id, _)| *id).collect();
    let colors = types.into_iter().zip(table_type_colors(&ids));
    Ok(colors
        .map(|((_, table_type_name), color)| TableTypeColor {
            table_type_name,
            color,
        })
        .collect())
}
