//! Forms of variables, and the rules for deleting them.

use chrono::NaiveDate;
use thiserror::Error;

use super::text::{name, optional, prose, read_count};
use super::{DataType, Dependency, Usage, VariableRow, references};
use crate::form::{Form, FormFaults};

/// The unvalidated form of a variable (3 §3, §5). Fields that were not sent have the values of
/// [`VariableDefaults`]. An empty text removes the stored value; for the number of values,
/// `Some(None)` does.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawVariable {
    pub ids_column_name: String,
    pub var_name: String,
    pub data_type: String,
    pub meaning: String,
    pub date_introduced: Option<NaiveDate>,
    pub range: Option<String>,
    pub old_var_name: Option<String>,
    pub reference: Option<String>,
    pub derived: Option<bool>,
    pub usage: String,
    pub is_primary: Option<bool>,
    pub is_foreign: Option<bool>,
    pub value_count: Option<Option<i64>>,
    pub is_identifiable: Option<bool>,
    pub is_analytical: Option<bool>,
    pub enumerated: Option<bool>,
}

/// A valid variable according to 3 §5, created by [`RawVariable::check`]. Its multi-valued details
/// are separate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a Yes/No field of the specification, free of the others"
)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct VariableDetails {
    pub ids_column_name: String,
    pub var_name: String,
    pub data_type: DataType,
    pub meaning: String,
    /// `None` only if an import did not contain the date, and it was not entered since.
    pub date_introduced: Option<NaiveDate>,
    pub range: Option<String>,
    pub old_var_name: Option<String>,
    pub reference: Option<String>,
    pub derived: bool,
    pub usage: Usage,
    pub is_primary: bool,
    pub is_foreign: bool,
    pub value_count: Option<u64>,
    pub is_identifiable: bool,
    pub is_analytical: bool,
    pub enumerated: bool,
}

/// The values of fields that were not sent: the stored ones, or `None` for a new variable.
pub type VariableDefaults<'a> = Option<&'a VariableDetails>;

impl RawVariable {
    /// Parses the form, or returns all validation errors in the order of the dialog.
    pub fn check(&self, defaults: VariableDefaults<'_>) -> Result<VariableDetails, FormFaults> {
        let mut form = Form::default();
        let ids_column_name = form.read(
            "ids_column_name",
            name(&self.ids_column_name, "Column Name", "Column Name is required"),
        );
        let var_name = form.read(
            "var_name",
            name(&self.var_name, "Variable Name", "Variable Name is required"),
        );
        let data_type = form.read("data_type", data_type(&self.data_type));
        let meaning = form.read("meaning", prose(&self.meaning, "Meaning", "Meaning is required"));
        let date_introduced = form.read("date_introduced", introduced(self.date_introduced, defaults));
        let usage = form.read("usage", usage(&self.usage));
        let mut optional = |field, typed: Option<&str>, label, stored: Option<String>| {
            let value = typed.map_or(Ok(stored), |typed| optional(typed, label));
            form.read(field, value)
        };
        let range = optional(
            "range",
            self.range.as_deref(),
            "Range",
            defaults.and_then(|defaults| defaults.range.clone()),
        );
        let old_var_name = optional(
            "old_var_name",
            self.old_var_name.as_deref(),
            "Old Variable Name",
            defaults.and_then(|defaults| defaults.old_var_name.clone()),
        );
        let reference = optional(
            "reference",
            self.reference.as_deref(),
            "Reference",
            defaults.and_then(|defaults| defaults.reference.clone()),
        );
        let value_count = form.read(
            "value_count",
            self.value_count.map_or_else(
                || Ok(defaults.and_then(|defaults| defaults.value_count)),
                value_count,
            ),
        );
        let yes = |typed: Option<bool>, stored: fn(&VariableDetails) -> bool| {
            typed.unwrap_or_else(|| defaults.is_some_and(stored))
        };
        let details = (|| {
            Some(VariableDetails {
                ids_column_name: ids_column_name?,
                var_name: var_name?,
                data_type: data_type?,
                meaning: meaning?,
                date_introduced: date_introduced?,
                range: range?,
                old_var_name: old_var_name?,
                reference: reference?,
                derived: yes(self.derived, |stored| stored.derived),
                usage: usage?,
                is_primary: yes(self.is_primary, |stored| stored.is_primary),
                is_foreign: yes(self.is_foreign, |stored| stored.is_foreign),
                value_count: value_count?,
                is_identifiable: yes(self.is_identifiable, |stored| stored.is_identifiable),
                is_analytical: yes(self.is_analytical, |stored| stored.is_analytical),
                enumerated: yes(self.enumerated, |stored| stored.enumerated),
            })
        })();
        form.finish(details)
    }
}

fn data_type(typed: &str) -> Result<DataType, String> {
    match typed.trim() {
        "" => Err("Data Type is required".to_owned()),
        name => DataType::parse(name).map_err(|unknown| unknown.to_string()),
    }
}

fn usage(typed: &str) -> Result<Usage, String> {
    match typed.trim() {
        "" => Err("Usage is required".to_owned()),
        name => Usage::parse(name).map_err(|unknown| unknown.to_string()),
    }
}

// The date is required, except for a stored variable that has none, so that other fields of it can
// be changed.
fn introduced(
    typed: Option<NaiveDate>,
    defaults: VariableDefaults<'_>,
) -> Result<Option<NaiveDate>, &'static str> {
    match (typed, defaults) {
        (Some(date), _) => Ok(Some(date)),
        (None, Some(stored)) if stored.date_introduced.is_none() => Ok(None),
        (None, _) => Err("Date introduced is required"),
    }
}

