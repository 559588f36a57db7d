//! Two definitions compared, field by field, in the order of the forms.

use chrono::NaiveDate;

use super::{MetadataEntry, TableDefinition, TimelineEntry, VariableDefinition};
use crate::dictionary::{OriginRecords, TableRecords};

/// A field that reads differently. What is not said is an empty text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The field, as the API spells it.
    pub field: &'static str,
    /// As it was.
    pub before: String,
    /// As it is.
    pub after: String,
}

/// How a value is told.
trait Told {
    fn told(&self) -> String;
}

impl Told for String {
    fn told(&self) -> String {
        self.clone()
    }
}

impl Told for bool {
    fn told(&self) -> String {
        if *self { "Yes" } else { "No" }.to_owned()
    }
}

impl Told for u64 {
    fn told(&self) -> String {
        self.to_string()
    }
}

impl Told for NaiveDate {
    fn told(&self) -> String {
        self.format("%Y-%m-%d").to_string()
    }
}

impl Told for crate::dictionary::DataType {
    fn told(&self) -> String {
        self.name().to_owned()
    }
}

impl Told for crate::dictionary::Usage {
    fn told(&self) -> String {
        self.name().to_owned()
    }
}

impl Told for crate::dictionary::Dependency {
    fn told(&self) -> String {
        self.to_string()
    }
}

impl Told for TimelineEntry {
    fn told(&self) -> String {
        match (self.change_date.told(), self.comment.told()) {
            (date, comment) if comment.is_empty() => date,
            (date, comment) if date.is_empty() => comment,
            (date, comment) => format!("{date}: {comment}"),
        }
    }
}

impl Told for MetadataEntry {
    fn told(&self) -> String {
        format!("{} ({}): {}", self.key, self.val_type, self.value)
    }
}

impl<T: Told> Told for Option<T> {
    fn told(&self) -> String {
        self.as_ref().map(Told::told).unwrap_or_default()
    }
}

impl<T: Told> Told for Vec<T> {
    fn told(&self) -> String {
        self.iter().map(Told::told).collect::<Vec<_>>().join("; ")
    }
}

/// Collects the fields that differ.
#[derive(Default)]
struct Changes(Vec<FieldChange>);

impl Changes {
    fn note<T: Told + PartialEq>(&mut self, field: &'static str, before: &T, after: &T) {
        if before != after {
            self.0.push(FieldChange {
                field,
                before: before.told(),
                after: after.told(),
            });
        }
    }
}

pub(super) fn of_variable(before: &VariableDefinition, after: &VariableDefinition) -> Vec<FieldChange> {
    let mut changes = Changes::default();
    macro_rules! note {
        ($($field:ident),+ $(,)?) => {
            $(changes.note(stringify!($field), &before.$field, &after.$field);)+
        };
    }
    note!(
        tbl_name,
        ids_column_name,
        var_name,
        data_type,
        meaning,
        date_introduced,
        range,
        old_var_name,
        reference,
        derived,
        usage,
        is_primary,
        is_foreign,
        value_count,
        is_identifiable,
        is_analytical,
        enumerated,
        dependencies,
        input_values,
        timeline_of_changes,
        synonyms,
        variable_metadata,
    );
    changes.0
}

pub(super) fn of_table(before: &TableDefinition, after: &TableDefinition) -> Vec<FieldChange> {
    let mut changes = Changes::default();
    macro_rules! note {
        ($($field:ident),+ $(,)?) => {
            $(changes.note(stringify!($field), &before.$field, &after.$field);)+
        };
    }
    note!(tbl_name, table_type, tbl_description, entity_name, icon, publish);
    let (old, new): (&TableRecords, &TableRecords) = (&before.records, &after.records);
    of_origin(
        &mut changes,
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
    of_origin(
        &mut changes,
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
    changes.0
}

fn of_origin(
    changes: &mut Changes,
    before: &OriginRecords,
    after: &OriginRecords,
    [included, earliest, latest, total, valid]: [&'static str; 5],
) {
    changes.note(included, &before.included, &after.included);
    changes.note(earliest, &before.earliest, &after.earliest);
    changes.note(latest, &before.latest, &after.latest);
    changes.note(total, &before.total, &after.total);
    changes.note(valid, &before.valid, &after.valid);
}
