//! Who is asked to decide at the stages of a procedure, source by source (decisions C5, C14).

use super::drawing::Drawing;
use super::warning::Staffing;
use crate::ids::{DataSourceId, StageId};
use crate::roles::Role;

/// Of what several organisations offer, in the order in which they come into question, the one that is asked: the first that somebody
/// can decide in, or else the first (decisions C14). `true` says that somebody can.
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

/// Who decides in a role for the data of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// These people of this organisation.
    People {
        /// Its name.
        organisation: String,
        /// How many may decide; one of them or more.
        count: u64,
    },
    /// The organisation offers the role, and nobody holds it: the stage would wait for nobody (decisions C14).
    Nobody {
        /// Its name.
        organisation: String,
    },
    /// No organisation in question offers the role: a request is refused at submission (decisions C5).
    NotOffered,
}

impl Asked {
    /// Whether nobody can decide.
    pub const fn is_hole(&self) -> bool {
        !matches!(self, Self::People { .. })
    }
}

/// What an organisation offers of the roles that decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name of the organisation.
    pub organisation: String,
    /// The roles that it offers, with the number of those who may decide in each.
    pub offered: Vec<(Role, u64)>,
}

impl Place {
    fn offers(&self, role: Role) -> Option<u64> {
        let found = self.offered.iter().find(|(offered, _)| *offered == role);
        found.map(|(_, count)| *count)
    }
}

/// Who decides on requests for the data of a source: its custodian, then the provider (decisions C5). Either may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlaces {
    /// The source.
    pub source: DataSourceId,
    /// Its name.
    pub name: String,
    /// The organisations in question, in their order.
    pub places: Vec<Place>,
}

impl SourcePlaces {
    /// Who is asked in this role.
    pub fn asked(&self, role: Role) -> Asked {
        asked_of(&self.places, role)
    }
}

/// Who is asked in this role where these organisations come into question, in this order.
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

/// A line of the matrix: who is asked at each stage for the data of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedForSource {
    /// The source.
    pub source: DataSourceId,
    /// Its name.
    pub name: String,
    /// For each stage where somebody decides, in the order of the drawing.
    pub stages: Vec<(StageId, Asked)>,
}

impl Drawing {
    /// Who would be asked, source by source. Stages where nobody decides are left out.
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
    /// Of the data that is in custody of this organisation, where these come into question.
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

/// The same for the warnings of a procedure, by organisation: sources of one custodian count once, and those without a custodian count
/// as the provider's, whatever became of that.
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
    fn the_custodian_comes_first_and_one_that_somebody_holds_before_that() {
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
    fn the_matrix_has_a_line_for_each_source_and_a_column_for_each_decision() {
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
    fn sources_of_one_custodian_are_warned_of_once() {
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
