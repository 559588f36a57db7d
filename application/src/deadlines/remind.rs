//! Reminds people of due dates, of comments that require action, and of the last days of their
//! completion windows (decisions N5). A worker calls it every minute. With several nodes, each reminder
//! is sent once: it is stored as sent in the transaction that sends it, in which the request is locked.
//! A reminder without any recipient counts as sent, too. A request that cannot be read is logged and
//! does not hold up the others.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use aditus_domain::deadlines::{DueReminders, ReminderTime, SentReminders, StageReminder};
use aditus_domain::ids::{CommentId, OrganisationRoleId, RequestId, StateId, UserId};
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::{ChainStage, OverallStatus, Section, StageNumber};
use aditus_domain::roles::Role;
use chrono::{DateTime, NaiveDate, Utc};
use thiserror::Error;

use super::repository::{Demand, RequestClocks, StoredCalendar};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::notifications::notify::{NotifyError, notify_all, request_notice};
use crate::ports::{Ports, StoreError, Transaction};

/// The requests of one transaction, so that it holds up other writers for some milliseconds only.
const AT_ONCE: usize = 10;

/// The number of notifications that were sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sent {
    /// To people who can decide.
    pub deciders: u64,
    /// To Admins.
    pub admins: u64,
    /// To requesters.
    pub requesters: u64,
}

impl Sent {
    const fn add(&mut self, other: Self) {
        self.deciders += other.deciders;
        self.admins += other.admins;
        self.requesters += other.requesters;
    }
}

/// Some requests were not dealt with. The next call does so.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
    /// A notification could not be sent.
    #[error("a person could not be notified")]
    Notify(#[from] NotifyError),
}

failure! {
    Error {
        forwards Store, Notify;
    }
}

impl Error {
    /// True if the error may be that of one request, so that the others are dealt with.
    pub(super) const fn may_be_of_one_request(&self) -> bool {
        match self {
            Self::Store(error) | Self::Notify(NotifyError::Store(error)) => !error.is_outage(),
            Self::Notify(_) => false,
        }
    }
}

/// Sends the reminders that are due, and stores the time of the run.
pub fn execute(ports: &Ports) -> Result<Sent, Error> {
    let now = ports.clock.now();
    let mut sent = Sent::default();
    for requests in requests_to_remind(ports)?.chunks(AT_ONCE) {
        match remind(ports, requests) {
            Ok(sent_now) => sent.add(sent_now),
            Err(error) if error.may_be_of_one_request() => {
                ports.database.yield_write_lock();
                remind_each(ports, requests, &mut sent)?;
            }
            Err(error) => return Err(error),
        }
        ports.database.yield_write_lock();
    }
    let mut transaction = ports.database.begin()?;
    transaction.reminders().set_ran_on(now)?;
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(sent)
}

fn requests_to_remind(ports: &Ports) -> Result<Vec<RequestId>, StoreError> {
    let mut views = ports.database.read()?;
    let StoredCalendar { calendar, .. } = views.deadlines().calendar()?;
    match ReminderTime::at(ports.clock.now(), &calendar, ports.settings.escalate_after) {
        Some(time) => views.deadlines().requests_to_remind(&time.cutoffs()),
        None => Ok(Vec::new()),
    }
}

/// Sends what is due for each of these requests in its own transaction, and logs those that fail. If
/// ten in a row fail, the reason is hardly that of a request.
fn remind_each(ports: &Ports, requests: &[RequestId], sent: &mut Sent) -> Result<(), Error> {
    let mut failed = 0;
    for request in requests {
        match remind(ports, &[*request]) {
            Ok(sent_now) => sent.add(sent_now),
            Err(error) => {
                failed += 1;
                if failed == AT_ONCE || !error.may_be_of_one_request() {
                    return Err(error);
                }
                tracing::warn!(
                    %request,
                    error = &error as &dyn std::error::Error,
                    "cannot remind of a request, retrying in a minute; `aditus check --deep` may name the reason"
                );
            }
        }
        ports.database.yield_write_lock();
    }
    Ok(())
}

