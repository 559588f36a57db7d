//! The contract of changes to approval procedures.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Barrier, mpsc};

use aditus_domain::deadlines::{CompletionWindow, Target, Term, TermUnit};
use aditus_domain::ids::{NextStageId, ProcedureId, StageId, StageTypeId};
use aditus_domain::procedures::{
    Link, Position, ProcedureStatus, ProcedureText, StageDetails, StageType, StageTypeName, default_procedure,
};
use aditus_domain::roles::Role;

use super::seed::{commit, unrecorded_in_test};
use crate::ports::{Database, StoreError, Transaction};
use crate::procedures::StoredStageType;
use crate::row_versions::RowVersion;

const NOWHERE: i64 = 999_999;

/// A stage of this procedure, with a target; `stage_type` 2 is Junction.
pub fn stage(procedure: ProcedureId, activity: &str) -> StageDetails {
    StageDetails {
        procedure,
        role: Role::DataOfficer,
        stage_type: StageTypeId(2),
        order: 3,
        activity: activity.to_owned(),
        branch_level: 1,
        position: Position { x: 0.3, y: 0.25 },
        icon: "FactCheck".to_owned(),
        target: Target::new(250).ok(),
    }
}

/// Adds a procedure without stages.
pub fn empty(transaction: &mut dyn Transaction, name: &str) -> ProcedureId {
    let mut procedure = default_procedure();
    procedure.stages.clear();
    procedure.links.clear();
    name.clone_into(&mut procedure.name);
    transaction.procedures().add(&procedure, false, false).unwrap()
}

fn refused<T: std::fmt::Debug>(
    database: &dyn Database,
    work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>,
) -> StoreError {
    let mut transaction = database.begin().unwrap();
    work(transaction.as_mut()).unwrap_err()
}

/// Name, term, completion window, status, stages and links are saved. A new default replaces the former one.
pub fn an_edited_procedure_is_read_as_it_was_saved(database: &dyn Database) {
    let text = ProcedureText {
        term: Term::new(TermUnit::Months, 3).ok(),
        completion_window: Some(CompletionWindow::USUAL),
        ..ProcedureText::parse("Fast track", "For small requests").unwrap()
    };
    let status = ProcedureStatus {
        is_active: true,
        is_default: true,
    };
    let (old, id, stages, links) = commit(database, |transaction| {
        let old = transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap();
        let id = empty(transaction, "Slow track");
        let procedures = transaction.procedures();
        procedures.save(id, &text, status).unwrap();
        let stages: Vec<StageId> = ["One", "Two", "Three"]
            .map(|name| procedures.add_stage(&stage(id, name)).unwrap())
            .to_vec();
        let link = |from: usize, to: usize| Link {
            from: stages[from],
            to: stages[to],
        };
        let links = [(0, 1), (1, 2), (0, 2)].map(|(from, to)| procedures.add_link(link(from, to)).unwrap());
        procedures.save_link(links[2], link(2, 0)).unwrap();
        procedures.remove_link(links[1]).unwrap();
        (old, id, stages, links)
    });
    let changed = StageDetails {
        role: Role::DataRequester,
        stage_type: StageTypeId(1),
        order: 1,
        activity: "Beginning".to_owned(),
        branch_level: 0,
        position: Position { x: 0.0, y: 1.5 },
        icon: "Send".to_owned(),
        target: None,
        procedure: id,
    };
    commit(database, |transaction| {
        transaction.procedures().save_stage(stages[2], &changed).unwrap();
    });
    let mut transaction = database.begin().unwrap();
    let procedures = transaction.procedures();
    let stored = procedures.by_id(id).unwrap().unwrap();
    assert_eq!(stored.status, status);
    assert_eq!(
        (&stored.procedure.name, &stored.procedure.description),
        (&text.name, &text.description)
    );
    assert_eq!(stored.procedure.term, text.term);
    assert_eq!(stored.procedure.completion_window, text.completion_window);
    let order: Vec<StageId> = stored.procedure.stages.iter().map(|stage| stage.id).collect();
    assert_eq!(order, [stages[2], stages[0], stages[1]], "by order, then id");
    let first = &stored.procedure.stages[0];
    assert_eq!(
        (first.stage_type, first.role, first.activity.as_str()),
        (StageType::Initial, Role::DataRequester, "Beginning")
    );
    assert_eq!(first.position, changed.position);
    let targets: Vec<_> = stored.procedure.stages.iter().map(|stage| stage.target).collect();
    let kept = Target::new(250).ok();
    assert_eq!(
        targets,
        [None, kept, kept],
        "the target of the changed stage is removed"
    );
    assert_eq!(procedures.stage(stages[2]).unwrap(), Some(changed));
    assert_eq!(
        stored.procedure.links,
        [
            Link {
                from: stages[0],
                to: stages[1]
            },
            Link {
                from: stages[2],
                to: stages[0]
            }
        ]
    );
    assert_eq!(procedures.link(links[1]).unwrap(), None);
    assert_eq!(procedures.link(links[2]).unwrap().unwrap().from, stages[2]);
    let other = procedures.by_id(old).unwrap().unwrap();
    assert_eq!(
        other.status,
        ProcedureStatus {
            is_active: true,
            is_default: false
        }
    );
    assert_eq!(procedures.default_procedure().unwrap().unwrap().id, Some(id));
    assert_eq!(
        procedures.names().unwrap(),
        [
            (old, "Default procedure".to_owned()),
            (id, "Fast track".to_owned())
        ]
    );
}

