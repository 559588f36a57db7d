//! The standing of a procedure (active, default) and the rules for changing it (decisions C1).

use thiserror::Error;

use super::fault::Fault;
use super::procedure::Procedure;

/// The standing of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Active: the procedure has no faults and may become the default.
    pub is_active: bool,
    /// Default: new requests follow it. Exactly one procedure is the default, and it is active.
    pub is_default: bool,
}

/// The reason why a change of the standing is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StandingError {
    /// The default cannot be unset, because new requests would have no procedure to follow.
    #[error("To change the default, make another Approval Procedure the default.")]
    DefaultStays,
    /// The default cannot be inactive, because every new request follows it.
    #[error("The default Approval Procedure must be active.")]
    DefaultIsActive,
    /// The procedure has these faults.
    #[error("An Approval Procedure with faults cannot be activated or made the default.")]
    Faulty(Vec<Fault>),
}

/// The error for a change that would leave an active procedure with faults.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct Broken {
    /// The name of the procedure.
    pub procedure: String,
    /// True if it is the default, which cannot be deactivated directly.
    pub is_default: bool,
    /// The faults.
    pub faults: Vec<Fault>,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let first = if self.is_default {
            "Make another one the default and deactivate this one first."
        } else {
            "Deactivate it first."
        };
        write!(
            f,
            "This would leave the active Approval Procedure \"{}\" with faults. {first}",
            self.procedure
        )
    }
}

impl Standing {
    /// Returns `wanted` if this procedure may change to that standing. The caller unsets the
    /// previous default.
    pub fn change(self, wanted: Self, procedure: &Procedure) -> Result<Self, StandingError> {
        if self.is_default && !wanted.is_default {
            return Err(StandingError::DefaultStays);
        }
        if wanted.is_default && !wanted.is_active {
            return Err(StandingError::DefaultIsActive);
        }
        if wanted.is_active {
            procedure.validate().map_err(StandingError::Faulty)?;
        }
        Ok(wanted)
    }

    /// Returns an error if the procedure is active and a change left it with faults.
    pub fn keep(self, procedure: &Procedure) -> Result<(), Broken> {
        if !self.is_active {
            return Ok(());
        }
        procedure.validate().map(drop).map_err(|faults| Broken {
            procedure: procedure.name.clone(),
            is_default: self.is_default,
            faults,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedures::default_procedure;

    const OFF: Standing = Standing {
        is_active: false,
        is_default: false,
    };
    const ACTIVE: Standing = Standing {
        is_active: true,
        is_default: false,
    };
    const DEFAULT: Standing = Standing {
        is_active: true,
        is_default: true,
    };

    fn broken() -> Procedure {
        Procedure {
            links: Vec::new(),
            ..default_procedure()
        }
    }

    #[test]
    fn a_valid_procedure_can_be_activated_made_the_default_and_deactivated() {
        let valid = default_procedure();
        for (from, to) in [
            (OFF, ACTIVE),
            (OFF, DEFAULT),
            (ACTIVE, DEFAULT),
            (ACTIVE, OFF),
            (DEFAULT, DEFAULT),
        ] {
            assert_eq!(from.change(to, &valid), Ok(to));
        }
    }

    #[test]
    fn the_default_cannot_be_unset_or_deactivated() {
        let valid = default_procedure();
        let inactive_default = Standing {
            is_active: false,
            is_default: true,
        };
        assert_eq!(DEFAULT.change(OFF, &valid), Err(StandingError::DefaultStays));
        assert_eq!(DEFAULT.change(ACTIVE, &valid), Err(StandingError::DefaultStays));
        for from in [OFF, ACTIVE, DEFAULT] {
            assert_eq!(
                from.change(inactive_default, &valid),
                Err(StandingError::DefaultIsActive)
            );
        }
    }

    #[test]
    fn an_invalid_procedure_cannot_be_activated_or_made_the_default() {
        assert_eq!(OFF.change(OFF, &broken()), Ok(OFF));
        assert_eq!(
            ACTIVE.change(OFF, &broken()),
            Ok(OFF),
            "whatever became of it, it can be deactivated"
        );
        for wanted in [ACTIVE, DEFAULT] {
            let Err(StandingError::Faulty(faults)) = OFF.change(wanted, &broken()) else {
                panic!("it was activated");
            };
            assert_eq!(faults, broken().validate().unwrap_err());
        }
    }

    #[test]
    fn a_change_cannot_make_an_active_procedure_invalid() {
        assert!(OFF.keep(&broken()).is_ok());
        assert!(ACTIVE.keep(&default_procedure()).is_ok());
        let refused = ACTIVE.keep(&broken()).unwrap_err();
        assert!(refused.to_string().ends_with("Deactivate it first."));
        assert_eq!(refused.faults, broken().validate().unwrap_err());
        let refused = DEFAULT.keep(&broken()).unwrap_err();
        assert!(refused.to_string().contains("Make another one the default"));
    }
}
