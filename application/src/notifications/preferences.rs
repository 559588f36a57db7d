//! Mail preferences of a person: `GET` and `PUT notifications/preferences/`. They do not affect
//! notifications in the product.

use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;
use aditus_domain::notifications::{Delivery, Occasion, UnknownDelivery};
use aditus_domain::roles::Role;
use thiserror::Error;

use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// The mail preference for one occasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preference {
    /// Occasion of the mails.
    pub occasion: Occasion,
    /// Time at which they come: immediately, unless chosen otherwise.
    pub delivery: Delivery,
}

/// A choice for one kind of mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Name of an occasion.
    pub kind: String,
    /// Name of a [`Delivery`].
    pub delivery: Option<String>,
    /// The choice of a client that only turns mails on and off, if there is no delivery. It is an
    /// error if both are missing.
    pub by_mail: Option<bool>,
}

/// A valid choice.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    /// Mails come at this time.
    Delivery(Delivery),
    /// Mails are turned on or off ([`Delivery::switched`]).
    Switch(bool),
}

impl Wanted {
    fn parse(choice: &Choice) -> Option<Self> {
        match &choice.delivery {
            Some(name) => Delivery::parse(name).ok().map(Self::Delivery),
            None => choice.by_mail.map(Self::Switch),
        }
    }

    const fn after(self, before: Delivery) -> Delivery {
        match self {
            Self::Delivery(delivery) => delivery,
            Self::Switch(by_mail) => before.switched(by_mail),
        }
    }
}

/// Choices to store. Kinds without a choice keep their preference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Choices, at most one for each kind.
    pub choices: Vec<Choice>,
}

/// The preferences could not be read or stored.
#[derive(Debug, Error)]
pub enum Error {
    /// The list of choices is empty.
    #[error("Please choose which emails you want.")]
    Nothing,
    /// No occasion has this name.
    #[error("There is no notification of this kind.")]
    Unknown {
        /// Index in the list.
        index: usize,
    },
    /// The list contains a kind twice.
    #[error("This kind is named twice.")]
    Twice {
        /// Index of the second choice in the list.
        index: usize,
    },
    /// The delivery is missing, or none has this name.
    #[error("{}", UnknownDelivery)]
    Delivery {
        /// Index in the list.
        index: usize,
    },
    /// The caller exceeded the rate limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        Nothing => Invalid, reason: InvalidFields, field: "preferences";
        Unknown { index } | Twice { index } => Invalid, reason: InvalidFields, field: format!("preferences[{index}].kind");
        Delivery { index } => Invalid, reason: InvalidFields, field: format!("preferences[{index}].delivery");
    }
}

/// Returns the caller's preferences for the occasions that their roles can lead to.
pub fn read(ports: &Ports, caller: &Caller) -> Result<Vec<Preference>, Error> {
    let chosen = ports
        .database
        .read()?
        .notifications()
        .chosen_deliveries(caller.user)?;
    let held = || caller.roles.iter().map(|held| held.role).chain([Role::OrgUser]);
    Ok(Occasion::ALL
        .into_iter()
        .filter(|occasion| held().any(|role| occasion.is_for(role)))
        .map(|occasion| Preference {
            occasion,
            delivery: chosen.get(occasion.name()).copied().unwrap_or_default(),
        })
        .collect())
}

/// Stores the choices of the caller.
pub fn save(ports: &Ports, caller: &Caller, command: &Command) -> Result<Vec<Preference>, Error> {
    if command.choices.is_empty() {
        return Err(Error::Nothing);
    }
    let mut chosen: Vec<(Occasion, Wanted)> = Vec::with_capacity(command.choices.len());
    for (index, choice) in command.choices.iter().enumerate() {
        let occasion = Occasion::parse(&choice.kind).map_err(|_| Error::Unknown { index })?;
        if chosen.iter().any(|(earlier, _)| *earlier == occasion) {
            return Err(Error::Twice { index });
        }
        let wanted = Wanted::parse(choice).ok_or(Error::Delivery { index })?;
        chosen.push((occasion, wanted));
    }
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
    let kinds: Vec<&str> = chosen.iter().map(|(occasion, _)| occasion.name()).collect();
    let before = transaction
        .notifications()
        .deliveries_among(&[caller.user], &kinds)?;
    for (occasion, wanted) in chosen {
        let before = before.get(&(caller.user, occasion.name().to_owned()));
        let delivery = wanted.after(before.copied().unwrap_or_default());
        transaction
            .notifications()
            .choose_delivery(caller.user, occasion, delivery)?;
        // Applies to what waits for a digest already.
        transaction
            .digests()
            .change_delivery(caller.user, occasion, delivery)?;
    }
    let changed = Act::PreferencesChanged { user: caller.user };
    let recorded = audit::record(ports, transaction.as_mut(), caller, changed)?;
    transaction.commit(recorded)?;
    read(ports, caller)
}
