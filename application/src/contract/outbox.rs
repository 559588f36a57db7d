//! The contract of the outbox of mails and text messages.

use std::collections::BTreeSet;

use aditus_domain::ids::{MessageId, UserId};
use aditus_domain::roles::Role;

use super::seed::{at, commit};
use crate::installation::monitoring::Backlog;
use crate::notifications::{Channel, ClaimedMessage, Destination, QueuedMessage};
use crate::ports::Database;

pub(super) fn mail(content: u8) -> QueuedMessage {
    QueuedMessage {
        channel: Channel::Mail,
        destination: Destination::AsWritten,
        reference: format!("0a{content:02x}"),
        sealed: vec![content; 100],
        queued_on: at(0),
        useless_after: Some(at(300)),
    }
}

pub(super) fn text(content: u8) -> QueuedMessage {
    QueuedMessage {
        channel: Channel::Text,
        ..mail(content)
    }
}

/// Queues one mail and commits.
pub fn queue_one(database: &dyn Database) {
    queue(database, std::iter::once(1));
}

fn queue(database: &dyn Database, contents: impl Iterator<Item = u8>) -> Vec<MessageId> {
    commit(database, |transaction| {
        contents
            .map(|content| transaction.outbox().queue(&mail(content)).unwrap())
            .collect()
    })
}

fn claim(database: &dyn Database, now: i64, lease: i64, limit: i64) -> Vec<ClaimedMessage> {
    commit(database, |transaction| {
        transaction
            .outbox()
            .claim(Channel::Mail, at(now), at(lease), limit)
            .unwrap()
    })
}

fn ids(mails: &[ClaimedMessage]) -> Vec<MessageId> {
    mails.iter().map(|mail| mail.id).collect()
}

/// Same result as queueing each by itself, in this order. Messages that expire are claimed first.
pub fn many_mails_are_queued_at_once(database: &dyn Database) {
    let mails: Vec<QueuedMessage> = (0..250)
        .map(|content| QueuedMessage {
            useless_after: (content % 2 == 0).then(|| at(300)),
            ..mail(content)
        })
        .chain((0..3).map(text))
        .collect();
    commit(database, |transaction| {
        transaction.outbox().queue_all(&mails).unwrap();
        transaction.outbox().queue_all(&[]).unwrap();
    });
    let claimed = claim(database, 0, 60, 1_000);
    assert_eq!(claimed.len(), 250);
    let (codes, news): (Vec<_>, Vec<_>) = mails[..250].iter().partition(|mail| mail.useless_after.is_some());
    for (claimed, mail) in claimed.iter().zip(codes.into_iter().chain(news)) {
        assert_eq!(
            (&claimed.reference, &claimed.sealed, claimed.useless_after),
            (&mail.reference, &mail.sealed, mail.useless_after)
        );
    }
}

/// The oldest is first, and attempts are counted.
pub fn a_claimed_mail_is_claimed_once_until_its_lease_ends(database: &dyn Database) {
    let queued = queue(database, 1..=3);
    assert_eq!(claim(database, -1, 60, 10).len(), 0, "not due yet");
    let first = claim(database, 0, 60, 2);
    assert_eq!(ids(&first), queued[..2]);
    assert_eq!(
        (first[0].sealed.as_slice(), first[0].attempts),
        ([1; 100].as_slice(), 0)
    );
    assert_eq!(first[0].useless_after, Some(at(300)));
    assert_eq!(ids(&claim(database, 1, 61, 10)), queued[2..]);
    assert_eq!(claim(database, 59, 119, 10).len(), 0);
    let again = claim(database, 60, 120, 10);
    assert_eq!(ids(&again), queued[..2]);
    assert!(again.iter().all(|mail| mail.attempts == 1));
}

/// A person who waits for a code must not wait for a mass notification.
pub fn a_code_precedes_notifications_queued_earlier(database: &dyn Database) {
    let news = QueuedMessage {
        useless_after: None,
        ..mail(1)
    };
    let news: Vec<MessageId> = commit(database, |transaction| {
        let ids = (0..20).map(|_| transaction.outbox().queue(&news).unwrap());
        ids.collect()
    });
    let code = commit(database, |transaction| {
        let late = QueuedMessage {
            queued_on: at(5),
            ..mail(2)
        };
        transaction.outbox().queue(&late).unwrap()
    });
    assert_eq!(ids(&claim(database, 5, 60, 3)), [code, news[0], news[1]]);
    assert_eq!(ids(&claim(database, 5, 60, 1)), news[2..3]);
}

