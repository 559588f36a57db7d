//! Percentages, as dashboards and assessments show them (3 §9).

use std::fmt;

/// A percentage, rounded half up to two decimals. Stored in hundredths of a percent, so that
/// rounding is exact and thresholds are compared with the value that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percentage {
    hundredths: u16,
}

impl Percentage {
    /// 100 %, the largest percentage.
    pub const ALL: Self = Self { hundredths: 10_000 };

    /// Returns `part` as a percentage of `whole`, at most 100 %, or `None` if `whole` is 0.
    pub fn from_ratio(part: u64, whole: u64) -> Option<Self> {
        if whole == 0 {
            return None;
        }
        let hundredths = (u128::from(part) * 20_000 + u128::from(whole)) / (u128::from(whole) * 2);
        let share = u16::try_from(hundredths).map_or(Self::ALL, |hundredths| Self { hundredths });
        Some(share.min(Self::ALL))
    }

    /// Returns a whole percentage, at most 100 %.
    pub const fn from_percent(percent: u8) -> Self {
        if percent >= 100 {
            return Self::ALL;
        }
        Self {
            hundredths: percent as u16 * 100,
        }
    }

    /// The percentage as a number: 95.0 for 95 %.
    pub fn value(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }
}

impl fmt::Display for Percentage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.hundredths / 100, self.hundredths % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_to_two_decimals_halves_up() {
        for (part, whole, text) in [
            (2, 3, "66.67"),
            (1, 3, "33.33"),
            (0, 7, "0.00"),
            (7, 7, "100.00"),
            (1, 20_000, "0.01"),
            (1, 20_001, "0.00"),
            (u64::MAX - 1, u64::MAX, "100.00"),
            (9, 7, "100.00"),
        ] {
            assert_eq!(
                Percentage::from_ratio(part, whole).unwrap().to_string(),
                text,
                "{part} of {whole}"
            );
        }
        assert_eq!(Percentage::from_ratio(0, 0), None);
        assert_eq!(Percentage::from_ratio(3, 0), None);
    }

    #[test]
    fn whole_percentages_compare_with_shares() {
        assert_eq!(Percentage::from_ratio(19, 20), Some(Percentage::from_percent(95)));
        assert_eq!(Percentage::from_percent(250), Percentage::ALL);
        assert!((Percentage::from_percent(95).value() - 95.0).abs() < f64::EPSILON);
    }
}
