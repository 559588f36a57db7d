//! The recipients of notifications about the events of a request (1 §3; 2 §4).

use std::collections::BTreeSet;

use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::{NotificationKind, Occasion};
use aditus_domain::review::{Audience, Chain, ChainStage, Event, StageNumber};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::following::announce_request;
use super::vacancy;
use crate::notifications::notify::{NotifyError, notify_all, request_notice};
use crate::ports::{Ports, StoreError, Transaction};

/// Notifies each person concerned once of the events of a change of the chain
/// ([`Chain::notifications_for`]). If no one can decide at a stage whose turn came, the people who
/// can help are notified (decisions C14).
pub(crate) fn notify_of_events(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: RequestId,
    chain: &Chain,
    events: &[Event],
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    settle_ended_turns(transaction, request, chain, events)?;
    let mut notices = event_notices(ports, transaction, chain, events)?;
    notices.extend(notices_of_vacated_stages(ports, transaction, chain, events)?);
    let request_notices: Vec<_> = without_duplicates(&notices, request)
        .iter()
        .map(|(users, kind)| request_notice(users, *kind, request))
        .collect();
    notify_all(ports, transaction, &request_notices, at)?;
    announce_request(transaction, chain)?;
    Ok(())
}

/// Settles the notifications "awaits your decision" of roles whose turn has ended, and their
/// reminders.
fn settle_ended_turns(
    transaction: &mut dyn Transaction,
    request: RequestId,
    chain: &Chain,
    events: &[Event],
) -> Result<(), StoreError> {
    let ended = events.iter().filter_map(|event| match event {
        Event::StageApproved { stage, .. }
        | Event::StageDenied { stage, .. }
        | Event::Recalled { stage, .. }
        | Event::Halted { stage, .. } => staff_stage(chain, *stage).map(|stage| stage.role),
        _ => None,
    });
    let has_turn = |role: &Role| chain.waiting_for().iter().any(|stage| stage.role == *role);
    let roles: BTreeSet<Role> = ended.filter(|role| !has_turn(role)).collect();
    if roles.is_empty() {
        return Ok(());
    }
    let roles: Vec<_> = roles.into_iter().collect();
    for occasion in [Occasion::TurnCame, Occasion::DueSoon, Occasion::Overdue] {
        transaction.notifications().settle(request, occasion, &roles)?;
    }
    Ok(())
}

pub(super) type AddressedNotice = (Vec<UserId>, NotificationKind);

/// Leaves out recipients who get the same message in another role, or a notification that covers it
/// ([`NotificationKind::covers`]).
fn without_duplicates(notices: &[AddressedNotice], request: RequestId) -> Vec<AddressedNotice> {
    let is_covered = |at: usize, user: &UserId, kind: NotificationKind| {
        notices.iter().enumerate().any(|(other_at, (users, other))| {
            let is_earlier = other_at < at && other.message(request) == kind.message(request);
            users.contains(user) && (is_earlier || other.covers(kind))
        })
    };
    let each = notices.iter().enumerate().map(|(at, (users, kind))| {
        let users = users.iter().filter(|user| !is_covered(at, user, *kind));
        (users.copied().collect(), *kind)
    });
    each.collect()
}

fn event_notices(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    chain: &Chain,
    events: &[Event],
) -> Result<Vec<AddressedNotice>, StoreError> {
    let mut notices = Vec::new();
    for (audience, kind) in chain.notifications_for(events) {
        match audience {
            Audience::Requester => notices.push((vec![chain.requester().user], kind)),
            Audience::Decider(number) => {
                let answer = chain.stage(number).and_then(|stage| stage.answer.as_ref());
                notices.extend(answer.map(|answer| (vec![answer.by.user], kind)));
            }
            Audience::Holders(number) => {
                let Some(stage) = chain.stage(number) else {
                    continue;
                };
                let mut users = holders(transaction, chain, stage)?;
                if matches!(kind, NotificationKind::TurnCame { .. }) {
                    users.retain(|user| chain.is_free_to_decide(number, *user, ports.settings.four_eyes));
                    if users.is_empty() {
                        notices.extend(vacancy::helper_notices(transaction, stage.role, stage.org_role)?);
                        continue;
                    }
                }
                notices.push((users, kind));
            }
        }
    }
    Ok(notices)
}

/// Returns the notifications about stages whose turn came earlier and at which no one is left to
/// decide. With four eyes, the person who has just decided on one branch may have been the last one
/// free to decide on another (decisions C14).
fn notices_of_vacated_stages(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    chain: &Chain,
    events: &[Event],
) -> Result<Vec<AddressedNotice>, StoreError> {
    let decided = events.iter().find_map(|event| match event {
        Event::StageApproved { stage, answer, .. } if staff_stage(chain, *stage).is_some() => {
            Some(answer.by.user)
        }
        _ => None,
    });
    let Some(person) = decided.filter(|_| ports.settings.four_eyes) else {
        return Ok(Vec::new());
    };
    let just_came = |number: StageNumber| {
        let came = |event: &Event| matches!(event, Event::TurnCame { stage, .. } if *stage == number);
        events.iter().any(came)
    };
    let mut notices = Vec::new();
    let waiting = chain.waiting_for().into_iter();
    for stage in waiting.filter(|stage| !just_came(stage.number)) {
        let holders = transaction.roles().holders(stage.org_role)?;
        let is_left = |user: &UserId| chain.is_free_to_decide(stage.number, *user, true);
        if holders.contains(&person) && !holders.iter().any(is_left) {
            notices.extend(vacancy::helper_notices(transaction, stage.role, stage.org_role)?);
        }
    }
    Ok(notices)
}

fn staff_stage(chain: &Chain, number: StageNumber) -> Option<&ChainStage> {
    chain.stage(number).filter(|stage| !stage.is_requesters())
}

/// Returns the people who may act at the stage: the holders of its role, without the requester
/// (decisions C6).
fn holders(
    transaction: &mut dyn Transaction,
    chain: &Chain,
    stage: &ChainStage,
) -> Result<Vec<UserId>, StoreError> {
    let mut holders = transaction.roles().holders(stage.org_role)?;
    holders.retain(|user| !chain.is_owner(*user));
    Ok(holders)
}
