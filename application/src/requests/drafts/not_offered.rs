//! The choices of a draft that were deactivated after they were chosen (decisions RD1). The draft
//! keeps them. Its owner sees them before the submission refuses them.

use std::collections::HashSet;

use aditus_domain::ids::{
    CommitteeId, DataSourceId, DraftId, EquipmentTypeId, FacilityId, PurposeId, VariableId,
};
use aditus_domain::reference::{EntryId, Places, ReferenceList};
use aditus_domain::requests::{RawDraft, entry_not_offered, places_not_offered};

use super::Error;
use crate::access::Caller;
use crate::ports::{Ports, StoreError, Views};
use crate::reference::offered::{Choices, WithdrawnData};

/// Selects the draft.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub draft: DraftId,
}

/// A choice that is no longer offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotOffered {
    /// The field that contains it, as a path in a submission.
    pub field: String,
    /// Its id. None for several variables, or for a text that summarises facilities.
    pub id: Option<i64>,
    /// Its name. None for several variables.
    pub name: Option<String>,
    /// A message that says what happened and what to do.
    pub message: String,
}

/// All parts of the draft that are no longer offered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The choices, in the order of the validation errors of a submission.
    pub choices: Vec<NotOffered>,
    /// The variables that are no longer offered.
    pub variables: Vec<VariableId>,
}

/// Returns the deactivated choices of the draft. Missing and invalid fields are left to the
/// submission.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let draft = views.drafts().get(caller.user, query.draft)?;
    let draft = draft.ok_or(Error::NotFound)?.content.into_typed();
    let choices = Choices::read(views.as_mut(), &ReferenceList::ALL)?;
    let mut answer = Answer::default();
    for (field, id) in entries_of(&draft) {
        if let Some(entry) = choices.withdrawn(id) {
            answer.choices.push(NotOffered {
                field,
                id: Some(id.number()),
                name: Some(entry.name.clone()),
                message: entry_not_offered(entry),
            });
        }
    }
    answer.choices.append(&mut places(views.as_mut(), &draft)?);
    data(views.as_mut(), &draft, &mut answer)?;
    Ok(answer)
}

/// Returns the chosen entries of reference lists, with their fields.
fn entries_of(draft: &RawDraft) -> Vec<(String, EntryId)> {
    let committee = draft
        .answers
        .ethics
        .ethics_committee
        .map(|id| ("ethics_committee".to_owned(), EntryId::Committee(CommitteeId(id))));
    let purposes = draft.answers.request_purposes.iter().filter_map(|raw| {
        let id = EntryId::Purpose(PurposeId(raw.purpose?));
        Some(("request_purposes".to_owned(), id))
    });
    let devices = draft.devices.iter().enumerate().filter_map(|(index, device)| {
        let id = EntryId::EquipmentType(EquipmentTypeId(device.device.equipment_type?));
        Some((format!("list_of_devices[{index}].equipment_type"), id))
    });
    committee.into_iter().chain(purposes).chain(devices).collect()
}

/// Returns the withdrawn facilities by id, and then the summaries that consist of withdrawn places
/// only.
fn places(views: &mut dyn Views, draft: &RawDraft) -> Result<Vec<NotOffered>, StoreError> {
    let summaries = &draft.answers.filters.facility_filter;
    if draft.facilities.is_empty() && summaries.is_empty() {
        return Ok(Vec::new());
    }
    let places = Places::new(views.reference().all_places()?);
    let by_id = draft.facilities.iter().filter_map(|id| {
        let place = places.get(FacilityId(*id))?;
        (!places.is_offered(place)).then_some((Some(*id), place.label.as_str()))
    });
    let mut found: Vec<(Option<i64>, &str)> = by_id.collect();
    let mut named: HashSet<&str> = found.iter().map(|(_, label)| *label).collect();
    for summary in places.withdrawn(summaries) {
        if named.insert(summary) {
            found.push((None, summary));
        }
    }
    let not_offered = found.into_iter().filter_map(|(id, name)| {
        Some(NotOffered {
            field: "filters.facility_filter".to_owned(),
            id,
            name: Some(name.to_owned()),
            message: places_not_offered(&[name])?,
        })
    });
    Ok(not_offered.collect())
}

/// Adds the withdrawn data source, or the withdrawn variables of a source that is still offered.
fn data(views: &mut dyn Views, draft: &RawDraft, answer: &mut Answer) -> Result<(), StoreError> {
    let Some(source) = draft.answers.data_source_id else {
        return Ok(());
    };
    let ids: Vec<VariableId> = draft
        .answers
        .dataset_variables
        .iter()
        .copied()
        .map(VariableId)
        .collect();
    let found = WithdrawnData::read(views, DataSourceId(source), &ids)?;
    let (id, name) = match &found {
        WithdrawnData::Source(name) => (Some(source), name.clone()),
        WithdrawnData::Variables { .. } => (None, None),
    };
    let not_offered = found.faults().list().first().map(|fault| NotOffered {
        field: fault.field.clone(),
        id,
        name,
        message: fault.message.to_string(),
    });
    answer.choices.extend(not_offered);
    answer.variables = match found {
        WithdrawnData::Source(_) => ids,
        WithdrawnData::Variables {
            mut withdrawn,
            unknown,
            ..
        } => {
            withdrawn.extend(unknown);
            withdrawn
        }
    };
    Ok(())
}
