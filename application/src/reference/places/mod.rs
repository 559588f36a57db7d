//! Regions, districts and facilities.

pub mod find;
pub mod import;
pub mod list;
pub mod remove;
pub mod save;

use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Place, Places};

use super::{Error, Record};
use crate::ports::{StoreError, Transaction};

fn tree(transaction: &mut dyn Transaction) -> Result<Places, StoreError> {
    Ok(Places::new(transaction.reference().places()?))
}

/// The tree, and the place that is meant.
fn known(transaction: &mut dyn Transaction, id: FacilityId) -> Result<(Places, Place), Error> {
    let places = tree(transaction)?;
    let place = places.get(id).cloned();
    Ok((places, place.ok_or(Error::NotFound(Record::Place))?))
}
