//! Examples and properties of procedures.

use proptest::prelude::*;

use super::*;
use crate::ids::StageId;
use crate::roles::Role;

fn stage(id: i64, stage_type: StageType) -> Stage {
    let role = if stage_type == StageType::Junction {
        Role::DataOfficer
    } else {
        Role::DataRequester
    };
    Stage {
        id: StageId(id),
        role,
        stage_type,
        order: 1,
        activity: format!("S{id}"),
        branch_level: 0,
        position: Position { x: 0.5, y: 0.5 },
        icon: "Circle".to_owned(),
        target: None,
    }
}

fn procedure(types: &[StageType], links: &[(i64, i64)]) -> Procedure {
    Procedure {
        id: None,
        name: String::new(),
        description: String::new(),
        term: None,
        completion_window: None,
        stages: (1..)
            .zip(types)
            .map(|(id, stage_type)| stage(id, *stage_type))
            .collect(),
        links: links
            .iter()
            .map(|(from, to)| Link {
                from: StageId(*from),
                to: StageId(*to),
            })
            .collect(),
    }
}

fn messages(procedure: &Procedure) -> Vec<String> {
    procedure
        .validate()
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

use StageType::{Initial, Junction, Terminal};

#[test]
fn the_default_procedure_is_a_valid_line_of_nine() {
    let procedure = default_procedure();
    let stages = procedure.validate().unwrap().stages_in_order();
    assert_eq!(stages.len(), 9);
    assert_eq!(procedure.links.len(), 8);
    assert_eq!(
        stages.iter().map(|stage| stage.order).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6, 7, 8, 8]
    );
    assert_eq!(
        stages[2..8].iter().map(|stage| stage.role).collect::<Vec<_>>(),
        Role::STAFF
    );
    for index in [0, 1, 8] {
        assert_eq!(stages[index].role, Role::DataRequester);
    }
    assert_eq!((stages[0].stage_type, stages[8].stage_type), (Initial, Terminal));
    assert_eq!(
        (stages[0].activity.as_str(), stages[1].activity.as_str()),
        ("Request created", "Submitted")
    );
}

#[test]
fn the_default_procedure_draws_without_overlaps() {
    let stages = default_procedure().stages;
    for (index, one) in stages.iter().enumerate() {
        assert!((0.0..=1.0).contains(&one.position.x) && (0.0..=1.0).contains(&one.position.y));
        for other in &stages[index + 1..] {
            let apart = (one.position.x - other.position.x).abs() > 0.25
                || (one.position.y - other.position.y).abs() > 0.15;
            assert!(apart, "{} and {}", one.activity, other.activity);
        }
    }
}

#[test]
fn every_fault_is_listed_at_once() {
    let mut procedure = procedure(
        &[Initial, Junction, Junction, Junction, Initial, Junction],
        &[(1, 2), (1, 2), (2, 3), (3, 2), (6, 6), (1, 9)],
    );
    procedure.stages[3].role = Role::SuperUser;
    procedure.stages[3].order = 9;
    procedure.stages[3].branch_level = 2;
    procedure.stages[3].position.x = f64::NAN;
    assert_eq!(
        messages(&procedure),
        [
            "The stage \"S4\" belongs to the role Super User, which does not decide on requests.",
            "The order of the stage \"S4\" is 9; it must be from 1 to 8.",
            "The branch level of the stage \"S4\" is 2; it must be 0 or 1.",
            "The position of the stage \"S4\" must be two numbers that are not negative.",
            "The stage \"S2\" follows \"S1\" more than once.",
            "A link names the stage 9, which is not part of this procedure.",
            "The procedure has more than one Initial stage: \"S1\", \"S5\".",
            "The procedure has no Terminal stage.",
            "The stages \"S2\", \"S3\" form a loop.",
            "The stages \"S6\" form a loop.",
            "The stage \"S4\" cannot be reached from the Initial stage.",
            "The stage \"S6\" cannot be reached from the Initial stage.",
        ]
    );
}

