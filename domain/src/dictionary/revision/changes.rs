//! Compares two definitions field by field, in the order of the forms, and lists the fields of one.

use chrono::NaiveDate;

use super::{MetadataEntry, TableDefinition, TimelineEntry, VariableDefinition};
use crate::dictionary::{OriginRecords, TableRecords};

/// A field with different values. A missing value is an empty text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The name of the field in the API.
    pub field: &'static str,
    /// The previous value.
    pub before: String,
    /// The current value.
    pub after: String,
}

impl FieldChange {
    /// The label of the field.
    pub fn label(&self) -> &'static str {
        label(self.field)
    }
}

/// A field with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The name of the field in the API.
    pub field: &'static str,
    /// The value.
    pub text: String,
}

impl Fact {
    /// The label of the field.
    pub fn label(&self) -> &'static str {
        label(self.field)
    }
}

// The label of a field of a table or variable, as on the forms (3 §2.9, §5).
fn label(field: &'static str) -> &'static str {
    match field {
        "tbl_name" => "Table Name",
        "table_type" => "Table Type",
        "tbl_description" => "Table Description",
        "entity_name" => "Entity Name",
        "icon" => "Icon",
        "publish" => "Publish",
        "in_PoC" => "In PoC",
        "poc_earliest_record" => "PoC Earliest Record",
        "poc_latest_record" => "PoC Latest Record",
        "poc_total_records" => "PoC Total Records",
        "poc_valid_records" => "PoC Valid Records",
        "in_eMC" => "In eMC",
        "emc_earliest_record" => "eMC Earliest Record",
        "emc_latest_record" => "eMC Latest Record",
        "emc_total_records" => "eMC Total Records",
        "emc_valid_records" => "eMC Valid Records",
        "ids_column_name" => "Column Name",
        "var_name" => "Variable Name",
        "data_type" => "Data Type",
        "meaning" => "Meaning",
        "date_introduced" => "Date Introduced",
        "range" => "Range",
        "old_var_name" => "Old Variable Name",
        "reference" => "Reference",
        "derived" => "Derived",
        "usage" => "Usage",
        "is_primary" => "Is a Primary Key",
        "is_foreign" => "Is a Foreign Key",
        "value_count" => "Value Count",
        "is_identifiable" => "Is Identifiable",
        "is_analytical" => "Is Analytical",
        "enumerated" => "Is Enumerated",
        "dependencies" => "Dependencies",
        "input_values" => "Input Values",
        "timeline_of_changes" => "Timeline of Changes",
        "synonyms" => "Synonyms",
        "variable_metadata" => "Metadata",
        _ => field,
    }
}

trait DisplayText {
    fn display_text(&self) -> String;
}

impl DisplayText for String {
    fn display_text(&self) -> String {
        self.clone()
    }
}

impl DisplayText for bool {
    fn display_text(&self) -> String {
        if *self { "Yes" } else { "No" }.to_owned()
    }
}

impl DisplayText for u64 {
    fn display_text(&self) -> String {
        self.to_string()
    }
}

impl DisplayText for NaiveDate {
    fn display_text(&self) -> String {
        self.format("%Y-%m-%d").to_string()
    }
}

impl DisplayText for crate::dictionary::DataType {
    fn display_text(&self) -> String {
        self.name().to_owned()
    }
}

impl DisplayText for crate::dictionary::Usage {
    fn display_text(&self) -> String {
        self.name().to_owned()
    }
}

impl DisplayText for crate::dictionary::Dependency {
    fn display_text(&self) -> String {
        self.to_string()
    }
}

impl DisplayText for TimelineEntry {
    fn display_text(&self) -> String {
        match (self.change_date.display_text(), self.comment.display_text()) {
            (date, comment) if comment.is_empty() => date,
            (date, comment) if date.is_empty() => comment,
            (date, comment) => format!("{date}: {comment}"),
        }
    }
}

impl DisplayText for MetadataEntry {
    fn display_text(&self) -> String {
        format!("{} ({}): {}", self.key, self.val_type, self.value)
    }
}

impl<T: DisplayText> DisplayText for Option<T> {
    fn display_text(&self) -> String {
        self.as_ref().map(DisplayText::display_text).unwrap_or_default()
    }
}

impl<T: DisplayText> DisplayText for Vec<T> {
    fn display_text(&self) -> String {
        self.iter()
            .map(DisplayText::display_text)
            .collect::<Vec<_>>()
            .join("; ")
    }
}

// Visits the fields of two definitions, which may be the same one.
trait Visitor {
    fn visit<T: DisplayText + PartialEq>(&mut self, field: &'static str, before: &T, after: &T);
}

#[derive(Default)]
struct Changes(Vec<FieldChange>);

impl Visitor for Changes {
    fn visit<T: DisplayText + PartialEq>(&mut self, field: &'static str, before: &T, after: &T) {
        if before != after {
            self.0.push(FieldChange {
                field,
                before: before.display_text(),
                after: after.display_text(),
            });
        }
    }
}

#[derive(Default)]
struct Facts(Vec<Fact>);

impl Visitor for Facts {
    fn visit<T: DisplayText + PartialEq>(&mut self, field: &'static str, _: &T, after: &T) {
        let text = after.display_text();
        if !text.is_empty() {
            self.0.push(Fact { field, text });
        }
    }
}

pub(super) fn changes_of_variable(
    before: &VariableDefinition,
    after: &VariableDefinition,
) -> Vec<FieldChange> {
    let mut changes = Changes::default();
    visit_variable(&mut changes, before, after);
    changes.0
}

pub(super) fn facts_of_variable(variable: &VariableDefinition) -> Vec<Fact> {
    let mut facts = Facts::default();
    visit_variable(&mut facts, variable, variable);
    facts.0
}

pub(super) fn changes_of_table(before: &TableDefinition, after: &TableDefinition) -> Vec<FieldChange> {
    let mut changes = Changes::default();
    visit_table(&mut changes, before, after);
    changes.0
}

pub(super) fn facts_of_table(table: &TableDefinition) -> Vec<Fact> {
    let mut facts = Facts::default();
    visit_table(&mut facts, table, table);
    facts.0
}

fn visit_variable(visitor: &mut impl Visitor, before: &VariableDefinition, after: &VariableDefinition) {
    macro_rules! visit {
        ($before:ident, $after:ident: $($field:ident),+) => {
            $(visitor.visit(stringify!($field), &$before.$field, &$after.$field);)+
        };
    }
    let (old, new) = (&before.row, &after.row);
    visit!(old, new: tbl_name, ids_column_name, var_name, data_type, meaning, date_introduced, range, old_var_name);
    visit!(old, new: reference, derived, usage, is_primary, is_foreign);
    visit!(before, after: value_count);
    visit!(old, new: is_identifiable, is_analytical, enumerated, dependencies, input_values);
    visit!(before, after: timeline_of_changes);
    visit!(old, new: synonyms);
    visit!(before, after: variable_metadata);
}

fn visit_table(visitor: &mut impl Visitor, before: &TableDefinition, after: &TableDefinition) {
    macro_rules! visit {
        ($($field:ident),+ $(,)?) => {
            $(visitor.visit(stringify!($field), &before.$field, &after.$field);)+
        };
    }
    visit!(tbl_name, table_type, tbl_description, entity_name, icon, publish);
    let (old, new): (&TableRecords, &TableRecords) = (&before.records, &after.records);
    visit_origin(
        visitor,
        &old.poc,
        &new.poc,
        [
            "in_PoC",
            "poc_earliest_record",
            "poc_latest_record",
            "poc_total_records",
            "poc_valid_records",
        ],
    );
    visit_origin(
        visitor,
        &old.emc,
        &new.emc,
        [
            "in_eMC",
            "emc_earliest_record",
            "emc_latest_record",
            "emc_total_records",
            "emc_valid_records",
        ],
    );
}

fn visit_origin(
    visitor: &mut impl Visitor,
    before: &OriginRecords,
    after: &OriginRecords,
    [included, earliest, latest, total, valid]: [&'static str; 5],
) {
    visitor.visit(included, &before.included, &after.included);
    visitor.visit(earliest, &before.earliest, &after.earliest);
    visitor.visit(latest, &before.latest, &after.latest);
    visitor.visit(total, &before.total, &after.total);
    visitor.visit(valid, &before.valid, &after.valid);
}
