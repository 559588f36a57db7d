//! Forms of tables and table types, and the rules for deleting them.

use chrono::NaiveDate;
use thiserror::Error;

use super::text::{name, prose, read_count};
use super::{OriginRecords, TableRecords, TableRow, references};
use crate::form::{Form, FormFaults};
use crate::ids::TableTypeId;

/// The unvalidated form of a table (3 §3, §5). Fields that were not sent have the values of
/// [`TableDefaults`].
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawTable {
    pub table_type: Option<TableTypeId>,
    pub tbl_name: String,
    pub tbl_description: String,
    pub entity_name: String,
    pub icon: String,
    pub publish: Option<bool>,
    pub poc: RawOriginRecords,
    pub emc: RawOriginRecords,
}

/// The unvalidated form of the records of one origin. For a date or a number, `None` keeps the
/// stored value and `Some(None)` removes it.
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "the names are those of the stored records")]
pub struct RawOriginRecords {
    pub included: Option<bool>,
    pub earliest: Option<Option<NaiveDate>>,
    pub latest: Option<Option<NaiveDate>>,
    pub total: Option<Option<i64>>,
    pub valid: Option<Option<i64>>,
}

/// The values of fields that were not sent: the stored ones, or the default for a new table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableDefaults {
    pub publish: bool,
    pub records: TableRecords,
}

/// The message if no table type was selected, or it does not exist.
pub const NO_TABLE_TYPE: &str = "Table Type is required";

impl RawTable {
    /// Parses the form, or returns all validation errors. `table_type` of the returned row is empty;
    /// the use case looks up the name of the type.
    pub fn check(&self, defaults: TableDefaults) -> Result<(TableTypeId, TableRow), FormFaults> {
        let mut form = Form::default();
        let table_type = form.read("table_type", self.table_type.ok_or(NO_TABLE_TYPE));
        let tbl_name = form.read(
            "tbl_name",
            name(&self.tbl_name, "Table Name", "Table Name is required"),
        );
        let tbl_description = form.read(
            "tbl_description",
            prose(
                &self.tbl_description,
                "Table Description",
                "Table Description is required",
            ),
        );
        let entity_name = form.read(
            "entity_name",
            name(
                &self.entity_name,
                "Entity Name System",
                "Entity Name System is required",
            ),
        );
        let icon = form.read("icon", name(&self.icon, "Icon", "Icon is required"));
        let poc = self.poc.read(&mut form, defaults.records.poc, &POC);
        let emc = self.emc.read(&mut form, defaults.records.emc, &EMC);
        let details = (|| {
            let table = TableRow {
                table_type: String::new(),
                tbl_name: tbl_name?,
                tbl_description: tbl_description?,
                entity_name: entity_name?,
                icon: icon?,
                publish: self.publish.unwrap_or(defaults.publish),
                records: Some(TableRecords { poc: poc?, emc: emc? }),
            };
            Some((table_type?, table))
        })();
        form.finish(details)
    }
}

struct CountFields {
    total: &'static str,
    valid: &'static str,
}

const POC: CountFields = CountFields {
    total: "poc_total_records",
    valid: "poc_valid_records",
};
const EMC: CountFields = CountFields {
    total: "emc_total_records",
    valid: "emc_valid_records",
};

impl RawOriginRecords {
    // Contradicting figures are accepted, because the quality assessment reports them.
    fn read(self, form: &mut Form, defaults: OriginRecords, fields: &CountFields) -> Option<OriginRecords> {
        let total = form.read(fields.total, self.total.map_or(Ok(defaults.total), count));
        let valid = form.read(fields.valid, self.valid.map_or(Ok(defaults.valid), count));
        Some(OriginRecords {
            included: self.included.unwrap_or(defaults.included),
            earliest: self.earliest.unwrap_or(defaults.earliest),
            latest: self.latest.unwrap_or(defaults.latest),
            total: total?,
            valid: valid?,
        })
    }
}

fn count(typed: Option<i64>) -> Result<Option<u64>, &'static str> {
    read_count(
        typed,
        "A number of records must not be negative.",
        "This number of records is too large.",
    )
}

