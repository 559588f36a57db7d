//! Checks that a new installation has everything that a first request and its review need
//! (decisions RD1).

use std::collections::BTreeSet;

use thiserror::Error;

use crate::procedures::{Procedure, Staffing, Stage};
use crate::roles::Role;

/// Something that a first request needs to be submitted or decided.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Missing {
    /// Every request names an ethics committee.
    #[error("There is no active ethics committee. Every Data Request needs one.")]
    Committee,
    /// Every device of a request has a type.
    #[error("There is no active equipment type. Every device of a Data Request needs one.")]
    EquipmentType,
    /// Requests are for published sources.
    #[error("There is no published data source, so there is no data to request.")]
    DataSource,
    /// Requests name variables of published tables.
    #[error(
        "No published data source has a published table with variables, so there is nothing to choose from."
    )]
    PublishedTable,
    /// Requests follow the default procedure.
    #[error("There is no default approval procedure for Data Requests to follow.")]
    Procedure,
    /// A procedure with faults cannot be used.
    #[error("The default approval procedure has faults, so no Data Request can be submitted.")]
    SoundProcedure,
    /// A stage cannot be assigned to an organisation (decisions C5).
    #[error("No organisation offers the role {role} for the data of {}: Data Requests for it cannot be submitted.", .organisations.join(", "))]
    OfferedRole {
        /// The role of a stage.
        role: Role,
        /// The names of the custodians, or of the provider.
        organisations: Vec<String>,
    },
    /// A stage would have no decision maker (decisions C14).
    #[error("No one has the role {role} for the data of {}: Data Requests for it would have no one to decide on them.", .organisations.join(", "))]
    HeldRole {
        /// The role of a stage.
        role: Role,
        /// The names of the custodians, or of the provider.
        organisations: Vec<String>,
    },
}

impl Missing {
    /// The kind of the missing item. Screens use it to link to the page where it can be added.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Committee => "ethics_committee",
            Self::EquipmentType => "equipment_type",
            Self::DataSource => "data_source",
            Self::PublishedTable => "published_table",
            Self::Procedure | Self::SoundProcedure => "approval_procedure",
            Self::OfferedRole { .. } => "organisation_role",
            Self::HeldRole { .. } => "assigned_role",
        }
    }
}

/// The extent to which the dictionary is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Published {
    /// No data source is published.
    Nothing,
    /// A data source is published, but no table with variables.
    Source,
    /// A data source with a table that has variables is published.
    Variables,
}

/// The state of an installation.
#[derive(Debug, Clone, PartialEq)]
pub struct Inventory<'a> {
    /// True if there is an active ethics committee.
    pub has_committee: bool,
    /// True if there is an active equipment type.
    pub has_equipment_type: bool,
    /// The extent to which the dictionary is published.
    pub published: Published,
    /// The name of the provider organisation, from the configuration.
    pub provider: &'a str,
    /// The default procedure.
    pub procedure: Option<&'a Procedure>,
    /// The decision makers for each custodian of a published source. While there is no source,
    /// those of the provider.
    pub deciders: Vec<Staffing>,
}

impl Inventory<'_> {
    // The name of an organisation in messages. The note points an administrator to the
    // configuration, which sets the provider's name.
    fn called(&self, organisation: &str) -> String {
        if organisation == self.provider {
            format!("{organisation} (the provider organisation named in the configuration)")
        } else {
            organisation.to_owned()
        }
    }
}

