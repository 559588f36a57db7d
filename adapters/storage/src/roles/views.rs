//! Read models of roles.

use aditus_application::paging::Paged;
use aditus_application::ports::StoreError;
use aditus_application::roles::views::{
    Administration, AssignedQuery, AssignedRow, OfferedQuery, OfferedRow, RoleViews, StatusLine,
};
use aditus_domain::ids::{AssignedRoleId, OrganisationId, UserId};
use aditus_domain::roles::Role;

use super::{administration, assigned, histories, holders, offered};
use crate::read_session::ReadSession;

impl RoleViews for ReadSession {
    fn assigned(&mut self, query: &AssignedQuery) -> Result<Paged<AssignedRow>, StoreError> {
        self.run(|connection| assigned::page(connection, query))
    }

    fn administration(&mut self) -> Result<Administration, StoreError> {
        self.run(administration::read)
    }

    fn offered(&mut self, query: &OfferedQuery) -> Result<Paged<OfferedRow>, StoreError> {
        self.run(|connection| offered::page(connection, query))
    }

    fn usable_by(&mut self, role: Role, at: Option<OrganisationId>) -> Result<Vec<UserId>, StoreError> {
        self.run(|connection| holders::usable_by(connection, role, at))
    }

    fn with_holders(
        &mut self,
        role: Role,
        organisations: &[OrganisationId],
    ) -> Result<Vec<OrganisationId>, StoreError> {
        self.run(|connection| holders::organisations(connection, role, organisations))
    }

    fn histories(
        &mut self,
        assigned: &[AssignedRoleId],
    ) -> Result<Vec<(AssignedRoleId, StatusLine)>, StoreError> {
        self.run(|connection| histories::load(connection, assigned))
    }
}
