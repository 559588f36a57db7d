//! Whom the steps of a request are told to (1 §3; 2 §4).

use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::{Answer, Chain, ChainStage, Event, StageNumber};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use crate::notifications::tell::{TellError, tell_of_request};
use crate::ports::{Ports, StoreError, Transaction};

/// Tells everybody concerned of what a change of the chain brought about: the requester of every decision and of the
/// release, a stage's holders of their turn and of a recall, those who had approved of a denial, those who decided of
/// feedback.
pub(crate) fn tell_events(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: RequestId,
    chain: &Chain,
    events: &[Event],
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    for event in events {
        for (users, kind) in recipients(transaction, chain, event)? {
            tell_of_request(ports, transaction, &users, kind, request, at)?;
        }
    }
    Ok(())
}

type Told = (Vec<UserId>, NotificationKind);

fn recipients(
    transaction: &mut dyn Transaction,
    chain: &Chain,
    event: &Event,
) -> Result<Vec<Told>, StoreError> {
    let owner = || vec![chain.requester().user];
    Ok(match event {
        Event::RoundStarted { round, .. } => vec![(owner(), NotificationKind::Submitted { round: *round })],
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
                vec![(
                    holders(transaction, chain, stage)?,
                    NotificationKind::TurnCame { role: stage.role },
                )]
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