/// Returns everything that is missing, in the order in which to add it.
pub fn missing_for_a_first_request(inventory: &Inventory<'_>) -> Vec<Missing> {
    let mut missing = Vec::new();
    let mut need = |is_there: bool, what: Missing| {
        if !is_there {
            missing.push(what);
        }
    };
    need(inventory.has_committee, Missing::Committee);
    need(inventory.has_equipment_type, Missing::EquipmentType);
    need(inventory.published != Published::Nothing, Missing::DataSource);
    need(inventory.published != Published::Source, Missing::PublishedTable);
    let Some(procedure) = inventory.procedure else {
        need(false, Missing::Procedure);
        return missing;
    };
    need(procedure.validate().is_ok(), Missing::SoundProcedure);
    let decided: BTreeSet<Role> = procedure
        .stages
        .iter()
        .filter(|stage| stage.is_decided())
        .map(|stage: &Stage| stage.role)
        .collect();
    for role in decided {
        let of = |is_short: &dyn Fn(&Staffing) -> bool| -> Vec<String> {
            let short = inventory.deciders.iter().filter(|deciders| is_short(deciders));
            short
                .map(|deciders| inventory.called(&deciders.organisation))
                .collect()
        };
        let unbound = of(&|deciders| !deciders.offered.contains(&role));
        let unheld = of(&|deciders| deciders.offered.contains(&role) && !deciders.held.contains(&role));
        if !unbound.is_empty() {
            missing.push(Missing::OfferedRole {
                role,
                organisations: unbound,
            });
        }
        if !unheld.is_empty() {
            missing.push(Missing::HeldRole {
                role,
                organisations: unheld,
            });
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedures::default_procedure;

    fn deciders(organisation: &str, offered: &[Role], held: &[Role]) -> Staffing {
        Staffing {
            organisation: organisation.to_owned(),
            offered: offered.to_vec(),
            held: held.to_vec(),
        }
    }

    fn kinds(inventory: &Inventory<'_>) -> Vec<&'static str> {
        let missing = missing_for_a_first_request(inventory);
        missing.iter().map(Missing::kind).collect()
    }

    #[test]
    fn a_complete_installation_misses_nothing() {
        let procedure = default_procedure();
        let inventory = Inventory {
            has_committee: true,
            has_equipment_type: true,
            published: Published::Variables,
            provider: "Health Data Institute",
            procedure: Some(&procedure),
            deciders: vec![deciders("Statistics Office", &Role::STAFF, &Role::STAFF)],
        };
        assert_eq!(missing_for_a_first_request(&inventory), []);
    }

    #[test]
    fn an_empty_installation_needs_everything() {
        let procedure = default_procedure();
        let empty = Inventory {
            has_committee: false,
            has_equipment_type: false,
            published: Published::Nothing,
            provider: "Health Data Institute",
            procedure: None,
            deciders: Vec::new(),
        };
        assert_eq!(
            kinds(&empty),
            [
                "ethics_committee",
                "equipment_type",
                "data_source",
                "approval_procedure"
            ]
        );
        let with_procedure = Inventory {
            has_committee: true,
            has_equipment_type: true,
            procedure: Some(&procedure),
            deciders: vec![deciders("Health Data Institute", &[], &[])],
            ..empty.clone()
        };
        let missing = missing_for_a_first_request(&with_procedure);
        assert_eq!(missing.len(), 7, "a source, and the role of each of six stages");
        assert_eq!(
            missing[1].to_string(),
            "No organisation offers the role Data Custodian for the data of Health Data Institute (the provider organisation named in the configuration): Data Requests for it cannot be submitted."
        );
        let mut faulty = default_procedure();
        faulty.links.clear();
        let with_faults = Inventory {
            procedure: Some(&faulty),
            ..with_procedure
        };
        assert!(missing_for_a_first_request(&with_faults).contains(&Missing::SoundProcedure));
    }

    #[test]
    fn a_published_source_needs_a_published_table_with_variables() {
        let procedure = default_procedure();
        let inventory = Inventory {
            has_committee: true,
            has_equipment_type: true,
            published: Published::Source,
            provider: "Health Data Institute",
            procedure: Some(&procedure),
            deciders: vec![deciders("Statistics Office", &Role::STAFF, &Role::STAFF)],
        };
        assert_eq!(missing_for_a_first_request(&inventory), [Missing::PublishedTable]);
    }

    #[test]
    fn missing_roles_are_reported_with_their_organisations() {
        let procedure = default_procedure();
        let but_officer: Vec<Role> = Role::STAFF
            .into_iter()
            .filter(|role| *role != Role::DataOfficer)
            .collect();
        let inventory = Inventory {
            has_committee: true,
            has_equipment_type: true,
            published: Published::Variables,
            provider: "Health Data Institute",
            procedure: Some(&procedure),
            deciders: vec![
                deciders("Statistics Office", &but_officer, &but_officer),
                deciders("Harbour Clinic Group", &Role::STAFF, &but_officer),
                deciders("Lake Clinic", &Role::STAFF, &but_officer),
            ],
        };
        let role = Role::DataOfficer;
        assert_eq!(
            missing_for_a_first_request(&inventory),
            [
                Missing::OfferedRole {
                    role,
                    organisations: vec!["Statistics Office".to_owned()]
                },
                Missing::HeldRole {
                    role,
                    organisations: vec!["Harbour Clinic Group".to_owned(), "Lake Clinic".to_owned()]
                },
            ]
        );
    }
}
