//! Bodies of the data quality calls.

use aditus_application::dictionary::quality::TableQuality;
use aditus_application::dictionary::quality::list::QualitySort;
use aditus_application::dictionary::quality::sources::{SourceQuality, SourceQualitySort};
use aditus_application::dictionary::quality::worst::WorstTable;
use aditus_domain::dictionary::quality::{LabelTally, OriginQuality, QualitySummary, Share};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::sort::Sort;

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct QualityChoice {
    /// The source of the tables. Required.
    pub data_source: Option<i64>,
    /// The ids of tables, separated by commas or as a JSON list, at most 1,000. Defaults to all
    /// published tables.
    #[validate(length(max = 20_000, message = "Too many ids."))]
    pub tables: Option<String>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct QualityQuery {
    /// The source of the tables. Required.
    pub data_source: Option<i64>,
    /// The ids of tables, separated by commas or as a JSON list, at most 1,000. Defaults to all
    /// published tables.
    #[validate(length(max = 20_000, message = "Too many ids."))]
    pub tables: Option<String>,
    /// A text that the name of the table or of its entity contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// One of `tbl_name`, `completeness` and `validity`; a leading minus sorts in descending order.
    #[param(schema_with = Sort::<QualitySort>::schema)]
    pub sort: Option<Sort<QualitySort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct QualitySourcesQuery {
    /// A text that the name of the source contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Orders the sources and their tables. Defaults to the least valid first.
    #[param(schema_with = Sort::<SourceQualitySort>::schema)]
    pub sort: Option<Sort<SourceQualitySort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// A share with its label.
#[derive(Serialize, ToSchema)]
pub(crate) struct ShareBody {
    /// The percentage, rounded to two decimals; null if there is nothing to assess.
    pub percentage: Option<f64>,
    /// One of Excellent, Good, Fair and Poor; "Not assessed" if there is nothing to assess.
    pub label: &'static str,
    /// The number that is present or valid.
    pub part: u64,
    /// The number that is expected.
    pub whole: u64,
}

/// The quality of the records of one origin.
#[derive(Serialize, ToSchema)]
pub(crate) struct OriginQualityBody {
    /// The share of the expected figures of the origin that are known.
    pub completeness: ShareBody,
    /// The share of its records that are valid.
    pub validity: ShareBody,
}

/// A table of low quality, with its source.
#[derive(Serialize, ToSchema)]
pub(crate) struct WorstTableBody {
    pub data_source_id: i64,
    pub source: String,
    pub tbl_id: i64,
    pub tbl_name: String,
    /// The share of the expected figures of both origins that are known.
    pub completeness: ShareBody,
    /// The share of the counted records that are valid.
    pub validity: ShareBody,
}

impl From<WorstTable> for WorstTableBody {
    fn from(worst: WorstTable) -> Self {
        Self {
            data_source_id: worst.data_source.0,
            source: worst.source,
            tbl_id: worst.table.tbl_id.0,
            tbl_name: worst.table.tbl_name,
            completeness: worst.table.assessment.completeness.into(),
            validity: worst.table.assessment.validity.into(),
        }
    }
}

/// The quality of a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableQualityBody {
    pub tbl_id: i64,
    pub tbl_name: String,
    pub entity_name: String,
    /// The share of the expected figures of both origins that are known.
    pub completeness: ShareBody,
    /// The share of the counted records that are valid.
    pub validity: ShareBody,
    /// The quality of its `PoC` records.
    pub poc: OriginQualityBody,
    /// The quality of its `eMC` records.
    pub emc: OriginQualityBody,
    #[serde(rename = "in_PoC")]
    pub in_poc: bool,
    #[serde(rename = "in_eMC")]
    pub in_emc: bool,
    pub poc_earliest_record: Option<NaiveDate>,
    pub emc_earliest_record: Option<NaiveDate>,
    pub poc_latest_record: Option<NaiveDate>,
    pub emc_latest_record: Option<NaiveDate>,
    pub poc_total_records: Option<u64>,
    pub emc_total_records: Option<u64>,
    pub poc_valid_records: Option<u64>,
    pub emc_valid_records: Option<u64>,
    /// Contradictions between the figures, in sentences.
    pub contradictions: Vec<String>,
}

/// Completeness and validity of a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableSharesBody {
    pub tbl_id: i64,
    pub tbl_name: String,
    pub completeness: ShareBody,
    pub validity: ShareBody,
}

/// The quality of a source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceQualityBody {
    pub data_source_id: i64,
    pub source: String,
    pub completeness: ShareBody,
    pub validity: ShareBody,
    /// The number of its published tables.
    pub tables_count: u64,
    /// Its first tables in the requested order, at most 24.
    pub tables: Vec<TableSharesBody>,
}

