//! Which mails a person wants: `GET` and `PUT notifications/preferences/`. In the product everything
//! is shown.

use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;
use aditus_domain::notifications::Occasion;
use thiserror::Error;

use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// One occasion, and whether mails of it are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preference {
    /// The occasion.
    pub occasion: Occasion,
    /// Whether its mails are wanted; they are until a person says otherwise.
    pub by_mail: bool,
}

/// What a person chose for one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The name of an occasion.
    pub kind: String,
    /// Whether its mails are wanted.
    pub by_mail: bool,
}

/// What a person chose. Kinds that are not named stay as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// One a kind.
    pub choices: Vec<Choice>,
}

/// Why nothing was read or kept.
#[derive(Debug, Error)]
pub enum Error {
    /// Nothing was chosen.
    #[error("Please choose which mails you want.")]
    Nothing,
    /// No occasion has this name.
    #[error("There is no notification of this kind.")]
    Unknown {
        /// Where it stands in the list.
        index: usize,
    },
    /// A kind was chosen twice, and nobody can say which counts.
    #[error("This kind is named twice.")]
    Twice {
        /// Where the second one stands in the list.
        index: usize,
    },
    /// The caller did this too often of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        Nothing => Invalid, field: "preferences";
        Unknown { index } | Twice { index } => Invalid, field: format!("preferences[{index}].kind");
    }
}

/// Reads what the caller wants, for every occasion.
pub fn read(ports: &Ports, caller: &Caller) -> Result<Vec<Preference>, Error> {
    let unwanted = ports
        .database
        .read()?
        .notifications()
        .unwanted_mails(caller.user)?;
    Ok(Occasion::ALL
        .into_iter()
        .map(|occasion| Preference {
            occasion,
            by_mail: !unwanted.iter().any(|name| name == occasion.name()),
        })
        .collect())
}

/// Keeps what the caller chose.
pub fn keep(ports: &Ports, caller: &Caller, command: &Command) -> Result<Vec<Preference>, Error> {
    if command.choices.is_empty() {
        return Err(Error::Nothing);
    }
    let mut chosen: Vec<Preference> = Vec::with_capacity(command.choices.len());
    for (index, choice) in command.choices.iter().enumerate() {
        let occasion = Occasion::parse(&choice.kind).map_err(|_| Error::Unknown { index })?;
        if chosen.iter().any(|earlier| earlier.occasion == occasion) {
            return Err(Error::Twice { index });
        }
        chosen.push(Preference {
            occasion,
            by_mail: choice.by_mail,
        });
    }
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
    for Preference { occasion, by_mail } in chosen {
        transaction
            .notifications()
            .choose_mail(caller.user, occasion, by_mail)?;
    }
    let changed = Act::PreferencesChanged { user: caller.user };
    let recorded = audit::record(ports, transaction.as_mut(), caller, changed)?;
    transaction.commit(recorded)?;
    read(ports, caller)
}