/// Sends what is due for these requests, which another node may have sent meanwhile.
fn remind(ports: &Ports, requests: &[RequestId]) -> Result<Sent, Error> {
    let mut transaction = ports.database.begin()?;
    // Locks the requests, so it comes first.
    let clocks = transaction.stage_clocks().clocks(requests)?;
    let StoredCalendar { calendar, .. } = transaction.calendars().calendar()?;
    let now = ports.clock.now();
    let Some(time) = ReminderTime::at(now, &calendar, ports.settings.escalate_after) else {
        return Ok(Sent::default());
    };
    let demands = transaction.reminders().open_demands(requests)?;
    let mut people = People::default();
    let mut sent = Sent::default();
    for due in due_reminders(requests, &clocks, &demands, &time) {
        remind_of_request(ports, transaction.as_mut(), &due, &mut people, now, &mut sent)?;
    }
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(sent)
}

/// The people to remind, by organisation role. Each role is read once in a transaction.
#[derive(Default)]
struct People {
    deciders: BTreeMap<OrganisationRoleId, Vec<UserId>>,
    admins: BTreeMap<OrganisationRoleId, Vec<UserId>>,
}

impl People {
    /// Returns the people who hold this role.
    fn deciders(
        &mut self,
        transaction: &mut dyn Transaction,
        org_role: OrganisationRoleId,
    ) -> Result<Vec<UserId>, StoreError> {
        Ok(match self.deciders.entry(org_role) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(unknown) => unknown.insert(transaction.roles().holders(org_role)?).clone(),
        })
    }

    /// Returns the Admins of the organisation of this role.
    fn admins(
        &mut self,
        transaction: &mut dyn Transaction,
        org_role: OrganisationRoleId,
    ) -> Result<Vec<UserId>, StoreError> {
        Ok(match self.admins.entry(org_role) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(unknown) => unknown.insert(admins(transaction, org_role)?).clone(),
        })
    }
}

/// The reminders of a request that are due.
struct DueRequest {
    request: RequestId,
    stages: Vec<DueStage>,
    demands: Vec<DueDemand>,
    answers: Vec<DueAnswer>,
}

impl DueRequest {
    const fn is_empty(&self) -> bool {
        self.stages.is_empty() && self.demands.is_empty() && self.answers.is_empty()
    }
}

/// A stage with reminders that are due.
struct DueStage {
    state: StateId,
    number: StageNumber,
    due_on: NaiveDate,
    reminders: DueReminders,
    /// The reminders to store.
    sent: SentReminders,
}

/// A comment with a reminder that is due.
struct DueDemand {
    comment: CommentId,
    section: Section,
    /// The number of reminders to store.
    number: u8,
}

/// A comment whose completion window ends soon, with a reminder that is due.
struct DueAnswer {
    comment: CommentId,
    section: Section,
    answer_by: NaiveDate,
    /// The number of reminders to store.
    number: u8,
}

fn due_reminders(
    requests: &[RequestId],
    clocks: &[RequestClocks],
    demands: &[Demand],
    time: &ReminderTime<'_>,
) -> Vec<DueRequest> {
    let of = |request: RequestId| clocks.iter().filter(move |of_one| of_one.request == request);
    let due = requests.iter().map(|request| DueRequest {
        request: *request,
        stages: of(*request).flat_map(|of_one| due_stages(of_one, time)).collect(),
        answers: of(*request)
            .flat_map(|of_one| due_answers(of_one, time))
            .collect(),
        demands: demands
            .iter()
            .filter(|demand| demand.request == *request)
            .filter_map(|demand| {
                Some(DueDemand {
                    comment: demand.comment,
                    section: demand.section,
                    number: time.of_demand(demand.demanded_on, demand.reminders)?,
                })
            })
            .collect(),
    });
    due.filter(|due| !due.is_empty()).collect()
}

fn due_answers(request: &RequestClocks, time: &ReminderTime<'_>) -> Vec<DueAnswer> {
    let due = request.windows.iter().filter_map(|open| {
        Some(DueAnswer {
            comment: open.comment,
            section: open.section,
            answer_by: open.answer_by,
            number: time.of_answer(open.window, open.answer_by, open.reminders)?,
        })
    });
    due.collect()
}

fn due_stages(request: &RequestClocks, time: &ReminderTime<'_>) -> Vec<DueStage> {
    let is_paused = request.pauses.iter().any(|pause| pause.to.is_none());
    let due = request.clocks.iter().filter_map(|clock| {
        let reminders = time.of_stage(clock.since, clock.dates, is_paused, clock.sent);
        Some(DueStage {
            state: clock.state,
            number: clock.number,
            due_on: clock.dates.due_on?,
            reminders,
            sent: time.record(reminders, clock.sent),
        })
    });
    due.filter(|stage| !stage.reminders.is_empty()).collect()
}

