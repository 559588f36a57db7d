//! The tree of facilities, against which changes of a place are checked (decisions RD1).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::place::{Level, Place, PlaceName, PlaceRefusal};
use crate::dictionary::search::fold;
use crate::ids::FacilityId;
use crate::text::sort_key;

/// All places, indexed by id and by parent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    pub(super) all: Vec<Place>,
    by_id: HashMap<FacilityId, usize>,
    by_parent: HashMap<Option<FacilityId>, Vec<usize>>,
}

impl Places {
    /// Creates the tree.
    pub fn new(all: Vec<Place>) -> Self {
        let mut by_id = HashMap::with_capacity(all.len());
        let mut by_parent: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, place) in all.iter().enumerate() {
            by_id.insert(place.id, index);
            by_parent.entry(place.parent).or_default().push(index);
        }
        Self {
            all,
            by_id,
            by_parent,
        }
    }

    /// Finds the place with this id.
    pub fn get(&self, id: FacilityId) -> Option<&Place> {
        self.by_id.get(&id).and_then(|index| self.all.get(*index))
    }

    /// Returns the children of a place, or the regions for `None`.
    pub fn within(&self, parent: Option<FacilityId>) -> impl Iterator<Item = &Place> {
        let indexes = self.by_parent.get(&parent).map_or(&[][..], Vec::as_slice);
        indexes.iter().filter_map(|index| self.all.get(*index))
    }

    /// Returns the ancestors of a place, nearest first. Terminates even if the stored places form a
    /// cycle.
    pub fn above(&self, place: &Place) -> Vec<&Place> {
        let mut found = Vec::new();
        let mut next = place.parent;
        while let Some(above) = next.and_then(|id| self.get(id))
            && found.len() < Level::ALL.len()
        {
            found.push(above);
            next = above.parent;
        }
        found
    }

    /// Checks that a place of this level and name may be added to this parent.
    pub fn may_add(
        &self,
        level: Level,
        parent: Option<FacilityId>,
        name: &PlaceName,
    ) -> Result<(), PlaceRefusal> {
        self.check_parent(level, parent)?;
        self.check_name_is_free(None, level, parent, name)
    }

    /// Checks that the place may change to this name and parent.
    pub fn may_change(
        &self,
        place: &Place,
        parent: Option<FacilityId>,
        name: &PlaceName,
    ) -> Result<(), PlaceRefusal> {
        if parent != place.parent {
            let is_itself = |other: &Place| other.id == place.id;
            if let Some(target) = parent.and_then(|id| self.get(id))
                && (is_itself(target) || self.above(target).into_iter().any(is_itself))
            {
                return Err(PlaceRefusal::IntoItself);
            }
            self.check_parent(place.level, parent)?;
        } else if place.label == name.as_str() {
            return Ok(());
        }
        self.check_name_is_free(Some(place.id), place.level, parent, name)
    }

    /// Checks that the place may be deleted. `requests` is the number of requests that refer to it.
    pub fn may_remove(&self, place: &Place, requests: u64) -> Result<(), PlaceRefusal> {
        let (level, label) = (place.level, place.label.clone());
        let held = self.within(Some(place.id)).count();
        if held > 0 {
            Err(PlaceRefusal::NotEmpty { level, label, held })
        } else if requests > 0 {
            Err(PlaceRefusal::InUse {
                level,
                label,
                requests,
            })
        } else {
            Ok(())
        }
    }

    /// Returns the texts by which requests refer to this place: its summaries and those of its
    /// ancestors, which stand for all their facilities. `former` has the former names of all of them.
    pub fn summaries_of(&self, place: &Place, former: &BTreeMap<FacilityId, Vec<String>>) -> Vec<String> {
        let mut texts = BTreeSet::new();
        for named in [place].into_iter().chain(self.above(place)) {
            let labels = former.get(&named.id).into_iter().flatten().chain([&named.label]);
            texts.extend(labels.map(|label| Place::summary(named.level, label)));
        }
        texts.into_iter().collect()
    }

    /// Returns true if requests may choose this place: it and all its ancestors are active.
    pub fn is_offered(&self, place: &Place) -> bool {
        place.active && self.above(place).into_iter().all(|above| above.active)
    }

    /// Returns the places shown in the wizard, in stored order. Regions and districts are included
    /// only if they contain an offered facility, because an empty one would look like a facility.
    pub fn offered(&self) -> Vec<&Place> {
        let mut shown = BTreeSet::new();
        let facilities = self.all.iter().filter(|place| place.level == Level::Facility);
        for facility in facilities.filter(|place| self.is_offered(place)) {
            shown.insert(facility.id);
            shown.extend(self.above(facility).into_iter().map(|above| above.id));
        }
        self.all
            .iter()
            .filter(|place| shown.contains(&place.id))
            .collect()
    }

    /// Returns every facility with its region and district, sorted by name, as exported to files.
    /// Districts and regions without a facility are not exported.
    pub fn lines(&self) -> Vec<[String; 3]> {
        let facilities = self.all.iter().filter(|place| place.level == Level::Facility);
        let mut lines: Vec<[String; 3]> = facilities
            .filter_map(|facility| match self.above(facility).as_slice() {
                [district, region] => Some([*region, *district, facility].map(|place| place.label.clone())),
                _ => None,
            })
            .collect();
        lines.sort_by_cached_key(|line| line.each_ref().map(|name| sort_key(name)));
        lines
    }

    /// Returns the summaries (2 §4) that refer only to existing places that are not offered. A text
    /// that matches no place is not checked, because the specification allows free text.
    pub fn withdrawn<'a>(&self, summaries: &'a [String]) -> Vec<&'a str> {
        let mut offered: HashMap<String, bool> = HashMap::with_capacity(self.all.len());
        for place in &self.all {
            let summary = Place::summary(place.level, &place.label);
            *offered.entry(summary).or_default() |= self.is_offered(place);
        }
        let is_withdrawn = |summary: &&String| offered.get(*summary) == Some(&false);
        summaries
            .iter()
            .filter(is_withdrawn)
            .map(String::as_str)
            .collect()
    }

    fn check_parent(&self, level: Level, parent: Option<FacilityId>) -> Result<(), PlaceRefusal> {
        let parent_level = parent.and_then(|id| self.get(id)).map(|place| place.level);
        match level {
            Level::Region if parent.is_some() => Err(PlaceRefusal::RegionInside),
            Level::District if parent_level != level.above() => Err(PlaceRefusal::NoRegion),
            Level::Facility if parent_level != level.above() => Err(PlaceRefusal::NoDistrict),
            Level::Region | Level::District | Level::Facility => Ok(()),
        }
    }

    // Names that differ only in case, diacritics or repeated spaces conflict. Places with different
    // parents may have the same name.
    fn check_name_is_free(
        &self,
        own: Option<FacilityId>,
        level: Level,
        parent: Option<FacilityId>,
        name: &PlaceName,
    ) -> Result<(), PlaceRefusal> {
        let key = fold(name.as_str());
        let is_taken = |other: &Place| Some(other.id) != own && fold(&other.label) == key;
        if self.within(parent).any(is_taken) {
            return Err(PlaceRefusal::Taken(level));
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn place(id: i64, parent: i64, label: &str) -> Place {
        let parent = Some(FacilityId(parent)).filter(|parent| parent.0 > 0);
        Place {
            id: FacilityId(id),
            parent,
            level: match (id, parent) {
                (_, None) => Level::Region,
                (..20, _) => Level::District,
                _ => Level::Facility,
            },
            label: label.to_owned(),
            active: true,
        }
    }

    /// Two regions. The first has a district with two facilities and an empty one; the second has a
    /// district with one facility.
    pub(in super::super) fn all() -> Vec<Place> {
        vec![
            place(1, 0, "North"),
            place(2, 0, "South"),
            place(10, 1, "Hills"),
            place(11, 1, "Empty"),
            place(12, 2, "Coast"),
            place(20, 10, "Hill Clinic"),
            place(21, 10, "Lake Hospital"),
            place(22, 12, "Port Clinic"),
        ]
    }

    pub(in super::super) fn tree() -> Places {
        Places::new(all())
    }

    fn deactivated(id: i64) -> Places {
        let mut places = all();
        for place in &mut places {
            place.active = place.id.0 != id;
        }
        Places::new(places)
    }

    fn name(level: Level, typed: &str) -> PlaceName {
        PlaceName::parse(level, typed).unwrap()
    }

    fn change(id: i64, parent: Option<i64>, label: &str) -> Result<(), PlaceRefusal> {
        let tree = tree();
        let place = tree.get(FacilityId(id)).unwrap();
        tree.may_change(place, parent.map(FacilityId), &name(place.level, label))
    }

    #[test]
    fn a_parent_must_be_of_the_level_above() {
        let tree = tree();
        let add = |level, parent: Option<i64>| {
            tree.may_add(level, parent.map(FacilityId), &name(level, "A new one"))
        };
        assert_eq!(add(Level::Region, None), Ok(()));
        assert_eq!(add(Level::District, Some(1)), Ok(()));
        assert_eq!(add(Level::Facility, Some(11)), Ok(()));
        assert_eq!(add(Level::Region, Some(1)), Err(PlaceRefusal::RegionInside));
        for parent in [None, Some(10), Some(20), Some(99)] {
            assert_eq!(add(Level::District, parent), Err(PlaceRefusal::NoRegion));
        }
        for parent in [None, Some(1), Some(20), Some(99)] {
            assert_eq!(add(Level::Facility, parent), Err(PlaceRefusal::NoDistrict));
        }
    }

    #[test]
    fn names_are_unique_within_a_parent() {
        let tree = tree();
        let add = |level, parent: Option<i64>, typed: &str| {
            tree.may_add(level, parent.map(FacilityId), &name(level, typed))
        };
        assert_eq!(
            add(Level::Facility, Some(10), "HILL  clinic"),
            Err(PlaceRefusal::Taken(Level::Facility))
        );
        assert_eq!(add(Level::Facility, Some(12), "Hill Clinic"), Ok(()), "elsewhere");
        assert_eq!(
            add(Level::Region, None, "nórth"),
            Err(PlaceRefusal::Taken(Level::Region))
        );
        assert_eq!(change(20, Some(10), "hill clinic"), Ok(()), "its own name");
        assert_eq!(
            change(20, Some(10), "Lake hospital"),
            Err(PlaceRefusal::Taken(Level::Facility))
        );
    }

    #[test]
    fn a_place_can_move_to_a_parent_of_the_level_above_but_not_into_itself() {
        assert_eq!(change(20, Some(12), "Hill Clinic"), Ok(()));
        assert_eq!(change(10, Some(2), "Hills"), Ok(()));
        for (id, parent) in [(20, 20), (10, 10), (10, 20), (1, 1), (1, 10), (1, 21)] {
            assert_eq!(
                change(id, Some(parent), "Moved"),
                Err(PlaceRefusal::IntoItself),
                "{id} into {parent}"
            );
        }
        assert_eq!(change(20, Some(2), "Hill Clinic"), Err(PlaceRefusal::NoDistrict));
        assert_eq!(change(20, None, "Hill Clinic"), Err(PlaceRefusal::NoDistrict));
        assert_eq!(change(10, Some(12), "Hills"), Err(PlaceRefusal::NoRegion));
        assert_eq!(change(1, Some(2), "North"), Err(PlaceRefusal::RegionInside));
    }

    #[test]
    fn a_place_with_children_or_in_use_cannot_be_deleted() {
        let tree = tree();
        let remove = |id, requests| tree.may_remove(tree.get(FacilityId(id)).unwrap(), requests);
        assert_eq!(remove(20, 0), Ok(()));
        assert_eq!(remove(11, 0), Ok(()));
        assert!(matches!(
            remove(10, 0),
            Err(PlaceRefusal::NotEmpty { held: 2, .. })
        ));
        assert!(matches!(
            remove(1, 9),
            Err(PlaceRefusal::NotEmpty { held: 2, .. })
        ));
        assert_eq!(
            remove(20, 2).unwrap_err().to_string(),
            "The facility \"Hill Clinic\" cannot be deleted, because 2 Data Requests refer to it. Deactivate it instead: it is then no longer offered, but stays in these requests."
        );
    }

    #[test]
    fn requests_refer_to_a_place_by_its_own_names_or_by_its_ancestors() {
        let tree = tree();
        let texts = |id: i64, former: &[(i64, &str)]| {
            let former = former
                .iter()
                .map(|(id, name)| (FacilityId(*id), vec![(*name).to_owned()]))
                .collect();
            tree.summaries_of(tree.get(FacilityId(id)).unwrap(), &former)
        };
        assert_eq!(
            texts(20, &[(20, "Old Clinic"), (10, "Heights")]),
            [
                "All facilities from Heights",
                "All facilities from Hills",
                "All facilities from North",
                "Hill Clinic",
                "Old Clinic"
            ]
        );
        assert_eq!(
            texts(10, &[(10, "Heights")]),
            [
                "All facilities from Heights",
                "All facilities from Hills",
                "All facilities from North"
            ]
        );
    }

    fn offered(places: &Places) -> Vec<i64> {
        places.offered().into_iter().map(|place| place.id.0).collect()
    }

    #[test]
    fn places_within_an_inactive_place_are_not_offered() {
        assert_eq!(offered(&tree()), [1, 2, 10, 12, 20, 21, 22]);
        assert_eq!(offered(&deactivated(1)), [2, 12, 22]);
        assert_eq!(offered(&deactivated(10)), [2, 12, 22]);
        assert_eq!(offered(&deactivated(20)), [1, 2, 10, 12, 21, 22]);
        assert_eq!(
            offered(&deactivated(22)),
            [1, 10, 20, 21],
            "an empty district is no facility"
        );
        assert_eq!(offered(&Places::default()), [0; 0]);
    }

    #[test]
    fn a_file_contains_every_facility_with_district_and_region() {
        assert_eq!(
            deactivated(12).lines(),
            [
                ["North", "Hills", "Hill Clinic"],
                ["North", "Hills", "Lake Hospital"],
                ["South", "Coast", "Port Clinic"],
            ],
            "inactive places are exported too"
        );
    }

    #[test]
    fn summaries_of_withdrawn_places_are_reported() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let chosen = texts(&["Hill Clinic", "All facilities from South"]);
        assert_eq!(tree().withdrawn(&chosen), [""; 0]);
        for (id, expected) in [
            (1, "Hill Clinic"),
            (2, "All facilities from South"),
            (10, "Hill Clinic"),
            (20, "Hill Clinic"),
        ] {
            assert_eq!(deactivated(id).withdrawn(&chosen), [expected], "{id}");
        }
        assert_eq!(deactivated(21).withdrawn(&chosen), [""; 0]);
        assert_eq!(deactivated(1).withdrawn(&texts(&["Somewhere else"])), [""; 0]);
        let mut twice = all();
        twice.push(Place {
            active: false,
            ..place(23, 12, "Hill Clinic")
        });
        assert_eq!(
            Places::new(twice).withdrawn(&chosen),
            [""; 0],
            "an offered place has the same name"
        );
    }
}
