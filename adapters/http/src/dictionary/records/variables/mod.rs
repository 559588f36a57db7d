//! Variables, published or not, and their list entries.

mod body;
mod details;

use aditus_application::dictionary::records::variables::VariableRecords;
use aditus_domain::ids::VariableId;

use super::PAGE_SIZE;
use crate::records::record_calls;
use crate::routes::Routes;
use body::{VariableIdBody, VariableInputBody, VariableRecordBody, VariableRecordsQuery, WholeVariableBody};

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.configure(calls::configure).configure(details::configure);
}

record_calls! {
    VariableRecords, VariableId as "id", tag "administration";

    /// Lists the variables of a table, of a data source or of all sources, published or not.
    ///
    /// For Super Users.
    list variables at "/data_dictionary/variables_dd": VariableRecordsQuery by PAGE_SIZE -> VariableRecordBody;

    /// Returns a variable with its synonyms, values, dependencies, changes and metadata.
    ///
    /// For Super Users.
    one variable at "/data_dictionary/variables_dd/{id}" -> WholeVariableBody;

    /// Adds a variable to a table.
    ///
    /// For Super Users.
    add add_variable at "/data_dictionary/variables_dd": VariableInputBody
        -> 201 WholeVariableBody "Successfully created a variable",
        409 "another variable of the table has this column name";

    /// Changes a variable.
    ///
    /// Its synonyms, values, dependencies, changes and metadata are kept. For Super Users.
    change change_variable at "/data_dictionary/variables_dd/{id}": VariableInputBody
        -> VariableIdBody { var_id } "Successfully updated the variable",
        409 "another variable of the table has this column name";

    /// Deletes a variable that has no references.
    ///
    /// For Super Users.
    remove remove_variable at "/data_dictionary/variables_dd/{id}",
        409 "data requests or other variables refer to it";
}
