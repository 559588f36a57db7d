use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::procedures::{RawStage, Staffing, default_procedure};

/// The built-in types, and one custom type.
pub fn types() -> Vec<KnownType> {
    let built_in = (1..).zip(StageType::ALL).map(|(id, stage_type)| KnownType {
        id: StageTypeId(id),
        name: stage_type.name().to_owned(),
        behaves_as: stage_type,
    });
    let own = KnownType {
        id: StageTypeId(4),
        name: "Appeal".to_owned(),
        behaves_as: StageType::Junction,
    };
    built_in.chain([own]).collect()
}

/// Draws a procedure whose stages are of built-in types.
pub fn drawn(procedure: &Procedure) -> Drawing {
    let types = types();
    let drawn = |stage: &Stage| DrawnStage {
        id: stage.id,
        role: stage.role,
        stage_type: types
            .iter()
            .find(|known| known.behaves_as == stage.stage_type)
            .unwrap()
            .clone(),
        order: stage.order,
        activity: stage.activity.clone(),
        branch_level: stage.branch_level,
        position: stage.position,
        icon: stage.icon.clone(),
        target: stage.target,
    };
    Drawing {
        stages: procedure.stages.iter().map(drawn).collect(),
        links: procedure.links.clone(),
    }
}

/// The drawing as sent by the editor.
pub fn raw(drawing: &Drawing) -> RawDrawing {
    RawDrawing {
        stages: drawing
            .stages
            .iter()
            .map(|stage| RawDrawnStage {
                stage_id: Some(stage.id.0),
                form: RawStage {
                    approval_procedure: None,
                    role: Some(stage.role.id()),
                    stage_type: Some(stage.type_id().0),
                    stage_order: Some(i64::from(stage.order)),
                    stage_activity: stage.activity.clone(),
                    branch_level: Some(i64::from(stage.branch_level)),
                    pos_x: Some(stage.position.x),
                    pos_y: Some(stage.position.y),
                    icon: stage.icon.clone(),
                    target: Some(stage.target.map(|target| i64::from(target.working_days()))),
                },
            })
            .collect(),
        links: drawing
            .links
            .iter()
            .map(|link| RawLink {
                current_stage: Some(link.from.0),
                next: Some(link.to.0),
            })
            .collect(),
    }
}

fn ids(drawing: &Drawing) -> Vec<StageId> {
    drawing.stages.iter().map(|stage| stage.id).collect()
}

/// Applies a change in the documented order. New stages get ids from 1001 on.
fn applied(before: &Drawing, change: &DrawingChange) -> Drawing {
    let mut stored = before.clone();
    stored.links.retain(|link| !change.removed_links.contains(link));
    for removed in &change.removed {
        assert!(
            stored
                .links
                .iter()
                .all(|link| link.from != *removed && link.to != *removed)
        );
        stored.stages.retain(|stage| stage.id != *removed);
    }
    let mut numbers = std::collections::HashMap::new();
    for (id, stage) in (1001..).zip(&change.added) {
        assert!(stage.is_new() && numbers.insert(stage.id, StageId(id)).is_none());
        stored.stages.push(DrawnStage {
            id: StageId(id),
            ..stage.clone()
        });
    }
    for stage in &change.changed {
        let place = stored.stages.iter().position(|other| other.id == stage.id);
        stored.stages[place.unwrap()] = stage.clone();
    }
    for link in &change.added_links {
        let end = |id: StageId| numbers.get(&id).copied().unwrap_or(id);
        stored.links.push(Link {
            from: end(link.from),
            to: end(link.to),
        });
    }
    stored
}

/// The content of a drawing, independent of order and of the ids of new stages.
fn essence(drawing: &Drawing) -> (Vec<String>, Vec<(String, String)>) {
    let name = |id: StageId| drawing.stage(id).unwrap().activity.clone();
    let mut stages: Vec<_> = drawing
        .stages
        .iter()
        .map(|stage| {
            format!(
                "{:?}",
                DrawnStage {
                    id: StageId(0),
                    ..stage.clone()
                }
            )
        })
        .collect();
    let mut links: Vec<_> = drawing
        .links
        .iter()
        .map(|link| (name(link.from), name(link.to)))
        .collect();
    stages.sort();
    links.sort();
    (stages, links)
}

