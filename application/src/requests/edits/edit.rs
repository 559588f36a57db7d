//! One edit of one section, from the question who may to the commit.

use aditus_domain::audit::{Act, By};
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::limits::Limit;
use aditus_domain::notifications::NotificationKind;
use aditus_domain::requests::VersionNumber;
use aditus_domain::review::comments::{Comment, ResolveError};
use aditus_domain::review::{Chain, EditRefused, Editor, OverallStatus, Section, demand_on, may_edit};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::{EditFacts, Error, RequestEdits, Terms};
use crate::access::Caller;
use crate::audit::{self, Recorded, Unrecorded};
use crate::limits::{self, Counter};
use crate::notifications::tell::tell_of_request;
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::Request;
use crate::requests::versions::{self, Change, Kept};
use crate::requests::whose::is_visible;
use crate::review::views::CommentView;
use crate::review::{StoredComment, announce_comments, as_comment, role_of_author};

/// What the caller may edit of a request now: each section with the comment that asks for it, if one does, or why not.
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

/// Whether the caller may edit anything of the request: asked before files are received, and again, of the section, when the
/// edit is made.
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

/// How the caller stands to the request of this chain as somebody who wants to edit it.
fn editor(chain: &Chain, caller: &Caller) -> Editor {
    if chain.is_owner(caller.user) {
        Editor::Owner
    } else if caller.holds(Role::SuperUser) {
        Editor::SuperUser
    } else {
        Editor::Reader
    }
}

/// The transaction of an edit. Whoever has saved too many of late is refused before it takes a turn at the database.
pub(super) fn begin_transaction<'a>(
    ports: &'a Ports,
    caller: &Caller,
) -> Result<Box<dyn Transaction + 'a>, Error> {
    limits::refuse_early(ports, &edits_of(ports, caller))?;
    Ok(ports.database.begin()?)
}

fn edits_of(ports: &Ports, caller: &Caller) -> Counter {
    limits::of_caller(ports, Limit::Edit, Some(caller), "")
}

/// An edit that may be made, in its transaction. Dropped without [`Edit::finish`], it leaves no trace.
pub(super) struct Edit<'a> {
    ports: &'a Ports,
    transaction: Box<dyn Transaction + 'a>,
    pub request: Request,
    /// The request as it stands before the edit.
    pub facts: EditFacts,
    caller: Caller,
    section: Section,
    comment: Option<StoredComment>,
    terms: Terms,
    pub at: DateTime<Utc>,
}

impl<'a> Edit<'a> {
    /// Asks whether the caller may edit the section, and takes the request for the edit.
    pub fn begin(
        ports: &'a Ports,
        caller: &Caller,
        request: RequestId,
        section: Section,
        terms: Terms,
    ) -> Result<Self, Error> {
        let transaction = begin_transaction(ports, caller)?;
        Self::within(ports, transaction, caller, request, section, terms)
    }

