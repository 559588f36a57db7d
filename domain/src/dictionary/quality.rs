//! The data quality assessment of a table: completeness is the share of its stored figures that are
//! known, validity the share of its records that are valid (1 §9; decisions, "Data quality").

use std::fmt;
use std::ops::AddAssign;

use super::records::{Origin, OriginRecords, TableRecords};
use crate::percentage::Percentage;

/// The label of a share (1 §9), with its thresholds (decisions, "Data quality").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the texts of the specification")]
pub enum QualityLabel {
    Poor,
    Fair,
    Good,
    Excellent,
}

/// A part of a whole. Shares can be added to get the share of several tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// The numerator.
    pub part: u64,
    /// The denominator.
    pub whole: u64,
}

/// A contradiction between figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// The number of valid records exceeds the total.
    MoreValidThanTotal(Origin),
    /// The latest record is older than the earliest.
    LatestBeforeEarliest(Origin),
    /// There are dates of records, but the total is zero.
    DatesWithoutRecords(Origin),
    /// There are figures of an origin that is not included in the table.
    NotIncluded(Origin),
}

/// The quality of the records of one origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OriginQuality {
    /// The share of the expected figures that are known. Its whole is zero if the table does not
    /// include the origin.
    pub completeness: Share,
    /// The share of the records that are valid.
    pub validity: Share,
}

/// The quality of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assessment {
    /// Its records of `PoC`.
    pub poc: OriginQuality,
    /// Its records of `eMC`.
    pub emc: OriginQuality,
    /// The share of the expected figures that are known. Each included origin has four: total,
    /// valid, earliest and latest record. If its total is zero, only the two counts are expected.
    ///
    /// Completeness measures the documentation, because the expected number of records is not
    /// stored, and one origin is no reference for the other.
    pub completeness: Share,
    /// The share of valid records over the origins with both counts. An origin with more valid
    /// records than its total is ignored.
    pub validity: Share,
    /// Contradictions, by origin.
    pub contradictions: Vec<Contradiction>,
}

/// The number of tables per label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are the texts of the specification")]
pub struct LabelTally {
    pub excellent: u64,
    pub good: u64,
    pub fair: u64,
    pub poor: u64,
    /// Tables without figures to assess.
    pub not_assessed: u64,
}

/// The quality of several tables together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QualitySummary {
    /// The number of tables.
    pub tables: u64,
    /// Their records of `PoC`.
    pub poc: OriginQuality,
    /// Their records of `eMC`.
    pub emc: OriginQuality,
    /// The share of all expected figures that are known.
    pub completeness: Share,
    /// The share of all counted records that are valid.
    pub validity: Share,
    /// The number of tables by completeness label.
    pub by_completeness: LabelTally,
    /// The number of tables by validity label.
    pub by_validity: LabelTally,
}

/// Shown in place of a label if there are no figures to assess.
pub const NOT_ASSESSED: &str = "Not assessed";

impl QualityLabel {
    /// Every label with its lowest share, best first.
    pub const FROM: [(Self, Percentage); 4] = [
        (Self::Excellent, Percentage::from_percent(95)),
        (Self::Good, Percentage::from_percent(80)),
        (Self::Fair, Percentage::from_percent(60)),
        (Self::Poor, Percentage::from_percent(0)),
    ];

    /// The label on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Excellent => "Excellent",
            Self::Good => "Good",
            Self::Fair => "Fair",
            Self::Poor => "Poor",
        }
    }

    /// Returns the label of a share.
    pub fn from_percentage(percentage: Percentage) -> Self {
        Self::FROM
            .into_iter()
            .find(|(_, from)| percentage >= *from)
            .map_or(Self::Poor, |(label, _)| label)
    }
}

impl Share {
    /// Returns the share in per cent; `None` if the whole is zero.
    pub fn percentage(self) -> Option<Percentage> {
        Percentage::from_ratio(self.part, self.whole)
    }

    /// Returns the label; `None` if the whole is zero.
    pub fn label(self) -> Option<QualityLabel> {
        self.percentage().map(QualityLabel::from_percentage)
    }

    /// Returns the text of the label on screens.
    pub fn label_name(self) -> &'static str {
        self.label().map_or(NOT_ASSESSED, QualityLabel::name)
    }
}

impl AddAssign for Share {
    fn add_assign(&mut self, other: Self) {
        self.part = self.part.saturating_add(other.part);
        self.whole = self.whole.saturating_add(other.whole);
    }
}

impl AddAssign for OriginQuality {
    fn add_assign(&mut self, other: Self) {
        self.completeness += other.completeness;
        self.validity += other.validity;
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoreValidThanTotal(origin) => {
                write!(f, "{} counts more valid records than records.", origin.name())
            }
            Self::LatestBeforeEarliest(origin) => {
                write!(
                    f,
                    "The latest record of {} is older than its earliest.",
                    origin.name()
                )
            }
            Self::DatesWithoutRecords(origin) => {
                write!(f, "{} has dates of records, but no record.", origin.name())
            }
            Self::NotIncluded(origin) => write!(
                f,
                "There are figures for {0}, but the table says that it has no data of {0}.",
                origin.name()
            ),
        }
    }
}

