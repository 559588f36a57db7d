//! An edit of one section, from the permission check to the commit.

use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::limits::Limit;
use aditus_domain::notifications::NotificationKind;
use aditus_domain::requests::VersionNumber;
use aditus_domain::review::comments::{Comment, ResolveError};
use aditus_domain::review::{Chain, EditRefused, Editor, OverallStatus, Section, demand_on, may_edit};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::{EditBasis, EditFacts, Error, RequestEdits};
use crate::access::Caller;
use crate::audit::{self, Recorded, Unrecorded};
use crate::deadlines::due_dates;
use crate::limits::{self, Counter};
use crate::notifications::notify::notify_of_request;
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::Request;
use crate::requests::versions::{self, Change, CurrentVersion};
use crate::requests::visibility::is_visible;
use crate::review::views::CommentView;
use crate::review::{StoredComment, announce_comments, as_comment, role_of_author, settle_demands};

/// Returns the editable sections. Each is given with the comment that asks for the edit, if any, or
/// with the reason why the caller may not edit it now.
pub(crate) fn sections(
    chain: &Chain,
    comments: &[Comment],
    caller: &Caller,
) -> Vec<(Section, Result<Option<CommentId>, EditRefused>)> {
    let (status, editor) = (chain.status(), editor(chain, caller));
    let of_section = |section| {
        let asked = match status {
            OverallStatus::Pending => demand_on(section, comments),
            _ => None,
        };
        may_edit(status, editor, section, comments, asked).map(|_| asked)
    };
    Section::EDITABLE
        .map(|section| (section, of_section(section)))
        .into()
}

/// Checks that the caller may edit at least one section. It is called before files are received.
/// The section itself is checked when the edit is made.
pub(super) fn may_edit_something(ports: &Ports, caller: &Caller, request: RequestId) -> Result<(), Error> {
    let scope = caller.scope();
    let mut views = ports.database.read()?;
    let chain = views.review().chain(&scope, request)?.ok_or(Error::NotFound)?;
    let comments = views.review().comments(&scope, request, None)?;
    let comments: Vec<_> = comments.iter().flatten().map(CommentView::as_comment).collect();
    let mut sections = sections(&chain, &comments, caller).into_iter();
    if sections.any(|(_, may)| may.is_ok()) {
        Ok(())
    } else {
        Err(EditRefused::NotAsked.into())
    }
}

/// Returns the caller's relation to the request, as the rules of editing distinguish it.
fn editor(chain: &Chain, caller: &Caller) -> Editor {
    if chain.is_owner(caller.user) {
        Editor::Owner
    } else if caller.holds(Role::SuperUser) {
        Editor::SuperUser
    } else {
        Editor::Reader
    }
}

/// Begins the transaction of an edit. A caller over the limit is refused before the write lock is
/// taken.
pub(super) fn begin_transaction<'a>(
    ports: &'a Ports,
    caller: &Caller,
) -> Result<Box<dyn Transaction + 'a>, Error> {
    limits::refuse_early(ports, &edits_of(ports, caller))?;
    Ok(ports.database.begin()?)
}

fn edits_of(ports: &Ports, caller: &Caller) -> Counter {
    limits::caller_counter(ports, Limit::Edit, Some(caller), "")
}

/// A permitted edit in its transaction. Dropping it without [`Edit::finish`] changes nothing.
pub(super) struct Edit<'a> {
    ports: &'a Ports,
    transaction: Box<dyn Transaction + 'a>,
    pub request: Request,
    /// The request before the edit.
    pub facts: EditFacts,
    caller: Caller,
    section: Section,
    comment: Option<StoredComment>,
    basis: EditBasis,
    pub at: DateTime<Utc>,
}

impl<'a> Edit<'a> {
    /// Locks the request, checks that the caller may edit the section, and counts the edit against
    /// the limit.
    pub fn begin(
        ports: &'a Ports,
        caller: &Caller,
        request: RequestId,
        section: Section,
        basis: EditBasis,
    ) -> Result<Self, Error> {
        let transaction = begin_transaction(ports, caller)?;
        Self::within(ports, transaction, caller, request, section, basis)
    }

    /// Does the same as [`Edit::begin`] within a transaction of [`begin_transaction`], in which the
    /// caller has looked up the request.
    pub fn within(
        ports: &'a Ports,
        mut transaction: Box<dyn Transaction + 'a>,
        caller: &Caller,
        request: RequestId,
        section: Section,
        basis: EditBasis,
    ) -> Result<Self, Error> {
        versions::begin(transaction.as_mut(), request)?;
        let (request, comment) = allowed(transaction.as_mut(), caller, request, section, basis)?;
        let facts = transaction.request_edits().facts(request.id)?;
        limits::spend_within(ports, transaction.limited_events(), &edits_of(ports, caller))?;
        Ok(Self {
            ports,
            transaction,
            request,
            facts: facts.ok_or(Error::NotFound)?,
            caller: caller.clone(),
            section,
            comment,
            basis,
            at: ports.clock.now(),
        })
    }

