//! Step 1 of the wizard: the details of a request.

use chrono::{NaiveDate, TimeDelta};
use thiserror::Error;

use super::check::{date, document, id, line, optional_date, optional_document, optional_line, prose};
use super::{
    DataFormat, DataUnspecified, DocumentKind, Faults, Principal, Purpose, RawSubmission, RequesterDetails,
};
use crate::ids::{CommitteeId, DataSourceId, VariableId};
use crate::text::is_blank;

/// The details of a request (2 §3, §5 "Wizard step 1").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDetails {
    title: String,
    needed_on: NaiveDate,
    committee: CommitteeId,
    additional_committee: Option<String>,
    protocol_ref_num: String,
    ethics_approval_letter: bool,
    exempted: bool,
    department: Option<String>,
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

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The day on which the data is needed.
    pub fn needed_on(&self) -> NaiveDate {
        self.needed_on
    }

    /// The ethics committee.
    pub fn committee(&self) -> CommitteeId {
        self.committee
    }

    /// The name of a second ethics committee, whose letter is attached then.
    pub fn additional_committee(&self) -> Option<&str> {
        self.additional_committee.as_deref()
    }

    /// The protocol reference number.
    pub fn protocol_ref_num(&self) -> &str {
        &self.protocol_ref_num
    }

    /// Whether there is a letter of the ethics committee; it is attached then.
    pub fn ethics_approval_letter(&self) -> bool {
        self.ethics_approval_letter
    }

    /// Whether the requester says that the study is exempt from ethics approval.
    pub fn exempted(&self) -> bool {
        self.exempted
    }

    /// The requester's department.
    pub fn department(&self) -> Option<&str> {
        self.department.as_deref()
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
        let committee = id(
            faults,
            "ethics_committee",
            self.ethics_committee,
            "Please select the Ethics Committee Name.",
        );
        let protocol_ref_num = line(
            faults,
            "protocol_ref_num",
            self.protocol_ref_num.as_deref(),
            "Please enter the Protocol Reference Number.",
        );
        let needed_on = self.check_needed_on(today, faults);
        let ethics_approval_letter = self.check_ethics_letter(faults);
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
            title: title?,
            needed_on: needed_on?,
            committee: CommitteeId(committee?),
            additional_committee,
            protocol_ref_num: protocol_ref_num?,
            ethics_approval_letter: ethics_approval_letter?,
            exempted: self.exempted.unwrap_or(false),
            department,
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

    /// The answer whether there is a letter, and the letter itself if there is one.
    fn check_ethics_letter(&self, faults: &mut Faults) -> Option<bool> {
        let kind = DocumentKind::EthicsApprovalLetter;
        let available = yes_or_no(self.ethics_approval_letter.as_deref());
        if available.is_none() {
            faults.add(
                "ethics_approval_letter",
                "Please select whether the Ethics Approval Letter is available.",
            );
        }
        if available == Some(true) {
            document(
                faults,
                kind.field(),
                kind,
                self.ethics_doc_path,
                "Please upload the Ethics Approval Letter.",
            );
        } else {
            optional_document(faults, kind.field(), kind, self.ethics_doc_path);
        }
        available
    }

    /// The committee of an additional letter, which is chosen when its name or its file is there. The client sends the
    /// name "None" for no additional letter (2 §4).
    fn check_additional_letter(&self, faults: &mut Faults) -> Option<String> {
        const NAME: &str = "additional_ethics_committee_name";
        let kind = DocumentKind::AdditionalEthicsLetter;
        let file = self.additional_irb_file_path;
        let typed = self
            .additional_ethics_committee_name
            .as_deref()
            .filter(|name| name.trim() != "None");
        if file.is_none() && typed.is_none_or(is_blank) {
            return None;
        }
        let name = line(faults, NAME, typed, "Enter the Additional Ethics Committee Name.");
        document(
            faults,
            kind.field(),
            kind,
            file,
            "Upload the Additional Ethics Approval Letter Name.",
        );
        name
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

/// "Yes" or "No", in any case.
pub(super) fn yes_or_no(text: Option<&str>) -> Option<bool> {
    match text?.trim().to_ascii_lowercase().as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}
