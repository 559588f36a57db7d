//! The contract of approval procedures.

use aditus_domain::deadlines::Target;
use aditus_domain::ids::StageId;
use aditus_domain::procedures::{Link, Procedure, default_procedure};

use super::seed::commit;
use crate::ports::{Database, StoreError};

fn stored_default(database: &dyn Database) -> Procedure {
    database
        .begin()
        .unwrap()
        .procedures()
        .default_procedure()
        .unwrap()
        .unwrap()
}

/// It gets ids of its own, with the links between the same stages. Stages are sorted by their
/// order.
pub fn a_procedure_is_read_as_it_was_added(database: &dyn Database) {
    assert_eq!(
        database
            .begin()
            .unwrap()
            .procedures()
            .default_procedure()
            .unwrap(),
        None
    );
    let mut added = default_procedure();
    added.stages[3].target = Target::new(1).ok();
    let id = commit(database, |transaction| {
        transaction.procedures().add(&added, true, true).unwrap()
    });
    let mut stored = stored_default(database);
    assert_eq!(stored.id, Some(id));
    assert!(stored.validate().is_ok());
    let old_id = |stage: StageId| {
        stored
            .stages
            .iter()
            .zip(&added.stages)
            .find(|(now, _)| now.id == stage)
            .unwrap()
            .1
            .id
    };
    let links: Vec<_> = stored
        .links
        .iter()
        .map(|link| Link {
            from: old_id(link.from),
            to: old_id(link.to),
        })
        .collect();
    assert_eq!(links, added.links);
    for (stage, before) in stored.stages.iter_mut().zip(&added.stages) {
        stage.id = before.id;
    }
    assert_eq!(stored.stages, added.stages);
    assert_eq!((stored.name, stored.description), (added.name, added.description));
}

/// A new default replaces the former one.
pub fn there_is_one_default(database: &dyn Database) {
    commit(database, |transaction| {
        for (name, is_default) in [
            ("First", true),
            ("Other", false),
            ("Second", true),
            ("Third", false),
        ] {
            let mut procedure = default_procedure();
            name.clone_into(&mut procedure.name);
            transaction
                .procedures()
                .add(&procedure, true, is_default)
                .unwrap();
        }
    });
    assert_eq!(stored_default(database).name, "Second");
    assert_eq!(
        stored_default(database).stages.len(),
        default_procedure().stages.len()
    );
}

/// Nothing of the procedure is stored.
pub fn a_link_to_an_unknown_stage_is_refused(database: &dyn Database) {
    let mut procedure = default_procedure();
    let from = procedure.stages[0].id;
    procedure.links.push(Link {
        from,
        to: StageId(4711),
    });
    let mut transaction = database.begin().unwrap();
    let refused = transaction.procedures().add(&procedure, true, true);
    assert!(matches!(refused, Err(StoreError::Reference(_))), "{refused:?}");
    drop(transaction);
    assert_eq!(
        database
            .begin()
            .unwrap()
            .procedures()
            .default_procedure()
            .unwrap(),
        None
    );
}
