//! Finds the organisation that decides at each stage of a procedure, per data source (decisions C5,
//! C14).

use super::drawing::Drawing;
use super::warning::Staffing;
use crate::ids::{DataSourceId, StageId};
use crate::roles::Role;

/// Returns the first of the offered items that has a decision maker (`true`), or else the first
/// item (decisions C14). The items are in order of precedence.
pub fn asked_first<T: Copy>(offered: impl IntoIterator<Item = (T, bool)>) -> Option<T> {
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
pub enum Asked {
    /// At least one person of this organisation can decide.
    People {
        /// Its name.
        organisation: String,
        /// The number of people who may decide, 1 or more.
        count: u64,
    },
    /// The organisation offers the role, but it has no holder: the stage would wait forever
    /// (decisions C14).
    Nobody {
        /// Its name.
        organisation: String,
    },
    /// No organisation offers the role, so a request is refused at submission (decisions C5).
    NotOffered,
}

impl Asked {
    /// Returns true if the role has no decision maker.
    pub const fn is_hole(&self) -> bool {
        !matches!(self, Self::People { .. })
    }
}

/// The deciding roles that an organisation offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name of the organisation.
    pub organisation: String,
    /// The roles that it offers, with the number of people who may decide in each.
    pub offered: Vec<(Role, u64)>,
}

impl Place {
    fn offers(&self, role: Role) -> Option<u64> {
        let found = self.offered.iter().find(|(offered, _)| *offered == role);
        found.map(|(_, count)| *count)
    }
}

/// The organisations that decide on requests for the data of a source: its custodian, then the
/// provider (decisions C5). Either may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlaces {
    /// The source.
    pub source: DataSourceId,
    /// Its name.
    pub name: String,
    /// The organisations, in order of precedence.
    pub places: Vec<Place>,
}

impl SourcePlaces {
    /// Returns the organisation that decides in this role.
    pub fn asked(&self, role: Role) -> Asked {
        asked_of(&self.places, role)
    }
}

fn asked_of(places: &[Place], role: Role) -> Asked {
    let offered = places
        .iter()
        .filter_map(|place| place.offers(role).map(|count| ((place, count), count > 0)));
    match asked_first(offered) {
        Some((place, 0)) => Asked::Nobody {
            organisation: place.organisation.clone(),
        },
        Some((place, count)) => Asked::People {
            organisation: place.organisation.clone(),
            count,
        },
        None => Asked::NotOffered,
    }
}

/// A row of the decision matrix: the decision makers at each stage for the data of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedForSource {
    /// The source.
    pub source: DataSourceId,
    /// Its name.
    pub name: String,
    /// The stages with a decision, in the order of the drawing.
    pub stages: Vec<(StageId, Asked)>,
}

impl Drawing {
    /// Returns the decision makers of each stage for each source. Stages without a decision are
    /// left out.
    pub fn asked(&self, sources: &[SourcePlaces]) -> Vec<AskedForSource> {
        let decided: Vec<(StageId, Role)> = self
            .stages
            .iter()
            .filter(|stage| stage.stage().is_decided())
            .map(|stage| (stage.id, stage.role))
            .collect();
        sources
            .iter()
            .map(|source| AskedForSource {
                source: source.source,
                name: source.name.clone(),
                stages: decided
                    .iter()
                    .map(|(stage, role)| (*stage, source.asked(*role)))
                    .collect(),
            })
            .collect()
    }
}

impl Staffing {
    /// Collects the staffing for data in the custody of `organisation`. `places` are the
    /// organisations that may decide on it, in order of precedence.
    pub fn of(organisation: &str, places: &[Place]) -> Self {
        let roles = |wanted: fn(&Asked) -> bool| {
            Role::STAFF
                .into_iter()
                .filter(|role| wanted(&asked_of(places, *role)))
                .collect()
        };
        Self {
            organisation: organisation.to_owned(),
            held: roles(|asked| !asked.is_hole()),
            offered: roles(|asked| *asked != Asked::NotOffered),
        }
    }
}

/// Returns the staffing per organisation, as input for the warnings of a procedure. Sources of one
/// custodian count once. Sources without any organisation count as the provider's.
pub fn staffing(sources: &[SourcePlaces], provider: &str) -> Vec<Staffing> {
    let mut staffing: Vec<Staffing> = Vec::new();
    for source in sources {
        let first = source.places.first();
        let organisation = first.map_or(provider, |place| &place.organisation);
        if staffing.iter().any(|known| known.organisation == organisation) {
            continue;
        }
        staffing.push(Staffing::of(organisation, &source.places));
    }
    staffing.sort_by(|one, other| one.organisation.cmp(&other.organisation));
    staffing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedures::default_procedure;
    use crate::procedures::drawing::tests::drawn;

    fn place(organisation: &str, offered: &[(Role, u64)]) -> Place {
        Place {
            organisation: organisation.to_owned(),
            offered: offered.to_vec(),
        }
    }

    fn source(id: i64, places: Vec<Place>) -> SourcePlaces {
        SourcePlaces {
            source: DataSourceId(id),
            name: format!("Source {id}"),
            places,
        }
    }

    #[test]
    fn an_organisation_with_a_role_holder_takes_precedence_over_the_custodian() {
        let custodian = place(
            "Statistics Office",
            &[(Role::DataOfficer, 0), (Role::DataCustodian, 2)],
        );
        let provider = place(
            "Health Data Authority",
            &[
                (Role::DataOfficer, 3),
                (Role::DataCustodian, 5),
                (Role::DataAccessReviewer, 0),
            ],
        );
        let source = source(1, vec![custodian, provider]);
        let people = |organisation: &str, count| Asked::People {
            organisation: organisation.to_owned(),
            count,
        };
        assert_eq!(source.asked(Role::DataCustodian), people("Statistics Office", 2));
        assert_eq!(
            source.asked(Role::DataOfficer),
            people("Health Data Authority", 3),
            "nobody holds it at the custodian"
        );
        let nobody = Asked::Nobody {
            organisation: "Health Data Authority".to_owned(),
        };
        assert_eq!(source.asked(Role::DataAccessReviewer), nobody);
        assert_eq!(source.asked(Role::DataAccessApprover), Asked::NotOffered);
        assert!(nobody.is_hole() && Asked::NotOffered.is_hole());
        assert!(!source.asked(Role::DataOfficer).is_hole());
    }

    #[test]
    fn the_matrix_has_a_row_per_source_and_a_column_per_decision() {
        let all = Role::STAFF.map(|role| (role, 1));
        let sources = [
            source(1, vec![place("Statistics Office", &all)]),
            source(2, Vec::new()),
        ];
        let matrix = drawn(&default_procedure()).asked(&sources);
        assert_eq!(matrix.len(), 2);
        assert_eq!(matrix[0].stages.len(), 6, "the requester's stages are left out");
        assert!(matrix[0].stages.iter().all(|(_, asked)| !asked.is_hole()));
        assert!(
            matrix[1]
                .stages
                .iter()
                .all(|(_, asked)| *asked == Asked::NotOffered)
        );
    }

    #[test]
    fn sources_of_one_custodian_share_a_staffing_entry() {
        let office = || {
            vec![place(
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
