//! Lengths and positions in millimetres, from the upper left corner.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub(crate) struct Mm(f64);

const POINTS_PER_MM: f64 = 72.0 / 25.4;

impl Mm {
    /// Converts a length in points.
    pub(crate) fn of_points(points: f64) -> Self {
        Self(points / POINTS_PER_MM)
    }

    /// Returns the length in points, rounded to a hundredth.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a place on a page needs no more digits"
    )]
    pub(crate) fn points(self) -> f32 {
        ((self.0 * POINTS_PER_MM * 100.0).round() / 100.0) as f32
    }

    pub(crate) fn points_exactly(self) -> f64 {
        self.0 * POINTS_PER_MM
    }

    pub(crate) fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }
}

impl From<i32> for Mm {
    fn from(length: i32) -> Self {
        Self(length.into())
    }
}

impl From<f32> for Mm {
    fn from(length: f32) -> Self {
        Self(length.into())
    }
}

impl From<f64> for Mm {
    fn from(length: f64) -> Self {
        Self(length)
    }
}

impl Add for Mm {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Mm {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<f64> for Mm {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self(self.0 * factor)
    }
}

impl AddAssign for Mm {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Mm {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Position {
    pub(crate) x: Mm,
    pub(crate) y: Mm,
}

impl Position {
    pub(crate) fn new(x: impl Into<Mm>, y: impl Into<Mm>) -> Self {
        Self {
            x: x.into(),
            y: y.into(),
        }
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Size {
    pub(crate) width: Mm,
    pub(crate) height: Mm,
}
