//! Possible duplicates among the staff and devices of a request.

use aditus_application::requests::views::RequestDetail;
use aditus_domain::requests::{Person, Responsible, duplicate_devices, duplicate_staff};
use serde::Serialize;
use utoipa::ToSchema;

/// Possible duplicates in the lists. They are marked, but not rejected.
#[derive(Serialize, ToSchema)]
pub(crate) struct DuplicatesBody {
    pub devices: Vec<DuplicateBody>,
    pub staff: Vec<DuplicateBody>,
}

/// A row that resembles another one.
#[derive(Serialize, ToSchema)]
pub(crate) struct DuplicateBody {
    /// The id of the device or staff member.
    pub id: i64,
    /// The similarities, in sentences.
    #[schema(example = json!(["The same serial number as Laptop."]))]
    pub similarities: Vec<String>,
}

impl DuplicatesBody {
    pub fn for_request(request: &RequestDetail) -> Self {
        let devices: Vec<_> = request
            .list_of_devices
            .iter()
            .map(|listed| (&*listed.device.equipment_name, &*listed.device.serial_number))
            .collect();
        let staff: Vec<_> = request
            .list_of_staff
            .iter()
            .map(|listed| Person {
                name: (&listed.member.first_name, &listed.member.surname),
                email: &listed.member.email,
                number: &listed.member.identification_number,
            })
            .collect();
        let unnumbered = |fname, sname, email| Person {
            name: (fname, sname),
            email,
            number: "",
        };
        let requester = &request.requester;
        let address = requester.org_email.as_deref().unwrap_or_default();
        let responsible = Responsible {
            requester: unnumbered(&requester.fname, &requester.sname, address),
            principal: (!request.is_principal).then(|| {
                unnumbered(
                    &request.principal.fname,
                    &request.principal.sname,
                    &request.principal.email,
                )
            }),
        };
        let device_ids = request.list_of_devices.iter().map(|device| device.device_id.0);
        let staff_ids = request
            .list_of_staff
            .iter()
            .map(|member| member.staff_shared_id.0);
        Self {
            devices: duplicates(device_ids, duplicate_devices(&devices)),
            staff: duplicates(staff_ids, duplicate_staff(&staff, &responsible)),
        }
    }
}

fn duplicates(ids: impl Iterator<Item = i64>, similarities: Vec<Vec<String>>) -> Vec<DuplicateBody> {
    ids.zip(similarities)
        .filter(|(_, similarities)| !similarities.is_empty())
        .map(|(id, similarities)| DuplicateBody { id, similarities })
        .collect()
}
