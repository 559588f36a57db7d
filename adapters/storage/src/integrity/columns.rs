//! Integrity scan of sort keys and search texts, which are folded texts of other columns in the
//! same row.

use aditus_application::integrity::ScanBatch;
use aditus_domain::accounts::search::{SearchablePerson, name_key, search_text};
use aditus_domain::organisations::name_key as organisation_key;
use aditus_domain::text::sort_key;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::organisations::repository::keyword_text;
use crate::procedures::keys::of_procedure;
use crate::scan::{Scan, compare_columns};
use crate::search::of_name;

pub(super) fn accounts(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    fn indexed_search_text(person: &SearchablePerson<'_>) -> String {
        crate::search::indexed(&search_text(person))
    }
    macro_rules! person {
        ($fname:ident, $middle:ident, $sname:ident, $email:ident, $phone:ident, $designation:ident, $department:ident, $typed:ident) => {
            SearchablePerson {
                fname: &$fname,
                middle_name: $middle.as_deref(),
                sname: &$sname,
                org_email: $email.as_deref(),
                phone: &$phone,
                designation: &$designation,
                department: &$department,
                tentative_organization: $typed.as_deref(),
            }
        };
    }
    compare_columns!(connection, scan, users, (
        fname: String,
        middle_name: Option<String>,
        sname: String,
        org_email: Option<String>,
        phone: String,
        designation: String,
        department: String,
        tentative_organization: Option<String>,
    ) => {
        name_key: name_key(&person!(
            fname, middle_name, sname, org_email, phone, designation, department, tentative_organization
        )),
        search_text: indexed_search_text(&person!(
            fname, middle_name, sname, org_email, phone, designation, department, tentative_organization
        )),
        designation_sort_key: sort_key(&designation),
        department_sort_key: sort_key(&department),
    })
}

pub(super) fn organisations(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, organisations, (
        name: String,
        domain: Option<String>,
        description: String,
        country: String,
        abbreviation: Option<String>,
    ) => {
        name_key: organisation_key(&name),
        sort_key: sort_key(&name),
        description_sort_key: sort_key(&description),
        country_sort_key: sort_key(&country),
        abbreviation_sort_key: sort_key(abbreviation.as_deref().unwrap_or_default()),
        search_text: of_name(&name),
        keywords: keyword_text([
            Some(&name),
            domain.as_deref(),
            Some(&description),
            Some(&country),
            abbreviation.as_deref(),
        ]),
    })
}

pub(super) fn stage_types(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, stage_types, (name: String) => {
        sort_key: sort_key(&name),
        search_text: of_name(&name),
    })
}

pub(super) fn procedures(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, approval_procedures, (name: String, description: String) => {
        name_key: of_name(&name),
        sort_key: sort_key(&name),
        search_text: of_procedure(&name, &description),
    })
}

pub(super) fn stages(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, stages, (stage_activity: String) => {
        sort_key: sort_key(&stage_activity),
        search_text: of_name(&stage_activity),
    })
}

pub(super) fn purposes(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, purposes, (purpose: String) => {
        sort_key: sort_key(&purpose),
        search_text: of_name(&purpose),
    })
}

pub(super) fn ethics_committees(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, ethics_committees, (irb_name: String) => {
        sort_key: sort_key(&irb_name),
        search_text: of_name(&irb_name),
    })
}

pub(super) fn equipment_types(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, equipment_types, (equipment_type: String) => {
        sort_key: sort_key(&equipment_type),
        search_text: of_name(&equipment_type),
    })
}

pub(super) fn facilities(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, facilities, (label: String) => {
        sort_key: sort_key(&label),
        search_text: of_name(&label),
    })
}