#[test]
fn a_valid_drawing_is_parsed_unchanged() {
    let drawing = drawn(&default_procedure());
    assert_eq!(raw(&drawing).check(&types(), &drawing), Ok(drawing.clone()));
    assert_eq!(DrawingFaults::from_drawing(&drawing), None);
    assert!(drawing.change_from(&drawing).is_empty());
}

#[test]
fn field_errors_are_reported_at_their_places() {
    let drawing = drawn(&default_procedure());
    let mut sent = raw(&drawing);
    sent.stages[0].stage_id = None;
    sent.stages[2].form.role = None;
    sent.stages[2].form.icon = " ".to_owned();
    sent.stages[3].form.role = Some(Role::Admin.id());
    sent.stages[4].form.stage_type = Some(99);
    sent.stages[5].stage_id = Some(5);
    sent.stages[6].stage_id = Some(4711);
    sent.links[0].next = None;
    sent.links[1].next = Some(-3);
    let faults = sent.check(&types(), &drawing).unwrap_err();
    let fields = faults.by_field();
    let places: Vec<&str> = fields.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(
        places,
        [
            "stages[0].stage_id",
            "stages[2].role",
            "stages[2].icon",
            "stages[3].role",
            "stages[4].stage_type",
            "stages[5].stage_id",
            "stages[6].stage_id",
            "links[0].next",
            "links[1].next",
            // The stages with invalid ids cannot be referred to.
            "links[4].next",
            "links[5].current_stage",
            "links[5].next",
            "links[6].current_stage",
        ]
    );
    assert_eq!(fields[1].1, "Role is required.");
    assert_eq!(fields[2].1, "Icon is required.");
    assert_eq!(
        fields[3].1,
        "The role Admin does not decide on requests. Please select another Role."
    );
    assert_eq!(
        faults.to_string(),
        "Please give the stage its id, or a number below 1 if it is new. 12 more faults were found."
    );
}

#[test]
fn wrong_targets_are_reported_at_their_places() {
    let drawing = drawn(&default_procedure());
    let mut sent = raw(&drawing);
    sent.stages[1].form.target = Some(Some(10));
    sent.stages[2].form.target = Some(Some(251));
    sent.stages[3].form.target = Some(Some(10));
    sent.stages[8].form.target = Some(Some(10));
    let fields = sent.check(&types(), &drawing).unwrap_err().by_field();
    let undecided = "Only a stage with a decision can have a target.";
    assert_eq!(
        fields,
        [
            ("stages[1].target".to_owned(), undecided.to_owned()),
            (
                "stages[2].target".to_owned(),
                "Enter 1 to 250 working days, or nothing for a stage without a target.".to_owned()
            ),
            ("stages[8].target".to_owned(), undecided.to_owned()),
        ]
    );
}

#[test]
fn a_stage_sent_without_a_target_keeps_the_stored_one() {
    let mut stored = drawn(&default_procedure());
    stored.stages[2].target = Target::new(10).ok();
    let mut sent = raw(&stored);
    sent.stages[2].form.target = None;
    assert_eq!(sent.check(&types(), &stored), Ok(stored.clone()));
    sent.stages[2].form.target = Some(None);
    let removed = sent.check(&types(), &stored).unwrap();
    assert_eq!(removed.stages[2].target, None);
    assert_eq!(removed.change_from(&stored).changed.len(), 1);
    // A new stage has none.
    let mut added = raw(&stored.as_new());
    added.stages[2].form.target = None;
    let added = added.check(&types(), &stored).unwrap();
    assert_eq!(added.stages[2].target, None);
}