/// Parses the name of a table type.
pub fn table_type_name(typed: &str) -> Result<String, FormFaults> {
    name(typed, "Table Type", "Please enter the Table Type Name.")
        .map_err(|fault| FormFaults::one("name", fault))
}

/// The number of records that refer to a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "each is the number of records of this kind")]
pub struct TableReferences {
    pub variables: u64,
    pub topics: u64,
}

/// The error for deleting a table that other records refer to (decisions, "Deletion").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("This table cannot be deleted: {0}.")]
pub struct TableInUse(pub TableReferences);

impl TableReferences {
    /// Returns an error if records refer to the table.
    pub fn none(self) -> Result<(), TableInUse> {
        if self == Self::default() {
            Ok(())
        } else {
            Err(TableInUse(self))
        }
    }
}

impl std::fmt::Display for TableReferences {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        references::refer(f, &[(self.variables, "variable"), (self.topics, "topic")])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> RawTable {
        RawTable {
            table_type: Some(TableTypeId(2)),
            tbl_name: " births ".to_owned(),
            tbl_description: "One row a birth.\r\nTwins are two.".to_owned(),
            entity_name: "Birth".to_owned(),
            icon: "ChildCare".to_owned(),
            ..RawTable::default()
        }
    }

    #[test]
    fn missing_fields_are_reported_in_order() {
        let faults = RawTable::default().check(TableDefaults::default()).unwrap_err();
        let messages: Vec<_> = faults
            .by_field()
            .into_iter()
            .map(|(_, message)| message)
            .collect();
        assert_eq!(
            messages,
            [
                "Table Type is required",
                "Table Name is required",
                "Table Description is required",
                "Entity Name System is required",
                "Icon is required"
            ]
        );
    }

    #[test]
    fn absent_fields_have_the_stored_or_default_values() {
        let (_, table) = typed().check(TableDefaults::default()).unwrap();
        assert_eq!(table.tbl_name, "births");
        assert_eq!(table.tbl_description, "One row a birth.\nTwins are two.");
        assert!(!table.publish && table.records == Some(TableRecords::default()));
        let mut defaults = TableDefaults {
            publish: true,
            ..TableDefaults::default()
        };
        defaults.records.poc.total = Some(7);
        defaults.records.emc.total = Some(9);
        let mut raw = typed();
        raw.emc.total = Some(None);
        raw.emc.valid = Some(Some(3));
        let (_, table) = raw.check(defaults).unwrap();
        assert!(table.publish);
        let records = table.records.unwrap();
        assert_eq!(records.poc.total, Some(7));
        assert_eq!((records.emc.total, records.emc.valid), (None, Some(3)));
    }

    #[test]
    fn a_negative_number_of_records_is_rejected() {
        let mut raw = typed();
        raw.poc.valid = Some(Some(-1));
        let faults = raw.check(TableDefaults::default()).unwrap_err();
        assert_eq!(faults.list()[0].field, "poc_valid_records");
    }

    #[test]
    fn a_description_has_the_same_limit_as_in_an_import() {
        let mut raw = typed();
        raw.tbl_description = "x".repeat(10_000);
        assert!(raw.check(TableDefaults::default()).is_ok());
        raw.tbl_description.push('x');
        assert!(raw.check(TableDefaults::default()).is_err());
        raw.tbl_description = "a\u{7}b".to_owned();
        assert!(raw.check(TableDefaults::default()).is_err());
    }

    #[test]
    fn the_error_names_the_references_to_a_table() {
        assert_eq!(TableReferences::default().none(), Ok(()));
        let used = TableReferences {
            variables: 4,
            topics: 1,
        };
        assert_eq!(
            used.none().unwrap_err().to_string(),
            "This table cannot be deleted: 4 variables and 1 topic refer to it."
        );
    }

    #[test]
    fn a_table_type_needs_a_name() {
        assert_eq!(table_type_name(" Vocabulary "), Ok("Vocabulary".to_owned()));
        assert_eq!(
            table_type_name(" ").unwrap_err().to_string(),
            "Please enter the Table Type Name."
        );
    }
}
