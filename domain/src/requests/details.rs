//! Step 1 of the wizard: the details of a request.

use chrono::{NaiveDate, TimeDelta};
use thiserror::Error;

use super::check::{date, document, id, line, optional_date, optional_document, optional_line, prose};
use super::{
    DataFormat, DataUnspecified, DocumentKind, Ethics, Faults, Principal, Purpose, RawSubmission,
    RequesterDetails,
};
use crate::ids::{DataSourceId, VariableId};

/// The title, the date on which the data is needed, and the department of the requester.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct DetailsContent {
    pub title: String,
    pub needed_on: NaiveDate,
    pub department: Option<String>,
}

/// The details of a request (2 §3, §5 "Wizard step 1").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDetails {
    content: DetailsContent,
    ethics: Ethics,
    purposes: Vec<Purpose>,
    data_format: DataFormat,
    principal: Principal,
    is_principal: bool,
    data_source: DataSourceId,
    dataset_description: String,
    variables: Vec<VariableId>,
}

/// The reason why a needed date is rejected (2 §5; decisions, "Requests").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NeededOnFault {
    /// The date is missing.
    #[error("Please enter the Date the Request will be Needed.")]
    Missing,
    /// It is not a date.
    #[error("The date must have the form YYYY-MM-DD.")]
    Malformed,
    /// It is today or in the past.
    #[error("The selected date must be greater than the current date")]
    NotAhead,
    /// It is fewer than [`RequestDetails::MIN_DAYS_AHEAD`] days away.
    #[error("The Needed Date should be in four weeks time or greater. Preferably during the Week.")]
    TooSoon,
}

/// Returns the fault of a needed date, or `None` if it is valid today. A date that is not after
/// today is [`NeededOnFault::NotAhead`], although it is also too soon.
pub fn needed_on_fault(day: NaiveDate, today: NaiveDate) -> Option<NeededOnFault> {
    if day <= today {
        Some(NeededOnFault::NotAhead)
    } else if day - today < TimeDelta::days(RequestDetails::MIN_DAYS_AHEAD) {
        Some(NeededOnFault::TooSoon)
    } else {
        None
    }
}

/// Parses the needed date of a resubmission (decisions V7), which is checked without the other
/// fields. Returns `None` if the field is empty.
pub fn parse_needed_on(typed: Option<&str>, today: NaiveDate) -> Result<Option<NaiveDate>, NeededOnFault> {
    let mut faults = Faults::default();
    let Ok(day) = optional_date(&mut faults, "needed_on", typed) else {
        return Err(NeededOnFault::Malformed);
    };
    match day.and_then(|day| needed_on_fault(day, today)) {
        Some(fault) => Err(fault),
        None => Ok(day),
    }
}

/// Returns the present needed date of a request that is resubmitted without a new one (decisions
/// V7), or an error if the present date is no longer valid.
pub fn keep_needed_on(present: NaiveDate, today: NaiveDate) -> Result<NaiveDate, NeededOnFault> {
    match needed_on_fault(present, today) {
        None => Ok(present),
        Some(_) => Err(NeededOnFault::Missing),
    }
}

impl RequestDetails {
    /// Minimum number of days from today to the needed date (2 §9).
    pub const MIN_DAYS_AHEAD: i64 = 14;
    /// Maximum number of variables of a request.
    pub const MAX_VARIABLES: usize = 10_000;

    /// Returns the title, the needed date and the department.
    pub fn content(&self) -> &DetailsContent {
        &self.content
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        &self.content.title
    }

    /// Returns the date on which the data is needed.
    pub fn needed_on(&self) -> NaiveDate {
        self.content.needed_on
    }

    /// Returns the ethics approval.
    pub fn ethics(&self) -> &Ethics {
        &self.ethics
    }

    /// Returns the purposes, at least one.
    pub fn purposes(&self) -> &[Purpose] {
        &self.purposes
    }

    /// Returns the format in which the data is requested.
    pub fn data_format(&self) -> DataFormat {
        self.data_format
    }

    /// Returns the principal investigator.
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// Returns true if the requester is the principal investigator.
    pub fn is_principal(&self) -> bool {
        self.is_principal
    }

