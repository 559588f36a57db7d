//! Data custodians.

use aditus_application::dictionary::records::custodians::{CustodianForm, CustodianRecords};
use aditus_application::dictionary::records::views::{CustodianRecord, CustodianSort};
use aditus_domain::ids::{CustodianId, DataSourceId, OrganisationRoleId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::PAGE_SIZE;
use crate::records::{RecordsQuery, record_calls};
use crate::sort::Columns;

pub(super) use calls::configure;

type CustodiansQuery = RecordsQuery<CustodianSort>;

impl Columns for CustodianSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("source_name", Self::Source),
        ("organisation", Self::Organisation),
        ("role_name", Self::Role),
        ("broker", Self::Broker),
    ];
}

/// A data custodian as a Super User sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustodianRecordBody {
    pub custodian_id: i64,
    /// The id of the data source.
    pub data_source: i64,
    pub source_name: String,
    /// The id of the organisation role.
    pub org_role: i64,
    /// The name of the organisation.
    pub organisation: String,
    pub role_name: String,
    pub broker: bool,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a data custodian (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CustodianInputBody {
    /// The id of the data source.
    pub data_source: Option<i64>,
    /// The id of the organisation role.
    pub org_role: Option<i64>,
    /// Defaults to false for a new custodian.
    pub broker: Option<bool>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// The id of a data custodian.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustodianIdBody {
    pub custodian_id: i64,
}

impl From<CustodianRecord> for CustodianRecordBody {
    fn from(custodian: CustodianRecord) -> Self {
        Self {
            custodian_id: custodian.custodian_id.0,
            data_source: custodian.data_source.0,
            source_name: custodian.source_name,
            org_role: custodian.org_role.0,
            organisation: custodian.organisation,
            role_name: custodian.role.name().to_owned(),
            broker: custodian.broker,
            row_version: custodian.row_version.0,
        }
    }
}

impl From<CustodianInputBody> for CustodianForm {
    fn from(body: CustodianInputBody) -> Self {
        Self {
            data_source: body.data_source.map(DataSourceId),
            org_role: body.org_role.map(OrganisationRoleId),
            broker: body.broker,
        }
    }
}

record_calls! {
    CustodianRecords, CustodianId as "id", tag "administration";

    /// Lists data custodians, sorted by `source_name` (the default), organisation, `role_name` or
    /// broker.
    ///
    /// For Super Users.
    list data_custodians at "/data_dictionary/data_custodian": CustodiansQuery by PAGE_SIZE -> CustodianRecordBody;

    /// Returns a data custodian.
    ///
    /// For Super Users.
    one data_custodian at "/data_dictionary/data_custodian/{id}" -> CustodianRecordBody;

    /// Adds a data custodian.
    ///
    /// It applies to requests that are submitted afterwards. For Super Users.
    add add_data_custodian at "/data_dictionary/data_custodian": CustodianInputBody
        -> 201 CustodianRecordBody "Successfully created a data custodian",
        409 "the organisation role is a custodian of the source already";

    /// Changes a data custodian.
    ///
    /// The change applies to requests that are submitted afterwards. For Super Users.
    change change_data_custodian at "/data_dictionary/data_custodian/{id}": CustodianInputBody
        -> CustodianIdBody { custodian_id } "Successfully updated the data custodian",
        409 "the organisation role is a custodian of the source already";

    /// Deletes a data custodian.
    ///
    /// This applies to requests that are submitted afterwards. For Super Users.
    remove remove_data_custodian at "/data_dictionary/data_custodian/{id}";
}
