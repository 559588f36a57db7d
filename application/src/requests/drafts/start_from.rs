//! Creates a draft from an earlier request of the caller (decisions D3). Documents, dates and
//! decisions are not copied.

use std::collections::{BTreeMap, BTreeSet};

use aditus_domain::ids::RequestId;
use aditus_domain::reference::{Level, Place};
use aditus_domain::requests::{
    DraftContent, DraftDevice, DraftStaff, OTHER_PURPOSE, RawDataFormat, RawDevice, RawDraft, RawEthics,
    RawFilters, RawPurpose, RawSubmission,
};

use super::begin::stored;
use super::files::may_write;
use super::{Draft, Error};
use crate::access::{AccessError, Caller};
use crate::audit::{self, Unrecorded};
use crate::ports::Ports;
use crate::requests::views::{DeviceView, FacilityNode, ReferenceData, RequestDetail, StaffView};

/// Selects the request to copy.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its id.
    pub request: RequestId,
}

/// Stores the draft and returns it.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Draft, Error> {
    let mut views = ports.database.read()?;
    let request = views
        .requests()
        .detail(&caller.scope(), command.request)?
        .ok_or(Error::NoRequest)?;
    if request.requester.user_id != caller.user {
        return Err(AccessError::NotYourself.into());
    }
    may_write(caller, None)?;
    let known = views.requests().reference_data()?;
    let facilities = views.requests().facilities()?;
    drop(views);
    let content = start(&request, &known, &facilities).check()?;
    let mut transaction = ports.database.begin()?;
    let id = transaction
        .drafts()
        .add(caller.user, &content, ports.clock.now(), DraftContent::MAX_DRAFTS)?
        .ok_or(Error::TooMany)?;
    let draft = stored(transaction.as_mut(), caller, id)?;
    transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
    Ok(draft)
}

fn start(request: &RequestDetail, known: &ReferenceData, facilities: &[FacilityNode]) -> RawDraft {
    let dataset = request.requested_datasets.first();
    let chosen: BTreeSet<&str> = request.filters.facilities.iter().map(String::as_str).collect();
    let ethics = &request.ethics.answers;
    let is_offered = known.committees.iter().any(|(id, _)| *id == ethics.committee);
    RawDraft {
        answers: RawSubmission {
            title: Some(request.details.title.clone()),
            ethics: RawEthics {
                ethics_committee: is_offered.then_some(ethics.committee.0),
                ..ethics.clone().into()
            },
            data_source_id: dataset.map(|dataset| dataset.data_source_id.0),
            dataset_description: Some(request.filters.dataset_description.clone()),
            department: request.details.department.clone(),
            format: RawDataFormat {
                data_format: Some(request.format.data_format.clone()),
                direct_access_from: None,
                direct_access_to: None,
                no_date_limit: Some(request.format.no_date_limit),
            },
            principal: request.principal.clone().into(),
            is_principal: Some(request.is_principal),
            dataset_variables: dataset
                .iter()
                .flat_map(|dataset| &dataset.variables)
                .map(|variable| variable.var.var_id.0)
                .collect(),
            request_purposes: request
                .purposes
                .iter()
                .map(|purpose| RawPurpose {
                    purpose: Some(purpose.purpose_id.0),
                    purpose_description: None,
                })
                .collect(),
            purpose_description: request
                .purposes
                .iter()
                .find(|purpose| purpose.purpose_id == OTHER_PURPOSE)
                .and_then(|purpose| purpose.purpose_description.clone()),
            filters: RawFilters {
                facility_filter: request.filters.facilities.clone(),
                start_value: None,
                end_value: None,
            },
            needed_on: None,
            ethics_doc_path: None,
            additional_irb_file_path: None,
            file_path: None,
            data_specs_path: None,
            // A draft has its devices and staff in fields of its own.
            list_of_devices: Vec::new(),
            list_of_staff: Vec::new(),
        },
        additional_letter: Some(ethics.additional_committee.is_some()),
        facilities: facilities
            .iter()
            .flat_map(|node| chosen_of(node, &chosen))
            .collect(),
        reached: Some(1),
        documents: BTreeMap::new(),
        devices: request.list_of_devices.iter().map(device).collect(),
        staff: request.list_of_staff.iter().map(member).collect(),
    }
}

/// Returns the ids of the facilities below a node that the summaries cover.
fn chosen_of(node: &FacilityNode, summaries: &BTreeSet<&str>) -> Vec<i64> {
    if node.children.is_empty() {
        let is_chosen = summaries.contains(node.label.as_str());
        return is_chosen.then_some(node.facility_id.0).into_iter().collect();
    }
    // Regions and districts have summaries of the same form.
    if summaries.contains(Place::summary(Level::District, &node.label).as_str()) {
        return leaves(node);
    }
    node.children
        .iter()
        .flat_map(|child| chosen_of(child, summaries))
        .collect()
}

fn leaves(node: &FacilityNode) -> Vec<i64> {
    if node.children.is_empty() {
        return vec![node.facility_id.0];
    }
    node.children.iter().flat_map(leaves).collect()
}

fn device(view: &DeviceView) -> DraftDevice {
    DraftDevice {
        id: Some(view.device_id.to_string()),
        device: RawDevice {
            usage_from: None,
            usage_to: None,
            ..view.device.clone().into()
        },
    }
}

fn member(view: &StaffView) -> DraftStaff {
    DraftStaff {
        id: Some(view.staff_shared_id.to_string()),
        member: view.member.clone().into(),
        identification: None,
    }
}