/// Stages refer to types and procedures, links to stages. References to unknown rows are refused.
pub fn referenced_rows_are_not_removed(database: &dyn Database) {
    let (procedure, stages, own) = commit(database, |transaction| {
        let procedure = empty(transaction, "Fast track");
        let own = transaction
            .stage_types()
            .add(&StageTypeName::parse("Appeal").unwrap())
            .unwrap();
        let stages = ["One", "Two", "Alone"].map(|name| {
            let details = StageDetails {
                stage_type: own,
                ..stage(procedure, name)
            };
            transaction.procedures().add_stage(&details).unwrap()
        });
        let link = Link {
            from: stages[0],
            to: stages[1],
        };
        transaction.procedures().add_link(link).unwrap();
        (procedure, stages, own)
    });
    for error in [
        refused(database, |transaction| transaction.stage_types().remove(own)),
        refused(database, |transaction| transaction.procedures().remove(procedure)),
        refused(database, |transaction| {
            transaction.procedures().remove_stage(stages[0])
        }),
        refused(database, |transaction| {
            transaction.procedures().remove_stage(stages[1])
        }),
        refused(database, |transaction| {
            let nowhere = stage(ProcedureId(NOWHERE), "Nowhere");
            transaction.procedures().add_stage(&nowhere)
        }),
        refused(database, |transaction| {
            let untyped = StageDetails {
                stage_type: StageTypeId(NOWHERE),
                ..stage(procedure, "Untyped")
            };
            transaction.procedures().add_stage(&untyped)
        }),
        refused(database, |transaction| {
            let link = Link {
                from: stages[0],
                to: StageId(NOWHERE),
            };
            transaction.procedures().add_link(link)
        }),
    ] {
        assert!(matches!(error, StoreError::Reference(_)), "{error:?}");
    }
    commit(database, |transaction| {
        let uses = transaction.stage_types().stages_of(own).unwrap();
        let names: Vec<_> = uses.iter().map(|used| (&*used.stage, &*used.procedure)).collect();
        assert_eq!(
            names,
            [
                ("One", "Fast track"),
                ("Two", "Fast track"),
                ("Alone", "Fast track")
            ]
        );
        transaction.procedures().remove_stage(stages[2]).unwrap();
        assert_eq!(transaction.procedures().stage(stages[2]).unwrap(), None);
        let bare = empty(transaction, "Bare");
        transaction.procedures().remove(bare).unwrap();
        assert_eq!(transaction.procedures().by_id(bare).unwrap(), None);
    });
}

/// Every such change is a conflict.
pub fn changes_of_unknown_rows_are_refused(database: &dyn Database) {
    let procedure = commit(database, |transaction| empty(transaction, "Fast track"));
    let text = ProcedureText::parse("Name", "Description").unwrap();
    let name = StageTypeName::parse("Appeal").unwrap();
    let nowhere = ProcedureId(NOWHERE);
    let link = Link {
        from: StageId(NOWHERE),
        to: StageId(NOWHERE),
    };
    for error in [
        refused(database, |transaction| {
            transaction
                .procedures()
                .save(nowhere, &text, ProcedureStatus::default())
        }),
        refused(database, |transaction| transaction.procedures().remove(nowhere)),
        refused(database, |transaction| {
            let details = stage(procedure, "Nothing");
            transaction.procedures().save_stage(StageId(NOWHERE), &details)
        }),
        refused(database, |transaction| {
            transaction.procedures().remove_stage(StageId(NOWHERE))
        }),
        refused(database, |transaction| {
            transaction.procedures().save_link(NextStageId(NOWHERE), link)
        }),
        refused(database, |transaction| {
            transaction.procedures().remove_link(NextStageId(NOWHERE))
        }),
        refused(database, |transaction| {
            transaction.stage_types().rename(StageTypeId(NOWHERE), &name)
        }),
        refused(database, |transaction| {
            transaction.stage_types().remove(StageTypeId(NOWHERE))
        }),
    ] {
        assert!(matches!(error, StoreError::Conflict), "{error:?}");
    }
}

