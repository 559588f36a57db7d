//! A variable that the dictionary has changed since it was requested.

use aditus_domain::dictionary::revision::{RequestedVariableState, VariableDefinition};
use aditus_domain::dictionary::{DataType, Usage, VariableRow};

/// Returns the change of a weight that was requested in kilograms and is now in grams.
pub fn changed_since() -> RequestedVariableState {
    let weight = |meaning: &str| {
        VariableDefinition::from(VariableRow {
            tbl_name: "births".to_owned(),
            ids_column_name: "weight".to_owned(),
            var_name: "weight".to_owned(),
            data_type: DataType::Number,
            meaning: meaning.to_owned(),
            date_introduced: None,
            range: None,
            old_var_name: None,
            reference: None,
            derived: false,
            usage: Usage::Analytical,
            is_primary: false,
            is_foreign: false,
            is_identifiable: false,
            is_analytical: true,
            enumerated: false,
            synonyms: Vec::new(),
            input_values: Vec::new(),
            dependencies: Vec::new(),
        })
    };
    RequestedVariableState::compare(weight("In kilograms."), weight("In grams."), true)
}
