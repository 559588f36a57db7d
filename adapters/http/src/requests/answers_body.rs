//! The answers of the wizard, as fields of a submission and of a draft.

/// Adds the answers to a body, and `take_answers`. Each body declares its own lists of documents,
/// devices and staff, and the answers that the OpenAPI document describes only for this body.
macro_rules! answers_body {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident { $($own:tt)* }) => {
        $(#[$meta])*
        $visibility struct $name {
            $($own)*
            pub title: Option<String>,
            pub additional_ethics_committee_name: Option<String>,
            pub protocol_ref_num: Option<String>,
            pub dataset_description: Option<String>,
            pub department: Option<String>,
            pub direct_access_from: Option<String>,
            pub direct_access_to: Option<String>,
            pub principal_fname: Option<String>,
            pub principal_sname: Option<String>,
            pub principal_phone: Option<String>,
            pub principal_email: Option<String>,
            pub principal_occupation: Option<String>,
            pub principal_institution: Option<String>,
            pub purpose_description: Option<String>,
            pub ethics_committee: Option<i64>,
            pub data_source_id: Option<i64>,
            pub exempted: Option<bool>,
            pub no_date_limit: Option<bool>,
            #[serde(rename = "isPrincipal")]
            pub is_principal: Option<bool>,
            #[serde(default, alias = "request_purpose")]
            pub request_purposes: Vec<PurposeInput>,
            pub filters: Option<FiltersInput>,
        }

        impl $name {
            /// Moves the answers out of the body. Documents, devices and staff stay empty: the caller
            /// fills them.
            fn take_answers(&mut self) -> aditus_domain::requests::RawSubmission {
                let filters = self.filters.take().unwrap_or_default();
                let range = filters.date_range_filter.unwrap_or_default();
                let purposes = std::mem::take(&mut self.request_purposes).into_iter();
                aditus_domain::requests::RawSubmission {
                    needed_on: self.needed_on.take(),
                    title: self.title.take(),
                    ethics: aditus_domain::requests::RawEthics {
                        ethics_committee: self.ethics_committee,
                        additional_ethics_committee_name: self.additional_ethics_committee_name.take(),
                        protocol_ref_num: self.protocol_ref_num.take(),
                        ethics_approval_letter: self.ethics_approval_letter.take(),
                        exempted: self.exempted,
                    },
                    dataset_description: self.dataset_description.take(),
                    department: self.department.take(),
                    purpose_description: self.purpose_description.take(),
                    data_source_id: self.data_source_id,
                    format: aditus_domain::requests::RawDataFormat {
                        data_format: self.data_format.take(),
                        direct_access_from: self.direct_access_from.take(),
                        direct_access_to: self.direct_access_to.take(),
                        no_date_limit: self.no_date_limit,
                    },
                    principal: aditus_domain::requests::RawPrincipal {
                        principal_fname: self.principal_fname.take(),
                        principal_sname: self.principal_sname.take(),
                        principal_email: self.principal_email.take(),
                        principal_phone: self.principal_phone.take(),
                        principal_occupation: self.principal_occupation.take(),
                        principal_institution: self.principal_institution.take(),
                    },
                    is_principal: self.is_principal,
                    dataset_variables: std::mem::take(&mut self.dataset_variables),
                    request_purposes: purposes.map(PurposeInput::into_raw).collect(),
                    filters: aditus_domain::requests::RawFilters {
                        facility_filter: filters.facility_filter,
                        start_value: range.start_value,
                        end_value: range.end_value,
                    },
                    ethics_doc_path: None,
                    additional_irb_file_path: None,
                    file_path: None,
                    data_specs_path: None,
                    list_of_devices: Vec::new(),
                    list_of_staff: Vec::new(),
                }
            }
        }
    };
}
pub(crate) use answers_body;

/// Adds `from_answers` to the body of a draft. All other fields stay empty: the caller fills them.
macro_rules! from_answers {
    ($name:ident) => {
        impl $name {
            fn from_answers(answers: aditus_domain::requests::RawSubmission) -> Self {
                Self {
                    needed_on: answers.needed_on,
                    ethics_approval_letter: answers.ethics.ethics_approval_letter,
                    data_format: answers.format.data_format,
                    title: answers.title,
                    additional_ethics_committee_name: answers.ethics.additional_ethics_committee_name,
                    protocol_ref_num: answers.ethics.protocol_ref_num,
                    dataset_description: answers.dataset_description,
                    department: answers.department,
                    direct_access_from: answers.format.direct_access_from,
                    direct_access_to: answers.format.direct_access_to,
                    principal_fname: answers.principal.principal_fname,
                    principal_sname: answers.principal.principal_sname,
                    principal_phone: answers.principal.principal_phone,
                    principal_email: answers.principal.principal_email,
                    principal_occupation: answers.principal.principal_occupation,
                    principal_institution: answers.principal.principal_institution,
                    purpose_description: answers.purpose_description,
                    ethics_committee: answers.ethics.ethics_committee,
                    data_source_id: answers.data_source_id,
                    exempted: answers.ethics.exempted,
                    no_date_limit: answers.format.no_date_limit,
                    is_principal: answers.is_principal,
                    dataset_variables: answers.dataset_variables,
                    request_purposes: answers
                        .request_purposes
                        .into_iter()
                        .map(PurposeInput::from)
                        .collect(),
                    filters: Some(FiltersInput {
                        facility_filter: answers.filters.facility_filter,
                        date_range_filter: Some(DateRangeInput {
                            start_value: answers.filters.start_value,
                            end_value: answers.filters.end_value,
                        }),
                    }),
                    requester: None,
                    version: None,
                    submitted: None,
                    additional_letter: None,
                    reached: None,
                    ethics_doc_path: None,
                    additional_irb_file_path: None,
                    file_path: None,
                    data_specs_path: None,
                    facilities: Vec::new(),
                    list_of_devices: Vec::new(),
                    list_of_staff: Vec::new(),
                }
            }
        }
    };
}
pub(crate) use from_answers;
