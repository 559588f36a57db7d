//! Rows that are written with a request.

use aditus_application::requests::{NewDocument, NewRequest};
use aditus_domain::ids::{EquipmentTypeId, RequestId, StateId};
use aditus_domain::requests::{Device, IdentificationType, StaffMember};
use aditus_domain::review::{ChainStage, HistoryEntry, StageNumber};
use chrono::NaiveDate;
use diesel::prelude::*;

use super::states::StateIds;
use crate::error::{DbResult, missing, unreadable};
use crate::schema::{
    data_handling_devices, dataset_variables, request_bindings, request_documents, request_edges,
    request_history, request_purposes, request_states, staff_shared,
};
use crate::times::Timestamp;

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = request_purposes)]
pub(super) struct PurposeRow<'a> {
    request_id: i64,
    purpose_id: i64,
    position: i32,
    purpose_description: Option<&'a str>,
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = dataset_variables)]
pub(super) struct DatasetVariableRow {
    pub dataset_id: i64,
    pub variable_id: i64,
    pub is_distinct: bool,
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = data_handling_devices)]
pub(super) struct NewDevice {
    request_id: i64,
    #[diesel(embed)]
    row: DeviceRow,
}

/// The columns that describe a device.
#[derive(Insertable, AsChangeset, Queryable, Selectable)]
#[diesel(treat_none_as_default_value = false, table_name = data_handling_devices)]
pub(super) struct DeviceRow {
    equipment_name: String,
    equipment_type_id: i64,
    serial_number: String,
    used_by: String,
    organisation: String,
    usage_from: NaiveDate,
    usage_to: NaiveDate,
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = staff_shared)]
pub(super) struct NewStaff {
    request_id: i64,
    #[diesel(embed)]
    row: StaffRow,
}

/// The columns that describe a member of staff.
#[derive(Insertable, AsChangeset, Queryable, Selectable)]
#[diesel(treat_none_as_default_value = false, table_name = staff_shared)]
pub(super) struct StaffRow {
    first_name: String,
    surname: String,
    phone: String,
    email: String,
    identification_type: String,
    identification_number: String,
    position_in_organisation: String,
    confidentiality_protocols: bool,
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = request_documents)]
pub(super) struct DocumentRow<'a> {
    request_id: i64,
    kind: &'a str,
    staff_id: Option<i64>,
    file_key: &'a str,
    file_type: &'a str,
    size: i64,
    uploaded_on: Timestamp,
    sha256: &'a [u8],
    is_protected: bool,
    name: Option<&'a str>,
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = request_states)]
pub(super) struct StateRow<'a> {
    request_id: i64,
    number: i32,
    stage_type: &'a str,
    role_id: i64,
    org_role_id: i64,
    stage_order: i32,
    stage_activity: &'a str,
    branch_level: i32,
    pos_x: f64,
    pos_y: f64,
    icon: &'a str,
    created_on: Timestamp,
    target: Option<i32>,
    #[diesel(embed)]
    answer: AnswerColumns<'a>,
}

/// The columns of a stage that change with a submission, decision or recall. `None` sets a column
/// to NULL.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = request_states, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(super) struct AnswerColumns<'a> {
    pub state: &'a str,
    pub unattended_since: Option<Timestamp>,
    pub responded_on: Option<Timestamp>,
    pub answered_by: Option<i64>,
    pub answered_in_role: Option<i64>,
    pub answered_for: Option<i64>,
    pub reason: Option<&'a str>,
    pub recommendation: Option<&'a str>,
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = request_edges)]
pub(super) struct EdgeRow {
    pub request_id: i64,
    pub current_state: i64,
    pub next_state: i64,
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = request_history)]
pub(super) struct HistoryRow<'a> {
    request_id: i64,
    round: i32,
    state_id: i64,
    state: &'a str,
    happened_on: Timestamp,
    user_id: Option<i64>,
    assigned_role_id: Option<i64>,
    org_role_id: Option<i64>,
    reason: Option<&'a str>,
    recommendation: Option<&'a str>,
    version: i32,
}

