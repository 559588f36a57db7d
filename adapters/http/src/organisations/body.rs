//! Bodies of the organisation calls (1 §3; 3 §3).

use crate::optional_fields::null_as_empty;
use aditus_application::organisations::ListedOrganisation;
use aditus_application::organisations::views::{OrganisationOption, OrganisationRow};
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::text::mixed_scripts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

/// An organisation of the selection list (1 §3). The fields after the domain are only present for
/// Super Users who list all organisations.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganizationOptionBody {
    pub org_id: i64,
    pub name: String,
    pub domain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// 1 for an active organisation, 0 for an inactive one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub abbreviation: Option<String>,
    /// The version of the record, to be sent with a change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_version: Option<i64>,
    /// The reason why a Super User cannot appoint an Admin there; null if they can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The scripts that the name mixes, such as Latin and Cyrillic. Mixed scripts can make a name
    /// look like another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_scripts: Option<Vec<&'static str>>,
}

/// An organisation with all its fields (3 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganizationBody {
    pub org_id: i64,
    pub name: String,
    pub domain: Option<String>,
    pub description: String,
    /// 1 for an active organisation, 0 for an inactive one.
    pub active: u8,
    pub country: String,
    pub abbreviation: Option<String>,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of an organisation (3 §5). Domain and abbreviation are optional.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrganizationFormBody {
    pub name: Option<String>,
    /// In a change, an empty text removes the value, and a missing field keeps it.
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(example = "health.example", value_type = Option<String>)]
    pub domain: Option<String>,
    pub description: Option<String>,
    /// 0 or 1. Defaults to 1 for a new organisation. In a change, a missing field keeps the value.
    pub active: Option<i64>,
    pub country: Option<String>,
    /// In a change, an empty text removes the value, and a missing field keeps it.
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    pub abbreviation: Option<String>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

impl From<OrganizationFormBody> for RawOrganisation {
    fn from(form: OrganizationFormBody) -> Self {
        Self {
            name: form.name.unwrap_or_default(),
            domain: form.domain,
            description: form.description.unwrap_or_default(),
            country: form.country.unwrap_or_default(),
            abbreviation: form.abbreviation,
            active: form.active,
        }
    }
}

impl From<OrganisationOption> for OrganizationOptionBody {
    fn from(organisation: OrganisationOption) -> Self {
        Self {
            org_id: organisation.org_id.0,
            name: organisation.name,
            domain: organisation.domain,
            description: None,
            active: None,
            country: None,
            abbreviation: None,
            row_version: None,
            refusal: None,
            name_scripts: None,
        }
    }
}

impl From<ListedOrganisation> for OrganizationOptionBody {
    fn from(served: ListedOrganisation) -> Self {
        let body = OrganizationBody::from(served.row);
        Self {
            name_scripts: Some(mixed_scripts(&body.name)),
            org_id: body.org_id,
            name: body.name,
            domain: body.domain,
            description: Some(body.description),
            active: Some(body.active),
            country: Some(body.country),
            abbreviation: body.abbreviation,
            row_version: Some(body.row_version),
            refusal: served.refusal.map(|refusal| refusal.to_string()),
        }
    }
}

impl From<OrganisationRow> for OrganizationBody {
    fn from(row: OrganisationRow) -> Self {
        let details = row.details;
        Self {
            org_id: row.org_id.0,
            name: details.name,
            domain: details.domain,
            description: details.description,
            active: u8::from(details.active),
            country: details.country,
            abbreviation: details.abbreviation,
            row_version: row.row_version.0,
        }
    }
}