/// Each mail is claimed by one worker, and none is left.
pub fn concurrent_workers_never_claim_the_same_mail(database: &dyn Database) {
    let queued: BTreeSet<_> = queue(database, 0..60).into_iter().collect();
    let work = || {
        let mut claimed = Vec::new();
        loop {
            let some = claim(database, 0, 60, 7);
            if some.is_empty() && next_due_is_later(database) {
                return claimed;
            }
            claimed.extend(ids(&some));
        }
    };
    let claimed: Vec<MessageId> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    assert_eq!(claimed.len(), queued.len());
    assert_eq!(claimed.into_iter().collect::<BTreeSet<_>>(), queued);
}

fn next_due_is_later(database: &dyn Database) -> bool {
    commit(database, |transaction| {
        transaction.outbox().next_due(Channel::Mail).unwrap()
    }) != Some(at(0))
}

/// Holds for sent mails and those given up. The content is erased, so they cannot be claimed again.
pub fn the_content_of_a_finished_mail_is_erased(database: &dyn Database) {
    let queued = queue(database, 1..=2);
    claim(database, 0, 10, 10);
    commit(database, |transaction| {
        transaction.outbox().finish(&queued[..1], at(1), None).unwrap();
        transaction
            .outbox()
            .finish(&queued[1..], at(1), Some("refused"))
            .unwrap();
        assert_eq!(transaction.outbox().next_due(Channel::Mail).unwrap(), None);
    });
    assert_eq!(claim(database, 1000, 2000, 10).len(), 0);
    commit(database, |transaction| {
        transaction
            .outbox()
            .postpone(queued[0], at(5), "a lease that ended meanwhile")
            .unwrap();
    });
    assert_eq!(claim(database, 1000, 2000, 10).len(), 0);
}

/// It is due at the postponed time, which the outbox reports.
pub fn a_postponed_mail_comes_back(database: &dyn Database) {
    let id = queue(database, 1..=1)[0];
    let next_due = || {
        commit(database, |transaction| {
            transaction.outbox().next_due(Channel::Mail).unwrap()
        })
    };
    assert_eq!(next_due(), Some(at(0)));
    claim(database, 0, 60, 1);
    assert_eq!(next_due(), Some(at(60)));
    commit(database, |transaction| {
        transaction.outbox().postpone(id, at(30), "greylisted").unwrap();
    });
    assert_eq!(next_due(), Some(at(30)));
    assert_eq!(claim(database, 29, 90, 1).len(), 0);
    let again = claim(database, 30, 90, 1);
    assert_eq!((ids(&again), again[0].attempts), (vec![id], 1));
}

/// They are due at once, as if never claimed. Mails sent in the meantime are not returned.
pub fn untried_mails_are_released(database: &dyn Database) {
    let queued = queue(database, 1..=3);
    claim(database, 0, 60, 3);
    commit(database, |transaction| {
        let outbox = transaction.outbox();
        outbox.finish(&queued[..1], at(1), None).unwrap();
        outbox.give_back(&queued, at(1)).unwrap();
        outbox.give_back(&[], at(1)).unwrap();
        assert_eq!(outbox.next_due(Channel::Mail).unwrap(), Some(at(1)));
    });
    assert_eq!(claim(database, 0, 60, 3).len(), 0);
    let again = claim(database, 1, 60, 3);
    assert_eq!(ids(&again), queued[1..]);
    assert!(again.iter().all(|mail| mail.attempts == 0));
}

/// Claimed and unfinished messages keep the destination that they were queued with.
pub fn a_message_keeps_its_destination(database: &dyn Database) {
    let destinations = [
        Destination::AsWritten,
        Destination::Code(UserId(3)),
        Destination::Account(UserId(4), None),
        Destination::Account(UserId(4), Some(Role::DataAccessReviewer)),
    ];
    let queued = |destination| QueuedMessage {
        destination,
        ..mail(1)
    };
    commit(database, |transaction| {
        for destination in destinations {
            transaction.outbox().queue(&queued(destination)).unwrap();
        }
        transaction.outbox().queue_all(&destinations.map(queued)).unwrap();
        let unfinished = transaction.outbox().unfinished(MessageId(i64::MIN), 10).unwrap();
        let read: Vec<_> = unfinished
            .into_iter()
            .map(|message| message.destination)
            .collect();
        assert_eq!(read, [destinations, destinations].concat());
    });
    let claimed = claim(database, 0, 60, 10)
        .into_iter()
        .map(|message| message.destination);
    assert_eq!(claimed.collect::<Vec<_>>(), [destinations, destinations].concat());
}