#[test]
fn missing_stage_fields_have_inline_messages() {
    let sent = RawDrawing {
        stages: vec![RawDrawnStage {
            stage_id: Some(0),
            form: RawStage::default(),
        }],
        links: Vec::new(),
    };
    let fields = sent.check(&types(), &Drawing::default()).unwrap_err().by_field();
    let messages: Vec<&str> = fields.iter().map(|(_, message)| message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "Role is required.",
            "Stage Type is required.",
            "Stage Order is required.",
            "Stage Activity is required.",
            "Branch Level is required.",
            "Position X is required.",
            "Position Y is required.",
            "Icon is required.",
        ]
    );
    let mut far = raw(&drawn(&default_procedure()));
    far.stages[0].form.pos_x = Some(1.5);
    let fields = far
        .check(&types(), &drawn(&default_procedure()))
        .unwrap_err()
        .by_field();
    assert_eq!(
        fields[0].1,
        "The position on the X axis is a fraction of the drawing, from 0 to 1."
    );
}

#[test]
fn warnings_are_located_at_their_stages() {
    let mut procedure = default_procedure();
    for stage in &mut procedure.stages {
        if matches!(stage.role, Role::DataOfficer | Role::DataSecurityApprover) {
            stage.role = Role::DataCustodian;
        }
    }
    let drawing = drawn(&procedure);
    let staffing = [Staffing {
        organisation: "Statistics Office".to_owned(),
        held: vec![Role::DataCustodian, Role::DataSecurityReviewer],
        offered: Role::STAFF[1..].to_vec(),
    }];
    let warnings = procedure.warnings(&staffing);
    let places: Vec<Vec<String>> = warnings
        .iter()
        .map(|warning| DrawingFault::from_warning(&drawing, warning).places)
        .collect();
    assert_eq!(
        places,
        [
            vec![],
            vec!["stages[5]", "stages[6]", "stages[7]"],
            vec!["stages[2]"],
            vec!["stages[3]"],
        ]
    );
}

#[test]
fn graph_faults_are_located_at_stages_and_links() {
    let mut drawing = drawn(&default_procedure());
    let link = |from: i64, to: i64| Link {
        from: StageId(from),
        to: StageId(to),
    };
    drawing.links.push(link(4, 3));
    drawing.links.push(link(1, 2));
    drawing.links.retain(|other| *other != link(6, 7));
    let faults = DrawingFaults::from_drawing(&drawing).unwrap();
    let at = |message: &str| {
        let found = faults.list().iter().find(|fault| fault.message.contains(message));
        found.unwrap().places.clone()
    };
    assert_eq!(
        at("follows \"Request created\" more than once"),
        ["links[0]", "links[8]"]
    );
    assert_eq!(at("form a loop"), ["stages[2]", "stages[3]"]);
    assert_eq!(at("\"Custodian approval\" cannot be reached"), ["stages[6]"]);
    assert_eq!(at("\"Security approval\" does not lead"), ["stages[5]"]);
    let empty = DrawingFaults::from_drawing(&Drawing::default()).unwrap();
    assert_eq!(
        empty.by_field(),
        [
            (
                "faults".to_owned(),
                "The procedure has no Initial stage.".to_owned()
            ),
            (
                "faults".to_owned(),
                "The procedure has no Terminal stage.".to_owned()
            ),
        ]
    );
}

#[test]
fn too_many_stages_or_links_stop_validation() {
    let sent = RawDrawing {
        stages: vec![RawDrawnStage::default(); crate::procedures::MAX_STAGES + 1],
        links: vec![RawLink::default(); MAX_LINKS + 1],
    };
    let faults = sent.check(&types(), &Drawing::default()).unwrap_err();
    assert_eq!(
        faults.by_field(),
        [
            (
                "stages".to_owned(),
                "The procedure has too many stages. The limit is 100.".to_owned()
            ),
            (
                "links".to_owned(),
                "The procedure has too many links. The limit is 1000.".to_owned()
            ),
        ]
    );
}

