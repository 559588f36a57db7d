//! What a draft holds that is not offered any more: chosen before it was deactivated (RD1). Whoever goes on with the draft is told
//! before the submission refuses it.

use aditus_domain::ids::{CommitteeId, DraftId, EquipmentTypeId, FacilityId, PurposeId};
use aditus_domain::reference::{EntryId, PLACE_NOT_OFFERED, Places, ReferenceList, no_longer_offered};
use aditus_domain::requests::Faults;

use super::Error;
use crate::access::Caller;
use crate::ports::{Ports, StoreError, Views};
use crate::reference::offered::{Choices, fault_of_facilities};

/// Which draft is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub draft: DraftId,
}

/// Every field of the draft that names something deactivated, with what to say of it. Fields that were not filled in, or wrongly, are
/// left to the submission.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Faults, Error> {
    let mut views = ports.database.read()?;
    let draft = views.drafts().get(caller.user, query.draft)?;
    let draft = draft.ok_or(Error::NotFound)?.content.into_typed();
    let choices = Choices::read(views.as_mut(), &ReferenceList::ALL)?;
    let mut faults = Faults::default();
    let is_withdrawn = |id: EntryId| choices.is_withdrawn(id);
    let committee = draft.answers.ethics_committee.map(CommitteeId);
    if committee.map(EntryId::Committee).is_some_and(is_withdrawn) {
        let message = no_longer_offered(ReferenceList::EthicsCommittees);
        faults.add("ethics_committee", message);
    }
    let purposes = draft.answers.request_purposes.iter();
    let mut purposes = purposes.filter_map(|raw| raw.purpose.map(PurposeId));
    if purposes.any(|id| is_withdrawn(EntryId::Purpose(id))) {
        let message = no_longer_offered(ReferenceList::Purposes);
        faults.add("request_purposes", message);
    }
    for (index, device) in draft.devices.iter().enumerate() {
        let equipment_type = device.device.equipment_type.map(EquipmentTypeId);
        if equipment_type
            .map(EntryId::EquipmentType)
            .is_some_and(is_withdrawn)
        {
            let message = no_longer_offered(ReferenceList::EquipmentTypes);
            faults.add(format!("list_of_devices[{index}].equipment_type"), message);
        }
    }
    let summaries = &draft.answers.filters.facility_filter;
    if let Some(message) = fault_of_facilities(views.as_mut(), summaries)? {
        faults.add("filters.facility_filter", message);
    } else if names_withdrawn(views.as_mut(), &draft.facilities)? {
        faults.add("filters.facility_filter", PLACE_NOT_OFFERED);
    }
    Ok(faults)
}

fn names_withdrawn(views: &mut dyn Views, facilities: &[i64]) -> Result<bool, StoreError> {
    if facilities.is_empty() {
        return Ok(false);
    }
    let places = Places::new(views.reference().all_places()?);
    let chosen = facilities.iter().filter_map(|id| places.get(FacilityId(*id)));
    Ok(chosen.into_iter().any(|place| !places.is_offered(place)))
}
