//! The fields of each part and item of a content, in the order of the page and with its labels.

use chrono::NaiveDate;

use super::DisplayValue;
use super::compare::{Fact, Facts, FieldValue, Named};
use crate::requests::DocumentKind;
use crate::requests::content::{
    DatasetContent, DetailsContent, DeviceContent, EthicsContent, FiltersContent, FormatContent, Personal,
    PrincipalContent, PurposeContent, StaffContent, VariableContent,
};

fn text(text: &str) -> FieldValue {
    FieldValue::Short(DisplayValue::Text(text.to_owned()))
}

fn optional(value: Option<&str>) -> FieldValue {
    value.map_or(FieldValue::Short(DisplayValue::Nothing), text)
}

fn date(value: Option<NaiveDate>) -> FieldValue {
    FieldValue::Short(value.map_or(DisplayValue::Nothing, DisplayValue::Date))
}

fn flag(value: bool) -> FieldValue {
    FieldValue::Short(DisplayValue::Flag(value))
}

fn choice(id: i64, name: &str) -> FieldValue {
    FieldValue::Choice(id, name.to_owned())
}

fn personal(value: &Personal) -> FieldValue {
    FieldValue::Personal(value.clone())
}

impl Facts for DetailsContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Request title", FieldValue::Prose(self.title.clone())),
            ("Date needed", date(Some(self.needed_on))),
            ("Department", optional(self.department.as_deref())),
        ]
    }
}

impl Facts for PurposeContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Purpose", choice(self.id.0, &self.purpose)),
            (
                "Description",
                FieldValue::Prose(self.description.clone().unwrap_or_default()),
            ),
        ]
    }
}

impl Named for PurposeContent {
    const KIND: &'static str = "Purpose";

    fn name(&self) -> String {
        self.purpose.clone()
    }
}

impl Facts for PrincipalContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Principal is the requester", flag(self.is_requester)),
            ("First name", personal(&self.fname)),
            ("Surname", personal(&self.sname)),
            ("Email", personal(&self.email)),
            ("Phone", personal(&self.phone)),
            ("Occupation", text(&self.occupation)),
            ("Institution", text(&self.institution)),
        ]
    }
}

impl Facts for EthicsContent {
    fn facts(&self) -> Vec<Fact> {
        let answers = &self.answers;
        vec![
            (
                "Ethics committee",
                choice(answers.committee.0, &self.committee_name),
            ),
            ("Protocol reference number", text(&answers.protocol_ref_num)),
            ("Ethics approval letter available", flag(answers.approval_letter)),
            ("Exempted", flag(answers.exempted)),
            (
                "Additional ethics committee",
                optional(answers.additional_committee.as_deref()),
            ),
        ]
    }
}

impl Facts for FormatContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Data format", text(&self.data_format)),
            ("Direct access from", date(self.direct_access_from)),
            ("Direct access to", date(self.direct_access_to)),
            ("No date limit", flag(self.no_date_limit)),
        ]
    }
}

impl Facts for FiltersContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            (
                "Dataset description",
                FieldValue::Prose(self.dataset_description.clone()),
            ),
            ("Facilities", FieldValue::Set(self.facilities.clone())),
            ("Data from", date(self.start)),
            ("Data to", date(self.end)),
        ]
    }
}

impl Facts for DatasetContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Data source", choice(self.source.0, &self.source_name)),
            ("Description", FieldValue::Prose(self.description.clone())),
            (
                "Variables",
                FieldValue::Set(self.variables.iter().map(VariableContent::label).collect()),
            ),
        ]
    }
}

impl VariableContent {
    fn label(&self) -> String {
        let Self { table, name, .. } = self;
        if self.is_distinct {
            format!("{table}.{name} (each value once)")
        } else {
            format!("{table}.{name}")
        }
    }
}

impl Named for DatasetContent {
    const KIND: &'static str = "Dataset";

    fn name(&self) -> String {
        self.source_name.clone()
    }
}

impl Facts for DeviceContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Equipment name", text(&self.equipment_name)),
            (
                "Equipment type",
                choice(self.equipment_type.0, &self.equipment_type_name),
            ),
            ("Serial number", text(&self.serial_number)),
            ("Used by", personal(&self.used_by)),
            ("Organisation", text(&self.organisation)),
            ("Usage from", date(Some(self.usage_from))),
            ("Usage to", date(Some(self.usage_to))),
        ]
    }
}

impl Named for DeviceContent {
    const KIND: &'static str = "Device";

    fn name(&self) -> String {
        format!("{} ({})", self.equipment_name, self.serial_number)
    }
}

impl Facts for StaffContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("First name", personal(&self.first_name)),
            ("Surname", personal(&self.surname)),
            ("Phone", personal(&self.phone)),
            ("Email", personal(&self.email)),
            ("Identification type", text(&self.identification_type)),
            (
                "Identification number",
                FieldValue::IdentificationNumber(self.identification_number.clone()),
            ),
            (
                "Identification document",
                FieldValue::Document(
                    DocumentKind::StaffIdentification,
                    self.identification_file.clone(),
                ),
            ),
            (
                "Position in the organisation",
                text(&self.position_in_organisation),
            ),
            ("Confidentiality protocols", flag(self.confidentiality_protocols)),
        ]
    }
}

impl Named for StaffContent {
    const KIND: &'static str = "Staff member";

    fn name(&self) -> String {
        format!("{} {}", self.first_name, self.surname)
    }
}