impl TableRecords {
    /// Assesses the quality of the table, based on the figures about its records.
    pub fn assess(&self) -> Assessment {
        let mut assessment = Assessment::default();
        for origin in Origin::ALL {
            let records = self.for_origin(origin);
            assessment.contradictions.extend(records.contradictions(origin));
            if records.included {
                let quality = OriginQuality {
                    completeness: records.completeness(),
                    validity: records.validity(),
                };
                assessment.completeness += quality.completeness;
                assessment.validity += quality.validity;
                *match origin {
                    Origin::PoC => &mut assessment.poc,
                    Origin::EMc => &mut assessment.emc,
                } = quality;
            }
        }
        assessment
    }
}

impl OriginRecords {
    fn completeness(&self) -> Share {
        let counts = [self.total.is_some(), self.valid.is_some()];
        let dates = [self.earliest.is_some(), self.latest.is_some()];
        let wanted: &[[bool; 2]] = if self.total == Some(0) {
            &[counts]
        } else {
            &[counts, dates]
        };
        let known = wanted.iter().flatten().filter(|known| **known).count();
        Share {
            part: known as u64,
            whole: 2 * wanted.len() as u64,
        }
    }

    fn validity(&self) -> Share {
        match (self.valid, self.total) {
            (Some(part), Some(whole)) if part <= whole => Share { part, whole },
            _ => Share::default(),
        }
    }

    fn contradictions(&self, origin: Origin) -> impl Iterator<Item = Contradiction> + use<> {
        let dated = self.earliest.is_some() || self.latest.is_some();
        let too_many_valid = self
            .valid
            .zip(self.total)
            .is_some_and(|(valid, total)| valid > total);
        let turned = self
            .earliest
            .zip(self.latest)
            .is_some_and(|(earliest, latest)| latest < earliest);
        [
            (too_many_valid, Contradiction::MoreValidThanTotal(origin)),
            (turned, Contradiction::LatestBeforeEarliest(origin)),
            (
                self.total == Some(0) && dated,
                Contradiction::DatesWithoutRecords(origin),
            ),
            (
                !self.included && self.has_figures(),
                Contradiction::NotIncluded(origin),
            ),
        ]
        .into_iter()
        .filter_map(|(is_so, contradiction)| is_so.then_some(contradiction))
    }
}

impl LabelTally {
    fn count(&mut self, share: Share) {
        *match share.label() {
            Some(QualityLabel::Excellent) => &mut self.excellent,
            Some(QualityLabel::Good) => &mut self.good,
            Some(QualityLabel::Fair) => &mut self.fair,
            Some(QualityLabel::Poor) => &mut self.poor,
            None => &mut self.not_assessed,
        } += 1;
    }
}

