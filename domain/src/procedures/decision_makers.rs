//! Finds the organisation that decides at each stage of a procedure, per data source (decisions C5,
//! C14).

use super::drawing::Drawing;
use super::warning::Staffing;
use crate::ids::{DataSourceId, StageId};
use crate::roles::Role;

/// Returns the first of the offered items that has a decision maker (`true`), or else the first
/// item (decisions C14). The items are in order of precedence.
pub fn first_with_holder<T: Copy>(offered: impl IntoIterator<Item = (T, bool)>) -> Option<T> {
    let mut first = None;
    for (one, is_held) in offered {
        if is_held {
            return Some(one);
        }
        first = first.or(Some(one));
    }
    first
}

/// The people who decide in a role for the data of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecisionMakers {
    /// At least one person of this organisation can decide.
    People {
        /// Its name.
        organisation: String,
        /// The number of people who may decide, 1 or more.
        count: u64,
    },
    /// The organisation offers the role, but it has no holder: the stage would wait forever
    /// (decisions C14).
    NoHolder {
        /// Its name.
        organisation: String,
    },
    /// No organisation offers the role, so a request is refused at submission (decisions C5).
    NotOffered,
}

impl DecisionMakers {
    /// Returns true if the role has no decision maker.
    pub const fn is_vacant(&self) -> bool {
        !matches!(self, Self::People { .. })
    }
}

/// The deciding roles that an organisation offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidingOrganisation {
    /// The name of the organisation.
    pub organisation: String,
    /// The roles that it offers, with the number of people who may decide in each.
    pub offered: Vec<(Role, u64)>,
}

impl DecidingOrganisation {
    fn offers(&self, role: Role) -> Option<u64> {
        let found = self.offered.iter().find(|(offered, _)| *offered == role);
        found.map(|(_, count)| *count)
    }
}

/// The organisations that decide on requests for the data of a source: its custodian, then the
/// provider (decisions C5). Either may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDeciders {
    /// The source.
    pub source: DataSourceId,
    /// Its name.
    pub name: String,
    /// The organisations, in order of precedence.
    pub organisations: Vec<DecidingOrganisation>,
}

impl SourceDeciders {
    /// Returns the organisation that decides in this role, with the number of its decision makers.
    pub fn decision_makers(&self, role: Role) -> DecisionMakers {
        decision_makers_in(&self.organisations, role)
    }
}

fn decision_makers_in(organisations: &[DecidingOrganisation], role: Role) -> DecisionMakers {
    let offered = organisations
        .iter()
        .filter_map(|one| one.offers(role).map(|count| ((one, count), count > 0)));
    match first_with_holder(offered) {
        Some((decider, 0)) => DecisionMakers::NoHolder {
            organisation: decider.organisation.clone(),
        },
        Some((decider, count)) => DecisionMakers::People {
            organisation: decider.organisation.clone(),
            count,
        },
        None => DecisionMakers::NotOffered,
    }
}

/// A row of the decision matrix: the decision makers at each stage for the data of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDecisionMakers {
    /// The source.
    pub source: DataSourceId,
    /// Its name.
    pub name: String,
    /// The stages with a decision, in the order of the drawing.
    pub stages: Vec<(StageId, DecisionMakers)>,
}

impl Drawing {
    /// Returns the decision makers of each stage for each source. Stages without a decision are
    /// left out.
    pub fn decision_makers(&self, sources: &[SourceDeciders]) -> Vec<SourceDecisionMakers> {
        let decided: Vec<(StageId, Role)> = self
            .stages
            .iter()
            .filter(|stage| stage.stage().is_decided())
            .map(|stage| (stage.id, stage.role))
            .collect();
        sources
            .iter()
            .map(|source| SourceDecisionMakers {
                source: source.source,
                name: source.name.clone(),
                stages: decided
                    .iter()
                    .map(|(stage, role)| (*stage, source.decision_makers(*role)))
                    .collect(),
            })
            .collect()
    }
}

impl Staffing {
    /// Collects the staffing for data in the custody of `organisation`. `organisations` are the
    /// organisations that may decide on it, in order of precedence.
    pub fn new(organisation: &str, organisations: &[DecidingOrganisation]) -> Self {
        let roles = |is_counted: fn(&DecisionMakers) -> bool| {
            Role::STAFF
                .into_iter()
                .filter(|role| is_counted(&decision_makers_in(organisations, *role)))
                .collect()
        };
        Self {
            organisation: organisation.to_owned(),
            held: roles(|makers| !makers.is_vacant()),
            offered: roles(|makers| *makers != DecisionMakers::NotOffered),
        }
    }
}

