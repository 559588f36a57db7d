//! The form of a place in the tree of facilities.

use super::name::read_active;
use super::place::{Level, Place, PlaceName};
use crate::form::{Form, FormFaults};
use crate::ids::FacilityId;

/// The unvalidated form of a place.
#[derive(Debug, Clone, Default)]
pub struct RawPlace {
    /// "Region", "District" or "Facility". Required for a new place; an existing place keeps its
    /// level, and the field may be absent.
    pub level: Option<String>,
    /// The parent. An existing place keeps its parent if the field is absent.
    pub parent: Option<i64>,
    /// Its name.
    pub label: String,
    /// Deactivate (0) or Activate (1); `None` if the field was not sent.
    pub active: Option<i64>,
}

/// The form of a place, validated as far as possible without the stored place. The messages about
/// its name depend on its level, which may be known only from the stored place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceForm {
    level: Option<Level>,
    /// The parent; `None` if the field was not sent.
    pub parent: Option<FacilityId>,
    label: String,
    /// True if it is offered; `None` if the field was not sent.
    pub active: Option<bool>,
}

impl RawPlace {
    /// Parses the form, or returns all validation errors.
    pub fn check(&self) -> Result<PlaceForm, FormFaults> {
        let mut form = Form::default();
        let level = form.read("level", self.level.as_deref().map(Level::parse).transpose());
        if let Some(Some(level)) = level {
            form.read("label", PlaceName::parse(level, &self.label));
        }
        let active = form.read("active", read_active(self.active));
        let checked = level.zip(active).map(|(level, active)| PlaceForm {
            level,
            parent: self.parent.map(FacilityId),
            label: self.label.clone(),
            active,
        });
        form.finish(checked)
    }
}

impl PlaceForm {
    /// Returns level and name of a new place.
    pub fn check_new(&self) -> Result<(Level, PlaceName), FormFaults> {
        let missing = "Please select whether it is a Region, a District or a Facility.";
        let level = self.level.ok_or_else(|| FormFaults::one("level", missing))?;
        Ok((level, self.name(level)?))
    }

    /// Returns the name for an existing place, whose level cannot change.
    pub fn check_existing(&self, place: &Place) -> Result<PlaceName, FormFaults> {
        if self.level.is_some_and(|level| level != place.level) {
            let stays = "You can't change the level of a place. Add another place instead.";
            return Err(FormFaults::one("level", stays));
        }
        self.name(place.level)
    }

    fn name(&self, level: Level) -> Result<PlaceName, FormFaults> {
        PlaceName::parse(level, &self.label).map_err(|error| FormFaults::one("label", error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(level: Option<&str>, label: &str) -> RawPlace {
        RawPlace {
            level: level.map(ToOwned::to_owned),
            parent: Some(1),
            label: label.to_owned(),
            active: None,
        }
    }

    fn messages(faults: &FormFaults) -> Vec<(&str, &str)> {
        let faults = faults.list().iter();
        faults
            .map(|fault| (fault.field, fault.message.as_str()))
            .collect()
    }

    #[test]
    fn all_errors_of_a_form_are_reported() {
        let wrong = RawPlace {
            active: Some(2),
            ..raw(Some("District"), "-1")
        };
        assert_eq!(
            messages(&wrong.check().unwrap_err()),
            [
                (
                    "label",
                    "A name must not begin with =, +, - or @: spreadsheets would read it as a formula."
                ),
                ("active", "Active must be 1 or 0.")
            ]
        );
        let unknown = raw(Some("Country"), "").check().unwrap_err();
        assert_eq!(
            messages(&unknown),
            [("level", "A place must be a Region, a District or a Facility.")]
        );
    }

    #[test]
    fn a_new_place_needs_a_level_and_an_existing_one_keeps_it() {
        let form = raw(Some("District"), " Hills ").check().unwrap();
        let (level, name) = form.check_new().unwrap();
        assert_eq!((level, name.as_str()), (Level::District, "Hills"));
        let mut place = super::super::places::tests::place(10, 1, "Heights");
        assert_eq!(form.check_existing(&place).unwrap().as_str(), "Hills");
        place.level = Level::Facility;
        assert_eq!(messages(&form.check_existing(&place).unwrap_err())[0].0, "level");
        let silent = raw(None, " ").check().unwrap();
        assert_eq!(messages(&silent.check_new().unwrap_err())[0].0, "level");
        assert_eq!(
            messages(&silent.check_existing(&place).unwrap_err()),
            [("label", "Please enter the Facility Name.")]
        );
    }
}
