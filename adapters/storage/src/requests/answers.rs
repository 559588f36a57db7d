//! Row types for the answer columns of `data_requests` and `request_answers`. Inserts, reads and
//! edits share them.

use aditus_domain::ids::CommitteeId;
use aditus_domain::requests::content::{DetailsContent, EthicsContent, FiltersContent, FormatContent};
use aditus_domain::requests::{DataFormat, Ethics, Filters, Principal, Submission};
use chrono::NaiveDate;
use diesel::prelude::*;

use crate::error::DbResult;
use crate::schema::{data_requests, request_answers};
use crate::text_lists;

/// All answers, from both tables.
#[derive(Queryable, Selectable)]
#[diesel(table_name = data_requests)]
pub(super) struct AnswersRow {
    #[diesel(embed)]
    pub details: DetailsRow,
    #[diesel(embed)]
    pub ethics: EthicsRow,
    #[diesel(embed)]
    pub format: FormatRow,
    #[diesel(embed)]
    pub principal: PrincipalRow,
    #[diesel(embed)]
    pub filters: FiltersRow,
}

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = data_requests, treat_none_as_default_value = false)]
pub(super) struct DetailsRow {
    title: String,
    needed_on: NaiveDate,
    department: Option<String>,
}

#[derive(Insertable, AsChangeset, Queryable, Selectable)]
#[diesel(table_name = data_requests, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct EthicsRow {
    committee_id: i64,
    protocol_ref_num: String,
    ethics_approval_letter: bool,
    exempted: bool,
    additional_ethics_committee_name: Option<String>,
}

#[derive(Insertable, AsChangeset, Queryable, Selectable)]
#[diesel(table_name = request_answers, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct FormatRow {
    data_format: String,
    direct_access_from: Option<NaiveDate>,
    direct_access_to: Option<NaiveDate>,
    no_date_limit: bool,
}

#[derive(Insertable, AsChangeset, Queryable, Selectable)]
#[diesel(table_name = request_answers, treat_none_as_default_value = false)]
pub(super) struct PrincipalRow {
    principal_fname: String,
    principal_sname: String,
    principal_email: String,
    principal_phone: String,
    principal_occupation: String,
    principal_institution: String,
    pub is_principal: bool,
}

/// The columns that limit which data is requested.
#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = request_answers, treat_none_as_default_value = false)]
pub(super) struct FiltersRow {
    dataset_description: String,
    facility_filter: String,
    date_range_start: Option<NaiveDate>,
    date_range_end: Option<NaiveDate>,
}

impl AnswersRow {
    pub(super) fn from_submission(submission: &Submission) -> DbResult<Self> {
        let details = submission.details();
        Ok(Self {
            details: details.content().clone().into(),
            ethics: details.ethics().clone().into(),
            format: details.data_format().into(),
            principal: PrincipalRow::new(details.principal().clone(), details.is_principal()),
            filters: FiltersRow::new(details.dataset_description(), submission.filters())?,
        })
    }
}

impl From<DetailsContent> for DetailsRow {
    fn from(details: DetailsContent) -> Self {
        Self {
            title: details.title,
            needed_on: details.needed_on,
            department: details.department,
        }
    }
}

impl From<DetailsRow> for DetailsContent {
    fn from(row: DetailsRow) -> Self {
        Self {
            title: row.title,
            needed_on: row.needed_on,
            department: row.department,
        }
    }
}

impl From<Ethics> for EthicsRow {
    fn from(ethics: Ethics) -> Self {
        Self {
            committee_id: ethics.committee.0,
            protocol_ref_num: ethics.protocol_ref_num,
            ethics_approval_letter: ethics.approval_letter,
            exempted: ethics.exempted,
            additional_ethics_committee_name: ethics.additional_committee,
        }
    }
}

impl EthicsRow {
    /// Adds the name of the committee, which is stored in another table.
    pub(super) fn content(self, committee_name: String) -> EthicsContent {
        EthicsContent {
            committee_name,
            answers: Ethics {
                committee: CommitteeId(self.committee_id),
                protocol_ref_num: self.protocol_ref_num,
                approval_letter: self.ethics_approval_letter,
                exempted: self.exempted,
                additional_committee: self.additional_ethics_committee_name,
            },
        }
    }
}

impl From<DataFormat> for FormatRow {
    fn from(format: DataFormat) -> Self {
        Self {
            data_format: format.name().to_owned(),
            direct_access_from: format.direct_access_from(),
            direct_access_to: format.direct_access_to(),
            no_date_limit: format.no_date_limit(),
        }
    }
}

impl From<FormatRow> for FormatContent {
    fn from(row: FormatRow) -> Self {
        Self {
            data_format: row.data_format,
            direct_access_from: row.direct_access_from,
            direct_access_to: row.direct_access_to,
            no_date_limit: row.no_date_limit,
        }
    }
}

impl PrincipalRow {
    pub(super) fn new(principal: Principal, is_principal: bool) -> Self {
        Self {
            principal_fname: principal.fname,
            principal_sname: principal.sname,
            principal_email: principal.email,
            principal_phone: principal.phone,
            principal_occupation: principal.occupation,
            principal_institution: principal.institution,
            is_principal,
        }
    }

    pub(super) fn principal(self) -> Principal {
        Principal {
            fname: self.principal_fname,
            sname: self.principal_sname,
            email: self.principal_email,
            phone: self.principal_phone,
            occupation: self.principal_occupation,
            institution: self.principal_institution,
        }
    }
}

impl FiltersRow {
    fn new(dataset_description: &str, filters: &Filters) -> DbResult<Self> {
        Ok(Self {
            dataset_description: dataset_description.to_owned(),
            facility_filter: text_lists::to_column(filters.facility_filter())?,
            date_range_start: filters.date_range_filter().start(),
            date_range_end: filters.date_range_filter().end(),
        })
    }

    pub(super) fn content(self) -> DbResult<FiltersContent> {
        Ok(FiltersContent {
            dataset_description: self.dataset_description,
            facilities: text_lists::from_column(&self.facility_filter)?,
            start: self.date_range_start,
            end: self.date_range_end,
        })
    }
}
