//! The contract of identities at providers, of sign-ins that are on their way through one, and of
//! proven identities that belong to no account yet.

use aditus_domain::accounts::identity::{Claims, Identity, ProvenIdentity, ProviderId, ProviderSignIn};
use aditus_domain::accounts::second_factor::{PendingSignIn, PendingStep};
use aditus_domain::ids::{IdentityId, SessionId, UserId};
use chrono::{DateTime, Utc};

use super::seed::{at, commit, unrecorded_in_test, user};
use super::sessions::session;
use crate::accounts::NewSession;
use crate::accounts::identities::{
    LinkedIdentity, NewIdentity, ProviderSession, StoredProvenIdentity, StoredProviderSignIn,
};
use crate::accounts::second_factor::StoredPendingSignIn;
use crate::ports::{Database, ProviderLogout, StoreError};

const ISSUER: &str = "https://id.example/realms/health";

fn provider() -> ProviderId {
    ProviderId::parse("keycloak").unwrap()
}

fn identity(subject: &str) -> Identity {
    Identity::new(ISSUER, subject).unwrap()
}

fn new(user: UserId, subject: &str, linked: i64) -> NewIdentity {
    NewIdentity {
        user,
        provider: provider(),
        identity: identity(subject),
        linked_on: at(linked),
    }
}

fn link(database: &dyn Database, user: UserId, subject: &str, linked: i64) -> IdentityId {
    commit(database, |transaction| {
        transaction.identities().add(&new(user, subject, linked)).unwrap()
    })
}

fn found(database: &dyn Database, identity: &Identity) -> Option<LinkedIdentity> {
    let mut transaction = database.begin().unwrap();
    transaction.identities().by_identity(identity).unwrap()
}

/// Returns the identities of a person, which the transaction and the read model agree on.
fn subjects_of(database: &dyn Database, user: UserId) -> Vec<String> {
    let stored = database.begin().unwrap().identities().of_user(user).unwrap();
    let shown = database.read().unwrap().accounts().identities(user).unwrap();
    assert_eq!(stored, shown);
    let subject = |linked: &LinkedIdentity| linked.identity.subject().to_owned();
    stored.iter().map(subject).collect()
}

/// A linked identity is found by issuer and subject, letter by letter.
pub fn an_identity_is_found_as_it_was_linked(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    let id = link(database, ada, "Ada", 5);
    let linked = LinkedIdentity {
        id,
        user: ada,
        provider: provider(),
        identity: identity("Ada"),
        linked_on: at(5),
        last_used_on: None,
    };
    assert_eq!(found(database, &identity("Ada")), Some(linked.clone()));
    for other in [
        identity("ada"),
        identity("Ada "),
        Identity::new("https://id.example/realms/Health", "Ada").unwrap(),
    ] {
        assert_eq!(found(database, &other), None);
    }
    link(database, eve, "ada", 6);
    commit(database, |transaction| {
        transaction.identities().set_used(id, at(9)).unwrap();
    });
    let used = LinkedIdentity {
        last_used_on: Some(at(9)),
        ..linked
    };
    assert_eq!(found(database, &identity("Ada")), Some(used));
    assert_eq!(found(database, &identity("ada")).unwrap().last_used_on, None);
}

/// An identity belongs to one account. A second link is refused, for any account.
pub fn an_identity_is_linked_once(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    link(database, ada, "ada", 0);
    for person in [ada, eve] {
        let mut transaction = database.begin().unwrap();
        let refused = transaction.identities().add(&new(person, "ada", 1));
        assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
    }
    assert_eq!(subjects_of(database, ada), ["ada"]);
    assert_eq!(subjects_of(database, eve), [""; 0]);
}

