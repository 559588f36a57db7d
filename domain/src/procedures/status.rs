//! The status of a procedure (active, default) and the rules for changing it (decisions C1).

use thiserror::Error;

use super::fault::Fault;
use super::procedure::Procedure;

/// The status of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProcedureStatus {
    /// Active: the procedure has no faults and may become the default.
    pub is_active: bool,
    /// Default: new requests follow it. Exactly one procedure is the default, and it is active.
    pub is_default: bool,
}

/// The reason why a change of the status is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProcedureStatusError {
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
pub struct ActiveProcedureBroken {
    /// The name of the procedure.
    pub procedure: String,
    /// True if it is the default, which cannot be deactivated directly.
    pub is_default: bool,
    /// The faults.
    pub faults: Vec<Fault>,
}

impl std::fmt::Display for ActiveProcedureBroken {
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

impl ProcedureStatus {
    /// Returns `requested` if this procedure may change to that status. The caller unsets the
    /// previous default.
    pub fn change(self, requested: Self, procedure: &Procedure) -> Result<Self, ProcedureStatusError> {
        if self.is_default && !requested.is_default {
            return Err(ProcedureStatusError::DefaultStays);
        }
        if requested.is_default && !requested.is_active {
            return Err(ProcedureStatusError::DefaultIsActive);
        }
        if requested.is_active {
            procedure.validate().map_err(ProcedureStatusError::Faulty)?;
        }
        Ok(requested)
    }

    /// Returns an error if the procedure is active and a change left it with faults.
    pub fn require_valid(self, procedure: &Procedure) -> Result<(), ActiveProcedureBroken> {
        if !self.is_active {
            return Ok(());
        }
        procedure
            .validate()
            .map(drop)
            .map_err(|faults| ActiveProcedureBroken {
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

    const OFF: ProcedureStatus = ProcedureStatus {
        is_active: false,
        is_default: false,
    };
    const ACTIVE: ProcedureStatus = ProcedureStatus {
        is_active: true,
        is_default: false,
    };
    const DEFAULT: ProcedureStatus = ProcedureStatus {
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
        let inactive_default = ProcedureStatus {
            is_active: false,
            is_default: true,
        };
        assert_eq!(
            DEFAULT.change(OFF, &valid),
            Err(ProcedureStatusError::DefaultStays)
        );
        assert_eq!(
            DEFAULT.change(ACTIVE, &valid),
            Err(ProcedureStatusError::DefaultStays)
        );
        for from in [OFF, ACTIVE, DEFAULT] {
            assert_eq!(
                from.change(inactive_default, &valid),
                Err(ProcedureStatusError::DefaultIsActive)
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
        for requested in [ACTIVE, DEFAULT] {
            let Err(ProcedureStatusError::Faulty(faults)) = OFF.change(requested, &broken()) else {
                panic!("it was activated");
            };
            assert_eq!(faults, broken().validate().unwrap_err());
        }
    }

    #[test]
    fn a_change_cannot_make_an_active_procedure_invalid() {
        assert!(OFF.require_valid(&broken()).is_ok());
        assert!(ACTIVE.require_valid(&default_procedure()).is_ok());
        let refused = ACTIVE.require_valid(&broken()).unwrap_err();
        assert!(refused.to_string().ends_with("Deactivate it first."));
        assert_eq!(refused.faults, broken().validate().unwrap_err());
        let refused = DEFAULT.require_valid(&broken()).unwrap_err();
        assert!(refused.to_string().contains("Make another one the default"));
    }
}