/// Returns the staffing per organisation, as input for the warnings of a procedure. Sources of one
/// custodian count once. Sources without any organisation count as the provider's.
pub fn staffing(sources: &[SourceDeciders], provider: &str) -> Vec<Staffing> {
    let mut staffing: Vec<Staffing> = Vec::new();
    for source in sources {
        let first = source.organisations.first();
        let organisation = first.map_or(provider, |decider| &decider.organisation);
        if staffing.iter().any(|known| known.organisation == organisation) {
            continue;
        }
        staffing.push(Staffing::new(organisation, &source.organisations));
    }
    staffing.sort_by(|one, other| one.organisation.cmp(&other.organisation));
    staffing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedures::default_procedure;
    use crate::procedures::drawing::tests::drawn;

    fn decider(organisation: &str, offered: &[(Role, u64)]) -> DecidingOrganisation {
        DecidingOrganisation {
            organisation: organisation.to_owned(),
            offered: offered.to_vec(),
        }
    }

    fn source(id: i64, organisations: Vec<DecidingOrganisation>) -> SourceDeciders {
        SourceDeciders {
            source: DataSourceId(id),
            name: format!("Source {id}"),
            organisations,
        }
    }

    #[test]
    fn the_provider_decides_if_the_custodian_has_no_role_holder() {
        let custodian = decider(
            "Statistics Office",
            &[(Role::DataOfficer, 0), (Role::DataCustodian, 2)],
        );
        let provider = decider(
            "Health Data Authority",
            &[
                (Role::DataOfficer, 3),
                (Role::DataCustodian, 5),
                (Role::DataAccessReviewer, 0),
            ],
        );
        let source = source(1, vec![custodian, provider]);
        let people = |organisation: &str, count| DecisionMakers::People {
            organisation: organisation.to_owned(),
            count,
        };
        assert_eq!(
            source.decision_makers(Role::DataCustodian),
            people("Statistics Office", 2)
        );
        assert_eq!(
            source.decision_makers(Role::DataOfficer),
            people("Health Data Authority", 3),
            "the custodian has no holder of the role"
        );
        let nobody = DecisionMakers::NoHolder {
            organisation: "Health Data Authority".to_owned(),
        };
        assert_eq!(source.decision_makers(Role::DataAccessReviewer), nobody);
        assert_eq!(
            source.decision_makers(Role::DataAccessApprover),
            DecisionMakers::NotOffered
        );
        assert!(nobody.is_vacant() && DecisionMakers::NotOffered.is_vacant());
        assert!(!source.decision_makers(Role::DataOfficer).is_vacant());
    }

    #[test]
    fn the_matrix_has_a_row_per_source_and_a_column_per_decision() {
        let all = Role::STAFF.map(|role| (role, 1));
        let sources = [
            source(1, vec![decider("Statistics Office", &all)]),
            source(2, Vec::new()),
        ];
        let matrix = drawn(&default_procedure()).decision_makers(&sources);
        assert_eq!(matrix.len(), 2);
        assert_eq!(matrix[0].stages.len(), 6, "the requester's stages are left out");
        assert!(matrix[0].stages.iter().all(|(_, makers)| !makers.is_vacant()));
        assert!(
            matrix[1]
                .stages
                .iter()
                .all(|(_, makers)| *makers == DecisionMakers::NotOffered)
        );
    }

    #[test]
    fn sources_of_one_custodian_share_a_staffing_entry() {
        let office = || {
            vec![decider(
                "Statistics Office",
                &[(Role::DataOfficer, 1), (Role::DataCustodian, 0)],
            )]
        };
        let sources = [source(3, Vec::new()), source(1, office()), source(2, office())];
        let staffing = staffing(&sources, "Zonal Health Authority");
        assert_eq!(staffing.len(), 2);
        assert_eq!(staffing[0].organisation, "Statistics Office");
        assert_eq!(staffing[0].held, [Role::DataOfficer]);
        assert_eq!(staffing[0].offered, [Role::DataCustodian, Role::DataOfficer]);
        assert_eq!(staffing[1].organisation, "Zonal Health Authority");
        assert_eq!(staffing[1].offered, []);
    }
}