type AddressedNotice = (Vec<UserId>, NotificationKind);

fn remind_of_request(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    due: &DueRequest,
    people: &mut People,
    now: DateTime<Utc>,
    sent: &mut Sent,
) -> Result<(), Error> {
    let Some(request) = transaction.requests().get(due.request)? else {
        return Ok(());
    };
    let mut notices: Vec<AddressedNotice> = Vec::new();
    for stage in &due.stages {
        let Some(of_chain) = request.chain.stage(stage.number) else {
            continue;
        };
        let mut deciders = people.deciders(transaction, of_chain.org_role)?;
        deciders.retain(|user| {
            request
                .chain
                .is_free_to_decide(of_chain.number, *user, ports.settings.four_eyes)
        });
        for (users, kind) in stage_notices(transaction, people, of_chain, stage, deciders)? {
            let number = users.len() as u64;
            match kind {
                NotificationKind::OverdueForLong { .. } => sent.admins += number,
                _ => sent.deciders += number,
            }
            notices.push((users, kind));
        }
        transaction.reminders().set_sent(stage.state, stage.sent)?;
    }
    if request.chain.status() == OverallStatus::Pending {
        let notice = requester_notices(transaction, request.owner, due)?;
        sent.requesters += notice.len() as u64;
        notices.extend(notice);
    }
    let notices: Vec<_> = notices
        .iter()
        .map(|(users, kind)| request_notice(users, *kind, due.request))
        .collect();
    notify_all(ports, transaction, &notices, now)?;
    Ok(())
}

/// Returns the notifications of a stage. Admins who can decide there are reminded as such only.
fn stage_notices(
    transaction: &mut dyn Transaction,
    people: &mut People,
    stage: &ChainStage,
    due: &DueStage,
    deciders: Vec<UserId>,
) -> Result<Vec<AddressedNotice>, StoreError> {
    let (role, due_on) = (stage.role, due.due_on);
    let mut notices = Vec::new();
    if due.reminders.admins {
        let mut admins = people.admins(transaction, stage.org_role)?;
        admins.retain(|admin| !deciders.contains(admin));
        notices.push((admins, NotificationKind::OverdueForLong { role, due_on }));
    }
    if let Some(reminder) = due.reminders.deciders {
        let kind = match reminder {
            StageReminder::DueSoon => NotificationKind::DueSoon { role, due_on },
            StageReminder::Overdue => NotificationKind::Overdue { role, due_on },
        };
        notices.push((deciders, kind));
    }
    Ok(notices)
}

/// Returns the Admins of the organisation of this role.
fn admins(
    transaction: &mut dyn Transaction,
    org_role: OrganisationRoleId,
) -> Result<Vec<UserId>, StoreError> {
    match transaction.organisations().role_by_id(org_role)? {
        Some(role) => transaction
            .roles()
            .usable_by(Role::Admin, Some(role.organisation)),
        None => Ok(Vec::new()),
    }
}

/// Returns the notifications of the requester, and stores that they were sent. There is one for each
/// section with its last days, and one for each other section with a comment that requires action.
fn requester_notices(
    transaction: &mut dyn Transaction,
    owner: UserId,
    due: &DueRequest,
) -> Result<Vec<AddressedNotice>, StoreError> {
    if due.demands.is_empty() && due.answers.is_empty() {
        return Ok(Vec::new());
    }
    let account = transaction.accounts().by_id(owner)?;
    let is_reachable = account.is_some_and(|account| account.state.may_sign_in());
    let mut kinds: Vec<NotificationKind> = Vec::new();
    for answer in &due.answers {
        let windows = transaction.completion_windows();
        windows.set_answer_reminders(answer.comment, answer.number)?;
        kinds.push(NotificationKind::AnswerDue {
            section: answer.section,
            answer_by: answer.answer_by,
        });
    }
    for demand in &due.demands {
        transaction
            .reminders()
            .set_number(demand.comment, demand.number)?;
        let has_last_day = due.answers.iter().any(|answer| answer.section == demand.section);
        if !has_last_day {
            kinds.push(NotificationKind::ActionStillRequired {
                section: demand.section,
            });
        }
    }
    let mut notices = Vec::new();
    for kind in kinds {
        let notice = (vec![owner], kind);
        if is_reachable && !notices.contains(&notice) {
            notices.push(notice);
        }
    }
    Ok(notices)
}