/// Of two people who link the same identity at once, one succeeds.
pub fn one_of_two_concurrent_links_succeeds(database: &dyn Database) {
    let people = [1, 2].map(|number| user(database, number));
    let results: Vec<Result<(), StoreError>> = std::thread::scope(|scope| {
        let threads = people.map(|person| {
            scope.spawn(move || {
                let mut transaction = database.begin()?;
                transaction.identities().add(&new(person, "shared", 0))?;
                transaction.commit(unrecorded_in_test())
            })
        });
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    let owner = found(database, &identity("shared")).unwrap().user;
    assert!(people.contains(&owner));
}

/// A person unlinks own identities only, each once.
pub fn a_person_unlinks_own_identities_only(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    let first = link(database, ada, "second-name", 10);
    link(database, ada, "first-name", 5);
    link(database, eve, "eve", 0);
    assert_eq!(
        subjects_of(database, ada),
        ["first-name", "second-name"],
        "the oldest first"
    );
    let remove = |person, id| {
        commit(database, |transaction| {
            transaction.identities().remove(person, id).unwrap()
        })
    };
    assert!(!remove(eve, first));
    assert!(remove(ada, first));
    assert!(!remove(ada, first));
    assert_eq!(subjects_of(database, ada), ["first-name"]);
    assert_eq!(found(database, &identity("second-name")), None);
    let again = link(database, eve, "second-name", 20);
    assert_ne!(again, first, "ids are in audit entries and never used again");
}

/// Two concurrent calls cannot both unlink what each of them takes for one of two identities.
pub fn unlinking_waits_for_other_calls_on_the_account(database: &dyn Database) {
    let ada = user(database, 1);
    let ids = ["one", "two"].map(|subject| link(database, ada, subject, 0));
    let unlink = |id: IdentityId| -> Result<bool, StoreError> {
        let mut transaction = database.begin()?;
        let left = transaction.identities().of_user(ada)?.len();
        if left < 2 {
            return Ok(false);
        }
        transaction.identities().remove(ada, id)?;
        transaction.commit(unrecorded_in_test())?;
        Ok(true)
    };
    let results: Vec<Result<bool, StoreError>> = std::thread::scope(|scope| {
        let threads = ids.map(|id| scope.spawn(move || unlink(id)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    let removed = results.iter().filter(|result| matches!(result, Ok(true))).count();
    assert_eq!((removed, subjects_of(database, ada).len()), (1, 1), "{results:?}");
}

fn begin(
    database: &dyn Database,
    user: UserId,
    token: u8,
    provider: Option<(IdentityId, &str)>,
    begun: i64,
) -> SessionId {
    let provider = provider.map(|(identity, sid)| ProviderSession {
        identity,
        sid: (!sid.is_empty()).then(|| sid.to_owned()),
    });
    let new = NewSession {
        provider,
        ..session(user, token, begun)
    };
    commit(database, |transaction| transaction.sessions().add(&new).unwrap())
}

fn provider_of(database: &dyn Database, id: SessionId) -> Option<ProviderSession> {
    let mut transaction = database.begin().unwrap();
    transaction.sessions().provider_of(id).unwrap()
}

fn begun_with_password(database: &dyn Database, token: u8) -> Option<DateTime<Utc>> {
    let mut views = database.read().unwrap();
    let found = views.accounts().session(&[token; 32]).unwrap().unwrap();
    found.begun_with_password_on
}

/// A session knows how it began. It goes on when its identity is unlinked.
pub fn a_session_knows_the_identity_with_which_it_began(database: &dyn Database) {
    let ada = user(database, 1);
    let id = link(database, ada, "ada", 0);
    let with_sid = begin(database, ada, 1, Some((id, "sid-1")), 1);
    let without_sid = begin(database, ada, 2, Some((id, "")), 2);
    let by_password = begin(database, ada, 3, None, 3);
    let sid = |sid: Option<&str>| {
        Some(ProviderSession {
            identity: id,
            sid: sid.map(ToOwned::to_owned),
        })
    };
    assert_eq!(provider_of(database, with_sid), sid(Some("sid-1")));
    assert_eq!(provider_of(database, without_sid), sid(None));
    assert_eq!(provider_of(database, by_password), None);
    assert_eq!(provider_of(database, SessionId(987_654)), None);
    assert_eq!(
        [1, 2, 3].map(|token| begun_with_password(database, token)),
        [None, None, Some(at(3))]
    );
    commit(database, |transaction| {
        assert!(transaction.identities().remove(ada, id).unwrap());
    });
    assert_eq!(provider_of(database, with_sid), None);
    assert_eq!(begun_with_password(database, 1), None);
    let mut transaction = database.begin().unwrap();
    assert!(transaction.sessions().by_token(&[1; 32]).unwrap().is_some());
}

fn live(database: &dyn Database, tokens: &[u8]) -> Vec<u8> {
    let mut transaction = database.begin().unwrap();
    let is_live = |token: &u8| transaction.sessions().by_token(&[*token; 32]).unwrap().is_some();
    tokens.iter().copied().filter(is_live).collect()
}

fn logout(subject: Option<&str>, sid: Option<&str>, issued: i64) -> ProviderLogout {
    ProviderLogout {
        issuer: ISSUER.to_owned(),
        subject: subject.map(ToOwned::to_owned),
        sid: sid.map(ToOwned::to_owned),
        issued_until: at(issued),
    }
}

fn end(database: &dyn Database, logout: &ProviderLogout) -> Vec<(UserId, SessionId)> {
    commit(database, |transaction| {
        let mut ended = transaction.sessions().end_of_provider(logout).unwrap();
        ended.sort();
        ended
    })
}

/// A provider ends the sessions that began with its identity, by subject, by session or by both.
/// Sessions that began after the token was issued stay.
pub fn a_provider_ends_its_sessions(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    let [of_ada, of_eve] = [(ada, "ada"), (eve, "eve")].map(|(who, subject)| link(database, who, subject, 0));
    let tokens = [1, 2, 3, 4, 5];
    let first = begin(database, ada, 1, Some((of_ada, "laptop")), 10);
    let second = begin(database, ada, 2, Some((of_ada, "phone")), 10);
    begin(database, ada, 3, None, 10);
    let of_other = begin(database, eve, 4, Some((of_eve, "laptop")), 10);
    begin(database, ada, 5, Some((of_ada, "phone")), 30);

    for unknown in [
        logout(Some("nobody"), None, 20),
        logout(None, Some("tablet"), 20),
        logout(Some("ada"), Some("tablet"), 20),
        logout(Some("ada"), None, 9),
        ProviderLogout {
            issuer: "https://other.example".to_owned(),
            ..logout(Some("ada"), None, 20)
        },
    ] {
        assert_eq!(end(database, &unknown), [], "{unknown:?}");
    }
    assert_eq!(live(database, &tokens), tokens);

    assert_eq!(
        end(database, &logout(Some("ada"), Some("laptop"), 20)),
        [(ada, first)]
    );
    assert_eq!(end(database, &logout(Some("ada"), None, 10)), [(ada, second)]);
    assert_eq!(end(database, &logout(Some("ada"), None, 20)), [], "sent again");
    assert_eq!(live(database, &tokens), [3, 4, 5]);
    assert_eq!(
        end(database, &logout(None, Some("laptop"), 20)),
        [(eve, of_other)]
    );
    assert_eq!(live(database, &tokens), [3, 5]);
}

fn add_pending(database: &dyn Database, user: UserId, token: u8, identity: Option<IdentityId>) {
    let stored = StoredPendingSignIn {
        token_hash: [token; 32],
        user,
        provider: identity.map(|identity| ProviderSession {
            identity,
            sid: Some("laptop".to_owned()),
        }),
        pending: PendingSignIn {
            step: PendingStep::EnterCode,
            begun_on: at(0),
            wrong_entries: 0,
        },
    };
    commit(database, |transaction| {
        transaction.pending_sign_ins().add(&stored).unwrap();
    });
    assert_eq!(pending(database, token), Some(stored));
}

fn pending(database: &dyn Database, token: u8) -> Option<StoredPendingSignIn> {
    let mut transaction = database.begin().unwrap();
    transaction.pending_sign_ins().by_token(&[token; 32]).unwrap()
}

/// A pending sign-in keeps the identity for its session. It ends when the identity is unlinked, and
/// when the provider ends its sessions.
pub fn a_pending_sign_in_ends_with_its_identity(database: &dyn Database) {
    let ada = user(database, 1);
    let [first, second] = ["one", "two"].map(|subject| link(database, ada, subject, 0));
    add_pending(database, ada, 1, Some(first));
    add_pending(database, ada, 2, Some(second));
    add_pending(database, ada, 3, None);
    let left = || {
        let is_left = |token: &u8| pending(database, *token).is_some();
        [1, 2, 3].into_iter().filter(is_left).collect::<Vec<u8>>()
    };
    commit(database, |transaction| {
        assert!(transaction.identities().remove(ada, first).unwrap());
    });
    assert_eq!(left(), [2, 3]);
    assert_eq!(end(database, &logout(Some("two"), None, 5)), []);
    assert_eq!(left(), [3]);
}

/// A sign-in on its way through a provider is taken once, by its whole state.
pub fn a_provider_sign_in_is_taken_once(database: &dyn Database) {
    let stored = |state: u8, begun| StoredProviderSignIn {
        state_hash: [state; 32],
        browser_hash: [state + 100; 32],
        sign_in: ProviderSignIn {
            provider: provider(),
            begun_on: at(begun),
        },
    };
    commit(database, |transaction| {
        for (state, begun) in [(1, 0), (2, 10), (3, 20), (4, 30)] {
            transaction
                .provider_sign_ins()
                .add(&stored(state, begun))
                .unwrap();
        }
    });
    let take = |state: u8| {
        commit(database, |transaction| {
            transaction.provider_sign_ins().take(&[state; 32]).unwrap()
        })
    };
    assert_eq!(take(9), None);
    assert_eq!(take(1), Some(stored(1, 0)));
    assert_eq!(take(1), None);
    let taken: Vec<bool> = std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| take_or_conflict(database, 2)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert_eq!(taken.iter().filter(|taken| **taken).count(), 1);
    let deleted = commit(database, |transaction| {
        transaction.provider_sign_ins().delete_expired(at(30)).unwrap()
    });
    assert_eq!((deleted, take(3), take(4)), (1, None, Some(stored(4, 30))));
}

/// Returns true if this call got the sign-in. A conflict with the other call is as good as none.
fn take_or_conflict(database: &dyn Database, state: u8) -> bool {
    let mut transaction = database.begin().unwrap();
    match transaction.provider_sign_ins().take(&[state; 32]) {
        Ok(taken) => taken.is_some() && transaction.commit(unrecorded_in_test()).is_ok(),
        Err(StoreError::Conflict) => false,
        Err(error) => panic!("{error:?}"),
    }
}

fn proven(token: u8, subject: &str, claims: Claims, proven: i64) -> StoredProvenIdentity {
    StoredProvenIdentity {
        token_hash: [token; 32],
        proven: ProvenIdentity {
            provider: provider(),
            identity: identity(subject),
            claims,
            proven_on: at(proven),
        },
    }
}

/// A proven identity is taken once, as it was stored. One person may prove an identity several times.
pub fn a_proven_identity_is_taken_once(database: &dyn Database) {
    let whole = proven(1, "ada", Claims::new("Adá", "O'Kello", "ada@uni.example"), 0);
    let rest = [(2, 10), (3, 20)].map(|(token, at)| proven(token, "ada", Claims::default(), at));
    commit(database, |transaction| {
        for stored in [&whole, &rest[0], &rest[1]] {
            transaction.proven_identities().add(stored).unwrap();
        }
    });
    let take = |token: u8| {
        commit(database, |transaction| {
            transaction.proven_identities().take(&[token; 32]).unwrap()
        })
    };
    assert_eq!(take(9), None);
    assert_eq!(take(1), Some(whole));
    assert_eq!(take(1), None);
    let deleted = commit(database, |transaction| {
        transaction.proven_identities().delete_expired(at(20)).unwrap()
    });
    assert_eq!((deleted, take(2), take(3)), (1, None, Some(rest[1].clone())));
}

/// A transaction can take a proven identity and put it back, as a sign-in does that looks at it.
pub fn a_proven_identity_can_be_put_back(database: &dyn Database) {
    let stored = proven(1, "ada", Claims::default(), 0);
    commit(database, |transaction| {
        transaction.proven_identities().add(&stored).unwrap();
    });
    for _ in 0..2 {
        commit(database, |transaction| {
            let identities = transaction.proven_identities();
            let taken = identities.take(&[1; 32]).unwrap();
            assert_eq!(taken.as_ref(), Some(&stored));
            identities.add(&stored).unwrap();
        });
    }
}

/// The erasure of an account removes its identities and what was proven of the person.
pub fn an_erased_account_has_no_identities(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    link(database, ada, "ada", 0);
    link(database, eve, "eve", 0);
    let address = "Ada@Uni.example";
    let by_address = proven(1, "another", Claims::new("Ada", "", address), 0);
    let by_identity = proven(2, "ada", Claims::default(), 0);
    let of_other = proven(3, "other", Claims::new("Eve", "", "eve@uni.example"), 0);
    commit(database, |transaction| {
        for stored in [&by_address, &by_identity, &of_other] {
            transaction.proven_identities().add(stored).unwrap();
        }
        transaction
            .erasures()
            .erase_account(ada, &["ada@uni.example"], &[[0; 32]], at(9))
            .unwrap();
    });
    assert_eq!(found(database, &identity("ada")), None);
    assert_eq!(subjects_of(database, eve), ["eve"]);
    let left: Vec<u8> = commit(database, |transaction| {
        let mut is_left = |token: &u8| {
            transaction
                .proven_identities()
                .take(&[*token; 32])
                .unwrap()
                .is_some()
        };
        [1, 2, 3].into_iter().filter(|token| is_left(token)).collect()
    });
    assert_eq!(left, [3]);
    // The identity is free for a new account of the same person.
    link(database, eve, "ada", 10);
}
