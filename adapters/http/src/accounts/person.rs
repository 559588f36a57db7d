//! A user as administrators see them (3 §3, Org user).

use aditus_application::accounts::directory::PersonView;
use aditus_application::accounts::organisation_users::OrganisationUser;
use aditus_domain::text::mixed_scripts;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A user of an organisation.
#[derive(Serialize, ToSchema)]
pub(crate) struct PersonBody {
    pub user_id: i64,
    pub fname: String,
    pub middle_name: Option<String>,
    pub sname: String,
    pub org_email: Option<String>,
    pub phone: String,
    pub designation: String,
    pub department: String,
    /// The organisation name that was entered because the organisation is not registered.
    pub tentative_organization: Option<String>,
    /// The scripts that the name mixes, such as Latin and Cyrillic. Mixed scripts can make a name
    /// look like another one.
    pub name_scripts: Vec<&'static str>,
    /// The scripts that `tentative_organization` mixes.
    pub tentative_organization_scripts: Vec<&'static str>,
    /// "Active" or "Disable" (decisions A1).
    #[schema(example = "Active")]
    pub is_active: String,
    /// True while a registered account waits for activation by an administrator.
    pub pending_activation: bool,
    pub created_on: DateTime<Utc>,
    /// True if signing in with the password needs a second factor as well.
    pub has_second_factor: bool,
    /// True if the account was erased. It can no longer be used, and only its row remains.
    pub erased: bool,
}

/// A user in the list of an organisation, with the actions that the caller may take.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganisationUserBody {
    #[serde(flatten)]
    pub person: PersonBody,
    /// The reason why the caller can neither activate nor disable the account; null if the caller
    /// can.
    pub refusal: Option<String>,
    /// True if the caller may request the erasure plan of the account, which lists any obstacles.
    pub may_erase: bool,
}

impl From<OrganisationUser> for OrganisationUserBody {
    fn from(judged: OrganisationUser) -> Self {
        Self {
            person: judged.person.into(),
            refusal: judged.refusal,
            may_erase: judged.may_erase,
        }
    }
}

impl From<PersonView> for PersonBody {
    fn from(view: PersonView) -> Self {
        let name = [
            Some(view.fname.as_str()),
            view.middle_name.as_deref(),
            Some(view.sname.as_str()),
        ];
        let name: String = name.into_iter().flatten().collect();
        Self {
            name_scripts: mixed_scripts(&name),
            tentative_organization_scripts: mixed_scripts(
                view.tentative_organization.as_deref().unwrap_or_default(),
            ),
            user_id: view.user_id.0,
            fname: view.fname,
            middle_name: view.middle_name,
            sname: view.sname,
            org_email: view.org_email,
            phone: view.phone,
            designation: view.designation,
            department: view.department,
            tentative_organization: view.tentative_organization,
            is_active: view.state.is_active().to_owned(),
            pending_activation: view.state.is_pending_activation(),
            created_on: view.created_on,
            has_second_factor: view.has_second_factor,
            erased: view.erased,
        }
    }
}
