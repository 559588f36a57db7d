//! Stages and links of a procedure as one drawing, which is read and saved as a whole:
//! `data_requests/approval_procedures/{id}/drawing/` (decisions C1).

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{
    Drawing, DrawingFault, DrawingFaults, RawDrawing, Staffing, Warning, WholeProcedure,
};

use super::assessment::staffing;
use super::editing::{Error, Record, known_types, record_change, require_password_if_active, whole};
use super::repository::StoredWhole;
use crate::access::Caller;
use crate::ports::{StoreError, Transaction};
use crate::records::{Change, HasForm, Kind, Loadable, Readable, Reading, Updatable};
use crate::row_versions::{RowVersion, Versioned};

/// Drawings of procedures, identified by the id of the procedure. Saving removes stages and links
/// that are no longer in the drawing; running requests have their own copy. A drawing is saved, or
/// refused with all errors, each at its place: `stages[2].role`, `stages[2]`, `links[0].next`,
/// `links[0]`, and `faults` for those of the whole procedure. A stage that is sent without a target
/// keeps its target.
pub enum DrawingRecords {}

/// A procedure for its editor.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnProcedure {
    /// Its id.
    pub id: ProcedureId,
    /// Name, flags, stages and links.
    pub whole: WholeProcedure,
    /// Faults with their places in the drawing.
    pub faults: Vec<DrawingFault>,
    /// Warnings, which do not prevent the use of the procedure.
    pub warnings: Vec<Warning>,
    /// Row version for the next save of the drawing.
    pub drawing_version: RowVersion,
}

impl DrawnProcedure {
    fn new(stored: StoredWhole, staffing: &[Staffing]) -> Self {
        let drawing = &stored.whole.drawing;
        let faults = DrawingFaults::from_drawing(drawing).map(|faults| faults.list().to_vec());
        Self {
            id: stored.id,
            faults: faults.unwrap_or_default(),
            warnings: drawing.procedure(&stored.whole.text).warnings(staffing),
            whole: stored.whole,
            drawing_version: stored.drawing_version,
        }
    }
}

/// Form of a drawing.
#[derive(Debug, Clone)]
pub struct DrawingForm {
    /// All stages and links. A stage has the id of an existing one, or a number below 1 if it is
    /// new; links refer to stages by these ids.
    pub drawing: RawDrawing,
    /// Saves an inactive procedure although it is invalid, so that work on it can continue later.
    /// An active procedure must stay valid regardless.
    pub keep_faults: bool,
}

impl Kind for DrawingRecords {
    type Id = ProcedureId;
    type Error = Error;

    fn recorded(id: ProcedureId) -> (Record, i64) {
        (Record::Drawing, id.0)
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.procedures().lock_exclusive()
    }
}

impl Readable for DrawingRecords {
    type One = DrawnProcedure;

    fn read(reading: &mut Reading<'_>, id: ProcedureId) -> Result<DrawnProcedure, Error> {
        let found = reading.views().procedures().whole(id)?;
        let found = found.ok_or_else(|| Error::not_found(Record::Procedure))?;
        let staffing = staffing(reading.ports, reading.views())?;
        Ok(DrawnProcedure::new(found, &staffing))
    }
}

impl Loadable for DrawingRecords {
    type Loaded = StoredWhole;

    fn load(change: &mut Change<'_>, id: ProcedureId) -> Result<StoredWhole, Error> {
        whole(change.transaction(), id)
    }
}

impl HasForm for DrawingRecords {
    type Form = DrawingForm;
    type Checked = DrawingForm;

    /// A drawing can be validated only with the known stage types, which are read in the
    /// transaction.
    fn check(_: &Caller, form: DrawingForm) -> Result<DrawingForm, Error> {
        Ok(form)
    }
}

impl Updatable for DrawingRecords {
    fn versioned(id: ProcedureId) -> Versioned {
        Versioned::Drawing(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: ProcedureId,
        known: StoredWhole,
        form: DrawingForm,
    ) -> Result<(), Error> {
        let drawing = check(change.transaction(), &known, &form)?;
        require_password_if_active(change, &known)?;
        let difference = drawing.change_from(&known.whole.drawing);
        let procedures = change.transaction().procedures();
        procedures.save_drawing(id, &difference)?;
        record_change(change, &known)
    }
}

fn check(
    transaction: &mut dyn Transaction,
    known: &StoredWhole,
    form: &DrawingForm,
) -> Result<Drawing, Error> {
    let types = known_types(transaction)?;
    let drawing = form.drawing.check(&types, &known.whole.drawing)?;
    let may_have_faults = form.keep_faults && !known.whole.status.is_active;
    match DrawingFaults::from_drawing(&drawing) {
        Some(faults) if !may_have_faults => Err(faults.into()),
        _ => Ok(drawing),
    }
}
