//! Reads a content from the JSON of schema 1.

use aditus_application::ports::EncodingError;
use aditus_domain::ids::{
    DataSourceId, DatasetId, DeviceId, EquipmentTypeId, PurposeId, StaffId, VariableId,
};
use aditus_domain::requests::content::{
    Commitment, DatasetContent, DetailsContent, DeviceContent, DocumentContent, FiltersContent, Personal,
    PrincipalContent, PurposeContent, Sha256, StaffContent, VariableContent,
};
use aditus_domain::requests::{Content, DocumentKind, FileType};
use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::commitments::VerifiedValues;
use crate::malformed;
use crate::schema::{DatasetJson, DeviceJson, Document, FileJson, MemberJson, PurposeJson, VariableJson};

#[derive(Debug, Error)]
#[error("{0} is unknown")]
struct Unknown(&'static str);

pub(crate) fn content(document: Document, known: &VerifiedValues<'_>) -> Result<Content, EncodingError> {
    let Document {
        principal,
        ethics,
        format,
        filters,
        ..
    } = document;
    let content = Content {
        details: DetailsContent {
            title: document.title,
            needed_on: document.needed_on,
            department: document.department,
        },
        purposes: document.request_purposes.into_iter().map(purpose).collect(),
        principal: PrincipalContent {
            is_requester: principal.is_principal,
            fname: personal(&principal.fname, known)?,
            sname: personal(&principal.sname, known)?,
            email: personal(&principal.email, known)?,
            phone: personal(&principal.phone, known)?,
            occupation: principal.occupation,
            institution: principal.institution,
        },
        ethics: ethics.into(),
        format,
        filters: FiltersContent {
            dataset_description: document.dataset_description,
            facilities: filters.facility_filter,
            start: filters.start_value,
            end: filters.end_value,
        },
        datasets: document.requested_datasets.into_iter().map(dataset).collect(),
        documents: try_map(document.documents, |item| file(&item))?,
        devices: try_map(document.list_of_devices, |item| device(item, known))?,
        staff: try_map(document.list_of_staff, |item| member(item, known))?,
    };
    Ok(content.ordered())
}

fn try_map<W, T>(
    items: Vec<W>,
    read: impl FnMut(W) -> Result<T, EncodingError>,
) -> Result<Vec<T>, EncodingError> {
    items.into_iter().map(read).collect()
}

fn hash(digits: &str) -> Result<[u8; 32], EncodingError> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(digits, &mut bytes).map_err(malformed)?;
    Ok(bytes)
}

fn personal(digits: &str, known: &VerifiedValues<'_>) -> Result<Personal, EncodingError> {
    Ok(known.value(Commitment(hash(digits)?)))
}

fn purpose(purpose: PurposeJson) -> PurposeContent {
    PurposeContent {
        id: PurposeId(purpose.purpose_id),
        purpose: purpose.purpose,
        description: purpose.purpose_description,
    }
}

fn dataset(dataset: DatasetJson) -> DatasetContent {
    DatasetContent {
        id: DatasetId(dataset.rdataset_id),
        source: DataSourceId(dataset.data_source_id),
        source_name: dataset.source,
        description: dataset.dataset_description,
        variables: dataset.dataset_variables.into_iter().map(variable).collect(),
    }
}

fn variable(variable: VariableJson) -> VariableContent {
    VariableContent {
        id: VariableId(variable.var_id),
        table: variable.tbl_name,
        name: variable.var_name,
        is_distinct: variable.is_distinct,
    }
}

fn file(file: &FileJson) -> Result<DocumentContent, EncodingError> {
    let uploaded_on: DateTime<Utc> = DateTime::parse_from_rfc3339(&file.uploaded_on)
        .map_err(malformed)?
        .with_timezone(&Utc);
    Ok(DocumentContent {
        kind: DocumentKind::parse(&file.kind).ok_or_else(|| malformed(Unknown("the kind of a document")))?,
        file_type: FileType::from_mime(&file.mime)
            .ok_or_else(|| malformed(Unknown("the type of a document")))?,
        size: file.size,
        sha256: Sha256(hash(&file.sha256)?),
        uploaded_on,
    })
}

fn device(device: DeviceJson, known: &VerifiedValues<'_>) -> Result<DeviceContent, EncodingError> {
    Ok(DeviceContent {
        id: DeviceId(device.device_id),
        equipment_type: EquipmentTypeId(device.equipment_type_id),
        equipment_type_name: device.equipment_type,
        equipment_name: device.equipment_name,
        serial_number: device.serial_number,
        used_by: personal(&device.used_by, known)?,
        organisation: device.organisation,
        usage_from: device.usage_from,
        usage_to: device.usage_to,
    })
}

fn member(member: MemberJson, known: &VerifiedValues<'_>) -> Result<StaffContent, EncodingError> {
    Ok(StaffContent {
        id: StaffId(member.staff_shared_id),
        first_name: personal(&member.first_name, known)?,
        surname: personal(&member.surname, known)?,
        phone: personal(&member.phone, known)?,
        email: personal(&member.email, known)?,
        identification_type: member.identification_type,
        identification_number: personal(&member.identification_number, known)?,
        position_in_organisation: member.position_in_organisation,
        confidentiality_protocols: member.confidentiality_protocols,
        identification_file: member.identification_file.as_ref().map(file).transpose()?,
    })
}
