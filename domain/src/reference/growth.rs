//! Computes the places that an imported file adds to the tree of facilities.

use std::collections::HashMap;

use super::place::{Level, PlaceName};
use super::place_file::PlaceFile;
use super::places::Places;
use crate::dictionary::search::fold;
use crate::ids::FacilityId;

/// A place that a file adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sprout {
    /// Its name.
    pub name: PlaceName,
    /// Its parent; `None` for a region.
    pub parent: Option<Seat>,
}

/// The parent of a place that a file adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seat {
    /// An existing place.
    Known(FacilityId),
    /// A place added by the same file: its index in the list of its level.
    Added(usize),
}

/// The places that a file adds to the tree. Existing places stay unchanged, active or not, so that
/// a file can be imported again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Growth {
    /// New regions.
    pub regions: Vec<Sprout>,
    /// New districts.
    pub districts: Vec<Sprout>,
    /// New facilities.
    pub facilities: Vec<Sprout>,
    /// The number of facilities in the file that exist already.
    pub known: usize,
}

impl Places {
    /// Compares a file with the tree.
    pub fn growth(&self, file: &PlaceFile) -> Growth {
        let mut growth = Growth::default();
        let mut seats: HashMap<(Option<Seat>, String), Seat> = HashMap::with_capacity(self.all.len());
        for place in &self.all {
            let key = (place.parent.map(Seat::Known), fold(&place.label));
            seats.entry(key).or_insert(Seat::Known(place.id));
        }
        for row in file.rows() {
            let mut parent: Option<Seat> = None;
            for (level, name) in [
                (Level::Region, &row.region),
                (Level::District, &row.district),
                (Level::Facility, &row.facility),
            ] {
                let list = match level {
                    Level::Region => &mut growth.regions,
                    Level::District => &mut growth.districts,
                    Level::Facility => &mut growth.facilities,
                };
                let mut is_known = true;
                let seat = *seats.entry((parent, fold(name.as_str()))).or_insert_with(|| {
                    is_known = false;
                    list.push(Sprout {
                        name: name.clone(),
                        parent,
                    });
                    Seat::Added(list.len() - 1)
                });
                growth.known += usize::from(is_known && level == Level::Facility);
                parent = Some(seat);
            }
        }
        growth
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::place::Place;
    use super::super::places::tests::{all, tree};
    use super::*;

    #[test]
    fn a_file_adds_missing_places() {
        let file = PlaceFile::parse(
            "region,district,facility\nnorth,hills,Hill clinic\nNorth,Hills,New Clinic\nWest,Hills,New Clinic\nWEST,hills,Second\n"
                .as_bytes(),
        )
        .unwrap();
        let growth = tree().growth(&file);
        let named = |sprouts: &[Sprout]| {
            let pair = |sprout: &Sprout| (sprout.name.as_str().to_owned(), sprout.parent);
            sprouts.iter().map(pair).collect::<Vec<_>>()
        };
        assert_eq!(growth.known, 1);
        assert_eq!(named(&growth.regions), [("West".to_owned(), None)]);
        assert_eq!(
            named(&growth.districts),
            [("Hills".to_owned(), Some(Seat::Added(0)))]
        );
        assert_eq!(
            named(&growth.facilities),
            [
                ("New Clinic".to_owned(), Some(Seat::Known(FacilityId(10)))),
                ("New Clinic".to_owned(), Some(Seat::Added(0))),
                ("Second".to_owned(), Some(Seat::Added(0))),
            ]
        );
    }

    fn grown(mut all: Vec<Place>, growth: &Growth) -> Vec<Place> {
        let mut above: Vec<FacilityId> = Vec::new();
        for (level, sprouts) in [
            (Level::Region, &growth.regions),
            (Level::District, &growth.districts),
            (Level::Facility, &growth.facilities),
        ] {
            let mut added = Vec::new();
            for sprout in sprouts {
                let id = FacilityId(100 + i64::try_from(all.len()).unwrap());
                added.push(id);
                all.push(Place {
                    id,
                    parent: sprout.parent.map(|seat| match seat {
                        Seat::Known(id) => id,
                        Seat::Added(number) => above[number],
                    }),
                    level,
                    label: sprout.name.as_str().to_owned(),
                    active: true,
                });
            }
            above = added;
        }
        all
    }

    proptest! {
        #[test]
        fn importing_a_file_again_adds_nothing(rows in prop::collection::hash_set("(North|south|West),(hills|COAST|Bay),(Hill Clinic|new|third)", 1..20)) {
            let rows: Vec<String> = rows.into_iter().collect();
            let text = format!("region,district,facility\n{}", rows.join("\n"));
            let file = PlaceFile::parse(text.as_bytes()).unwrap();
            let growth = tree().growth(&file);
            prop_assert_eq!(growth.facilities.len() + growth.known, rows.len());
            let again = Places::new(grown(all(), &growth)).growth(&file);
            prop_assert_eq!(again, Growth { known: rows.len(), ..Growth::default() });
        }
    }
}
