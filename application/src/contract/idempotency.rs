//! The contract of idempotency keys.

use std::sync::Barrier;

use super::seed::{at, commit, unrecorded_in_test, user};
use crate::accounts::NewSession;
use crate::idempotency::{Claim, NewClaim, StoredCall, StoredResponse};
use crate::ports::{Database, StoreError};

fn new(key: u8, holder: u8) -> NewClaim {
    NewClaim {
        claim: Claim {
            key_hash: [key; 32],
            holder: [holder; 16],
        },
        caller_hash: [7; 32],
        at: at(0),
    }
}

fn answer() -> StoredResponse {
    StoredResponse {
        body_hash: [9; 32],
        status: 201,
        sealed: vec![0, 255, 1],
    }
}

fn claimed(database: &dyn Database, new: &NewClaim) -> bool {
    commit(database, |transaction| {
        transaction.idempotency_keys().claim(new).unwrap()
    })
}

fn found(database: &dyn Database, key: u8) -> Option<StoredCall> {
    database.read().unwrap().stored_calls().find(&[key; 32]).unwrap()
}

/// Begins a session in a transaction of this claim.
fn work(database: &dyn Database, claim: &Claim, token: u8) -> Result<(), StoreError> {
    let person = user(database, u32::from(token));
    let mut transaction = database.begin_idempotent(claim)?;
    transaction.sessions().add(&NewSession {
        user: person,
        token_hash: [token; 32],
        selected_role: None,
        user_agent: String::new(),
        provider: None,
        created_on: at(0),
    })?;
    transaction.commit(unrecorded_in_test())
}

fn is_done(database: &dyn Database, token: u8) -> bool {
    database
        .read()
        .unwrap()
        .accounts()
        .session(&[token; 32])
        .unwrap()
        .is_some()
}

/// Eight callers claim the key at once.
pub fn one_of_several_callers_claims_a_key(database: &dyn Database) {
    let start = Barrier::new(8);
    let winners: Vec<u8> = std::thread::scope(|scope| {
        let attempts: Vec<_> = (0..8)
            .map(|holder| {
                let start = &start;
                scope.spawn(move || {
                    start.wait();
                    claimed(database, &new(1, holder)).then_some(holder)
                })
            })
            .collect();
        attempts
            .into_iter()
            .filter_map(|attempt| attempt.join().unwrap())
            .collect()
    });
    assert_eq!(winners.len(), 1, "{winners:?}");
    assert_eq!(
        found(database, 1),
        Some(StoredCall {
            claim: new(1, winners[0]).claim,
            claimed_at: at(0),
            is_carried_out: false,
            answer: None,
        })
    );
    assert_eq!(found(database, 2), None);
}

/// Only the holder of the claim stores a response.
pub fn a_response_is_stored_for_its_key(database: &dyn Database) {
    assert!(claimed(database, &new(1, 1)));
    let finish = |holder| {
        commit(database, |transaction| {
            let keys = transaction.idempotency_keys();
            keys.finish(&new(1, holder).claim, &answer()).unwrap();
        });
    };
    finish(2);
    assert_eq!(found(database, 1).unwrap().answer, None);
    finish(1);
    assert_eq!(found(database, 1).unwrap().answer, Some(answer()));
}

/// The mark is written with the work, and never without it.
pub fn a_commit_marks_the_claim(database: &dyn Database) {
    let claim = new(1, 1);
    assert!(claimed(database, &claim));
    drop(database.begin_idempotent(&claim.claim).unwrap());
    assert!(!found(database, 1).unwrap().is_carried_out);
    work(database, &claim.claim, 1).unwrap();
    assert!(found(database, 1).unwrap().is_carried_out && is_done(database, 1));
}

/// A caller that never held the claim cannot commit either.
pub fn a_lost_claim_cannot_commit(database: &dyn Database) {
    assert!(claimed(database, &new(1, 1)));
    for lost in [new(1, 2), new(2, 1)] {
        let refused = work(database, &lost.claim, lost.claim.holder[0]);
        assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
        assert!(!is_done(database, lost.claim.holder[0]));
    }
}

