//! Warnings about a procedure. They do not prevent its use (decisions C1).

use std::slice;

use thiserror::Error;

use super::fault::list;
use super::procedure::Procedure;
use super::stage::Stage;
use crate::roles::Role;

/// The roles that can decide on the data of one custodian, or on data without a custodian.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staffing {
    /// The custodian, or the provider.
    pub organisation: String,
    /// The roles with at least one holder, there or at the provider (decisions C5, C14).
    pub held: Vec<Role>,
    /// The roles that are offered there or at the provider, with or without a holder (decisions
    /// C5).
    pub offered: Vec<Role>,
}

/// A probable mistake in a procedure. Stages are named by their activity.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what each one is")]
pub enum Warning {
    #[error("No stage belongs to the Data Officer: the data counts as released with the last approval.")]
    NoDataOfficer,
    #[error("The role {role} decides at more than one stage: {}. Different people must decide at them, unless the configuration says otherwise.", list(.stages))]
    Repeated { role: Role, stages: Vec<String> },
    #[error("The stage \"{stage}\" would have no one to decide: no one has the role {role} for the data of {}.", .organisations.join(", "))]
    NobodyHolds {
        stage: String,
        role: Role,
        organisations: Vec<String>,
    },
    #[error("Requests for the data of {} would be refused: no organisation offers the role {role} for the stage \"{stage}\" there, nor does the provider.", .organisations.join(", "))]
    NobodyOffers {
        stage: String,
        role: Role,
        organisations: Vec<String>,
    },
}

impl Warning {
    /// Returns the activities of the stages that the warning is about. Empty if it is about the
    /// whole procedure.
    pub fn stages(&self) -> &[String] {
        match self {
            Self::NoDataOfficer => &[],
            Self::Repeated { stages, .. } => stages,
            Self::NobodyHolds { stage, .. } | Self::NobodyOffers { stage, .. } => slice::from_ref(stage),
        }
    }
}

impl Procedure {
    /// Returns the warnings that a Super User should read before new requests follow this
    /// procedure. `staffing` has an entry for each custodian whose data can be requested.
    pub fn warnings(&self, staffing: &[Staffing]) -> Vec<Warning> {
        let decided: Vec<&Stage> = self.stages.iter().filter(|stage| stage.is_decided()).collect();
        let mut warnings = Vec::new();
        if decided.iter().all(|stage| stage.role != Role::DataOfficer) {
            warnings.push(Warning::NoDataOfficer);
        }
        for role in Role::STAFF {
            let of_role: Vec<String> = decided
                .iter()
                .filter(|stage| stage.role == role)
                .map(|stage| stage.activity.clone())
                .collect();
            if of_role.len() > 1 {
                warnings.push(Warning::Repeated {
                    role,
                    stages: of_role,
                });
            }
        }
        for stage in decided {
            let organisations = |is_hole: &dyn Fn(&Staffing) -> bool| -> Vec<String> {
                let holes = staffing.iter().filter(|staffing| is_hole(staffing));
                holes.map(|staffing| staffing.organisation.clone()).collect()
            };
            let (name, role) = (stage.activity.clone(), stage.role);
            let vacant =
                organisations(&|staffing| staffing.offered.contains(&role) && !staffing.held.contains(&role));
            let missing = organisations(&|staffing| !staffing.offered.contains(&role));
            if !vacant.is_empty() {
                warnings.push(Warning::NobodyHolds {
                    stage: name.clone(),
                    role,
                    organisations: vacant,
                });
            }
            if !missing.is_empty() {
                warnings.push(Warning::NobodyOffers {
                    stage: name,
                    role,
                    organisations: missing,
                });
            }
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedures::{StageType, default_procedure};

    fn texts(procedure: &Procedure, staffing: &[Staffing]) -> Vec<String> {
        let warnings = procedure.warnings(staffing);
        warnings.iter().map(ToString::to_string).collect()
    }

    fn held(organisation: &str, roles: &[Role]) -> Staffing {
        Staffing {
            organisation: organisation.to_owned(),
            held: roles.to_vec(),
            offered: Role::STAFF.to_vec(),
        }
    }

    #[test]
    fn the_default_procedure_has_no_warnings_if_every_role_is_held() {
        let staffing = [held("Statistics Office", &Role::STAFF)];
        assert_eq!(texts(&default_procedure(), &staffing), [""; 0]);
        assert_eq!(texts(&default_procedure(), &[]), [""; 0]);
    }

    #[test]
    fn missing_officers_repeated_roles_and_vacant_roles_are_warned_about() {
        let mut procedure = default_procedure();
        for stage in &mut procedure.stages {
            if matches!(stage.role, Role::DataOfficer | Role::DataSecurityApprover) {
                stage.role = Role::DataCustodian;
            }
        }
        let staffing = [
            held(
                "Statistics Office",
                &[Role::DataAccessReviewer, Role::DataCustodian],
            ),
            held("Harbour Clinic Group", &Role::STAFF[..5]),
        ];
        assert_eq!(
            texts(&procedure, &staffing),
            [
                "No stage belongs to the Data Officer: the data counts as released with the last approval.",
                "The role Data Custodian decides at more than one stage: \"Security approval\", \"Custodian approval\", \"Data release\". Different people must decide at them, unless the configuration says otherwise.",
                "The stage \"Access approval\" would have no one to decide: no one has the role Data Access Approver for the data of Statistics Office.",
                "The stage \"Security review\" would have no one to decide: no one has the role Data Security Reviewer for the data of Statistics Office.",
            ]
        );
        assert!(procedure.validate().is_ok(), "none of it is a fault");
    }

    #[test]
    fn a_role_offered_nowhere_is_warned_about() {
        let staffing = [Staffing {
            offered: Role::STAFF[..5].to_vec(),
            ..held("Statistics Office", &Role::STAFF[..5])
        }];
        assert_eq!(
            texts(&default_procedure(), &staffing),
            [
                "Requests for the data of Statistics Office would be refused: no organisation offers the role Data Officer for the stage \"Data release\" there, nor does the provider."
            ]
        );
    }

    #[test]
    fn stages_without_a_decision_need_no_staffing() {
        let mut procedure = default_procedure();
        for stage in &mut procedure.stages {
            if stage.stage_type == StageType::Junction {
                stage.role = Role::DataRequester;
            }
        }
        let nobody = [held("Statistics Office", &[])];
        assert_eq!(procedure.warnings(&nobody), [Warning::NoDataOfficer]);
    }
}
