//! Writes a content as the JSON of schema 1.

use aditus_application::ports::EncodingError;
use aditus_domain::requests::Content;
use aditus_domain::requests::content::{
    DatasetContent, DeviceContent, DocumentContent, FiltersContent, PrincipalContent, PurposeContent,
    StaffContent, VariableContent,
};

use crate::commitments::{Salts, ValueLocation};
use crate::schema::{
    DatasetJson, DeviceJson, Document, FileJson, FiltersJson, MemberJson, PrincipalJson, PurposeJson,
    VERSION, VariableJson,
};

/// Largest integer that canonical JSON represents exactly: its numbers are IEEE 754 doubles.
const LARGEST: i64 = (1 << 53) - 1;

pub(crate) fn document(content: &Content, salts: &mut Salts<'_>) -> Result<Document, EncodingError> {
    let FiltersContent {
        dataset_description,
        facilities,
        start,
        end,
    } = &content.filters;
    number(content.ethics.answers.committee.0)?;
    Ok(Document {
        schema: VERSION,
        title: content.details.title.clone(),
        needed_on: content.details.needed_on,
        department: content.details.department.clone(),
        request_purposes: try_map(&content.purposes, purpose)?,
        principal: principal(&content.principal, salts),
        ethics: content.ethics.clone().into(),
        format: content.format.clone(),
        dataset_description: dataset_description.clone(),
        filters: FiltersJson {
            facility_filter: facilities.clone(),
            start_value: *start,
            end_value: *end,
        },
        requested_datasets: try_map(&content.datasets, dataset)?,
        documents: try_map(&content.documents, file)?,
        list_of_devices: try_map(&content.devices, |item| device(item, salts))?,
        list_of_staff: try_map(&content.staff, |item| member(item, salts))?,
    })
}

fn try_map<T, W>(
    items: &[T],
    write: impl FnMut(&T) -> Result<W, EncodingError>,
) -> Result<Vec<W>, EncodingError> {
    items.iter().map(write).collect()
}

/// Returns the number unchanged, or an error if canonical JSON cannot represent it exactly.
pub(crate) fn number(id: i64) -> Result<i64, EncodingError> {
    if (-LARGEST..=LARGEST).contains(&id) {
        Ok(id)
    } else {
        Err(EncodingError::Number)
    }
}

fn purpose(purpose: &PurposeContent) -> Result<PurposeJson, EncodingError> {
    Ok(PurposeJson {
        purpose_id: number(purpose.id.0)?,
        purpose: purpose.purpose.clone(),
        purpose_description: purpose.description.clone(),
    })
}

fn principal(principal: &PrincipalContent, salts: &mut Salts<'_>) -> PrincipalJson {
    let mut commit = |field, value| salts.commit(ValueLocation::Principal(field), value);
    PrincipalJson {
        is_principal: principal.is_requester,
        fname: commit("fname", &principal.fname),
        sname: commit("sname", &principal.sname),
        email: commit("email", &principal.email),
        phone: commit("phone", &principal.phone),
        occupation: principal.occupation.clone(),
        institution: principal.institution.clone(),
    }
}

fn dataset(dataset: &DatasetContent) -> Result<DatasetJson, EncodingError> {
    Ok(DatasetJson {
        rdataset_id: number(dataset.id.0)?,
        data_source_id: number(dataset.source.0)?,
        source: dataset.source_name.clone(),
        dataset_description: dataset.description.clone(),
        dataset_variables: try_map(&dataset.variables, variable)?,
    })
}

fn variable(variable: &VariableContent) -> Result<VariableJson, EncodingError> {
    Ok(VariableJson {
        var_id: number(variable.id.0)?,
        tbl_name: variable.table.clone(),
        var_name: variable.name.clone(),
        is_distinct: variable.is_distinct,
    })
}

fn file(document: &DocumentContent) -> Result<FileJson, EncodingError> {
    if i64::try_from(document.size).is_ok_and(|size| size <= LARGEST) {
        Ok(FileJson {
            kind: document.kind.name().to_owned(),
            name: document.name(),
            mime: document.file_type.mime().to_owned(),
            size: document.size,
            sha256: hex::encode(document.sha256.0),
            uploaded_on: document.uploaded_on.format("%FT%T%.6fZ").to_string(),
        })
    } else {
        Err(EncodingError::Number)
    }
}

fn device(device: &DeviceContent, salts: &mut Salts<'_>) -> Result<DeviceJson, EncodingError> {
    let id = number(device.id.0)?;
    Ok(DeviceJson {
        device_id: id,
        equipment_type_id: number(device.equipment_type.0)?,
        equipment_type: device.equipment_type_name.clone(),
        equipment_name: device.equipment_name.clone(),
        serial_number: device.serial_number.clone(),
        used_by: salts.commit(ValueLocation::Device(id, "used_by"), &device.used_by),
        organisation: device.organisation.clone(),
        usage_from: device.usage_from,
        usage_to: device.usage_to,
    })
}

fn member(member: &StaffContent, salts: &mut Salts<'_>) -> Result<MemberJson, EncodingError> {
    let id = number(member.id.0)?;
    let mut commit = |field, value| salts.commit(ValueLocation::Staff(id, field), value);
    Ok(MemberJson {
        staff_shared_id: id,
        first_name: commit("first_name", &member.first_name),
        surname: commit("surname", &member.surname),
        phone: commit("phone", &member.phone),
        email: commit("email", &member.email),
        identification_type: member.identification_type.clone(),
        identification_number: commit("identification_number", &member.identification_number),
        position_in_organisation: member.position_in_organisation.clone(),
        confidentiality_protocols: member.confidentiality_protocols,
        identification_file: member.identification_file.as_ref().map(file).transpose()?,
    })
}
