//! The default procedure, which ships with the product.

use super::procedure::Procedure;
use super::stage::{Link, Position, Stage, StageType};
use crate::ids::StageId;
use crate::roles::Role;

// Two columns, walked from side to side like a ladder. At x = 0.3 the labels are on the left of the
// nodes, elsewhere on the right (3 §2.7). So no link crosses a label, and each side has room for
// labels on narrow screens too.
const LEFT: f64 = 0.3;
const RIGHT: f64 = 0.7;

/// Returns the default procedure: nine stages in a line (decisions C2). Data Officer and the
/// Terminal stage both have order 8, because 8 is the highest order. No stage has a target.
pub fn default_procedure() -> Procedure {
    use Role::{
        DataAccessApprover, DataAccessReviewer, DataCustodian, DataOfficer, DataRequester,
        DataSecurityApprover, DataSecurityReviewer,
    };
    use StageType::{Initial, Junction, Terminal};
    let line = [
        (
            Initial,
            DataRequester,
            1,
            "Request created",
            (LEFT, 0.1),
            "NoteAdd",
        ),
        (Junction, DataRequester, 2, "Submitted", (RIGHT, 0.1), "Send"),
        (
            Junction,
            DataAccessReviewer,
            3,
            "Access review",
            (RIGHT, 0.3),
            "FactCheck",
        ),
        (
            Junction,
            DataAccessApprover,
            4,
            "Access approval",
            (LEFT, 0.3),
            "HowToReg",
        ),
        (
            Junction,
            DataSecurityReviewer,
            5,
            "Security review",
            (LEFT, 0.5),
            "Policy",
        ),
        (
            Junction,
            DataSecurityApprover,
            6,
            "Security approval",
            (RIGHT, 0.5),
            "VerifiedUser",
        ),
        (
            Junction,
            DataCustodian,
            7,
            "Custodian approval",
            (RIGHT, 0.7),
            "AccountBalance",
        ),
        (Junction, DataOfficer, 8, "Data release", (LEFT, 0.7), "Inventory"),
        (Terminal, DataRequester, 8, "Feedback", (LEFT, 0.9), "RateReview"),
    ];
    let stages: Vec<Stage> = (1..)
        .zip(line)
        .map(|(id, (stage_type, role, order, activity, (x, y), icon))| Stage {
            id: StageId(id),
            role,
            stage_type,
            order,
            activity: activity.to_owned(),
            branch_level: 0,
            position: Position { x, y },
            icon: icon.to_owned(),
            target: None,
        })
        .collect();
    let links = stages
        .iter()
        .zip(stages.iter().skip(1))
        .map(|(stage, next)| Link {
            from: stage.id,
            to: next.id,
        })
        .collect();
    Procedure {
        id: None,
        name: "Default procedure".to_owned(),
        description:
            "Access review and approval, security review and approval, custodian approval and release."
                .to_owned(),
        term: None,
        completion_window: None,
        stages,
        links,
    }
}
