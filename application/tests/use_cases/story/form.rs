//! The completed wizard.

use aditus_application::access::Caller;
use aditus_application::requests::submit::{self, Upload};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::{
    DocumentKind, RawDataFormat, RawDevice, RawEthics, RawFilters, RawPurpose, RawStaff, RawSubmission,
};
use aditus_domain::roles::Role;
use chrono::{NaiveDate, TimeDelta};

use super::Story;

pub use aditus_application::testing::papers::{PDF, PNG};

impl Story {
    pub fn today(&self) -> NaiveDate {
        self.world.ports.clock.now().date_naive()
    }

    /// A complete and valid submission.
    pub fn filled_in(&self, requester: &Caller) -> submit::Command {
        let needed_on = self.today() + TimeDelta::days(30);
        let text = |text: &str| Some(text.to_owned());
        submit::Command {
            requester: requester.role(Role::DataRequester).map(|role| role.id),
            as_guest: false,
            submission: RawSubmission {
                title: text("Malaria in the highlands"),
                needed_on: text(&needed_on.to_string()),
                ethics: RawEthics {
                    ethics_committee: Some(1),
                    protocol_ref_num: text("P-2026-7"),
                    ethics_approval_letter: text("Yes"),
                    ..RawEthics::default()
                },
                data_source_id: Some(self.source.0),
                dataset_description: text("Visits with a diagnosis of malaria"),
                format: RawDataFormat {
                    data_format: text("Electronic"),
                    ..RawDataFormat::default()
                },
                is_principal: Some(true),
                dataset_variables: self.variables.iter().map(|id| id.0).collect(),
                request_purposes: vec![RawPurpose {
                    purpose: Some(1),
                    purpose_description: None,
                }],
                list_of_devices: vec![RawDevice {
                    equipment_name: text("Analysis laptop"),
                    equipment_type: Some(1),
                    serial_number: text("SN-1"),
                    used_by: text("Amara Okello"),
                    organisation: text("Harbour Clinic Group"),
                    usage_from: text(&needed_on.to_string()),
                    usage_to: text(&(needed_on + TimeDelta::days(90)).to_string()),
                }],
                list_of_staff: vec![RawStaff {
                    first_name: text("Dembe"),
                    surname: text("Mukasa"),
                    phone: text("+256700000099"),
                    email: text("dembe@aditus.example"),
                    identification_type: text("Passport"),
                    identification_number: text("B1234567"),
                    position_in_organisation: text("Analyst"),
                    identification_file_path: None,
                    confidentiality_protocols: Some(true),
                }],
                filters: RawFilters {
                    facility_filter: vec!["Karrow".to_owned()],
                    ..RawFilters::default()
                },
                ..RawSubmission::default()
            },
            uploads: vec![
                upload(DocumentKind::EthicsApprovalLetter, None, PDF),
                upload(DocumentKind::DataSharingAgreement, None, PDF),
                upload(DocumentKind::StaffIdentification, Some(0), PNG),
            ],
            draft: None,
            named: Vec::new(),
        }
    }

    /// Submits a request as the requester.
    pub fn submitted(&self) -> RequestId {
        self.submitted_by(&self.requester)
    }

    /// Submits a request as this requester.
    pub fn submitted_by(&self, requester: &Caller) -> RequestId {
        submit::execute(&self.world.ports, requester, self.filled_in(requester))
            .expect("a valid request")
            .request_id
    }
}

/// A file of the wizard.
pub fn upload(kind: DocumentKind, staff: Option<usize>, bytes: &[u8]) -> Upload {
    Upload {
        kind,
        staff,
        name: None,
        bytes: bytes.to_vec().into(),
    }
}
