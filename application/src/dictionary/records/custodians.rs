//! Data custodians of data sources (3 §2.8, §5, §7; decisions C5).

use aditus_domain::audit::stored::{Subject, SubjectKind};
use aditus_domain::dictionary::search::fold;
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{CustodianId, DataSourceId, OrganisationRoleId};
use aditus_domain::roles::Role;

use super::repository::StoredCustodian;
use super::views::{CustodianRecord, CustodianSort};
use super::{Error, Record, value_taken};
use crate::access::Caller;
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Data custodians. Each request is bound to the custodians at the time of its submission, so later
/// changes do not affect it.
pub enum CustodianRecords {}

/// Form of a custodian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustodianForm {
    /// The data source.
    pub data_source: Option<DataSourceId>,
    /// The organisation role.
    pub org_role: Option<OrganisationRoleId>,
    /// True for a broker. A new custodian without this field is not a broker (decisions,
    /// "Administration").
    pub broker: Option<bool>,
}

impl Kind for CustodianRecords {
    type Id = CustodianId;
    type Error = Error;

    fn recorded(id: CustodianId) -> (Record, i64) {
        (Record::Custodian, id.0)
    }
}

impl Listable for CustodianRecords {
    type Query = ListQuery<CustodianSort>;
    type Row = CustodianRecord;

    fn rows(reading: &mut Reading<'_>, query: Self::Query) -> Result<Paged<CustodianRecord>, StoreError> {
        let query = query.folded();
        let roles: Vec<Role> = match &query.search {
            Some(text) => Role::ALL
                .into_iter()
                .filter(|role| fold(role.name()).contains(text.as_str()))
                .collect(),
            None => Vec::new(),
        };
        let records = reading.views().dictionary_records();
        records.custodian_records(&query, &roles)
    }
}

impl Readable for CustodianRecords {
    type One = CustodianRecord;

    fn read(reading: &mut Reading<'_>, id: CustodianId) -> Result<CustodianRecord, Error> {
        let found = reading.views().dictionary_records().custodian_record(id)?;
        found.ok_or(Error::NotFound(Record::Custodian))
    }
}

impl Loadable for CustodianRecords {
    type Loaded = StoredCustodian;

    fn load(change: &mut Change<'_>, id: CustodianId) -> Result<StoredCustodian, Error> {
        let found = change.transaction().dictionary_records().custodian(id)?;
        found.ok_or(Error::NotFound(Record::Custodian))
    }
}

impl HasForm for CustodianRecords {
    type Form = CustodianForm;
    type Checked = CustodianForm;

    fn check(_: &Caller, form: CustodianForm) -> Result<CustodianForm, Error> {
        Ok(form)
    }
}

impl Addable for CustodianRecords {
    fn add(change: &mut Change<'_>, form: CustodianForm) -> Result<CustodianId, Error> {
        let custodian = chosen(change.transaction(), form, None)?;
        change.also_changes(source(custodian.data_source));
        change
            .transaction()
            .dictionary()
            .add_custodian(custodian.data_source, custodian.org_role, custodian.broker)
            .map_err(role_taken())
    }
}

impl Updatable for CustodianRecords {
    fn versioned(id: CustodianId) -> Versioned {
        Versioned::Custodian(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: CustodianId,
        known: StoredCustodian,
        form: CustodianForm,
    ) -> Result<(), Error> {
        let custodian = chosen(change.transaction(), form, Some(known.org_role))?;
        change.also_changes(source(known.data_source));
        change.also_changes(source(custodian.data_source));
        let records = change.transaction().dictionary_records();
        records.update_custodian(id, &custodian).map_err(role_taken())
    }
}

impl Removable for CustodianRecords {
    /// Nothing refers to a custodian, because submitted requests are bound to organisation roles
    /// (decisions C5).
    fn remove(change: &mut Change<'_>, id: CustodianId, known: StoredCustodian) -> Result<(), Error> {
        change.also_changes(source(known.data_source));
        Ok(change.transaction().dictionary_records().remove_custodian(id)?)
    }
}

/// The audit subject of a custodian is its source.
const fn source(id: DataSourceId) -> Subject {
    Subject {
        kind: SubjectKind::Source,
        id: id.0,
    }
}

const NO_SOURCE: &str = "Please select the Data Source Name.";
const NO_ROLE: &str = "Please select the Organisation Role.";
const NO_BROKER: &str = "Please select if they are a broker or not.";

fn role_taken() -> impl FnOnce(StoreError) -> Error {
    value_taken(
        "org_role",
        "This organisation role is already a data custodian of the data source.",
    )
}

/// Validates the form. An organisation role that is no longer offered may be kept, but not chosen
/// again.
fn chosen(
    transaction: &mut dyn Transaction,
    form: CustodianForm,
    before: Option<OrganisationRoleId>,
) -> Result<StoredCustodian, Error> {
    FormFaults::where_missing([
        ("data_source", form.data_source.is_some(), NO_SOURCE),
        ("org_role", form.org_role.is_some(), NO_ROLE),
        ("broker", form.broker.is_some() || before.is_none(), NO_BROKER),
    ])?;
    let no_source = || FormFaults::one("data_source", NO_SOURCE);
    let no_role = || FormFaults::one("org_role", NO_ROLE);
    let data_source = form.data_source.ok_or_else(no_source)?;
    if transaction.dictionary_records().source(data_source)?.is_none() {
        return Err(no_source().into());
    }
    let org_role = form.org_role.ok_or_else(no_role)?;
    let offered = transaction.organisations().role_by_id(org_role)?;
    if !offered.is_some_and(|role| role.offered || before == Some(role.id)) {
        return Err(no_role().into());
    }
    Ok(StoredCustodian {
        data_source,
        org_role,
        broker: form.broker.unwrap_or_default(),
    })
}