impl<'a> FromIterator<&'a Assessment> for QualitySummary {
    fn from_iter<I: IntoIterator<Item = &'a Assessment>>(assessments: I) -> Self {
        let mut summary = Self::default();
        for assessment in assessments {
            summary.tables += 1;
            summary.poc += assessment.poc;
            summary.emc += assessment.emc;
            summary.completeness += assessment.completeness;
            summary.validity += assessment.validity;
            summary.by_completeness.count(assessment.completeness);
            summary.by_validity.count(assessment.validity);
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;

    fn day(year: i32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(year, 7, 1)
    }

    fn full(total: u64, valid: u64) -> OriginRecords {
        OriginRecords {
            included: true,
            earliest: day(2015),
            latest: day(2025),
            total: Some(total),
            valid: Some(valid),
        }
    }

    fn assess(poc: OriginRecords, emc: OriginRecords) -> Assessment {
        TableRecords { poc, emc }.assess()
    }

    const NOTHING: OriginRecords = OriginRecords {
        included: false,
        earliest: None,
        latest: None,
        total: None,
        valid: None,
    };

    #[test]
    fn labels_begin_at_their_rounded_thresholds() {
        let label = |part, whole| Share { part, whole }.label_name();
        assert_eq!(label(95, 100), "Excellent");
        assert_eq!(label(9_499, 10_000), "Good");
        assert_eq!(label(94_996, 100_000), "Excellent", "shown as 95.00");
        assert_eq!(label(80, 100), "Good");
        assert_eq!(label(7_999, 10_000), "Fair");
        assert_eq!(label(60, 100), "Fair");
        assert_eq!(label(5_999, 10_000), "Poor");
        assert_eq!(label(0, 10), "Poor");
        assert_eq!(label(0, 0), NOT_ASSESSED);
    }

    #[test]
    fn completeness_is_the_share_of_known_figures_of_the_included_origins() {
        let of = |poc, emc| assess(poc, emc).completeness;
        assert_eq!(of(full(9, 9), NOTHING), Share { part: 4, whole: 4 });
        assert_eq!(of(full(9, 9), full(2, 1)), Share { part: 8, whole: 8 });
        let only_counts = OriginRecords {
            earliest: None,
            latest: None,
            ..full(9, 9)
        };
        assert_eq!(of(full(9, 9), only_counts), Share { part: 6, whole: 8 });
        let unknown = OriginRecords {
            included: true,
            ..NOTHING
        };
        assert_eq!(of(unknown, NOTHING), Share { part: 0, whole: 4 });
        assert_eq!(of(NOTHING, NOTHING).label(), None, "a table of no origin");
    }

    #[test]
    fn each_origin_is_assessed_separately() {
        let half = OriginRecords {
            earliest: None,
            latest: None,
            ..full(100, 50)
        };
        let assessment = assess(full(10, 10), half);
        let labels = |origin: OriginQuality| (origin.completeness.label_name(), origin.validity.label_name());
        assert_eq!(labels(assessment.poc), ("Excellent", "Excellent"));
        assert_eq!(labels(assessment.emc), ("Poor", "Poor"));
        assert_eq!(labels(assess(NOTHING, half).poc), (NOT_ASSESSED, NOT_ASSESSED));
        let summary: QualitySummary = [assessment.clone(), assess(full(30, 0), NOTHING)]
            .iter()
            .collect();
        assert_eq!(summary.poc.validity, Share { part: 10, whole: 40 });
        assert_eq!(summary.poc.completeness, Share { part: 8, whole: 8 });
        assert_eq!(summary.emc, assessment.emc);
    }

    #[test]
    fn an_origin_without_records_needs_no_dates() {
        let empty = OriginRecords {
            earliest: None,
            latest: None,
            ..full(0, 0)
        };
        let assessment = assess(empty, NOTHING);
        assert_eq!(assessment.completeness, Share { part: 2, whole: 2 });
        assert_eq!(assessment.validity.label(), None, "nothing could be valid");
        assert_eq!(assessment.contradictions, []);
    }

    #[test]
    fn validity_is_the_share_of_valid_records_over_origins_with_both_counts() {
        let of = |poc, emc| assess(poc, emc).validity;
        assert_eq!(
            of(full(300, 290), full(100, 20)),
            Share {
                part: 310,
                whole: 400
            }
        );
        let uncounted = OriginRecords {
            valid: None,
            ..full(1_000, 0)
        };
        assert_eq!(
            of(full(300, 290), uncounted),
            Share {
                part: 290,
                whole: 300
            }
        );
        assert_eq!(of(uncounted, NOTHING).label(), None);
    }

    #[test]
    fn contradictions_are_reported_and_do_not_improve_the_result() {
        let assessment = assess(full(10, 11), full(10, 5));
        assert_eq!(
            assessment.contradictions,
            [Contradiction::MoreValidThanTotal(Origin::PoC)]
        );
        assert_eq!(assessment.validity, Share { part: 5, whole: 10 });
        let turned = OriginRecords {
            earliest: day(2025),
            latest: day(2015),
            ..full(0, 0)
        };
        assert_eq!(
            assess(NOTHING, turned).contradictions,
            [
                Contradiction::LatestBeforeEarliest(Origin::EMc),
                Contradiction::DatesWithoutRecords(Origin::EMc),
            ]
        );
        let elsewhere = OriginRecords {
            included: false,
            ..full(10, 9)
        };
        let assessment = assess(elsewhere, NOTHING);
        assert_eq!(
            assessment.contradictions,
            [Contradiction::NotIncluded(Origin::PoC)]
        );
        assert_eq!(
            (assessment.completeness, assessment.validity),
            <(Share, Share)>::default()
        );
        assert_eq!(
            assessment.contradictions[0].to_string(),
            "There are figures for PoC, but the table says that it has no data of PoC."
        );
    }

    #[test]
    fn a_summary_weights_tables_by_records_and_counts_labels() {
        let tables = [
            assess(full(900, 891), NOTHING),
            assess(full(100, 10), NOTHING),
            assess(NOTHING, NOTHING),
        ];
        let summary: QualitySummary = tables.iter().collect();
        assert_eq!(
            (summary.tables, summary.validity),
            (
                3,
                Share {
                    part: 901,
                    whole: 1000
                }
            )
        );
        assert_eq!(summary.validity.label_name(), "Good");
        assert_eq!(summary.completeness, Share { part: 8, whole: 8 });
        let expected = LabelTally {
            excellent: 1,
            poor: 1,
            not_assessed: 1,
            ..LabelTally::default()
        };
        assert_eq!(summary.by_validity, expected);
        assert_eq!(
            (
                summary.by_completeness.excellent,
                summary.by_completeness.not_assessed
            ),
            (2, 1)
        );
    }

    #[test]
    fn sums_of_huge_counts_do_not_overflow() {
        let tables = [assess(full(u64::MAX, u64::MAX), full(u64::MAX, 1))];
        let summary: QualitySummary = tables.iter().collect();
        assert_eq!(summary.validity.percentage(), Some(Percentage::ALL));
    }
}