fn value_count(typed: Option<i64>) -> Result<Option<u64>, &'static str> {
    read_count(
        typed,
        "The number of values must not be negative.",
        "This number of values is too large.",
    )
}

impl VariableDetails {
    /// Creates the row of the variable, with its multi-valued details.
    pub fn row(
        &self,
        tbl_name: &str,
        synonyms: Vec<String>,
        input_values: Vec<String>,
        dependencies: Vec<Dependency>,
    ) -> VariableRow {
        VariableRow {
            tbl_name: tbl_name.to_owned(),
            ids_column_name: self.ids_column_name.clone(),
            var_name: self.var_name.clone(),
            data_type: self.data_type,
            meaning: self.meaning.clone(),
            date_introduced: self.date_introduced,
            range: self.range.clone(),
            old_var_name: self.old_var_name.clone(),
            reference: self.reference.clone(),
            derived: self.derived,
            usage: self.usage,
            is_primary: self.is_primary,
            is_foreign: self.is_foreign,
            is_identifiable: self.is_identifiable,
            is_analytical: self.is_analytical,
            enumerated: self.enumerated,
            synonyms,
            input_values,
            dependencies,
        }
    }
}

/// The number of records that refer to a variable. Versions of its source do not count, because
/// they contain its definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "each is the number of records of this kind")]
pub struct VariableReferences {
    pub requests: u64,
    /// Other variables that depend on it.
    pub dependencies: u64,
}

/// The error for deleting a variable that other records refer to (decisions, "Deletion").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("This variable cannot be deleted: {0}.")]
pub struct VariableInUse(pub VariableReferences);

impl VariableReferences {
    /// Returns an error if records refer to the variable.
    pub fn none(self) -> Result<(), VariableInUse> {
        if self == Self::default() {
            Ok(())
        } else {
            Err(VariableInUse(self))
        }
    }
}

impl std::fmt::Display for VariableReferences {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        references::refer(
            f,
            &[
                (self.requests, "data request"),
                (self.dependencies, "other variable"),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day() -> NaiveDate {
        NaiveDate::from_ymd_opt(2024, 2, 29).unwrap()
    }

    fn typed() -> RawVariable {
        RawVariable {
            ids_column_name: " birth_weight ".to_owned(),
            var_name: "Birth  weight".to_owned(),
            data_type: "decimal".to_owned(),
            meaning: "In grams.".to_owned(),
            date_introduced: Some(day()),
            range: Some("300 to 7000".to_owned()),
            usage: "Analytical".to_owned(),
            is_analytical: Some(true),
            ..RawVariable::default()
        }
    }

    fn messages(raw: &RawVariable, defaults: VariableDefaults<'_>) -> Vec<String> {
        let faults = raw.check(defaults).unwrap_err().by_field();
        faults.into_iter().map(|(_, message)| message).collect()
    }

    #[test]
    fn missing_fields_are_reported_in_dialog_order() {
        assert_eq!(
            messages(&RawVariable::default(), None),
            [
                "Column Name is required",
                "Variable Name is required",
                "Data Type is required",
                "Meaning is required",
                "Date introduced is required",
                "Usage is required"
            ]
        );
    }

    #[test]
    fn absent_fields_are_false_or_keep_their_stored_values() {
        let new = typed().check(None).unwrap();
        assert_eq!(
            (new.ids_column_name.as_str(), new.var_name.as_str()),
            ("birth_weight", "Birth weight")
        );
        assert!(new.is_analytical && !new.derived && !new.is_identifiable);
        let stored = VariableDetails {
            derived: true,
            value_count: Some(12),
            reference: Some("births.id".to_owned()),
            ..new
        };
        let mut raw = typed();
        raw.range = Some(" ".to_owned());
        raw.is_analytical = Some(false);
        let changed = raw.check(Some(&stored)).unwrap();
        assert_eq!((changed.range, changed.value_count), (None, Some(12)));
        assert_eq!(changed.reference.as_deref(), Some("births.id"));
        assert!(changed.derived && !changed.is_analytical);
    }

    #[test]
    fn a_stored_variable_without_a_date_can_be_changed() {
        let mut stored = typed().check(None).unwrap();
        let mut raw = typed();
        raw.date_introduced = None;
        assert_eq!(messages(&raw, Some(&stored)), ["Date introduced is required"]);
        stored.date_introduced = None;
        assert_eq!(raw.check(Some(&stored)).unwrap().date_introduced, None);
    }

    #[test]
    fn unknown_or_impossible_values_are_rejected() {
        let mut raw = typed();
        raw.data_type = "Picture".to_owned();
        raw.usage = "Decoration".to_owned();
        raw.value_count = Some(Some(-3));
        raw.old_var_name = Some("x".repeat(256));
        let faults = raw.check(None).unwrap_err();
        let fields: Vec<_> = faults.list().iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["data_type", "usage", "old_var_name", "value_count"]);
    }

    #[test]
    fn the_error_names_the_references_to_a_variable() {
        assert_eq!(VariableReferences::default().none(), Ok(()));
        let used = VariableReferences {
            requests: 1,
            dependencies: 2,
        };
        assert_eq!(
            used.none().unwrap_err().to_string(),
            "This variable cannot be deleted: 1 data request and 2 other variables refer to it."
        );
    }
}
