//! Forms that a Super User fills in: stage types, procedures, stages and next-stage links (3 §5).

use super::stage::{Link, Position, Stage, StageType};
use crate::deadlines::{Target, TargetError};
use crate::form::{Form, FormFaults};
use crate::ids::{ProcedureId, StageId, StageTypeId};
use crate::roles::Role;
use crate::text;

/// The longest name of a stage type, in characters.
pub const MAX_STAGE_TYPE: usize = 100;
/// The longest name of a procedure and the longest activity of a stage, in characters.
pub const MAX_NAME: usize = 200;
/// The longest description, in characters.
pub const MAX_DESCRIPTION: usize = 2_000;
/// The longest name of an icon, in characters.
pub const MAX_ICON: usize = 100;

/// The name of a stage type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageTypeName(String);

/// The unvalidated form of a stage.
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawStage {
    pub approval_procedure: Option<i64>,
    pub role: Option<i64>,
    pub stage_type: Option<i64>,
    pub stage_order: Option<i64>,
    pub stage_activity: String,
    pub branch_level: Option<i64>,
    pub pos_x: Option<f64>,
    pub pos_y: Option<f64>,
    pub icon: String,
    /// The number of working days; `Some(None)` for no target. `None` if the field was not sent.
    pub target: Option<Option<i64>>,
}

/// A valid stage form. The caller checks that the procedure and the type exist, and calls
/// [`StageDetails::check_type`].
#[derive(Debug, Clone, PartialEq)]
pub struct StageDetails {
    /// The procedure that the stage belongs to.
    pub procedure: ProcedureId,
    /// The role that decides here.
    pub role: Role,
    /// The type, built in or a Super User's own.
    pub stage_type: StageTypeId,
    /// 1 to 8.
    pub order: i32,
    /// Short description of the activity at this stage.
    pub activity: String,
    /// 0 or 1.
    pub branch_level: i32,
    /// Its position in the drawing.
    pub position: Position,
    /// The name of an MUI icon.
    pub icon: String,
    /// The number of working days in which it should be decided (decisions N2).
    pub target: Option<Target>,
}

impl StageDetails {
    /// Checks role and target against the built-in behaviour of the type.
    ///
    /// A Junction belongs to a staff role, which decides, or to the requester. The Initial and
    /// Terminal stages may be saved under any role: a wrong one is a fault of the procedure. Only a
    /// stage with a decision can have a target (decisions N2).
    pub fn check_type(&self, behaves_as: StageType) -> Result<(), FormFaults> {
        let role = self.role;
        if behaves_as == StageType::Junction && !behaves_as.roles().contains(&role) {
            let message = format!("The role {role} does not decide on requests. Please select another Role.");
            return Err(FormFaults::one("role", message));
        }
        if self.target.is_some() && !behaves_as.is_decided_by(role) {
            let message = "Only a stage with a decision can have a target.";
            return Err(FormFaults::one("target", message));
        }
        Ok(())
    }

    /// Returns the stage with this id. `stage_type` is the built-in behaviour of its type.
    pub fn stage(self, id: StageId, stage_type: StageType) -> Stage {
        Stage {
            id,
            role: self.role,
            stage_type,
            order: self.order,
            activity: self.activity,
            branch_level: self.branch_level,
            position: self.position,
            icon: self.icon,
            target: self.target,
        }
    }
}

