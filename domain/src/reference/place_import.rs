//! Computes the places that an imported file adds to the tree of facilities.

use std::collections::HashMap;

use super::place::{Level, PlaceName};
use super::place_file::PlaceFile;
use super::places::Places;
use crate::dictionary::search::fold;
use crate::ids::FacilityId;

/// A place that a file adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPlace {
    /// Its name.
    pub name: PlaceName,
    /// Its parent; `None` for a region.
    pub parent: Option<PlaceRef>,
}

/// The parent of a place that a file adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlaceRef {
    /// An existing place.
    Known(FacilityId),
    /// A place added by the same file: its index in the list of its level.
    Added(usize),
}

/// The places that a file adds to the tree. Existing places stay unchanged, active or not, so that
/// a file can be imported again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlaceImport {
    /// New regions.
    pub regions: Vec<ImportedPlace>,
    /// New districts.
    pub districts: Vec<ImportedPlace>,
    /// New facilities.
    pub facilities: Vec<ImportedPlace>,
    /// The number of facilities in the file that exist already.
    pub known: usize,
}

impl Places {
    /// Returns the places of the file that the tree lacks.
    pub fn plan_import(&self, file: &PlaceFile) -> PlaceImport {
        let mut import = PlaceImport::default();
        let mut place_refs: HashMap<(Option<PlaceRef>, String), PlaceRef> =
            HashMap::with_capacity(self.all.len());
        for place in &self.all {
            let key = (place.parent.map(PlaceRef::Known), fold(&place.label));
            place_refs.entry(key).or_insert(PlaceRef::Known(place.id));
        }
        for row in file.rows() {
            let mut parent: Option<PlaceRef> = None;
            for (level, name) in [
                (Level::Region, &row.region),
                (Level::District, &row.district),
                (Level::Facility, &row.facility),
            ] {
                let list = match level {
                    Level::Region => &mut import.regions,
                    Level::District => &mut import.districts,
                    Level::Facility => &mut import.facilities,
                };
                let mut is_known = true;
                let place_ref = *place_refs
                    .entry((parent, fold(name.as_str())))
                    .or_insert_with(|| {
                        is_known = false;
                        list.push(ImportedPlace {
                            name: name.clone(),
                            parent,
                        });
                        PlaceRef::Added(list.len() - 1)
                    });
                import.known += usize::from(is_known && level == Level::Facility);
                parent = Some(place_ref);
            }
        }
        import
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
        let import = tree().plan_import(&file);
        let named = |places: &[ImportedPlace]| {
            let pair = |place: &ImportedPlace| (place.name.as_str().to_owned(), place.parent);
            places.iter().map(pair).collect::<Vec<_>>()
        };
        assert_eq!(import.known, 1);
        assert_eq!(named(&import.regions), [("West".to_owned(), None)]);
        assert_eq!(
            named(&import.districts),
            [("Hills".to_owned(), Some(PlaceRef::Added(0)))]
        );
        assert_eq!(
            named(&import.facilities),
            [
                ("New Clinic".to_owned(), Some(PlaceRef::Known(FacilityId(10)))),
                ("New Clinic".to_owned(), Some(PlaceRef::Added(0))),
                ("Second".to_owned(), Some(PlaceRef::Added(0))),
            ]
        );
    }

    fn grown(mut all: Vec<Place>, import: &PlaceImport) -> Vec<Place> {
        let mut above: Vec<FacilityId> = Vec::new();
        for (level, places) in [
            (Level::Region, &import.regions),
            (Level::District, &import.districts),
            (Level::Facility, &import.facilities),
        ] {
            let mut added = Vec::new();
            for place in places {
                let id = FacilityId(100 + i64::try_from(all.len()).unwrap());
                added.push(id);
                all.push(Place {
                    id,
                    parent: place.parent.map(|place_ref| match place_ref {
                        PlaceRef::Known(id) => id,
                        PlaceRef::Added(number) => above[number],
                    }),
                    level,
                    label: place.name.as_str().to_owned(),
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
            let import = tree().plan_import(&file);
            prop_assert_eq!(import.facilities.len() + import.known, rows.len());
            let again = Places::new(grown(all(), &import)).plan_import(&file);
            prop_assert_eq!(again, PlaceImport { known: rows.len(), ..PlaceImport::default() });
        }
    }
}
