//! A person as administrators see them (3 §3, Org user).

use aditus_application::accounts::directory::PersonView;
use aditus_application::accounts::organisation_users::Judged;
use aditus_domain::text::mixed_scripts;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A person of an organisation.
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
    /// What was typed when the organisation is not registered.
    pub tentative_organization: Option<String>,
    /// The alphabets that the name mixes, such as Latin and Cyrillic: it may be made to look like another one.
    pub name_scripts: Vec<&'static str>,
    /// The same of the organisation that was typed.
    pub tentative_organization_scripts: Vec<&'static str>,
    /// "Active" or "Disable" (decisions A1).
    #[schema(example = "Active")]
    pub is_active: String,
    /// Registered, and waiting for an administrator.
    pub pending_activation: bool,
    pub created_on: DateTime<Utc>,
    /// Whether the account was erased: nobody can use it any more, and nothing but its row is left.
    pub erased: bool,
}

/// A person in the list of an organisation's people, with what the caller may do.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganisationUserBody {
    #[serde(flatten)]
    pub person: PersonBody,
    /// Why the caller can neither activate nor disable the account, in words; nothing where the caller can.
    pub refusal: Option<String>,
    /// Whether the caller may ask for the erasure of the account; what is in its way is told then.
    pub may_erase: bool,
}

impl From<Judged> for OrganisationUserBody {
    fn from(judged: Judged) -> Self {
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
            erased: view.erased,
        }
    }
}
