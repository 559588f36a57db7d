//! Step 1 of the wizard: the details of a request.

use chrono::{NaiveDate, TimeDelta};
use thiserror::Error;

use super::check::{date, document, id, line, optional_date, optional_document, optional_line, prose};
use super::{
    DataFormat, DataUnspecified, DocumentKind, Ethics, Faults, Principal, Purpose, RawSubmission,
    RequesterDetails,
};
use crate::ids::{DataSourceId, VariableId};

/// What the request is called, when the data is needed, and the department of the requester.
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

/// Why a day is none on which the data can be needed (2 §5; decisions, "Requests").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NeededOnFault {
    /// None was given.
    #[error("Please enter the Date the Request will be Needed.")]
    Missing,
    /// It is not a date.
    #[error("The date must have the form YYYY-MM-DD.")]
    Malformed,
    /// Today, or past.
    #[error("The selected date must be greater than the current date")]
    NotAhead,
    /// Fewer than [`RequestDetails::MIN_DAYS_AHEAD`] days away.
    #[error("The Needed Date should be in four weeks time or greater. Preferably during the Week.")]
    TooSoon,
}

/// Why the data cannot be needed on this day, as seen today; `None` when it can. Not after today is refused first, then under
/// 14 days away.
pub fn why_not_needed_on(day: NaiveDate, today: NaiveDate) -> Option<NeededOnFault> {
    if day <= today {
        Some(NeededOnFault::NotAhead)
    } else if day - today < TimeDelta::days(RequestDetails::MIN_DAYS_AHEAD) {
        Some(NeededOnFault::TooSoon)
    } else {
        None
    }
}

/// The day on which the data is needed, as it was typed alone: when resubmitting (V7). `None` when nothing was typed.
pub fn parse_needed_on(typed: Option<&str>, today: NaiveDate) -> Result<Option<NaiveDate>, NeededOnFault> {
    let mut faults = Faults::default();
    let Ok(day) = optional_date(&mut faults, "needed_on", typed) else {
        return Err(NeededOnFault::Malformed);
    };
    match day.and_then(|day| why_not_needed_on(day, today)) {
        Some(fault) => Err(fault),
        None => Ok(day),
    }
}

/// The day of a request that is resubmitted without another one (V7): it is kept as long as it passes.
pub fn keep_needed_on(present: NaiveDate, today: NaiveDate) -> Result<NaiveDate, NeededOnFault> {
    match why_not_needed_on(present, today) {
        None => Ok(present),
        Some(_) => Err(NeededOnFault::Missing),
    }
}

impl RequestDetails {
    /// The fewest days between today and the day the data is needed (2 §9).
    pub const MIN_DAYS_AHEAD: i64 = 14;
    /// The most variables of one request.
    pub const MAX_VARIABLES: usize = 10_000;

    /// The title, the day on which the data is needed, and the department.
    pub fn content(&self) -> &DetailsContent {
        &self.content
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.content.title
    }

    /// The day on which the data is needed.
    pub fn needed_on(&self) -> NaiveDate {
        self.content.needed_on
    }

    /// The ethics approval.
    pub fn ethics(&self) -> &Ethics {
        &self.ethics
    }

    /// What the data is for, at least one purpose.
    pub fn purposes(&self) -> &[Purpose] {
        &self.purposes
    }

    /// In what form the data is wanted.
    pub fn data_format(&self) -> DataFormat {
        self.data_format
    }

    /// The principal investigator.
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// Whether that is the requester.
    pub fn is_principal(&self) -> bool {
        self.is_principal
    }

    /// The data source.
    pub fn data_source(&self) -> DataSourceId {
        self.data_source
    }

    /// What data is wanted, in words.
    pub fn dataset_description(&self) -> &str {
        &self.dataset_description
    }

    /// The chosen variables, each once, in the order they were chosen. When there are none, a specification is attached.
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

    /// The order of these lines is the order of the toasts (2 §5).
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
        match why_not_needed_on(needed_on, today) {
            Some(fault) => {
                faults.add("needed_on", fault.to_string());
                None
            }
            None => Some(needed_on),
        }
    }

    /// The chosen variables, each once; without any, a specification is asked for.
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
            let most = RequestDetails::MAX_VARIABLES;
            faults.add(
                "dataset_variables",
                format!("A request must not have more than {most} variables."),
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