/// One of eight callers replaces an expired claim, and its stored state is deleted. A claim that is
/// alive again is not replaced.
pub fn an_expired_attempt_is_replaced_once(database: &dyn Database) {
    assert!(claimed(database, &new(1, 1)));
    let dead = found(database, 1).unwrap();
    let start = Barrier::new(8);
    let winners: Vec<u8> = std::thread::scope(|scope| {
        let attempts: Vec<_> = (2..10)
            .map(|holder| {
                let (start, dead) = (&start, &dead);
                scope.spawn(move || {
                    start.wait();
                    let taken = commit(database, |transaction| {
                        let keys = transaction.idempotency_keys();
                        keys.take_over(
                            dead,
                            &NewClaim {
                                at: at(300),
                                ..new(1, holder)
                            },
                        )
                        .unwrap()
                    });
                    taken.then_some(holder)
                })
            })
            .collect();
        attempts
            .into_iter()
            .filter_map(|attempt| attempt.join().unwrap())
            .collect()
    });
    assert_eq!(winners.len(), 1, "{winners:?}");
    let winner = found(database, 1).unwrap();
    assert_eq!(
        (winner.claim.holder, winner.claimed_at),
        ([winners[0]; 16], at(300))
    );
    work(database, &winner.claim, 1).unwrap();
    let too_late = commit(database, |transaction| {
        transaction
            .idempotency_keys()
            .take_over(&winner, &new(1, 20))
            .unwrap()
    });
    assert!(!too_late);
    let forgotten = found(database, 1).unwrap();
    commit(database, |transaction| {
        let keys = transaction.idempotency_keys();
        keys.finish(&forgotten.claim, &answer()).unwrap();
        assert!(keys.take_over(&forgotten, &new(1, 21)).unwrap());
    });
    let anew = found(database, 1).unwrap();
    assert!(!anew.is_carried_out && anew.answer.is_none());
}

/// Unless the caller releases it regardless.
pub fn a_claim_is_released_unless_it_was_executed(database: &dyn Database) {
    let release = |claim: Claim, even_carried_out| {
        commit(database, |transaction| {
            transaction
                .idempotency_keys()
                .release(&claim, even_carried_out)
                .unwrap();
        });
    };
    assert!(claimed(database, &new(1, 1)));
    release(new(1, 2).claim, true);
    assert!(found(database, 1).is_some(), "it is not the other's to give back");
    release(new(1, 1).claim, false);
    assert_eq!(found(database, 1), None);

    assert!(claimed(database, &new(1, 3)));
    work(database, &new(1, 3).claim, 3).unwrap();
    release(new(1, 3).claim, false);
    assert!(found(database, 1).is_some());
    release(new(1, 3).claim, true);
    assert_eq!(found(database, 1), None);
}

/// Old keys are deleted in any state.
pub fn keys_are_counted_by_caller_and_deleted(database: &dyn Database) {
    assert!(claimed(database, &new(1, 1)));
    assert!(claimed(
        database,
        &NewClaim {
            at: at(60),
            ..new(2, 1)
        }
    ));
    assert!(claimed(
        database,
        &NewClaim {
            caller_hash: [8; 32],
            at: at(60),
            ..new(3, 1)
        }
    ));
    let mut transaction = database.begin().unwrap();
    let keys = transaction.idempotency_keys();
    assert_eq!(keys.count(&[7; 32]).unwrap(), 2);
    assert_eq!(keys.count(&[9; 32]).unwrap(), 0);
    assert_eq!(keys.delete_expired(at(60)).unwrap(), 1);
    assert_eq!(keys.count(&[7; 32]).unwrap(), 1);
    assert_eq!(keys.find(&[1; 32]).unwrap(), None);
}