impl StageTypeName {
    /// Parses the name of a stage type.
    pub fn parse(typed: &str) -> Result<Self, FormFaults> {
        let mut form = Form::default();
        let name = form.read(
            "stage_type",
            line(typed, MAX_STAGE_TYPE, "Please enter the Stage Type Name."),
        );
        form.finish(name.map(Self))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl RawStage {
    /// Parses the form, or returns all validation errors in the order of the specification. If the
    /// target was not sent, it is `stored`, the target of the stage before the change.
    pub fn check(&self, stored: Option<Target>) -> Result<StageDetails, FormFaults> {
        let mut form = Form::default();
        let procedure = form.read(
            "approval_procedure",
            self.approval_procedure
                .ok_or("Please select the Approval Procedure Name."),
        );
        let role = self.role.and_then(|id| Role::from_id(id).ok());
        let role = form.read("role", role.ok_or("Please select the Role."));
        let stage_type = form.read(
            "stage_type",
            self.stage_type.ok_or("Please select the Stage Type."),
        );
        // An order that was not selected arrives as 0, which is outside the range.
        let order = in_range(self.stage_order, 1, 8);
        let order = form.read("stage_order", order.ok_or("Please select the Stage Order."));
        let activity = form.read(
            "stage_activity",
            line(&self.stage_activity, MAX_NAME, "Please enter the Stage Activity."),
        );
        let branch_level = in_range(self.branch_level, 0, 1);
        let branch_level = form.read(
            "branch_level",
            branch_level.ok_or("Please select the Branch Level."),
        );
        let x = form.read("pos_x", coordinate(self.pos_x, 'X'));
        let y = form.read("pos_y", coordinate(self.pos_y, 'Y'));
        let icon = form.read("icon", line(&self.icon, MAX_ICON, "Please enter the Icon."));
        let target = form.read("target", self.target.map_or(Ok(stored), target));
        let details = (|| {
            Some(StageDetails {
                procedure: ProcedureId(procedure?),
                role: role?,
                stage_type: StageTypeId(stage_type?),
                order: order?,
                activity: activity?,
                branch_level: branch_level?,
                position: Position { x: x?, y: y? },
                icon: icon?,
                target: target?,
            })
        })();
        form.finish(details)
    }
}

impl Link {
    /// Parses the two stages of a link. The caller checks that both exist and belong to the same
    /// procedure.
    pub fn parse(current_stage: Option<i64>, next: Option<i64>) -> Result<Self, FormFaults> {
        let mut form = Form::default();
        let from = form.read(
            "current_stage",
            current_stage.ok_or("Please enter the Current Stage."),
        );
        let to = form.read("next", next.ok_or("Please enter the NextStage."));
        form.finish(from.zip(to).map(|(from, to)| Self {
            from: StageId(from),
            to: StageId(to),
        }))
    }
}

/// Field, toast message and inline message for each required field of a stage, in the order of the
/// form (3 §5).
pub(super) const MISSING_IN_STAGE: [(&str, &str, &str); 9] = [
    (
        "approval_procedure",
        "Please select the Approval Procedure Name.",
        "Approval Procedure is required.",
    ),
    ("role", "Please select the Role.", "Role is required."),
    (
        "stage_type",
        "Please select the Stage Type.",
        "Stage Type is required.",
    ),
    (
        "stage_order",
        "Please select the Stage Order.",
        "Stage Order is required.",
    ),
    (
        "stage_activity",
        "Please enter the Stage Activity.",
        "Stage Activity is required.",
    ),
    (
        "branch_level",
        "Please select the Branch Level.",
        "Branch Level is required.",
    ),
    (
        "pos_x",
        "Please enter the position on the X axis.",
        "Position X is required.",
    ),
    (
        "pos_y",
        "Please enter the position on the Y axis.",
        "Position Y is required.",
    ),
    ("icon", "Please enter the Icon.", "Icon is required."),
];

fn target(working_days: Option<i64>) -> Result<Option<Target>, TargetError> {
    working_days.map(Target::new).transpose()
}

fn in_range(number: Option<i64>, lowest: i32, highest: i32) -> Option<i32> {
    number
        .and_then(|number| i32::try_from(number).ok())
        .filter(|number| (lowest..=highest).contains(number))
}

/// Parses a coordinate, which is a fraction of the drawing (3 §2.7).
fn coordinate(number: Option<f64>, axis: char) -> Result<f64, String> {
    match number {
        Some(number) if (0.0..=1.0).contains(&number) => Ok(number),
        Some(number) if number > 1.0 => Err(format!(
            "The position on the {axis} axis is a fraction of the drawing, from 0 to 1."
        )),
        _ => Err(format!("Please enter the position on the {axis} axis.")),
    }
}

/// Parses a required text of several lines.
pub(super) fn text(typed: &str, max: usize, missing: &str) -> Result<String, String> {
    required(text::prose(typed), max, missing)
}

/// Parses a required text of one line.
pub(super) fn line(typed: &str, max: usize, missing: &str) -> Result<String, String> {
    required(text::line(typed), max, missing)
}

fn required(read: Result<String, text::Unusable>, max: usize, missing: &str) -> Result<String, String> {
    let text = read.map_err(|why| format!("The text {why}"))?;
    if text.is_empty() {
        Err(missing.to_owned())
    } else if text.chars().count() > max {
        Err(format!("The text is too long. The limit is {max} characters."))
    } else {
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage() -> RawStage {
        RawStage {
            approval_procedure: Some(1),
            role: Some(4),
            stage_type: Some(2),
            stage_order: Some(8),
            stage_activity: "  Data \n release ".to_owned(),
            branch_level: Some(0),
            pos_x: Some(0.3),
            pos_y: Some(0.0),
            icon: "Inventory".to_owned(),
            target: None,
        }
    }

    fn messages(raw: &RawStage) -> Vec<(&'static str, String)> {
        let faults = raw.check(None).unwrap_err();
        let pair = |fault: &crate::form::FormFault| (fault.field, fault.message.clone());
        faults.list().iter().map(pair).collect()
    }

    #[test]
    fn a_valid_stage_is_parsed() {
        let details = stage().check(None).unwrap();
        assert_eq!(details.activity, "Data release");
        assert_eq!((details.role, details.order), (Role::DataOfficer, 8));
        assert_eq!(details.position, Position { x: 0.3, y: 0.0 });
    }

    #[test]
    fn missing_stage_fields_are_reported_in_form_order() {
        assert_eq!(
            messages(&RawStage::default()),
            MISSING_IN_STAGE.map(|(field, toast, _)| (field, toast.to_owned()))
        );
    }

    #[test]
    fn out_of_range_numbers_are_rejected() {
        for order in [0, -1, 9, i64::MAX] {
            let raw = RawStage {
                stage_order: Some(order),
                ..stage()
            };
            assert_eq!(messages(&raw)[0].0, "stage_order", "{order}");
        }
        for level in [-1, 2] {
            let raw = RawStage {
                branch_level: Some(level),
                ..stage()
            };
            assert_eq!(messages(&raw)[0].0, "branch_level", "{level}");
        }
        for position in [-0.01, 1.01, f64::NAN, f64::INFINITY] {
            let raw = RawStage {
                pos_x: Some(position),
                pos_y: Some(position),
                ..stage()
            };
            assert_eq!(messages(&raw).len(), 2, "{position}");
        }
        let raw = RawStage {
            role: Some(12),
            ..stage()
        };
        assert_eq!(messages(&raw)[0].1, "Please select the Role.");
    }

    #[test]
    fn a_target_has_1_to_250_working_days_and_a_missing_one_is_kept() {
        let ten = Target::new(10).ok();
        let parsed = |target, stored| RawStage { target, ..stage() }.check(stored);
        assert_eq!(parsed(None, None).unwrap().target, None);
        assert_eq!(parsed(None, ten).unwrap().target, ten);
        assert_eq!(parsed(Some(None), ten).unwrap().target, None);
        for days in [1, 250] {
            let read = parsed(Some(Some(days)), ten).unwrap().target;
            assert_eq!(read, Target::new(days).ok());
        }
        for days in [i64::MIN, 0, 251] {
            let refused = parsed(Some(Some(days)), ten);
            assert_eq!(
                refused,
                Err(FormFaults::one("target", TargetError.to_string())),
                "{days}"
            );
        }
    }

    #[test]
    fn only_a_stage_with_a_decision_can_have_a_target() {
        let with_target = |role| StageDetails {
            role,
            target: Target::new(10).ok(),
            ..stage().check(None).unwrap()
        };
        let refused = Err(FormFaults::one(
            "target",
            "Only a stage with a decision can have a target.",
        ));
        for role in Role::STAFF {
            assert_eq!(with_target(role).check_type(StageType::Junction), Ok(()));
            for stage_type in [StageType::Initial, StageType::Terminal] {
                assert_eq!(with_target(role).check_type(stage_type), refused);
            }
        }
        let requesters = with_target(Role::DataRequester);
        assert_eq!(requesters.check_type(StageType::Junction), refused);
        let without = StageDetails {
            target: None,
            ..requesters
        };
        for stage_type in StageType::ALL {
            assert_eq!(without.check_type(stage_type), Ok(()));
        }
        // The role is reported first, because another one may decide.
        let faults = with_target(Role::Admin).check_type(StageType::Junction);
        assert_eq!(faults.unwrap_err().list()[0].field, "role");
    }

    #[test]
    fn texts_are_trimmed_and_limited() {
        assert_eq!(StageTypeName::parse(" Appeal ").unwrap().as_str(), "Appeal");
        for (typed, message) in [
            (" ", "Please enter the Stage Type Name."),
            (
                &*"x".repeat(101),
                "The text is too long. The limit is 100 characters.",
            ),
        ] {
            assert_eq!(StageTypeName::parse(typed).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_link_needs_both_stages() {
        let faults = Link::parse(None, None).unwrap_err().by_field();
        assert_eq!(faults[0].1, "Please enter the Current Stage.");
        assert_eq!(
            faults[1],
            ("next".to_owned(), "Please enter the NextStage.".to_owned())
        );
        assert_eq!(Link::parse(Some(1), Some(2)).unwrap().to, StageId(2));
    }
}
