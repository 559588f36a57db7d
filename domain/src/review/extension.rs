//! The right to extend the term of a request (decisions N3).

use thiserror::Error;

use super::chain::Chain;
use crate::ids::{OrganisationRoleId, UserId};

/// The reason why a person may not extend the term of a request, whatever the state of the term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ExtensionForbidden {
    /// The person submitted the request.
    #[error("You can’t extend the term of your own Data Request.")]
    OwnRequest,
    /// The person has no decision at any of its stages.
    #[error("Only people who decide on this Data Request can extend its term.")]
    NoDecision,
}

impl Chain {
    /// Returns the reason why a person may not extend the term, or `None` if they may: they have a
    /// decision at one of the stages, whether or not it is its turn. `holds` returns true for the
    /// organisation roles of the person.
    pub fn why_no_extension(
        &self,
        user: UserId,
        holds: impl Fn(OrganisationRoleId) -> bool,
    ) -> Option<ExtensionForbidden> {
        if self.is_owner(user) {
            Some(ExtensionForbidden::OwnRequest)
        } else if self.deciding_stages().any(|stage| holds(stage.org_role)) {
            None
        } else {
            Some(ExtensionForbidden::NoDecision)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::testing::{OWNER, SUPER_USER, default_chain, org_role};
    use crate::roles::Role;

    #[test]
    fn people_with_a_decision_may_extend_a_term() {
        let chain = default_chain();
        let refused = |user, role| chain.why_no_extension(user, |held| held == org_role(role));
        let other = UserId(77);
        // It is the turn of the reviewer alone.
        for role in [Role::DataAccessReviewer, Role::DataOfficer] {
            assert_eq!(refused(other, role), None);
            assert_eq!(
                refused(OWNER.user, role),
                Some(ExtensionForbidden::OwnRequest),
                "the owner decides nothing"
            );
        }
        for role in [Role::DataRequester, Role::SuperUser, Role::Admin] {
            assert_eq!(refused(other, role), Some(ExtensionForbidden::NoDecision));
        }
        assert_eq!(
            refused(SUPER_USER.user, Role::SuperUser),
            Some(ExtensionForbidden::NoDecision)
        );
    }
}
