//! The choices of a draft that are no longer offered, because they were deactivated after they were chosen (RD1). The draft keeps
//! them, and shows them to its owner before the submission refuses them.

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

/// Which draft is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub draft: DraftId,
}

/// A choice that is no longer offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotOffered {
    /// The field that names it, as a submission spells its path.
    pub field: String,
    /// Its id; none of several variables, and of a text that stands for facilities.
    pub id: Option<i64>,
    /// Its name; none of several variables.
    pub name: Option<String>,
    /// A message that says what happened, and what to do.
    pub message: String,
}

/// Everything in the draft that is no longer offered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// Each choice, in the order of the submission's faults.
    pub choices: Vec<NotOffered>,
    /// The variables, of any source.
    pub variables: Vec<VariableId>,
}

/// Every choice of the draft that was deactivated. Fields that were not filled in, or wrongly, are left to the submission.
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

/// Returns the entries of lists that the draft chooses, with the fields.
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

/// The facilities by their ids, and texts that stand for withdrawn places alone.
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
    let told = found.into_iter().filter_map(|(id, name)| {
        Some(NotOffered {
            field: "filters.facility_filter".to_owned(),
            id,
            name: Some(name.to_owned()),
            message: places_not_offered(&[name])?,
        })
    });
    Ok(told.collect())
}

/// The data source, or variables of one that is still offered.
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
    let told = found.faults().list().first().map(|fault| NotOffered {
        field: fault.field.clone(),
        id,
        name,
        message: fault.message.to_string(),
    });
    answer.choices.extend(told);
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