    /// As [`Edit::begin`], in a transaction of [`begin_transaction`] that has found out of which request it is.
    pub fn within(
        ports: &'a Ports,
        mut transaction: Box<dyn Transaction + 'a>,
        caller: &Caller,
        request: RequestId,
        section: Section,
        terms: Terms,
    ) -> Result<Self, Error> {
        versions::begin(transaction.as_mut(), request)?;
        let (request, comment) = allowed(transaction.as_mut(), caller, request, section, terms)?;
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
            terms,
            at: ports.clock.now(),
        })
    }

    /// The transaction, for the rows of the edit.
    pub fn transaction(&mut self) -> &mut dyn Transaction {
        self.transaction.as_mut()
    }

    /// The store of the rows.
    pub fn rows(&mut self) -> &mut dyn RequestEdits {
        self.transaction.request_edits()
    }

    /// Keeps the next version of the request, resolves the comment where that was asked for, tells whom it concerns, and commits.
    /// Answers the version that holds what was edited; where nothing is another than before, it is the one before.
    pub fn finish(mut self) -> Result<VersionNumber, Error> {
        let change = Change {
            section: Some(self.section),
            comment: self.comment.as_ref().map(|comment| comment.id),
        };
        let kept = versions::record(
            self.ports,
            self.transaction.as_mut(),
            &self.caller,
            self.request.id,
            change,
            self.terms.began_from,
        )?;
        let has_changed = kept.number != self.facts.version;
        self.answer_comment(has_changed)?;
        if has_changed && self.caller.user != self.request.owner {
            let kind = NotificationKind::SectionEdited {
                role: Role::DataRequester,
                section: self.section,
            };
            let owner = [self.request.owner];
            tell_of_request(
                self.ports,
                self.transaction.as_mut(),
                &owner,
                kind,
                self.request.id,
                self.at,
            )?;
        }
        // Beside its comments a request shows whether their sections have changed since.
        announce_comments(self.transaction.as_mut(), &self.request.chain)?;
        let recorded = self.record(kept, has_changed)?;
        self.transaction.commit(recorded)?;
        Ok(kept.number)
    }

    /// What was done stands in the record; an edit after which everything is as before has done nothing but count.
    fn record(&mut self, kept: Kept, has_changed: bool) -> Result<Recorded, StoreError> {
        let request = self.request.id;
        let comment = self.comment.as_ref().map(|comment| comment.id);
        let resolved = comment.filter(|_| self.terms.resolve);
        let act = match (has_changed, resolved) {
            (true, resolved) => Act::RequestEdited {
                request,
                section: Some(self.section),
                version: kept.number,
                content: kept.digest,
                comment,
                resolved: resolved.is_some(),
            },
            (false, Some(comment)) => Act::CommentResolved { request, comment },
            (false, None) => return Ok(audit::unrecorded(Unrecorded::Housekeeping)),
        };
        let by = By::from(&self.caller).in_role(kept.role);
        audit::record_at(self.ports, self.transaction.as_mut(), self.at, by, [act])
    }

    /// Whoever asked for the edit is told of it; the comment stays open unless it is resolved with the edit (V4).
    fn answer_comment(&mut self, has_changed: bool) -> Result<(), Error> {
        let Some(stored) = &self.comment else {
            return Ok(());
        };
        let by = self.caller.user;
        let transaction = self.transaction.as_mut();
        if self.terms.resolve {
            as_comment(stored)
                .resolve(by, self.request.owner, self.at)
                .map_err(unresolvable)?;
            let resolved = transaction.comments().resolve(stored.id, by, self.at)?;
            if !resolved {
                return Err(EditRefused::Resolved.into());
            }
        }
        let author = stored.comment.author;
        if author == by || !(has_changed || self.terms.resolve) {
            return Ok(());
        }
        let role = role_of_author(transaction, stored)?;
        let section = self.section;
        let kind = if self.terms.resolve {
            NotificationKind::CommentResolved { role, section }
        } else {
            NotificationKind::SectionEdited { role, section }
        };
        tell_of_request(self.ports, transaction, &[author], kind, self.request.id, self.at)?;
        Ok(())
    }
}

fn unresolvable(error: ResolveError) -> Error {
    match error {
        ResolveError::NotAllowed => Error::Refused(EditRefused::NotAsked),
        ResolveError::AlreadyResolved => Error::Refused(EditRefused::Resolved),
    }
}

/// The request and the comment that is answered, where the caller may edit the section now.
pub(super) fn allowed(
    transaction: &mut dyn Transaction,
    caller: &Caller,
    request: RequestId,
    section: Section,
    terms: Terms,
) -> Result<(Request, Option<StoredComment>), Error> {
    let request = transaction
        .requests()
        .get(request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    let stored = match terms.comment {
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
        terms.comment,
    )?;
    if terms.resolve && stored.is_none() {
        return Err(Error::NothingToResolve);
    }
    Ok((request, stored))
}
