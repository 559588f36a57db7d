//! Determines the setup that is missing for a first request, for `aditus check` and the home page
//! of Super Users.

use aditus_domain::procedures::{Staffing, staffing};
use aditus_domain::reference::{Inventory, Missing, Published, ReferenceList, missing_for_a_first_request};
use aditus_domain::roles::Role;

use crate::access::Caller;
use crate::dictionary::views::{VariableFacets, VariableQuery, VariableSort};
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page};
use crate::ports::{Ports, StoreError};

/// Returns the missing setup, for Super Users. Empty if a request can be submitted and decided.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Vec<Missing>, Error> {
    caller.require(Role::SuperUser)?;
    Ok(missing(ports)?)
}

/// Returns the Super User page on which the missing item is added. For a role, the page first asks
/// for the organisation that offers it.
pub fn page_of(missing: &Missing) -> String {
    let page = match missing {
        Missing::Committee => "/superuser/reference-data?tab=committees",
        Missing::EquipmentType => "/superuser/reference-data?tab=equipment",
        Missing::DataSource | Missing::PublishedTable => "/superuser/data_dictionary",
        Missing::Procedure | Missing::SoundProcedure => "/superuser/approval_procedure",
        Missing::OfferedRole { role, .. } => {
            return format!("/superuser/organisation-roles?offer={}", role.id());
        }
        Missing::HeldRole { .. } => "/superuser/organisation",
    };
    page.to_owned()
}

/// Returns the missing setup, without an access check.
pub fn missing(ports: &Ports) -> Result<Vec<Missing>, StoreError> {
    let provider = &ports.settings.provider_organisation;
    let mut views = ports.database.read()?;
    let mut has_active = |list: ReferenceList| -> Result<bool, StoreError> {
        let entries = views.reference().all_entries(list)?;
        Ok(entries.iter().any(|entry| entry.active))
    };
    let has_committee = has_active(ReferenceList::EthicsCommittees)?;
    let has_equipment_type = has_active(ReferenceList::EquipmentTypes)?;
    let stored = views.procedures().default_procedure()?;
    let sources = views.procedures().deciders_by_source(provider)?;
    let published = if sources.is_empty() {
        Published::Nothing
    } else if views.dictionary().variables(&any_variable())?.items.is_empty() {
        Published::Source
    } else {
        Published::Variables
    };
    let deciders = if sources.is_empty() {
        let organisation = views.procedures().deciding_organisation(provider)?;
        vec![Staffing::new(provider, organisation.as_slice())]
    } else {
        staffing(&sources, provider)
    };
    Ok(missing_for_a_first_request(&Inventory {
        has_committee,
        has_equipment_type,
        published,
        provider,
        procedure: stored.as_ref().map(|stored| &stored.procedure),
        deciders,
    }))
}

fn any_variable() -> VariableQuery {
    VariableQuery {
        data_source: None,
        table: None,
        tbl_name_prefix: None,
        search: None,
        ids: None,
        facets: VariableFacets::default(),
        sort: VariableSort::Dictionary,
        direction: Direction::Ascending,
        page: Page::new(1, 1),
    }
}