/// The number of tables per label.
#[derive(Serialize, ToSchema)]
pub(crate) struct LabelTallyBody {
    pub excellent: u64,
    pub good: u64,
    pub fair: u64,
    pub poor: u64,
    pub not_assessed: u64,
}

/// The overall quality of several tables.
#[derive(Serialize, ToSchema)]
pub(crate) struct QualitySummaryBody {
    pub tables: u64,
    pub completeness: ShareBody,
    pub validity: ShareBody,
    /// The quality of their `PoC` records.
    pub poc: OriginQualityBody,
    /// The quality of their `eMC` records.
    pub emc: OriginQualityBody,
    pub by_completeness: LabelTallyBody,
    pub by_validity: LabelTallyBody,
}

impl From<Share> for ShareBody {
    fn from(share: Share) -> Self {
        Self {
            percentage: share
                .percentage()
                .map(aditus_domain::percentage::Percentage::value),
            label: share.label_name(),
            part: share.part,
            whole: share.whole,
        }
    }
}

impl From<OriginQuality> for OriginQualityBody {
    fn from(quality: OriginQuality) -> Self {
        Self {
            completeness: quality.completeness.into(),
            validity: quality.validity.into(),
        }
    }
}

impl From<TableQuality> for TableQualityBody {
    fn from(table: TableQuality) -> Self {
        let (poc, emc) = (table.records.poc, table.records.emc);
        Self {
            tbl_id: table.tbl_id.0,
            tbl_name: table.tbl_name,
            entity_name: table.entity_name,
            completeness: table.assessment.completeness.into(),
            validity: table.assessment.validity.into(),
            poc: table.assessment.poc.into(),
            emc: table.assessment.emc.into(),
            in_poc: poc.included,
            in_emc: emc.included,
            poc_earliest_record: poc.earliest,
            emc_earliest_record: emc.earliest,
            poc_latest_record: poc.latest,
            emc_latest_record: emc.latest,
            poc_total_records: poc.total,
            emc_total_records: emc.total,
            poc_valid_records: poc.valid,
            emc_valid_records: emc.valid,
            contradictions: table
                .assessment
                .contradictions
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }
}

impl From<SourceQuality> for SourceQualityBody {
    fn from(source: SourceQuality) -> Self {
        let shares = |table: TableQuality| TableSharesBody {
            tbl_id: table.tbl_id.0,
            tbl_name: table.tbl_name,
            completeness: table.assessment.completeness.into(),
            validity: table.assessment.validity.into(),
        };
        Self {
            data_source_id: source.data_source.0,
            source: source.source,
            completeness: source.summary.completeness.into(),
            validity: source.summary.validity.into(),
            tables_count: source.summary.tables,
            tables: source.tables.into_iter().map(shares).collect(),
        }
    }
}

impl From<LabelTally> for LabelTallyBody {
    fn from(tally: LabelTally) -> Self {
        Self {
            excellent: tally.excellent,
            good: tally.good,
            fair: tally.fair,
            poor: tally.poor,
            not_assessed: tally.not_assessed,
        }
    }
}

impl From<QualitySummary> for QualitySummaryBody {
    fn from(summary: QualitySummary) -> Self {
        Self {
            tables: summary.tables,
            completeness: summary.completeness.into(),
            validity: summary.validity.into(),
            poc: summary.poc.into(),
            emc: summary.emc.into(),
            by_completeness: summary.by_completeness.into(),
            by_validity: summary.by_validity.into(),
        }
    }
}