    /// Returns the transaction, to change rows.
    pub fn transaction(&mut self) -> &mut dyn Transaction {
        self.transaction.as_mut()
    }

    /// Returns the store of the rows.
    pub fn rows(&mut self) -> &mut dyn RequestEdits {
        self.transaction.request_edits()
    }

    /// Stores the next version of the request, resolves the comment if asked to, notifies the
    /// people concerned, and commits. Returns the version with the edited content, which is the
    /// previous one if nothing has changed.
    pub fn finish(mut self) -> Result<VersionNumber, Error> {
        let change = Change {
            section: Some(self.section),
            comment: self.comment.as_ref().map(|comment| comment.id),
        };
        let version = versions::record(
            self.ports,
            self.transaction.as_mut(),
            &self.caller,
            self.request.id,
            change,
            self.basis.began_from,
        )?;
        let has_changed = version.number != self.facts.version;
        self.resolve_or_notify(has_changed)?;
        if has_changed && self.caller.user != self.request.owner {
            let kind = NotificationKind::SectionEdited {
                role: Role::DataRequester,
                section: self.section,
            };
            let owner = [self.request.owner];
            notify_of_request(
                self.ports,
                self.transaction.as_mut(),
                &owner,
                kind,
                self.request.id,
                self.at,
            )?;
        }
        // A request shows beside its comments if their sections have changed.
        announce_comments(self.transaction.as_mut(), &self.request.chain)?;
        let recorded = self.record(version, has_changed)?;
        self.transaction.commit(recorded)?;
        Ok(version.number)
    }

    /// Adds the audit entry. An edit that changes and resolves nothing has none: it only counts
    /// against the limit.
    fn record(&mut self, version: CurrentVersion, has_changed: bool) -> Result<Recorded, StoreError> {
        let request = self.request.id;
        let comment = self.comment.as_ref().map(|comment| comment.id);
        let resolved = comment.filter(|_| self.basis.resolve);
        let act = match (has_changed, resolved) {
            (true, resolved) => Act::RequestEdited {
                request,
                section: Some(self.section),
                version: version.number,
                content: version.digest,
                comment,
                resolved: resolved.is_some(),
            },
            (false, Some(comment)) => Act::CommentResolved { request, comment },
            (false, None) => return Ok(audit::unrecorded(Unrecorded::Housekeeping)),
        };
        let by = Actor::from(&self.caller).in_role(version.role);
        audit::record_at(self.ports, self.transaction.as_mut(), self.at, by, [act])
    }

    /// Resolves the comment if the edit asks for it. Otherwise, a change by the owner answers it (decisions
    /// N4). Notifies the author of the comment, unless they made the edit themselves or nothing changed
    /// (decisions V4).
    fn resolve_or_notify(&mut self, has_changed: bool) -> Result<(), Error> {
        let Some(stored) = &self.comment else {
            return Ok(());
        };
        let by = self.caller.user;
        let transaction = self.transaction.as_mut();
        if self.basis.resolve {
            as_comment(stored)
                .resolve(by, self.request.owner, self.at)
                .map_err(unresolvable)?;
            let resolved = transaction.comments().resolve(stored.id, by, self.at)?;
            if !resolved {
                return Err(EditRefused::Resolved.into());
            }
            settle_demands(transaction, self.request.id)?;
            due_dates::compute(transaction, self.request.id, self.at)?;
        } else if has_changed && by == self.request.owner {
            // An answer without a resolution, as a reply is. The request is locked since the beginning.
            transaction.completion_windows().answer(stored.id, self.at)?;
        }
        let author = stored.comment.author;
        if author == by || !(has_changed || self.basis.resolve) {
            return Ok(());
        }
        let role = role_of_author(transaction, stored)?;
        let section = self.section;
        let kind = if self.basis.resolve {
            NotificationKind::CommentResolved { role, section }
        } else {
            NotificationKind::SectionEdited { role, section }
        };
        notify_of_request(self.ports, transaction, &[author], kind, self.request.id, self.at)?;
        Ok(())
    }
}

fn unresolvable(error: ResolveError) -> Error {
    match error {
        ResolveError::NotAllowed => Error::Refused(EditRefused::NotAsked),
        ResolveError::AlreadyResolved => Error::Refused(EditRefused::Resolved),
    }
}

/// Checks that the caller may edit the section now. Returns the request and the comment that the
/// edit answers.
pub(super) fn allowed(
    transaction: &mut dyn Transaction,
    caller: &Caller,
    request: RequestId,
    section: Section,
    basis: EditBasis,
) -> Result<(Request, Option<StoredComment>), Error> {
    let request = transaction
        .requests()
        .get(request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    let stored = match basis.comment {
        Some(id) => transaction
            .comments()
            .get(id)?
            .filter(|stored| stored.comment.request == request.id),
        None => None,
    };
    let comments: Vec<_> = stored.iter().map(as_comment).collect();
    may_edit(
        request.chain.status(),
        editor(&request.chain, caller),
        section,
        &comments,
        basis.comment,
    )?;
    if basis.resolve && stored.is_none() {
        return Err(Error::NothingToResolve);
    }
    Ok((request, stored))
}
