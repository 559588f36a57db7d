//! Checks that the reference data and the variables that a submission chooses exist and are
//! offered.

use aditus_domain::ids::DataSourceId;
use aditus_domain::reference::{EntryId, ReferenceList};
use aditus_domain::requests::{Faults, Submission};

use crate::ports::{Ports, StoreError, Transaction};
use crate::reference::offered::{Choices, WithdrawnData, fault_of_facilities};

/// Checks the choices before anything is stored, and returns the data source.
pub(super) fn check<E>(ports: &Ports, submission: &Submission) -> Result<DataSourceId, E>
where
    E: From<Faults> + From<StoreError>,
{
    let mut views = ports.database.read()?;
    let choices = Choices::read(views.as_mut(), &ReferenceList::ALL)?;
    let mut faults = faults_of(&choices, submission);
    let facilities = submission.filters().facility_filter();
    if let Some(message) = fault_of_facilities(views.as_mut(), facilities)? {
        faults.add("filters.facility_filter", message);
    }
    let details = submission.details();
    let source = details.data_source();
    faults.append(WithdrawnData::read(views.as_mut(), source, details.variables())?.faults());
    if faults.is_empty() {
        Ok(source)
    } else {
        Err(faults.into())
    }
}

/// Checks the choices again in the transaction of the submission. An entry may have been
/// deactivated or deleted while the files were stored. The shared lock keeps the entries as they
/// are until the transaction ends. A concurrent rename either waits for the lock or finds the
/// stored request.
pub(super) fn check_locked<E>(transaction: &mut dyn Transaction, submission: &Submission) -> Result<(), E>
where
    E: From<Faults> + From<StoreError>,
{
    transaction.reference().lock_shared()?;
    let choices = Choices::read_locked(transaction, &ReferenceList::ALL)?;
    let faults = faults_of(&choices, submission);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.into())
    }
}

fn faults_of(choices: &Choices, submission: &Submission) -> Faults {
    let details = submission.details();
    let mut faults = Faults::default();
    let mut check_entry = |field: String, id: EntryId, unknown: &'static str| {
        if let Some(message) = choices.fault(id, unknown, None) {
            faults.add(field, message);
        }
    };
    check_entry(
        "ethics_committee".to_owned(),
        EntryId::Committee(details.ethics().committee),
        "Please select the Ethics Committee Name.",
    );
    for purpose in details.purposes() {
        check_entry(
            "request_purposes".to_owned(),
            EntryId::Purpose(purpose.id()),
            "Please select at least one Request Purpose.",
        );
    }
    for (index, device) in submission.devices().iter().enumerate() {
        check_entry(
            format!("list_of_devices[{index}].equipment_type"),
            EntryId::EquipmentType(device.equipment_type),
            "Please enter the Equipment Type Info.",
        );
    }
    faults
}
