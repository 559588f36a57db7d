//! The contract of sealed values.

use aditus_domain::dictionary::DataSource;
use aditus_domain::ids::{DataSourceId, MessageId, UserId};

use super::outbox::mail;
use super::second_factors;
use super::seed::{at, commit, user};
use crate::audit::log::SigningKey;
use crate::dictionary::StoredSource;
use crate::idempotency::{Claim, NewClaim, StoredResponse};
use crate::notifications::QueuedMessage;
use crate::ports::{Database, SealedPlace, Transaction};
use crate::sealed_values::SealedValue;

fn key(verifier_key: &str, sealed: &[u8]) -> SigningKey {
    SigningKey {
        origin: "aditus.example/log".to_owned(),
        verifier_key: verifier_key.to_owned(),
        sealed: sealed.to_vec(),
    }
}

fn source(transaction: &mut dyn Transaction, name: &str, db_password: Option<&[u8]>) -> DataSourceId {
    let details = DataSource::named(name);
    let id = transaction.dictionary().add_source(&details).unwrap();
    let source = StoredSource {
        details,
        db_password: db_password.map(<[u8]>::to_vec),
    };
    transaction
        .dictionary_records()
        .update_source(id, &source)
        .unwrap();
    id
}

fn answered(transaction: &mut dyn Transaction, number: u8, sealed: Option<&[u8]>) -> SealedPlace {
    let claim = Claim {
        key_hash: [number; 32],
        holder: [number; 16],
    };
    let keys = transaction.idempotency_keys();
    let new = NewClaim {
        claim,
        caller_hash: [7; 32],
        at: at(0),
    };
    assert!(keys.claim(&new).unwrap());
    if let Some(sealed) = sealed {
        let answer = StoredResponse {
            body_hash: [9; 32],
            status: 201,
            sealed: sealed.to_vec(),
        };
        keys.finish(&claim, &answer).unwrap();
    }
    SealedPlace::StoredResponse(claim.key_hash)
}

fn queued(transaction: &mut dyn Transaction, reference: &str, sealed: &[u8]) -> SealedPlace {
    let message = QueuedMessage {
        reference: reference.to_owned(),
        sealed: sealed.to_vec(),
        ..mail(1)
    };
    transaction.outbox().queue(&message).unwrap();
    SealedPlace::Message(reference.to_owned())
}

fn second_factor(transaction: &mut dyn Transaction, user: UserId, sealed: &[u8]) -> [SealedPlace; 3] {
    let mut stored = transaction.second_factors().of_user(user).unwrap();
    stored.factor = second_factors::complete();
    stored.factor.app.as_mut().unwrap().sealed_secret = sealed.to_vec();
    stored.factor.set_up.as_mut().unwrap().sealed_secret = sealed.to_vec();
    stored.factor.recovery.as_mut().unwrap().sealed_key = sealed.to_vec();
    transaction.second_factors().save(&stored).unwrap();
    [
        SealedPlace::AppSecret(user),
        SealedPlace::AppSetUp(user),
        SealedPlace::RecoveryKey(user),
    ]
}

/// One value of each purpose is replaced. Other values, and places without a value, are unchanged.
pub fn sealed_values_are_found_by_their_places_and_replaced(database: &dyn Database) {
    let old = [1, 0, 255].as_slice();
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    let places = commit(database, |transaction| {
        transaction
            .audit_log()
            .set_signing_key(&key("log+1", old), at(0))
            .unwrap();
        let of_source = source(transaction, "Births", Some(old));
        source(transaction, "Deaths", Some(&[2, 1]));
        source(transaction, "Moves", None);
        let kept = answered(transaction, 1, Some(old));
        answered(transaction, 2, Some(&[2, 1]));
        answered(transaction, 3, None);
        let message = queued(transaction, "0a", old);
        queued(transaction, "0b", &[2, 1]);
        let [app, set_up, recovery] = second_factor(transaction, ada, old);
        second_factor(transaction, eve, &[2, 1]);
        [
            SealedPlace::LogKey("log+1".to_owned()),
            kept,
            SealedPlace::SourcePassword(of_source),
            message,
            app,
            set_up,
            recovery,
        ]
    });
    let with = |sealed: &[u8]| {
        places.clone().map(|place| SealedValue {
            place,
            sealed: sealed.to_vec(),
        })
    };
    let (before, after) = (with(old), with(&[3, 7]));
    commit(database, |transaction| {
        let values = transaction.sealed_values();
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(values.at(&before.place).unwrap().as_ref(), Some(before));
            values.replace(before, &after.sealed).unwrap();
            assert_eq!(values.at(&after.place).unwrap().as_ref(), Some(after));
        }
    });
    commit(database, |transaction| {
        let values = transaction.sealed_values();
        let listed = values.places().unwrap();
        assert_eq!(listed.len(), 13, "each with a value is listed");
        assert!(places.iter().all(|place| listed.contains(place)));
        let others = listed.iter().filter(|place| !places.contains(place));
        let others: Vec<Vec<u8>> = others
            .map(|place| values.at(place).unwrap().unwrap().sealed)
            .collect();
        assert_eq!(others, [[2, 1]; 6], "the others stay");
        // Another transaction has replaced the value in the meantime.
        for (before, after) in before.iter().zip(&after) {
            values.replace(before, &[4, 7]).unwrap();
            assert_eq!(values.at(&after.place).unwrap().as_ref(), Some(after));
        }
    });
}

/// A place whose value was deleted in the meantime gets none.
pub fn an_empty_place_gets_no_sealed_value(database: &dyn Database) {
    let ada = user(database, 1);
    let places = commit(database, |transaction| {
        let of_source = source(transaction, "Births", None);
        let kept = answered(transaction, 1, None);
        let message = queued(transaction, "0a", &[1]);
        let id = transaction.outbox().unfinished(MessageId(i64::MIN), 1).unwrap()[0].id;
        transaction.outbox().finish(&[id], at(1), None).unwrap();
        let app = SealedPlace::AppSecret(ada);
        [SealedPlace::SourcePassword(of_source), kept, message, app]
    });
    commit(database, |transaction| {
        let values = transaction.sealed_values();
        assert_eq!(values.places().unwrap(), []);
        for place in places {
            assert_eq!(values.at(&place).unwrap(), None);
            let sealed = vec![1];
            values.replace(&SealedValue { place, sealed }, &[1]).unwrap();
        }
        assert_eq!(values.places().unwrap(), []);
    });
}