/// Holds for both channels, claimed or not. Mails that follow the account, and messages to others,
/// are kept.
pub fn the_codes_of_a_person_are_dropped(database: &dyn Database) {
    let (person, other) = (UserId(3), UserId(4));
    let to = |destination, message: QueuedMessage| QueuedMessage {
        destination,
        ..message
    };
    let (codes, rest) = commit(database, |transaction| {
        let mut queue = |message| transaction.outbox().queue(&message).unwrap();
        let codes = [
            queue(to(Destination::Code(person), mail(1))),
            queue(to(Destination::Code(person), mail(2))),
            queue(to(Destination::Code(person), text(3))),
        ];
        let rest = [
            queue(to(Destination::Account(person, None), mail(4))),
            queue(to(Destination::Code(other), mail(5))),
            queue(mail(6)),
        ];
        (codes, rest)
    });
    assert_eq!(ids(&claim(database, 0, 60, 1)), codes[..1]);
    commit(database, |transaction| {
        transaction.outbox().drop_codes_of(person, at(1)).unwrap();
        let left = transaction.outbox().unfinished(MessageId(i64::MIN), 10).unwrap();
        assert_eq!(
            left.into_iter().map(|message| message.id).collect::<Vec<_>>(),
            rest
        );
    });
    assert_eq!(ids(&claim(database, 60, 120, 10)), rest);
}

/// A worker gets only messages of its own channel.
pub fn channels_are_kept_apart(database: &dyn Database) {
    let mail = queue(database, 1..=1);
    let text = commit(database, |transaction| {
        transaction.outbox().queue(&text(2)).unwrap()
    });
    let claim_text = |now: i64| {
        commit(database, |transaction| {
            transaction
                .outbox()
                .claim(Channel::Text, at(now), at(now + 60), 10)
                .unwrap()
        })
    };
    let claimed = claim_text(0);
    assert_eq!(ids(&claimed), [text]);
    assert_eq!(claimed[0].sealed, [2; 100]);
    let due = |channel| {
        commit(database, |transaction| {
            transaction.outbox().next_due(channel).unwrap()
        })
    };
    assert_eq!(
        (due(Channel::Mail), due(Channel::Text)),
        (Some(at(0)), Some(at(60)))
    );
    assert_eq!(ids(&claim(database, 0, 60, 10)), mail);
    commit(database, |transaction| {
        transaction.outbox().finish(&[text], at(1), None).unwrap();
    });
    assert_eq!((due(Channel::Mail), due(Channel::Text)), (Some(at(60)), None));
    assert!(claim_text(1000).is_empty());
}

/// Holds for sent and unsent ones. Newer messages are kept.
pub fn old_messages_are_deleted_in_any_state(database: &dyn Database) {
    let [sent, _unsent] = queue(database, 1..=2)[..] else {
        unreachable!("two were queued");
    };
    let young = commit(database, |transaction| {
        transaction.outbox().finish(&[sent], at(1), None).unwrap();
        let young = QueuedMessage {
            queued_on: at(60),
            ..mail(3)
        };
        transaction.outbox().queue(&young).unwrap()
    });
    commit(database, |transaction| {
        assert_eq!(transaction.outbox().delete_expired(at(60)).unwrap(), 2);
        assert_eq!(transaction.outbox().delete_expired(at(60)).unwrap(), 0);
    });
    assert_eq!(ids(&claim(database, 60, 120, 10)), [young]);
}

/// Finished messages do not count, and a channel without pending messages is left out.
pub fn pending_messages_are_counted_by_channel(database: &dyn Database) {
    let backlog = || database.read().unwrap().monitoring().backlog().unwrap();
    assert_eq!(backlog(), []);
    let [sent, _] = queue(database, 1..=2)[..] else {
        unreachable!("two were queued");
    };
    commit(database, |transaction| {
        let later = QueuedMessage {
            queued_on: at(60),
            ..text(3)
        };
        transaction.outbox().queue(&later).unwrap();
    });
    let of_text = Backlog {
        channel: Channel::Text,
        messages: 1,
        oldest: at(60),
        first_due: at(60),
    };
    let of_mail = Backlog {
        channel: Channel::Mail,
        messages: 2,
        oldest: at(0),
        first_due: at(0),
    };
    assert_eq!(backlog(), [of_mail, of_text]);
    assert_eq!(claim(database, 0, 90, 10).len(), 2);
    let in_hand = Backlog {
        first_due: at(90),
        ..of_mail
    };
    assert_eq!(backlog(), [in_hand, of_text], "those in hand still wait");
    commit(database, |transaction| {
        transaction.outbox().finish(&[sent], at(1), None).unwrap();
    });
    let one = Backlog {
        messages: 1,
        ..in_hand
    };
    assert_eq!(backlog(), [one, of_text]);
}