/// The standing of a request for one organisation role.
#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = request_bindings)]
pub(super) struct BindingRow {
    pub request_id: i64,
    pub org_role_id: i64,
    pub own_state_id: i64,
    pub own_state: &'static str,
    pub answered: bool,
    pub status_tab: &'static str,
    pub date_created: Timestamp,
}

pub(super) fn round(round: u32) -> DbResult<i32> {
    i32::try_from(round).map_err(unreadable("round"))
}

/// Returns the purposes of a request, in the order in which they were chosen.
pub(super) fn purposes(request: RequestId, new: &NewRequest) -> Vec<PurposeRow<'_>> {
    (0..)
        .zip(new.submission.details().purposes())
        .map(|(position, purpose)| PurposeRow {
            request_id: request.0,
            purpose_id: purpose.id().0,
            position,
            purpose_description: purpose.description(),
        })
        .collect()
}

pub(super) fn devices(request: RequestId, new: &NewRequest) -> Vec<NewDevice> {
    let devices = new.submission.devices().iter();
    devices.map(|device| NewDevice::new(request, device)).collect()
}

impl NewDevice {
    pub(super) fn new(request: RequestId, device: &Device) -> Self {
        Self {
            request_id: request.0,
            row: device.clone().into(),
        }
    }
}

impl From<Device> for DeviceRow {
    fn from(device: Device) -> Self {
        Self {
            equipment_name: device.equipment_name,
            equipment_type_id: device.equipment_type.0,
            serial_number: device.serial_number,
            used_by: device.used_by,
            organisation: device.organisation,
            usage_from: device.usage_from,
            usage_to: device.usage_to,
        }
    }
}

impl From<DeviceRow> for Device {
    fn from(row: DeviceRow) -> Self {
        Self {
            equipment_name: row.equipment_name,
            equipment_type: EquipmentTypeId(row.equipment_type_id),
            serial_number: row.serial_number,
            used_by: row.used_by,
            organisation: row.organisation,
            usage_from: row.usage_from,
            usage_to: row.usage_to,
        }
    }
}

pub(super) fn staff(request: RequestId, new: &NewRequest) -> Vec<NewStaff> {
    let staff = new.submission.staff().iter();
    staff.map(|member| NewStaff::new(request, member)).collect()
}

impl NewStaff {
    pub(super) fn new(request: RequestId, member: &StaffMember) -> Self {
        Self {
            request_id: request.0,
            row: member.clone().into(),
        }
    }
}

impl From<StaffMember> for StaffRow {
    fn from(member: StaffMember) -> Self {
        Self {
            first_name: member.first_name,
            surname: member.surname,
            phone: member.phone,
            email: member.email,
            identification_type: member.identification_type.name().to_owned(),
            identification_number: member.identification_number,
            position_in_organisation: member.position_in_organisation,
            confidentiality_protocols: member.confidentiality_protocols,
        }
    }
}

impl StaffRow {
    pub(super) fn member(self) -> DbResult<StaffMember> {
        Ok(StaffMember {
            first_name: self.first_name,
            surname: self.surname,
            phone: self.phone,
            email: self.email,
            identification_type: IdentificationType::parse(&self.identification_type)
                .ok_or_else(missing("type of an identification"))?,
            identification_number: self.identification_number,
            position_in_organisation: self.position_in_organisation,
            confidentiality_protocols: self.confidentiality_protocols,
        })
    }
}

/// Returns the documents of a request. `staff` contains the ids of its staff in the order of the
/// submission.
pub(super) fn documents<'a>(
    request: RequestId,
    new: &'a NewRequest,
    staff: &[i64],
) -> DbResult<Vec<DocumentRow<'a>>> {
    new.documents
        .iter()
        .map(|document| {
            let member = |place: usize| {
                staff
                    .get(place)
                    .copied()
                    .ok_or_else(missing("member of staff whose document this is"))
            };
            let staff = document.staff.map(member).transpose()?;
            DocumentRow::new(request, staff, document, Timestamp::from(new.submitted_on))
        })
        .collect()
}

