//! The tree of health facilities, and the summaries of chosen facilities (2 §3, §4).

use std::collections::BTreeSet;

use crate::ids::FacilityId;

/// A health facility.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facility {
    /// The id.
    pub id: FacilityId,
    /// The name.
    pub label: String,
}

/// A district of a region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct District {
    /// The name.
    pub name: String,
    /// The facilities of the district.
    pub facilities: Vec<Facility>,
}

/// A region of the country.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The name.
    pub name: String,
    /// The districts of the region.
    pub districts: Vec<District>,
}

/// All facilities of the country by region and district.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FacilityTree {
    /// The regions.
    pub regions: Vec<Region>,
}

/// Summarises the chosen facilities in the order of the tree (2 §4).
///
/// A complete region is "All facilities from {region}". A complete district of another region is
/// "All facilities from {district}". Each remaining facility is its label. Ids that are not in the
/// tree are ignored.
pub fn summaries(tree: &FacilityTree, chosen: &BTreeSet<FacilityId>) -> Vec<String> {
    tree.regions
        .iter()
        .flat_map(|region| region.summaries(chosen))
        .collect()
}

impl Region {
    fn summaries(&self, chosen: &BTreeSet<FacilityId>) -> Vec<String> {
        let mut facilities = self
            .districts
            .iter()
            .flat_map(|district| &district.facilities)
            .peekable();
        if facilities.peek().is_some() && facilities.all(|facility| chosen.contains(&facility.id)) {
            return vec![all_from(&self.name)];
        }
        self.districts
            .iter()
            .flat_map(|district| district.summaries(chosen))
            .collect()
    }
}

impl District {
    fn summaries(&self, chosen: &BTreeSet<FacilityId>) -> Vec<String> {
        let picked: Vec<&Facility> = self
            .facilities
            .iter()
            .filter(|facility| chosen.contains(&facility.id))
            .collect();
        if !picked.is_empty() && picked.len() == self.facilities.len() {
            return vec![all_from(&self.name)];
        }
        picked
            .into_iter()
            .map(|facility| facility.label.clone())
            .collect()
    }
}

/// Returns the summary of a region or district whose facilities are all chosen.
pub fn all_from(place: &str) -> String {
    format!("All facilities from {place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn district(name: &str, facilities: &[(i64, &str)]) -> District {
        let facility = |(id, label): &(i64, &str)| Facility {
            id: FacilityId(*id),
            label: (*label).to_owned(),
        };
        District {
            name: name.to_owned(),
            facilities: facilities.iter().map(facility).collect(),
        }
    }

    fn tree() -> FacilityTree {
        FacilityTree {
            regions: vec![
                Region {
                    name: "North".into(),
                    districts: vec![
                        district("Lira Hills", &[(1, "Hill Clinic"), (2, "Lake Hospital")]),
                        district("Riverside", &[(3, "River Clinic")]),
                    ],
                },
                Region {
                    name: "South".into(),
                    districts: vec![district("Coast", &[(4, "Coast Clinic"), (5, "Port Clinic")])],
                },
                Region {
                    name: "Empty".into(),
                    districts: vec![],
                },
            ],
        }
    }

    fn sum(ids: &[i64]) -> Vec<String> {
        summaries(&tree(), &ids.iter().copied().map(FacilityId).collect())
    }

    #[test]
    fn a_whole_region_is_one_line() {
        assert_eq!(sum(&[1, 2, 3]), ["All facilities from North"]);
        assert_eq!(
            sum(&[1, 2, 3, 4, 5]),
            ["All facilities from North", "All facilities from South"]
        );
    }

    #[test]
    fn a_whole_district_is_one_line() {
        assert_eq!(sum(&[1, 2]), ["All facilities from Lira Hills"]);
    }

    #[test]
    fn single_facilities_are_summarised_by_their_labels() {
        assert_eq!(
            sum(&[2, 3, 5]),
            ["Lake Hospital", "All facilities from Riverside", "Port Clinic"]
        );
        assert_eq!(sum(&[99]), Vec::<String>::new());
    }
}