    /// Returns the data source.
    pub fn data_source(&self) -> DataSourceId {
        self.data_source
    }

    /// Returns the description of the requested data.
    pub fn dataset_description(&self) -> &str {
        &self.dataset_description
    }

    /// Returns the chosen variables without duplicates, in the order of the choice. If there are
    /// none, a specification form is attached.
    pub fn variables(&self) -> &[VariableId] {
        &self.variables
    }
}

impl RawSubmission {
    /// Checks step 1 alone.
    pub fn check_details(
        &self,
        today: NaiveDate,
        requester: &RequesterDetails,
    ) -> Result<RequestDetails, Faults> {
        let mut faults = Faults::default();
        match self.read_details(today, requester, &mut faults) {
            Some(details) if faults.is_empty() => Ok(details),
            _ => Err(faults),
        }
    }

    // The order of these lines is the order of the toasts (2 §5).
    fn read_details(
        &self,
        today: NaiveDate,
        requester: &RequesterDetails,
        faults: &mut Faults,
    ) -> Option<RequestDetails> {
        let title = line(
            faults,
            "title",
            self.title.as_deref(),
            "Please enter the Data Request Title.",
        );
        let ethics = self
            .ethics
            .read("Please enter the Protocol Reference Number.", faults);
        let needed_on = self.check_needed_on(today, faults);
        let approval_letter = self.check_ethics_letter(faults);
        document(
            faults,
            DocumentKind::DataSharingAgreement.field(),
            DocumentKind::DataSharingAgreement,
            self.file_path,
            "Please upload the Data Sharing Agreement.",
        );
        let purposes = self.check_purposes(faults);
        let chosen_format = self.check_data_format(faults);
        let additional_committee = self.check_additional_letter(faults);
        let data_format = self.check_access(chosen_format, faults);
        let dataset_description = prose(
            faults,
            "dataset_description",
            self.dataset_description.as_deref(),
            "Please enter the Dataset Description.",
        );
        let variables = self.check_variables(faults);
        let principal = self.check_principal(requester, faults);
        let data_source = id(
            faults,
            "data_source_id",
            self.data_source_id,
            "Please select the Data Source.",
        );
        let department = optional_line(faults, "department", self.department.as_deref());
        Some(RequestDetails {
            content: DetailsContent {
                title: title?,
                needed_on: needed_on?,
                department,
            },
            ethics: Ethics {
                approval_letter: approval_letter?,
                additional_committee,
                ..ethics?
            },
            purposes: purposes?,
            data_format: data_format?,
            principal: principal?,
            is_principal: self.is_principal.unwrap_or(false),
            data_source: DataSourceId(data_source?),
            dataset_description: dataset_description?,
            variables: variables?,
        })
    }

    fn check_needed_on(&self, today: NaiveDate, faults: &mut Faults) -> Option<NaiveDate> {
        let missing = "Please enter the Date the Request will be Needed.";
        let needed_on = date(faults, "needed_on", self.needed_on.as_deref(), missing)?;
        match needed_on_fault(needed_on, today) {
            Some(fault) => {
                faults.add("needed_on", fault.to_string());
                None
            }
            None => Some(needed_on),
        }
    }

    /// Returns the chosen variables without duplicates. Without variables, a specification form is
    /// required.
    fn check_variables(&self, faults: &mut Faults) -> Option<Vec<VariableId>> {
        let kind = DocumentKind::DataSpecification;
        if self.dataset_variables.is_empty() {
            document(
                faults,
                kind.field(),
                kind,
                self.data_specs_path,
                DataUnspecified::MESSAGE,
            );
        } else {
            optional_document(faults, kind.field(), kind, self.data_specs_path);
        }
        if self.dataset_variables.len() > RequestDetails::MAX_VARIABLES {
            let max = RequestDetails::MAX_VARIABLES;
            faults.add(
                "dataset_variables",
                format!("A request must not have more than {max} variables."),
            );
            return None;
        }
        let mut seen = std::collections::HashSet::new();
        let once = self
            .dataset_variables
            .iter()
            .copied()
            .filter(|id| seen.insert(*id));
        Some(once.map(VariableId).collect())
    }
}
