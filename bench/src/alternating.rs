//! Compares two servers, one with a feature and one without it, in many short turns. The speed of a
//! shared machine varies by a fifth within seconds, so many short turns are more precise than few
//! long ones. Both servers run all the time.

use std::fmt;

use crate::{Outcome, console};

/// The rates of both servers, one per turn.
pub(crate) struct Rates {
    with: Vec<f64>,
    without: Vec<f64>,
}

/// Median and range of several values.
pub(crate) struct Spread {
    pub(crate) median: f64,
    min: f64,
    max: f64,
}

impl Rates {
    /// Measures each server once per turn. They alternate in going first, because the second may
    /// benefit from caches that the first one warmed.
    pub(crate) fn measure(
        turns: usize,
        mut with: impl FnMut() -> Outcome<f64>,
        mut without: impl FnMut() -> Outcome<f64>,
    ) -> Outcome<Self> {
        let mut rates = Self {
            with: Vec::with_capacity(turns),
            without: Vec::with_capacity(turns),
        };
        for turn in 0..turns {
            if turn % 10 == 0 {
                console::progress(&format!("turn {turn} of {turns}"));
            }
            if turn % 2 == 0 {
                rates.with.push(with()?);
                rates.without.push(without()?);
            } else {
                rates.without.push(without()?);
                rates.with.push(with()?);
            }
        }
        Ok(rates)
    }

    pub(crate) fn turns(&self) -> usize {
        self.with.len()
    }

    pub(crate) fn with(&self) -> Spread {
        Spread::from_values(self.with.clone())
    }

    pub(crate) fn without(&self) -> Spread {
        Spread::from_values(self.without.clone())
    }

    /// Returns the share of the rate that is left with the feature, computed within each turn.
    pub(crate) fn remaining_share(&self) -> Spread {
        let both = self.with.iter().zip(&self.without);
        Spread::from_values(
            both.map(|(with, without)| with / without.max(f64::EPSILON))
                .collect(),
        )
    }
}

impl Spread {
    pub(crate) fn from_values(mut values: Vec<f64>) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let at = |place: usize| values.get(place).copied().unwrap_or_default();
        Self {
            median: at(values.len() / 2),
            min: at(0),
            max: at(values.len().saturating_sub(1)),
        }
    }
}

/// Uses the precision of the format string.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let precision = f.precision().unwrap_or(0);
        let Self { median, min, max } = self;
        write!(f, "{median:.precision$} ({min:.precision$} to {max:.precision$})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_rate_is_computed_within_a_turn() -> Outcome<()> {
        let (mut with, mut without) = ([90.0, 20.0, 45.0].into_iter(), [100.0, 40.0, 50.0].into_iter());
        let rates = Rates::measure(
            3,
            || with.next().ok_or_else(|| "no more".into()),
            || without.next().ok_or_else(|| "no more".into()),
        )?;
        assert_eq!(format!("{:.2}", rates.remaining_share()), "0.90 (0.50 to 0.90)");
        assert_eq!(rates.with().to_string(), "45 (20 to 90)");
        assert_eq!(rates.turns(), 3);
        Ok(())
    }
}
