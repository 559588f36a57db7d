//! Whom the steps of a request are told to (1 §3; 2 §4).

use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::{Answer, Chain, ChainStage, Event, StageNumber};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::vacancy;
use crate::notifications::tell::{TellError, tell_of_request};
use crate::ports::{Ports, StoreError, Transaction};

/// Tells everybody concerned of what a change of the chain brought about: the requester of every decision and of the
/// release, a stage's holders of their turn and of a recall, those who had approved of a denial and of a resubmission,
/// those who decided of feedback. Where nobody can decide at a stage whose turn came, those are told who can help (decisions C14).
pub(crate) fn tell_events(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: RequestId,
    chain: &Chain,
    events: &[Event],
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    for event in events {
        for (users, kind) in recipients(ports, transaction, chain, event)? {
            tell_of_request(ports, transaction, &users, kind, request, at)?;
        }
    }
    for (users, kind) in abandoned(ports, transaction, chain, events)? {
        tell_of_request(ports, transaction, &users, kind, request, at)?;
    }
    Ok(())
}

pub(super) type Told = (Vec<UserId>, NotificationKind);

fn recipients(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    chain: &Chain,
    event: &Event,
) -> Result<Vec<Told>, StoreError> {
    let owner = || vec![chain.requester().user];
    Ok(match event {
        Event::RoundStarted { round, .. } => {
            let mut told = vec![(owner(), NotificationKind::Submitted { round: *round })];
            // In the first round nobody has answered yet; in a later one the answers left are approvals that stand.
            told.extend(deciders(chain).map(|(stage, answer)| {
                let kind = NotificationKind::Resubmitted {
                    role: stage.role,
                    round: *round,
                };
                (vec![answer.by.user], kind)
            }));
            told
        }
        Event::StageApproved { stage, .. } => staff_stage(chain, *stage)
            .map(|stage| (owner(), NotificationKind::StageApproved { role: stage.role }))
            .into_iter()
            .collect(),
        Event::StageDenied { stage, .. } => match staff_stage(chain, *stage) {
            Some(denied) => {
                let mut told = vec![(owner(), NotificationKind::StageDenied { role: denied.role })];
                let by = denied.role;
                told.extend(
                    deciders(chain)
                        .filter(|(stage, _)| stage.number != denied.number)
                        .map(|(stage, answer)| {
                            (
                                vec![answer.by.user],
                                NotificationKind::RequestDenied { role: stage.role, by },
                            )
                        }),
                );
                told
            }
            None => Vec::new(),
        },
        Event::TurnCame { stage, .. } => match staff_stage(chain, *stage) {
            Some(stage) => {
                let mut users = holders(transaction, chain, stage)?;
                users.retain(|user| chain.is_free_to_decide(stage.number, *user, ports.settings.four_eyes));
                if users.is_empty() {
                    vacancy::helpers(transaction, stage.role, stage.org_role)?
                } else {
                    vec![(users, NotificationKind::TurnCame { role: stage.role })]
                }
            }
            None => Vec::new(),
        },
        Event::Recalled { stage, answer, .. } => {
            let mut told = Vec::new();
            if let Some(stage) = staff_stage(chain, *stage) {
                told.push((
                    holders(transaction, chain, stage)?,
                    NotificationKind::Recalled { role: stage.role },
                ));
            }
            if !chain.is_owner(answer.by.user) && is_first_recalled(chain, *stage) {
                told.push((
                    owner(),
                    NotificationKind::Recalled {
                        role: Role::DataRequester,
                    },
                ));
            }
            told
        }
        Event::Completed { .. } => vec![(owner(), NotificationKind::Released)],
        Event::FeedbackGiven { .. } => deciders(chain)
            .map(|(stage, answer)| {
                (
                    vec![answer.by.user],
                    NotificationKind::FeedbackGiven { role: stage.role },
                )
            })
            .collect(),
        Event::Halted { .. } => Vec::new(),
    })
}

/// Who is told of stages whose turn had come before, and that wait for nobody since: with four eyes, who has just decided at
/// one branch may have been the last who could have decided at another (decisions C14).
fn abandoned(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    chain: &Chain,
    events: &[Event],
) -> Result<Vec<Told>, StoreError> {
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
    let mut told = Vec::new();
    for stage in chain.waiting_for() {
        let holders = transaction.roles().holders(stage.org_role)?;
        let is_left = |user: &UserId| chain.is_free_to_decide(stage.number, *user, true);
        if !just_came(stage.number) && holders.contains(&person) && !holders.iter().any(is_left) {
            told.extend(vacancy::helpers(transaction, stage.role, stage.org_role)?);
        }
    }
    Ok(told)
}

fn staff_stage(chain: &Chain, number: StageNumber) -> Option<&ChainStage> {
    chain.stage(number).filter(|stage| !stage.is_requesters())
}

/// The staff stages that somebody answered, and how.
fn deciders(chain: &Chain) -> impl Iterator<Item = (&ChainStage, &Answer)> {
    chain
        .stages()
        .iter()
        .filter(|stage| !stage.is_requesters())
        .filter_map(|stage| stage.answer.as_ref().map(|answer| (stage, answer)))
}

/// Who may act at the stage: everybody who holds its role, but not the requester (decisions C6).
fn holders(
    transaction: &mut dyn Transaction,
    chain: &Chain,
    stage: &ChainStage,
) -> Result<Vec<UserId>, StoreError> {
    let mut holders = transaction.roles().holders(stage.org_role)?;
    holders.retain(|user| !chain.is_owner(*user));
    Ok(holders)
}

/// With branches several stages are recalled at once; the requester is told once.
fn is_first_recalled(chain: &Chain, number: StageNumber) -> bool {
    use aditus_domain::review::StageState::Recalled;
    chain
        .stages()
        .iter()
        .find(|stage| stage.state == Recalled)
        .is_some_and(|stage| stage.number == number)
}