#[test]
fn dead_ends_repeated_ids_and_missing_ends_are_faults() {
    assert_eq!(
        messages(&procedure(&[Initial, Junction, Terminal], &[(1, 2), (1, 3)])),
        [
            "The stage \"S2\" does not lead to the Terminal stage.",
            "No one decides on the path \"S1\", \"S3\": at least one of its stages must decide, or data is released without approval.",
        ]
    );
    assert_eq!(
        messages(&procedure(&[], &[])),
        [
            "The procedure has no Initial stage.",
            "The procedure has no Terminal stage."
        ]
    );
    let mut repeated = procedure(&[Initial, Terminal], &[(1, 2)]);
    repeated.stages.push(stage(2, Terminal));
    assert!(
        repeated
            .validate()
            .unwrap_err()
            .contains(&Fault::RepeatedStage { stage: StageId(2) })
    );
    let many = procedure(&[Junction; MAX_STAGES + 1], &[]);
    assert_eq!(
        messages(&many),
        ["The procedure has 101 stages. The limit is 100."]
    );
}

#[test]
fn ends_belong_to_the_requester_and_every_path_has_a_decision() {
    let undecided = |way: &str| {
        format!(
            "No one decides on the path {way}: at least one of its stages must decide, or data is released without approval."
        )
    };
    let nobody = procedure(&[Initial, Terminal], &[(1, 2)]);
    assert_eq!(messages(&nobody), [undecided("\"S1\", \"S2\"")]);

    let mut requesters = default_procedure();
    for stage in &mut requesters.stages {
        stage.role = Role::DataRequester;
    }
    assert_eq!(messages(&requesters).len(), 1);

    let mut branched = procedure(
        &[Initial, Junction, Junction, Junction, Terminal],
        &[(1, 2), (1, 3), (3, 4), (2, 5), (4, 5)],
    );
    assert!(branched.validate().is_ok());
    branched.stages[2].role = Role::DataRequester;
    assert!(branched.validate().is_ok(), "S4 decides behind it");
    branched.stages[3].role = Role::DataRequester;
    assert_eq!(messages(&branched), [undecided("\"S1\", \"S3\", \"S4\", \"S5\"")]);

    let mut ends = procedure(&[Initial, Junction, Terminal], &[(1, 2), (2, 3)]);
    ends.stages[0].role = Role::DataOfficer;
    ends.stages[2].role = Role::DataCustodian;
    assert_eq!(
        messages(&ends),
        [
            "The Initial stage \"S1\" belongs to the role Data Officer; it must belong to the Data Requester.",
            "The Terminal stage \"S3\" belongs to the role Data Custodian; it must belong to the Data Requester.",
        ]
    );
}

#[test]
fn stages_are_sorted_topologically_and_then_by_order() {
    let mut procedure = procedure(
        &[Terminal, Junction, Junction, Initial],
        &[(4, 2), (4, 3), (2, 1), (3, 1)],
    );
    procedure.stages[1].order = 5;
    procedure.stages[2].order = 4;
    let order: Vec<_> = procedure
        .validate()
        .unwrap()
        .stages_in_order()
        .iter()
        .map(|stage| stage.id.0)
        .collect();
    assert_eq!(order, [4, 3, 2, 1]);
}

#[test]
fn stage_type_names_parse_back() {
    for stage_type in StageType::ALL {
        assert_eq!(StageType::parse(stage_type.name()), Ok(stage_type));
    }
    assert_eq!(StageType::parse("End"), Err(UnknownStageType));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// For any stages and links: a valid procedure lists each stage after its predecessors, and an
    /// invalid one has at least one fault.
    #[test]
    fn validation_never_panics_and_valid_procedures_can_be_ordered(
        types in proptest::collection::vec(proptest::sample::select(&StageType::ALL[..]), 0..7),
        links in proptest::collection::vec((1_i64..8, 1_i64..8), 0..12),
    ) {
        let procedure = procedure(&types, &links);
        match procedure.validate() {
            Err(faults) => prop_assert!(!faults.is_empty()),
            Ok(valid) => {
                let order: Vec<_> = valid.stages_in_order().iter().map(|stage| stage.id).collect();
                prop_assert_eq!(order.len(), types.len());
                let place = |id| order.iter().position(|other| *other == id);
                prop_assert!(links.iter().all(|(from, to)| place(StageId(*from)) < place(StageId(*to))));
                prop_assert_eq!(valid.procedure().stages.iter().filter(|s| s.stage_type == Initial).count(), 1);
            }
        }
    }
}