#[test]
fn inserting_a_stage_into_a_link_keeps_the_procedure_valid() {
    let before = drawn(&default_procedure());
    for link in before.links.clone() {
        let position = before.middle_of(link).unwrap();
        let stage = DrawnStage {
            id: StageId(0),
            activity: "Legal review".to_owned(),
            position,
            ..before.stages[2].clone()
        };
        let after = before.with_stage_in(link, stage).unwrap();
        assert_eq!(DrawingFaults::from_drawing(&after), None, "{link:?}");
        let change = after.change_from(&before);
        assert_eq!(change.removed_links, [link]);
        assert_eq!((change.added.len(), change.added_links.len()), (1, 2));
        assert!(change.removed.is_empty() && change.changed.is_empty());
    }
    let nowhere = Link {
        from: StageId(1),
        to: StageId(9),
    };
    assert_eq!(before.with_stage_in(nowhere, before.stages[2].clone()), None);
    let middle = before.middle_of(before.links[0]).unwrap();
    assert_eq!(middle, Position { x: 0.5, y: 0.1 });
}

#[test]
fn duplicate_links_are_stored_as_often_as_drawn() {
    let before = drawn(&default_procedure());
    let link = before.links[3];
    let mut doubled = before.clone();
    doubled.links.push(link);
    let change = doubled.change_from(&before);
    assert_eq!((change.removed_links.len(), change.added_links), (0, vec![link]));
    let change = before.change_from(&doubled);
    assert_eq!(
        (change.removed_links, change.added_links),
        (vec![link], vec![link])
    );
}

/// Generates variants of the default drawing: stages are removed, changed and added, and links
/// drawn at random.
pub fn redrawn() -> impl Strategy<Value = Drawing> {
    let kept = proptest::collection::vec(any::<(bool, bool)>(), 9);
    let links = proptest::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 0..14);
    (kept, 0_i64..4, links).prop_map(|(kept, added, links)| {
        let before = drawn(&default_procedure());
        let mut stages = Vec::new();
        for (stage, (stays, changes)) in before.stages.iter().zip(kept) {
            if stays {
                let mut stage = stage.clone();
                if changes {
                    stage.position.x = 0.42;
                    stage.stage_type = types()[3].clone();
                    stage.target = Target::new(10).ok().filter(|_| stage.stage().is_decided());
                }
                stages.push(stage);
            }
        }
        for number in 0..added {
            stages.push(DrawnStage {
                id: StageId(-number),
                activity: format!("New {number}"),
                ..before.stages[3].clone()
            });
        }
        let mut drawing = Drawing {
            stages,
            links: before.links.clone(),
        };
        let drawn: Vec<StageId> = ids(&drawing);
        drawing
            .links
            .retain(|link| drawn.contains(&link.from) && drawn.contains(&link.to));
        for (from, to, doubled) in links.iter().filter(|_| !drawn.is_empty()) {
            let link = Link {
                from: *from.get(&drawn),
                to: *to.get(&drawn),
            };
            drawing.links.push(link);
            if *doubled {
                drawing.links.push(link);
            }
        }
        drawing
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Applying a change results in the new drawing for any previous one, and leaves no reference
    /// to a removed stage.
    #[test]
    fn applying_a_change_yields_the_new_drawing(before in redrawn(), after in redrawn()) {
        let stored = applied(&Drawing::default(), &before.as_new().change_from(&Drawing::default()));
        prop_assert_eq!(essence(&stored), essence(&before));
        let base = drawn(&default_procedure());
        let stored = applied(&base, &after.change_from(&base));
        prop_assert_eq!(essence(&stored), essence(&after));
    }

    /// A drawing sent by the editor is parsed as the same drawing.
    #[test]
    fn a_drawing_survives_sending_and_parsing(drawing in redrawn()) {
        prop_assert_eq!(raw(&drawing).check(&types(), &drawing), Ok(drawing));
    }
}
