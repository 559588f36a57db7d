//! Search texts of procedures.

use aditus_domain::dictionary::search::fold;

use crate::search::indexed;

pub(crate) fn of_procedure(name: &str, description: &str) -> String {
    indexed(&format!("{}\n{}", fold(name), fold(description)))
}
