//! The choice when the emails of an occasion come (decisions N6).

use thiserror::Error;

use super::Digest;

/// The choice of a person when the emails of an [`Occasion`](super::Occasion) come. The notification
/// in the product is shown at once in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Delivery {
    /// Each email is sent at once.
    #[default]
    Immediately,
    /// One email a day has everything since the last one.
    Daily,
    /// One email a week has everything since the last one.
    Weekly,
    /// No emails are sent.
    Never,
}

/// The error for a name of no delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Please choose when you get these emails.")]
pub struct UnknownDelivery;

impl Delivery {
    /// All choices, in the order of the settings.
    pub const ALL: [Self; 4] = [Self::Immediately, Self::Daily, Self::Weekly, Self::Never];

    /// The name in the database and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Immediately => "immediately",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Never => "never",
        }
    }

    /// Parses the name in the database and in the API.
    pub fn parse(name: &str) -> Result<Self, UnknownDelivery> {
        Self::ALL
            .into_iter()
            .find(|delivery| delivery.name() == name)
            .ok_or(UnknownDelivery)
    }

    /// The choice of a client that only turns emails on and off. Turning them on keeps a digest.
    #[must_use]
    pub const fn switched(self, by_mail: bool) -> Self {
        match self {
            Self::Daily | Self::Weekly if by_mail => self,
            _ => Self::of_switch(by_mail),
        }
    }

    /// The choice that an earlier version stores, which only turns emails on and off.
    pub const fn of_switch(by_mail: bool) -> Self {
        if by_mail { Self::Immediately } else { Self::Never }
    }

    /// Returns true unless no emails are wanted.
    pub const fn is_by_mail(self) -> bool {
        !matches!(self, Self::Never)
    }

    /// The digest that has the emails, if they wait for one.
    pub const fn digest(self) -> Option<Digest> {
        match self {
            Self::Daily => Some(Digest::Daily),
            Self::Weekly => Some(Digest::Weekly),
            Self::Immediately | Self::Never => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_deliveries_round_trip() {
        for delivery in Delivery::ALL {
            assert_eq!(Delivery::parse(delivery.name()), Ok(delivery));
        }
        assert_eq!(Delivery::parse("Daily"), Err(UnknownDelivery));
    }

    #[test]
    fn emails_come_immediately_unless_chosen_otherwise() {
        assert_eq!(Delivery::default(), Delivery::of_switch(true));
        assert_eq!(Delivery::of_switch(false), Delivery::Never);
        let without_mail: Vec<_> = Delivery::ALL
            .into_iter()
            .filter(|one| !one.is_by_mail())
            .collect();
        assert_eq!(without_mail, [Delivery::Never]);
    }

    #[test]
    fn turning_emails_on_keeps_a_digest() {
        for (before, expected) in [
            (Delivery::Immediately, Delivery::Immediately),
            (Delivery::Daily, Delivery::Daily),
            (Delivery::Weekly, Delivery::Weekly),
            (Delivery::Never, Delivery::Immediately),
        ] {
            assert_eq!(before.switched(true), expected);
            assert_eq!(before.switched(false), Delivery::Never);
        }
    }
}