/// A stage of a custom type is a Junction.
pub fn custom_stage_types_are_listed_with_the_built_in_ones(database: &dyn Database) {
    let (own, procedure) = commit(database, |transaction| {
        let types = transaction.stage_types();
        let own = types.add(&StageTypeName::parse("Apeal").unwrap()).unwrap();
        types
            .rename(own, &StageTypeName::parse("Appeal").unwrap())
            .unwrap();
        let procedure = empty(transaction, "Fast track");
        let details = StageDetails {
            stage_type: own,
            ..stage(procedure, "Appeal to the board")
        };
        transaction.procedures().add_stage(&details).unwrap();
        (own, procedure)
    });
    let mut transaction = database.begin().unwrap();
    let all = transaction.stage_types().all().unwrap();
    let names: Vec<_> = all
        .iter()
        .map(|stage_type| (&*stage_type.name, stage_type.built_in))
        .collect();
    assert_eq!(
        names,
        [
            ("Initial", true),
            ("Junction", true),
            ("Terminal", true),
            ("Appeal", false)
        ]
    );
    let read = database.read().unwrap().procedures().stage_type(own).unwrap();
    assert_eq!(
        read,
        Some(StoredStageType {
            id: own,
            name: "Appeal".to_owned(),
            built_in: false,
            row_version: RowVersion(1),
        })
    );
    let stored = transaction.procedures().by_id(procedure).unwrap().unwrap();
    assert_eq!(stored.procedure.stages[0].stage_type, StageType::Junction);
    drop(transaction);
    let twice = refused(database, |transaction| {
        transaction
            .stage_types()
            .add(&StageTypeName::parse("Appeal").unwrap())
    });
    assert!(matches!(twice, StoreError::Duplicate(_)), "{twice:?}");
}

/// Eight concurrent writers each add a stage if there is none.
pub fn procedure_changes_are_serialised_by_a_lock(database: &dyn Database) {
    let id = commit(database, |transaction| empty(transaction, "Fast track"));
    let start = Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                let mut one = database.begin().unwrap();
                one.procedures().lock_exclusive().unwrap();
                let stored = one.procedures().by_id(id).unwrap().unwrap();
                if stored.procedure.stages.is_empty() {
                    one.procedures().add_stage(&stage(id, "The only one")).unwrap();
                }
                one.commit(unrecorded_in_test()).unwrap();
            });
        }
    });
    let mut transaction = database.begin().unwrap();
    let stored = transaction.procedures().by_id(id).unwrap().unwrap();
    assert_eq!(stored.procedure.stages.len(), 1);
}

/// Reading the default procedure for a copy waits for a running change of procedures.
pub fn a_procedure_is_copied_as_a_whole(database: &dyn Database) {
    let id = commit(database, |transaction| {
        transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap()
    });
    let copied = AtomicBool::new(false);
    let copy = std::thread::scope(|scope| {
        let mut editor = database.begin().unwrap();
        editor.procedures().lock_exclusive().unwrap();
        let (asks, asked) = mpsc::channel();
        let reader = scope.spawn(|| {
            let asks = asks;
            asks.send(()).unwrap();
            let mut reader = database.begin().unwrap();
            let copy = reader.procedures().default_procedure().unwrap().unwrap();
            copied.store(true, Ordering::SeqCst);
            copy
        });
        asked.recv().unwrap();
        let added = editor.procedures().add_stage(&stage(id, "Added")).unwrap();
        let first = editor.procedures().by_id(id).unwrap().unwrap().procedure.stages[0].id;
        let link = Link {
            from: first,
            to: added,
        };
        assert!(!copied.load(Ordering::SeqCst));
        editor.procedures().add_link(link).unwrap();
        editor.commit(unrecorded_in_test()).unwrap();
        reader.join().unwrap()
    });
    let default = default_procedure();
    assert_eq!(
        (copy.stages.len(), copy.links.len()),
        (default.stages.len() + 1, default.links.len() + 1)
    );
}