impl<'a> DocumentRow<'a> {
    /// Returns the row of a document. `staff_id` is set for identification documents only.
    pub(super) fn new(
        request: RequestId,
        staff_id: Option<i64>,
        document: &'a NewDocument,
        uploaded_on: Timestamp,
    ) -> DbResult<Self> {
        Ok(Self {
            request_id: request.0,
            kind: document.kind.name(),
            staff_id,
            file_key: document.key.as_str(),
            file_type: document.file_type.mime(),
            size: i64::try_from(document.size).map_err(unreadable("size of a document"))?,
            uploaded_on,
            sha256: &document.sha256.0,
            is_protected: document.is_protected,
            name: document.name.as_deref(),
        })
    }
}

impl<'a> AnswerColumns<'a> {
    pub(super) fn from_stage(stage: &'a ChainStage, unattended_since: Option<Timestamp>) -> Self {
        let answer = stage.answer.as_ref();
        Self {
            state: stage.state.name(),
            unattended_since,
            responded_on: answer.map(|answer| Timestamp::from(answer.at)),
            answered_by: answer.map(|answer| answer.by.user.0),
            answered_in_role: answer.map(|answer| answer.by.assigned_role.0),
            answered_for: answer.map(|answer| answer.by.org_role.0),
            reason: answer.and_then(|answer| answer.reason.as_deref()),
            recommendation: answer.and_then(|answer| answer.recommendation.as_deref()),
        }
    }
}

pub(super) fn state(
    request: RequestId,
    stage: &ChainStage,
    unattended_since: Option<Timestamp>,
) -> StateRow<'_> {
    StateRow {
        request_id: request.0,
        number: i32::from(stage.number.0),
        stage_type: stage.stage_type.name(),
        role_id: stage.role.id(),
        org_role_id: stage.org_role.0,
        stage_order: stage.order,
        stage_activity: &stage.activity,
        branch_level: stage.branch_level,
        pos_x: stage.position.x,
        pos_y: stage.position.y,
        icon: &stage.icon,
        created_on: Timestamp::from(stage.created_on),
        target: stage.target.map(|target| i32::from(target.working_days())),
        answer: AnswerColumns::from_stage(stage, unattended_since),
    }
}

pub(super) fn edges(
    request: RequestId,
    links: &[(StageNumber, StageNumber)],
    states: &StateIds,
) -> DbResult<Vec<EdgeRow>> {
    links
        .iter()
        .map(|(from, to)| {
            Ok(EdgeRow {
                request_id: request.0,
                current_state: state_id(states, *from)?.0,
                next_state: state_id(states, *to)?.0,
            })
        })
        .collect()
}

/// Returns entries of the history that refer to this version of the content.
pub(super) fn history<'a>(
    request: RequestId,
    happened: &'a [HistoryEntry],
    states: &StateIds,
    version: i32,
) -> DbResult<Vec<HistoryRow<'a>>> {
    happened
        .iter()
        .map(|entry| {
            Ok(HistoryRow {
                request_id: request.0,
                round: round(entry.round)?,
                state_id: state_id(states, entry.stage)?.0,
                state: entry.state.name(),
                happened_on: Timestamp::from(entry.at),
                user_id: entry.by.map(|by| by.user.0),
                assigned_role_id: entry.by.map(|by| by.assigned_role.0),
                org_role_id: entry.by.map(|by| by.org_role.0),
                reason: entry.reason.as_deref(),
                recommendation: entry.recommendation.as_deref(),
                version,
            })
        })
        .collect()
}

pub(super) fn state_id(states: &StateIds, number: StageNumber) -> DbResult<StateId> {
    states.get(number).ok_or_else(missing("stage"))
}
