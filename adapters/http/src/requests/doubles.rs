//! Possible duplicates among the staff and devices of a request.

use aditus_application::requests::views::RequestDetail;
use aditus_domain::requests::{Person, Responsible, duplicate_devices, duplicate_staff};
use serde::Serialize;
use utoipa::ToSchema;

/// Possible duplicates in the lists. They are marked, but not rejected.
#[derive(Serialize, ToSchema)]
pub(crate) struct DoublesBody {
    pub devices: Vec<DoubleBody>,
    pub staff: Vec<DoubleBody>,
}

/// A row that resembles another one.
#[derive(Serialize, ToSchema)]
pub(crate) struct DoubleBody {
    /// The id of the device or staff member.
    pub id: i64,
    /// The similarities, in sentences.
    #[schema(example = json!(["The same serial number as Laptop."]))]
    pub told: Vec<String>,
}

impl DoublesBody {
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
            devices: doubles(device_ids, duplicate_devices(&devices)),
            staff: doubles(staff_ids, duplicate_staff(&staff, &responsible)),
        }
    }
}

fn doubles(ids: impl Iterator<Item = i64>, told: Vec<Vec<String>>) -> Vec<DoubleBody> {
    ids.zip(told)
        .filter(|(_, told)| !told.is_empty())
        .map(|(id, told)| DoubleBody { id, told })
        .collect()
}
