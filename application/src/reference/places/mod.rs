//! Regions, districts and facilities.

pub mod export;
pub mod import;

use std::collections::BTreeMap;

use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Place, PlaceForm, Places, RawPlace};

use super::views::{PlaceQuery, PlaceRecord};
use super::{Error, NewPlace};
use crate::access::Caller;
use crate::paging::Paged;
use crate::ports::{StoreError, Transaction};
use crate::records::{
    self, Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Record, Removable,
    Updatable, while_unused,
};
use crate::row_versions::Versioned;

/// The places of the tree, active or not.
pub enum PlaceRecords {}

impl Kind for PlaceRecords {
    type Id = FacilityId;
    type Error = Error;

    fn recorded(id: FacilityId) -> (Record, i64) {
        (Record::Place, id.0)
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.reference().lock_exclusive()
    }
}

impl Listable for PlaceRecords {
    type Query = PlaceQuery;
    type Row = PlaceRecord;

    fn rows(reading: &mut Reading<'_>, query: PlaceQuery) -> Result<Paged<PlaceRecord>, StoreError> {
        let query = PlaceQuery {
            list: query.list.folded(),
            ..query
        };
        reading.views().reference().place_records(&query)
    }
}

impl Readable for PlaceRecords {
    type One = PlaceRecord;

    fn read(reading: &mut Reading<'_>, id: FacilityId) -> Result<PlaceRecord, Error> {
        let found = reading.views().reference().place_record(id)?;
        Ok(found.ok_or(records::Error::NotFound(Record::Place))?)
    }
}

impl HasForm for PlaceRecords {
    type Form = RawPlace;
    type Checked = PlaceForm;

    fn check(_: &Caller, form: RawPlace) -> Result<PlaceForm, Error> {
        Ok(form.check()?)
    }
}

impl Addable for PlaceRecords {
    fn add(change: &mut Change<'_>, form: PlaceForm) -> Result<FacilityId, Error> {
        let (level, name) = form.check_new()?;
        let transaction = change.transaction();
        tree(transaction)?.may_add(level, form.parent, &name)?;
        let place = NewPlace {
            parent: form.parent,
            level,
            name,
            active: form.active.unwrap_or(true),
        };
        let added = transaction.reference().add_places(&[place])?;
        let missing = || StoreError::internal("no id for a place that was added");
        Ok(added.first().copied().ok_or_else(missing)?)
    }
}

impl Loadable for PlaceRecords {
    type Loaded = (Places, Place);

    fn load(change: &mut Change<'_>, id: FacilityId) -> Result<(Places, Place), Error> {
        let places = tree(change.transaction())?;
        let place = places.get(id).cloned();
        Ok((places, place.ok_or(records::Error::NotFound(Record::Place))?))
    }
}

impl Updatable for PlaceRecords {
    fn versioned(id: FacilityId) -> Versioned {
        Versioned::Place(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: FacilityId,
        (places, place): (Places, Place),
        form: PlaceForm,
    ) -> Result<(), Error> {
        let name = form.check_existing(&place)?;
        let parent = form.parent.or(place.parent);
        places.may_change(&place, parent, &name)?;
        let active = form.active.unwrap_or(place.active);
        let records = change.transaction().reference();
        Ok(records.update_place(id, parent, &name, active)?)
    }
}

/// A place can be deleted if it contains no other and no request refers to it or to a place above
/// it, by a current or former name.
impl Removable for PlaceRecords {
    fn remove(
        change: &mut Change<'_>,
        id: FacilityId,
        (places, place): (Places, Place),
    ) -> Result<(), Error> {
        // Refuses a place that contains others before requests are searched.
        places.may_remove(&place, 0)?;
        let records = change.transaction().reference();
        let mut former = BTreeMap::new();
        for named in [&place].into_iter().chain(places.above(&place)) {
            former.insert(named.id, records.former_names(named.id)?);
        }
        let requests = records.requests_naming(&places.summaries_of(&place, &former))?;
        places.may_remove(&place, requests)?;
        Ok(records.remove_place(id).map_err(while_unused)?)
    }
}

fn tree(transaction: &mut dyn Transaction) -> Result<Places, StoreError> {
    Ok(Places::new(transaction.reference().places()?))
}
